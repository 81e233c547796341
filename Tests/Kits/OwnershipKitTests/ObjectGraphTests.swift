import CustomDump
import Testing

@testable import OwnershipKit

@MainActor
@Suite struct ObjectGraphTests {
  final class Thing {}

  private let graph = ObjectGraph()

  @Test func ownerAndLifetimeFollowFromTheScope() {
    let (root, store, session, screen) = (Thing(), Thing(), Thing(), Thing())
    let app = graph.root(named: "app")
    app.add(store, "store")
    graph.setRoot(root)
    let inner = app.keeping(.session).scope(of: "session")
    inner.add(session, "client")
    inner.scope(of: "router").keeping(.unique).add(screen, "thread")
    expectNoDifference(
      graph.nodes,
      [
        .init(name: "app", owner: nil, lifetime: .singleton, made: 1, alive: 1),
        .init(name: "store", owner: "app", lifetime: .singleton, made: 1, alive: 1),
        .init(name: "session", owner: "app", lifetime: .session, made: 0, alive: 0),
        .init(name: "client", owner: "session", lifetime: .session, made: 1, alive: 1),
        .init(name: "router", owner: "session", lifetime: .session, made: 0, alive: 0),
        .init(name: "thread", owner: "router", lifetime: .unique, made: 1, alive: 1),
      ])
  }

  @Test func releasedObjectsAreCountedAsMadeButNotAsAlive() {
    let app = graph.root(named: "app")
    var first: Thing? = app.add(Thing(), "screen", note: { _ in "first" })
    let second = app.add(Thing(), "screen", note: { _ in "second" })
    #expect(graph.nodes.last?.alive == 2)
    _ = first
    first = nil
    withExtendedLifetime(second) {
      #expect(
        graph.nodes.last
          == .init(
            name: "screen", owner: "app", lifetime: .singleton, made: 2, alive: 1, note: "second"))
    }
  }

  @Test func theGraphRetainsNothing() {
    let app = graph.root(named: "app")
    weak let thing = app.add(Thing(), "thing", note: { _ in "there" })
    #expect(thing == nil)
    #expect(graph.nodes.last?.alive == 0 && graph.nodes.last?.note == nil)
  }

  @Test func lazyObjectsAreListedBeforeTheyAreMadeAndMadeOnce() {
    let lazy = graph.root(named: "app").lazy("log") { Thing() }
    #expect(lazy.current == nil)
    #expect(graph.nodes.last == .init(name: "log", owner: "app", lifetime: .singleton, made: 0, alive: 0))
    #expect(lazy() === lazy())
    #expect(graph.nodes.last?.made == 1)
  }
}
