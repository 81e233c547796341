public import FeatureKit

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

  /// One object, or all of one kind that one owner has.
  public struct Node: Hashable, Sendable, Identifiable {
    /// What it is called, as no other is: `toast center`.
    public var name: String
    /// The name of its owner; `nil` for the root.
    public var owner: String?
    /// How long it is kept.
    public var lifetime: Lifetime
    /// How often one was made in this process.
    public var made: Int
    /// How many there are now.
    public var alive: Int
    /// More about it, in a few words: `2 streams`.
    public var note: String?

    /// Its name.
    public var id: String { name }

    /// Makes a node.
    public init(name: String, owner: String?, lifetime: Lifetime, made: Int, alive: Int, note: String? = nil) {
      self.name = name
      self.owner = owner
      self.lifetime = lifetime
      self.made = made
      self.alive = alive
      self.note = note
    }
  }

  /// What the screen cannot do by itself.
  @MainActor
  public struct Action {
    /// Drops what is cached, and answers the names of what was dropped.
    public var relieve: @MainActor () -> [String]

    /// Makes an action.
    public init(relieve: @escaping @MainActor () -> [String]) { self.relieve = relieve }
  }
}
