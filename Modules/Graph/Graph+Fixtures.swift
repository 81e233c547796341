public import OwnershipKit

extension Graph.State {
  /// The screen in fixed states.
  public static let fixtures = Fixtures()

  /// One state for each way that the screen can look.
  public struct Fixtures: Sendable {
    /// A run that was just started.
    public let fresh = Graph.State(
      nodes: Graph.Node.fixtures.all.map { node in
        var node = node
        if node.lifetime != .singleton { (node.made, node.alive, node.note) = (0, 0, nil) }
        return node
      })
    /// A run with a signed-in account, a post being written and a picture looked at.
    public let busy = Graph.State(nodes: Graph.Node.fixtures.all)
    /// The same after memory was short.
    public let relieved = Graph.State(
      nodes: Graph.Node.fixtures.all.map { node in
        var node = node
        if node.lifetime == .cached { node.alive = 0 }
        return node
      })
    /// Nothing but the root.
    public let alone = Graph.State(nodes: [Graph.Node.fixtures.root])
  }
}

extension ObjectGraph.Node {
  /// Objects of an invented run.
  public static let fixtures = Fixtures()

  /// One object of each lifetime, and some below each other.
  public struct Fixtures: Sendable {
    /// The root.
    public let root = Graph.Node(name: "app coordinator", owner: nil, lifetime: .singleton, made: 1, alive: 1)
    /// Kept for the process.
    public let network = Graph.Node(
      name: "network", owner: "app coordinator", lifetime: .singleton, made: 1, alive: 1)
    /// Dropped and made again.
    public let quickLook = Graph.Node(
      name: "quick look", owner: "app coordinator", lifetime: .cached, made: 2, alive: 1)
    /// Kept while somebody is signed in.
    public let session = Graph.Node(
      name: "session", owner: "app coordinator", lifetime: .session, made: 3, alive: 1, note: "@wren@garden.example")
    /// Below the session.
    public let client = Graph.Node(name: "current client", owner: "session", lifetime: .session, made: 3, alive: 1)
    /// Below the session, with a note.
    public let watcher = Graph.Node(
      name: "stream watcher", owner: "session", lifetime: .session, made: 3, alive: 1, note: "2 streams")
    /// One for each post that is written.
    public let composer = Graph.Node(name: "composer", owner: "app coordinator", lifetime: .unique, made: 3, alive: 0)

    /// All of them.
    public var all: [Graph.Node] { [root, network, quickLook, session, client, watcher, composer] }
  }
}

extension Graph.Action {
  /// Actions that do nothing that lasts.
  public static let fixtures = Fixtures()

  /// Ways in which the root can answer.
  @MainActor
  public struct Fixtures {
    nonisolated init() {}

    /// Nothing was cached.
    public var nothing: Graph.Action { Graph.Action(relieve: { [] }) }
    /// One object was dropped.
    public var one: Graph.Action { Graph.Action(relieve: { ["quick look"] }) }
  }
}
