import Accounts
import AppEnvironment
import FeatureKit
import FeatureTestKit
import FoundationEssentials
import HomeFeature
import MastodonKit
import NavigationKit
import StatusKit
import Testing

@testable import AppCoordinator
@testable import Session

/// A folder that is gone with the test.
final class TemporaryFolder: Sendable {
  let path = FileManager.default.temporaryDirectory.appending(path: "howdah-\(UUID().uuidString)").path()

  deinit {
    do { try FileManager.default.removeItem(atPath: path) } catch {
      // A test that wrote nothing leaves nothing to remove.
    }
  }
}

@MainActor
@Suite(.timeLimit(.minutes(10))) struct LifetimeTests {
  let folder = TemporaryFolder()

  private func makeApp() throws -> AppCoordinator {
    try AppCoordinator(dependencies: .fixtures.still(in: folder.path), choice: .init(usesSandbox: true))
  }

  /// Types a command the way the prompt does, as far as the root is concerned.
  private func type(_ words: String..., into app: AppCoordinator) async throws {
    let verb = try #require(app.layers.flatMap(\.verbs).first { $0.matches(words[0]) })
    let context = ArgumentContext(
      highestNumber: { 0 }, shown: { _ in nil }, resolve: { try await app.resolve($0, kind: $1) })
    let arguments = ArgumentList(words.dropFirst().map { ArgumentList.Word($0) })
    _ = try await verb.run(ArgumentReader(arguments, for: verb, context: context)).arriving(within: Detour())
    await app.screen.load()
  }

  @Test func releasingTheRootReleasesEverything() async throws {
    var app: AppCoordinator? = try makeApp()
    try await type("home", into: #require(app))
    let id = try #require(app?.session.home.state.list.statuses.first?.id)
    try await type("open", id.rawValue, into: #require(app))
    try await type("post", into: #require(app))
    weak let root = app
    weak let session = app?.session
    weak let home = app?.session.home
    weak let router = app?.session.router
    weak let thread = app?.session.router.current.path.last?.screen.model
    weak let sandbox = app?.sandbox
    weak let preferences = app?.preferences
    #expect(thread != nil)
    await app?.shutdown()
    app = nil
    #expect(root == nil)
    #expect(session == nil)
    #expect(home == nil)
    #expect(router == nil)
    #expect(thread == nil)
    #expect(sandbox == nil)
    #expect(preferences == nil)
  }

  @Test func aLiveRootIsReleasedToo() async throws {
    var app: AppCoordinator? = try AppCoordinator(
      dependencies: .fixtures.still(in: folder.path), choice: .init(usesSandbox: true, isLive: true))
    // The account is known when the lifecycle task has come as far as the stream.
    while app?.session.context.instance == nil, !Task.isCancelled { await Task.yield() }
    weak let root = app
    weak let session = app?.session
    app = nil
    while root != nil || session != nil, !Task.isCancelled { await Task.yield() }
  }

  @Test func takingAnotherSessionReleasesTheOldOne() async throws {
    let app = try makeApp()
    try await type("home", into: app)
    let id = try #require(app.session.home.state.list.statuses.first?.id)
    try await type("open", id.rawValue, into: app)
    weak let session = app.session
    weak let home = app.session.home
    weak let notifications = app.session.notifications
    weak let thread = app.session.router.current.path.last?.screen.model
    #expect(thread != nil)
    try app.install(.sandbox)
    #expect(session == nil)
    #expect(home == nil)
    #expect(notifications == nil)
    #expect(thread == nil)
    await app.shutdown()
  }

  @Test func goingBackReleasesTheScreen() async throws {
    let app = try makeApp()
    try await type("home", into: app)
    let id = try #require(app.session.home.state.list.statuses.first?.id)
    try await type("open", id.rawValue, into: app)
    weak let thread = app.session.router.current.path.last?.screen.model
    #expect(thread != nil)
    try await type("back", into: app)
    #expect(thread == nil)
    await app.shutdown()
  }

  @Test func aClosedSheetIsReleasedAndItsDraftKept() async throws {
    let app = try makeApp()
    try await type("post", into: app)
    app.screen.textInput?.append("half a thought")
    #expect(app.screen.textInput != nil)
    try await type("close", into: app)
    #expect(app.screen.textInput == nil)
    #expect(try app.session.drafts.all().map(\.content.text) == ["half a thought"])
    await app.shutdown()
  }

  @Test func manySessionsLeaveOneAlive() async throws {
    let app = try makeApp()
    var sessions: [WeakSession] = []
    for _ in 0..<1000 {
      sessions.append(WeakSession(app.session))
      try app.install(.sandbox)
    }
    #expect(sessions.allSatisfy { $0.session == nil })
    await app.shutdown()
  }

  private struct WeakSession {
    weak let session: SessionCoordinator?
    init(_ session: SessionCoordinator) { self.session = session }
  }
}
