import Accounts
import CustomDump
import FeatureKit
import Foundation
import GraphFeature
import HomeFeature
import MastodonKit
import NavigationKit
import StatusKit
import Testing

@testable import AppCoordinator

@MainActor
@Suite(.timeLimit(.minutes(5))) struct OwnershipGraphTests {
  let folder = TemporaryFolder()

  private func makeApp() throws -> AppCoordinator {
    try AppCoordinator(dependencies: .fixtures.still(in: folder.path), choice: .init(usesSandbox: true))
  }

  private func node(_ node: GraphNode, of app: AppCoordinator) throws -> Graph.Node {
    try #require(app.ledger.nodes.first { $0.name == node.rawValue })
  }

  /// The rows of the table of owners in docs/architecture.md: object, owner, lifetime.
  private func documented() throws -> [[String]] {
    try String(contentsOf: file("docs/architecture.md"), encoding: .utf8).split(separator: "\n")
      .drop { !$0.hasPrefix("| object | owner | lifetime |") }.dropFirst(2).prefix { $0.hasPrefix("|") }
      .map {
        $0.split(separator: "|", omittingEmptySubsequences: false).map { $0.trimmingCharacters(in: .whitespaces) }
      }
      .map { Array($0[1...3]) }
  }

  @Test func theGraphIsTheDocumentedOne() throws {
    let app = try makeApp()
    let shown = app.ledger.nodes.map { [$0.name, $0.owner ?? "", $0.lifetime.rawValue] }
    expectNoDifference(shown, try documented())
  }

  private func file(_ path: String) -> URL {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../\(path)")
  }

  /// `make graph` writes the drawing and its picture.
  @Test func theDrawingInTheDocumentsIsWhatGraphDotPrints() throws {
    let app = try makeApp()
    let printed = Graph.dot(Graph.State(nodes: app.ledger.nodes)).joined(separator: "\n") + "\n"
    expectNoDifference(printed, try String(contentsOf: file("docs/graph.dot"), encoding: .utf8))
    let picture = try String(contentsOf: file("docs/graph.svg"), encoding: .utf8)
    for node in GraphNode.allCases { #expect(picture.contains(">\(node.rawValue)</text>"), "\(node)") }
  }

  @Test func everyOwnerLeadsToTheRoot() {
    for node in GraphNode.allCases {
      var owner: GraphNode? = node
      var steps = 0
      while let next = owner, next != .root, steps < GraphNode.allCases.count {
        (owner, steps) = (next.owner, steps + 1)
      }
      #expect(owner == .root, "\(node)")
    }
  }

  @Test func whatIsOwnedUniquelyIsCountedAndGoesWithItsPlace() async throws {
    let app = try makeApp()
    await app.session.home.load()
    let id = try #require(app.session.home.state.list.statuses.first?.id)
    try await app.push(.thread(id))
    #expect(try node(.thread, of: app).alive == 1)
    _ = app.router.pop()
    #expect(try node(.thread, of: app).alive == 0)
    #expect(try node(.thread, of: app).made == 1)
    await app.shutdown()
  }

  @Test func aSwitchMakesTheSessionsObjectsAgainAndLeavesTheRest() async throws {
    let app = try makeApp()
    try app.install(.sandbox)
    for kept in GraphNode.allCases where kept.lifetime == .session && kept != .streamWatcher && kept != .routerPath {
      #expect(try node(kept, of: app).made == 2, "\(kept)")
      #expect(try node(kept, of: app).alive == 1, "\(kept)")
    }
    #expect(try node(.storage, of: app).made == 1)
    await app.shutdown()
  }
}

@MainActor
@Suite(.timeLimit(.minutes(5))) struct CachedTests {
  @MainActor final class Thing {}

  @Test func aCachedObjectIsMadeAtItsFirstUseKeptAndMadeAgainAfterRelief() {
    var made = 0
    let cached = Cached { () -> Thing in
      made += 1
      return Thing()
    }
    #expect(cached.relieve() == false)
    weak let first = cached()
    #expect(cached() === first)
    #expect(cached.relieve())
    #expect(first == nil)
    _ = cached()
    #expect(made == 2)
  }

  @Test(arguments: [
    ("some avg10=0.00 avg60=0.00 avg300=0.00 total=170000\nfull avg10=0.00 total=9", 170_000),
    ("some total=0\n", 0), ("full total=5", nil), ("", nil), ("some total=many", nil),
  ])
  func thePressureIsReadFromTheKernelsText(_ text: String, _ stalled: UInt64?) {
    #expect(MemoryPressure(parsing: text)?.stalled == stalled)
  }

  @Test func whatIsCachedIsDroppedOnceMemoryIsShort() async {
    let stalls = Sequenced(["some total=0", "some total=100000", "some total=400000"])
    let monitor = PressureMonitor(read: { stalls.next() }, wait: { await Task.yield() })
    await withCheckedContinuation { done in monitor.watch { done.resume() } }
    #expect(stalls.next() == nil)
    #expect(!monitor.isWatching)
  }

  @Test func aSystemThatDoesNotCountPressureIsNotWatched() {
    let monitor = PressureMonitor(read: { nil }, wait: {})
    monitor.watch {}
    #expect(!monitor.isWatching)
  }
}

/// Gives one text after the other.
private final class Sequenced: @unchecked Sendable {
  private var texts: [String]
  private let lock = NSLock()
  init(_ texts: [String]) { self.texts = texts.reversed() }
  func next() -> String? { lock.withLock { texts.popLast() } }
}
