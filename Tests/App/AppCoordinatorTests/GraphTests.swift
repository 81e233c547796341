import Accounts
import AppEnvironment
import CustomDump
import FeatureKit
import Foundation
import GraphFeature
import HomeFeature
import MastodonKit
import NavigationKit
import OwnershipKit
import StatusKit
import Testing

@testable import AppCoordinator
@testable import Session

@MainActor
@Suite(.timeLimit(.minutes(10))) struct OwnershipGraphTests {
  let folder = TemporaryFolder()

  private func makeApp() throws -> AppCoordinator {
    try AppCoordinator(dependencies: .fixtures.still(in: folder.path), choice: .init(usesSandbox: true))
  }

  private func node(_ name: String, of app: AppCoordinator) throws -> ObjectGraph.Node {
    try #require(app.graph.nodes.first { $0.name == name })
  }

  private func file(_ path: String) -> URL {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../\(path)")
  }

  /// An app in which every route and every sheet was opened once, so that every kind of object was made.
  private func wholeApp() async throws -> AppCoordinator {
    let app = try makeApp()
    let router = app.session.router
    for route in Route.fixtures {
      router.push(route, screen: app.session.parts.createScreen(for: route, showing: TimelineOptions()))
    }
    for sheet in SheetDestination.fixtures {
      router.present(sheet, screen: try await app.session.router.makeScreen(for: sheet))
    }
    return app
  }

  /// The graph with what its owners would make on demand, and without what this run happens to have made of it.
  private func drawn(_ app: AppCoordinator) -> [ObjectGraph.Node] {
    app.graph.nodes.map { ObjectGraph.Node(name: $0.name, owner: $0.owner, lifetime: $0.lifetime, made: 1, alive: 1) }
  }

  /// `RECORD=1` writes the drawing and the table; `make derived` does so and renders the picture.
  @Test func theDocumentsHaveTheGraphOfTheApp() async throws {
    let app = try await wholeApp()
    let nodes = drawn(app)
    let drawing = Graph.dot(Graph.State(nodes: nodes)).joined(separator: "\n") + "\n"
    let table = nodes.map { "| \($0.name) | \($0.owner ?? "") | \($0.lifetime.rawValue) |\n" }.joined()
    let page = try String(contentsOf: file("docs/architecture.md"), encoding: .utf8)
    let head = "| object | owner | lifetime |\n| --- | --- | --- |\n"
    let start = try #require(page.firstRange(of: head)).upperBound
    let end = try #require(page[start...].firstRange(of: "\n\n")).lowerBound
    if ProcessInfo.processInfo.environment["RECORD"] != nil {
      let text = page[..<start] + table.dropLast() + page[end...]
      try String(text).write(to: file("docs/architecture.md"), atomically: true, encoding: .utf8)
      try drawing.write(to: file("docs/graph.dot"), atomically: true, encoding: .utf8)
    } else {
      expectNoDifference(page[start..<end] + "\n", table)
      expectNoDifference(try String(contentsOf: file("docs/graph.dot"), encoding: .utf8), drawing)
      let picture = try String(contentsOf: file("docs/graph.svg"), encoding: .utf8).replacing("&#45;", with: "-")
      for node in nodes { #expect(picture.contains(">\(node.name)</text>"), "\(node)") }
    }
    await app.shutdown()
  }

  @Test func everyOwnerLeadsToTheRoot() async throws {
    let app = try await wholeApp()
    let owners = Dictionary(uniqueKeysWithValues: app.graph.nodes.map { ($0.name, $0.owner) })
    for var name in owners.keys {
      while let owner = owners[name] ?? nil { name = owner }
      #expect(name == "app coordinator")
    }
    await app.shutdown()
  }

  @Test func screensAreCountedAndReleasedWithTheirPlace() async throws {
    let app = try makeApp()
    await app.session.home.load()
    let id = try #require(app.session.home.state.list.statuses.first?.id)
    try await app.session.router.push(.thread(id))
    #expect(try node("thread", of: app).alive == 1)
    #expect(try node("thread", of: app).lifetime == .unique)
    _ = app.session.router.goBack()
    #expect(try node("thread", of: app).alive == 0)
    #expect(try node("thread", of: app).made == 1)
    await app.shutdown()
  }

  @Test func switchingMakesTheSessionsObjectsAgainAndLeavesTheRest() async throws {
    let app = try makeApp()
    try app.install(.sandbox)
    for node in app.graph.nodes where node.lifetime == .session && node.made > 0 {
      #expect(node.made == 2 && node.alive == 1, "\(node)")
    }
    #expect(try node("storage", of: app).made == 1)
    await app.shutdown()
  }

  @Test func droppedObjectsAreMadeAgain() async throws {
    let app = try makeApp()
    _ = app.session.parts.tabs.lists()
    #expect(app.caches.relieve() == ["lists"])
    #expect(try node("lists", of: app).alive == 0)
    _ = app.session.parts.tabs.lists()
    #expect(try node("lists", of: app).made == 2)
    await app.shutdown()
  }
}
