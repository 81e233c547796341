import Accounts
import AppEnvironment
import AppPreferences
import FeatureKit
import FeatureTestKit
import FoundationEssentials
import GraphFeature
import MastodonClient
import MastodonKit
import OnboardingFeature
import OwnershipKit
import SettingsFeature
import TerminalKit
import Testing

@testable import AppCoordinator
@testable import Session

@MainActor
@Suite struct FirstStartTests {
  let folder = TemporaryFolder()

  private func makeApp(_ choice: RunChoice = .init(.prompt)) throws -> AppCoordinator {
    try AppCoordinator(dependencies: .fixtures.still(in: folder.path), choice: choice)
  }

  private func words(_ app: AppCoordinator) -> String {
    Renderer(format: .plain, width: 80, theme: .mono, colors: .none, showsHint: true, hyperlinks: false)
      .render(app.screen.document(app.layout(width: 80)))
  }

  private func files() -> [String] {
    do { return try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted() } catch { return [] }
  }

  @Test func returnIsOfferedTheFirstTimeAtAPromptAndNeverInAScript() throws {
    #expect(try makeApp().firstReturn == "onboarding permissions")
    #expect(try makeApp(.init()).firstReturn == nil)
    #expect(try makeApp(.init(usesSandbox: true)).greeting == nil)
    #expect(try makeApp().greeting?.blocks.count == 5)
    let state = URL(filePath: "\(folder.path)/state/histories")
    try FileManager.default.createDirectory(at: state, withIntermediateDirectories: true)
    try Data("home\n".utf8).write(to: state.appending(path: "you@sandbox"))
    #expect(try makeApp().firstReturn == nil)
  }

  /// The prompt creates its history file before it prints the first screen.
  @Test func theHistoryFileOfTheFirstRunIsNoSignOfAnEarlierOne() throws {
    let app = try makeApp()
    #expect(app.prepareHistoryFile() != nil)
    #expect(app.firstReturn == "onboarding permissions")
    #expect(app.greeting?.blocks.count == 5)
    #expect(try makeApp().greeting == nil, "the second start is not the first")
  }

  @Test func leavingHalfWayLeavesNoTrace() async throws {
    let app = try makeApp()
    let before = files()
    _ = try await app.type("onboarding")
    _ = try await app.type("next")
    _ = try await app.type("live", "off")
    _ = try await app.type("next")
    await app.screen.load()
    _ = try await app.type("name", "Somebody Else")
    _ = try await app.type("leave")
    #expect(app.screen.id == "home")
    #expect(files() == before)
    #expect(app.preferences.live == .on)
    #expect(try await app.session.client.instanceService.verifyCredentials().displayName != "Somebody Else")
    await app.shutdown()
  }

  @Test func changedDefaultIsOnTheServerAndApplies() async throws {
    let app = try makeApp()
    _ = try await app.type("set", "visibility", "private")
    _ = try await app.type("onboarding", "personal")
    await app.screen.load()
    _ = try await app.type("name", "Wren", "Alder")
    _ = try await app.type("visibility", "unlisted")
    _ = try await app.type("next")
    #expect(words(app).contains("Saved: name, visibility."))
    let account = try await app.session.client.instanceService.verifyCredentials()
    #expect(account.displayName == "Wren Alder")
    #expect(account.source?.privacy == .unlisted)
    #expect(app.preferences.setting(.visibility) == ("unlisted", .server))
    _ = try await app.type("next")
    _ = try await app.type("post")
    #expect(words(app).hasPrefix("New post · unlisted"))
    await app.shutdown()
  }

  @Test func aServerIsSignedInToOnTheWayAndThePagesGoOn() async throws {
    let loopback = try await LoopbackSandbox()
    let app = try loopback.app(.init(.prompt), browser: loopback.browser())
    _ = try await app.type("onboarding")
    _ = try await app.type("server", loopback.host)
    _ = try await app.type("next")
    guard case .ask(let question) = try await app.type("next"), let elsewhere = question.elsewhere else {
      Issue.record("no question")
      return
    }
    _ = try await elsewhere().arriving(within: Detour())
    #expect(app.session.identity.id == "you@\(loopback.host)")
    #expect(app.screen.id == "onboarding")
    await app.screen.load()
    #expect(words(app).hasPrefix("Your profile"))
    _ = try await app.type("leave")
    #expect(app.screen.id == "home")
    await app.shutdown()
    await loopback.stop()
  }

  @Test func aClosedSheetReleasesItsModel() async throws {
    let app = try makeApp()
    _ = try await app.type("onboarding")
    #expect(app.graph.nodes.first { $0.name == "onboarding" }?.alive == 1)
    _ = try await app.type("leave")
    #expect(app.graph.nodes.first { $0.name == "onboarding" }?.alive == 0)
    await app.shutdown()
  }
}
