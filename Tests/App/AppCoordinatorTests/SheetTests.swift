import Accounts
import AppEnvironment
import ComposerFeature
import FeatureKit
import Foundation
import HomeFeature
import MastodonKit
import NavigationKit
import StatusKit
import TerminalKit
import Testing

@testable import AppCoordinator
@testable import Session

/// Sheets over a tab, and the ways to leave them.
@MainActor
@Suite struct SheetTests {
  let folder = TemporaryFolder()

  private func makeApp() throws -> AppCoordinator {
    try AppCoordinator(dependencies: .fixtures.still(in: folder.path), choice: .init(usesSandbox: true))
  }

  /// The names of an enum's cases, as Route.swift declares them.
  private func declared(_ name: String) throws -> Set<String> {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Sources/Session/Route.swift")
    let text = try String(contentsOf: file, encoding: .utf8)
    let body = try #require(text.split(separator: "public enum \(name):").last?.split(separator: "\n}").first)
    return Set(
      body.split(separator: "\n").filter { $0.hasPrefix("  case ") }.map { $0.drop { $0 == " " } }
        .map { String($0.dropFirst(5).prefix { $0.isLetter }) })
  }

  private func name(of value: Any) -> String { Mirror(reflecting: value).children.first?.label ?? "\(value)" }

  @Test func thereIsAnExampleOfEveryRouteAndSheet() throws {
    #expect(Set(Route.fixtures.map(name)) == (try declared("Route")))
    #expect(Set(SheetDestination.fixtures.map(name)) == (try declared("SheetDestination")))
  }

  @Test func everySheetHasAPreviewAndCanBePresentedAndClosed() async throws {
    let app = try makeApp()
    let kinds = Set(
      app.session.plugins.flatMap { $0.previews() }.map { $0.document(Layout(now: .fixtureNow)).kind })
    for tab in app.session.router.tabs {
      for destination in SheetDestination.fixtures {
        app.session.router.select(tab)
        try await app.session.router.present(destination)
        #expect(app.session.router.current.sheet?.destination == destination, "\(destination) over \(tab)")
        let document = app.screen.document(Layout(now: .fixtureNow))
        #expect(kinds.contains(document.kind), "\(destination) shows \(document.kind), of which there is no preview")
        #expect(app.location.last == app.screen.label())
        _ = try await app.type("close")
        #expect(app.session.router.current.sheets.isEmpty, "\(destination) over \(tab)")
      }
    }
    await app.shutdown()
  }

  @Test(arguments: [
    (["list", "create", "Canal", "@rook"], "lists"), (["group", "create", "Canal", "#canal"], "groups"),
    (["filter", "create", "Canal", "--keyword", "canal"], "filters"),
  ])
  func formOfADeletedEntryIsClosed(_ creation: [String], _ tab: String) async throws {
    let app = try makeApp()
    let noun = creation[0]
    _ = try await app.type(words: creation)
    _ = try await app.type(tab)
    _ = try await app.type(noun, "edit", "Canal")
    #expect(app.session.router.current.sheet != nil)
    _ = try await app.type("home")
    guard case .confirm(let confirmation) = try await app.type(noun, "delete", "Canal") else {
      Issue.record("\(noun) delete did not ask")
      return
    }
    _ = try await confirmation.proceed()
    _ = try await app.type(tab)
    #expect(app.session.router.current.sheet == nil)
    await app.shutdown()
  }

  @Test func aSheetStaysWithItsTab() async throws {
    let app = try makeApp()
    try await app.session.router.present(.settings(section: nil))
    _ = try await app.type("notifications")
    #expect(app.screen.id == "notifications")
    _ = try await app.type("tab", "home")
    #expect(app.session.router.current.sheet?.destination == .settings(section: nil))
    await app.shutdown()
  }

  @Test func aSheetOverASheetWaitsUntilTheFirstIsClosed() async throws {
    let app = try makeApp()
    try await app.session.router.present(.settings(section: nil))
    try await app.session.router.present(.composer(.new))
    #expect(app.screen.id == "settings")
    try await app.session.router.present(.composer(.new))
    #expect(app.session.router.current.sheets.count == 2)
    _ = try await app.type("close")
    #expect(app.screen.id == "composer")
    _ = try await app.type("close")
    #expect(app.session.router.current.sheets.isEmpty)
    await app.shutdown()
  }

  @Test(arguments: ["back", "top"])
  func thereIsNoWayBackBelowASheet(_ verb: String) async throws {
    let app = try makeApp()
    await app.screen.load()
    let id = try #require(app.session.home.state.list.statuses.first?.id)
    _ = try await app.type("open", id.rawValue)
    try await app.session.router.present(.settings(section: nil))
    await #expect(throws: AppError.self) { try await app.type(verb) }
    #expect(app.session.router.current.path.count == 1)
    await app.shutdown()
  }

  /// Before, the open profile stayed as it was until the next command that fetched it.
  @Test func anOpenProfileShowsWhatItsFormHasSaved() async throws {
    let app = try makeApp()
    _ = try await app.session.context.currentAccount()
    try await app.session.router.push(.profile(Account.fixtures.you.id))
    try await app.session.router.present(.profile)
    try await app.screen.fill("name", "Keeper of the locks")
    _ = try await app.type("save")
    #expect(app.session.router.current.sheet == nil && app.session.router.current.path.count == 1)
    await app.screen.load()
    let texts = app.screen.document(Layout(now: .fixtureNow)).blocks.map { "\($0)" }
    #expect(texts.contains { $0.contains("Keeper of the locks") })
    await app.shutdown()
  }

  @Test func workThatWouldBeLostIsAskedAboutBeforeItIs() async throws {
    let app = try makeApp()
    let sheet = Screen(
      id: "form", model: nil, label: { "a form" }, document: { _ in Document(kind: "form") }, verbs: { [] },
      input: Screen.Input(unsaved: { "saving the form" }, scripted: { nil }))
    app.session.router.present(.settings(section: "form"), screen: sheet)
    for verb in ["close", "quit", "logout"] {
      guard case .confirm(let confirmation) = try await app.type(verb) else {
        Issue.record("\(verb) does not ask")
        continue
      }
      #expect(confirmation.question.contains("the form"))
    }
    // In whichever tab it is.
    _ = try await app.type("notifications")
    guard case .confirm = try await app.type("switch", "sandbox") else {
      Issue.record("switch does not ask")
      return
    }
    _ = try await app.type("home")
    guard case .confirm(let confirmation) = try await app.type("close") else { return }
    _ = try await confirmation.proceed()
    #expect(app.session.router.current.sheets.isEmpty)
    #expect(!app.layers.flatMap(\.verbs).contains { $0.matches("quit") })
    await app.shutdown()
  }
}
