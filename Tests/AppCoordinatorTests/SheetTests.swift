import FeatureKit
import Foundation
import HomeFeature
import MastodonKit
import NavigationKit
import StatusKit
import TerminalKit
import Testing

@testable import AppCoordinator

/// What is presented over a tab, and how it is left.
@MainActor
@Suite struct SheetTests {
  let folder = TemporaryFolder()

  private func makeApp() throws -> AppCoordinator {
    try AppCoordinator(dependencies: .fixtures.still(in: folder.path), choice: .init(usesSandbox: true))
  }

  /// The names of the cases, as Route.swift declares them.
  private func declared() throws -> Set<String> {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/AppCoordinator/Navigation/Route.swift")
    let text = try String(contentsOf: file, encoding: .utf8)
    let body = try #require(text.split(separator: "enum SheetDestination").last?.split(separator: "\n}").first)
    return Set(
      body.split(separator: "\n").map { $0.drop { $0 == " " } }.filter { $0.hasPrefix("case ") }
        .map { String($0.dropFirst(5).prefix { $0.isLetter }) })
  }

  /// One destination for each case, by the case's name.
  private var examples: [(name: String, destination: SheetDestination)] {
    Mirror(reflecting: SheetDestination.fixtures).children.compactMap { child in
      guard let destination = child.value as? SheetDestination else { return nil }
      let label = Mirror(reflecting: destination).children.first?.label ?? "\(destination)"
      return (label, destination)
    }
  }

  @Test func thereIsAnExampleOfEverySheet() throws {
    #expect(Set(examples.map(\.name)) == (try declared()))
  }

  @Test func everySheetHasAPreviewAndCanBePresentedAndClosed() async throws {
    let app = try makeApp()
    let kinds = Set(
      app.plugins.flatMap { $0.previews() }.map { $0.document(Layout(now: .fixtureNow)).kind })
    for tab in app.router.tabs {
      for (name, destination) in examples {
        app.router.select(tab)
        try await app.present(destination)
        #expect(app.router.current.sheet?.destination == destination, "\(name) over \(tab)")
        let document = app.screen.document(Layout(now: .fixtureNow))
        #expect(kinds.contains(document.kind), "\(name) shows \(document.kind), of which there is no preview")
        #expect(app.location.last == app.screen.label())
        _ = try await app.type("close")
        #expect(app.router.current.sheets.isEmpty, "\(name) over \(tab)")
      }
    }
    await app.shutdown()
  }

  @Test func aSheetStaysWithItsTab() async throws {
    let app = try makeApp()
    try await app.present(.settings(section: nil))
    _ = try await app.type("notifications")
    #expect(app.screen.id == "notifications")
    _ = try await app.type("tab", "home")
    #expect(app.router.current.sheet?.destination == .settings(section: nil))
    await app.shutdown()
  }

  @Test func aSheetOverASheetWaitsUntilTheFirstIsClosed() async throws {
    let app = try makeApp()
    try await app.present(.settings(section: nil))
    try await app.present(.composer(.new))
    #expect(app.screen.id == "settings")
    try await app.present(.composer(.new))
    #expect(app.router.current.sheets.count == 2)
    _ = try await app.type("close")
    #expect(app.screen.id == "composer")
    _ = try await app.type("close")
    #expect(app.router.current.sheets.isEmpty)
    await app.shutdown()
  }

  @Test(arguments: ["back", "top"])
  func thereIsNoWayBackBelowASheet(_ verb: String) async throws {
    let app = try makeApp()
    await app.screen.load()
    let id = try #require(app.session.home.state.list.statuses.first?.id)
    _ = try await app.type("open", id.rawValue)
    try await app.present(.settings(section: nil))
    await #expect(throws: AppError.self) { try await app.type(verb) }
    #expect(app.router.current.path.count == 1)
    await app.shutdown()
  }

  @Test func workThatWouldBeLostIsAskedAboutBeforeItIs() async throws {
    let app = try makeApp()
    let sheet = Screen(
      id: "form", model: nil, label: { "a form" }, document: { _ in Document(kind: "form") }, verbs: { [] },
      unsaved: { "saving the form" })
    app.present(.settings(section: "form"), screen: sheet)
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
    #expect(app.router.current.sheets.isEmpty)
    #expect(!app.layers.flatMap(\.verbs).contains { $0.matches("quit") })
    await app.shutdown()
  }
}
