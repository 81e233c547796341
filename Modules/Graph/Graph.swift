public import OwnershipKit

/// The objects of the running app: owner, lifetime, how often each was created, and whether it is alive.
///
/// The feature imports none of them; the root supplies the list.
public enum Graph {
  public struct State: Hashable, Sendable {
    /// The objects; each comes after its owner.
    public var nodes: [Node]

    public init(nodes: [Node]) { self.nodes = nodes }
  }

  /// An object, or all objects with one name and owner.
  public typealias Node = ObjectGraph.Node

  @MainActor
  public struct Action {
    /// Releases cached objects, and returns their names.
    public var relieve: @MainActor () -> [String]

    public init(relieve: @escaping @MainActor () -> [String]) { self.relieve = relieve }
  }
}
