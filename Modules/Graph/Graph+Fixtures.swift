public import OwnershipKit

extension Graph.State {
  public static let fixtures = Fixtures()

  public final class Fixtures: Sendable {
    public let fresh = Graph.State(
      nodes: Graph.Node.fixtures.all.map { node in
        var node = node
        if node.lifetime != .singleton { (node.made, node.alive, node.note) = (0, 0, nil) }
        return node
      })
    /// With a signed-in account, an open composer and a shown picture.
    public let busy = Graph.State(nodes: Graph.Node.fixtures.all)
    /// After cached objects were released.
    public let relieved = Graph.State(
      nodes: Graph.Node.fixtures.all.map { node in
        var node = node
        if node.lifetime == .cached { node.alive = 0 }
        return node
      })
    public let alone = Graph.State(nodes: [Graph.Node.fixtures.root])
  }
}

extension ObjectGraph.Node {
  public static let fixtures = Fixtures()

  /// Objects of each lifetime, some of them nested.
  public final class Fixtures: Sendable {
    public let root = Graph.Node(name: "app coordinator", owner: nil, lifetime: .singleton, made: 1, alive: 1)
    public let network = Graph.Node(
      name: "network", owner: "app coordinator", lifetime: .singleton, made: 1, alive: 1)
    /// Released and created again.
    public let quickLook = Graph.Node(
      name: "quick look", owner: "app coordinator", lifetime: .cached, made: 2, alive: 1)
    /// Lives while an account is signed in.
    public let session = Graph.Node(
      name: "session", owner: "app coordinator", lifetime: .session, made: 3, alive: 1, note: "@wren@garden.example")
    /// Owned by the session.
    public let client = Graph.Node(name: "current client", owner: "session", lifetime: .session, made: 3, alive: 1)
    /// Owned by the session, with a note.
    public let watcher = Graph.Node(
      name: "stream watcher", owner: "session", lifetime: .session, made: 3, alive: 1, note: "2 streams")
    /// One for each opened composer.
    public let composer = Graph.Node(name: "composer", owner: "app coordinator", lifetime: .unique, made: 3, alive: 0)

    public var all: [Graph.Node] { [root, network, quickLook, session, client, watcher, composer] }
  }
}
