public import OwnershipKit

/// The objects of the running app: who owns which, for how long, how often each was made, and whether it is alive.
///
/// The feature knows no object by itself: the root tells it what it has made.
public enum Graph {
  /// Everything the screen shows.
  public struct State: Hashable, Sendable {
    /// The objects, each somewhere behind its owner.
    public var nodes: [Node]

    /// Makes a state.
    public init(nodes: [Node]) { self.nodes = nodes }
  }

  /// One object, or all objects of one name that one owner has had.
  public typealias Node = ObjectGraph.Node

  /// What the screen cannot do by itself.
  @MainActor
  public struct Action {
    /// Drops what is cached, and answers the names of what was dropped.
    public var relieve: @MainActor () -> [String]

    /// Makes an action.
    public init(relieve: @escaping @MainActor () -> [String]) { self.relieve = relieve }
  }
}
