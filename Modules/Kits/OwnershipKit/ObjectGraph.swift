/// The live ownership graph of an app: which objects there are, who owns each, and for how long.
///
/// An owner registers an object where it stores it, through its ``OwnerScope``; owner and lifetime follow from the scope. The
/// graph retains no object and hands none out, so it cannot become a way to reach one.
@MainActor
public final class ObjectGraph {
  /// One object, or all objects of one name that one owner has had.
  public struct Node: Hashable, Sendable, Identifiable {
    /// The name, unique in the graph: `account manager`.
    public var name: String
    /// The name of the owner; `nil` for the root.
    public var owner: String?
    public var lifetime: Lifetime
    /// The number of objects that were created in this process.
    public var made: Int
    public var alive: Int
    /// A detail of the last one: `shore.example`.
    public var note: String?

    public var id: String { name }

    public init(name: String, owner: String?, lifetime: Lifetime, made: Int, alive: Int, note: String? = nil) {
      self.name = name
      self.owner = owner
      self.lifetime = lifetime
      self.made = made
      self.alive = alive
      self.note = note
    }
  }

  private struct Entry {
    let name: String
    let owner: String?
    let lifetime: Lifetime
    var made = 0
    var objects: [WeakReference] = []
    var note: @MainActor () -> String?
  }

  private struct WeakReference {
    weak var object: AnyObject?
  }

  private var entries: [Entry] = []

  public init() {}

  /// Lists the root of the graph, and returns the scope of what it stores.
  public func root(named name: String) -> OwnerScope {
    declare(name, owner: nil, lifetime: .singleton)
    return OwnerScope(graph: self, owner: name, lifetime: .singleton)
  }

  /// Registers the root, once it is made: what it stores is registered before.
  public func setRoot(_ object: AnyObject) {
    guard let root = entries.first else { preconditionFailure("a graph begins with its root") }
    add(object, named: root.name, owner: nil, lifetime: root.lifetime, note: { nil })
  }

  /// Every object that was declared or registered, in that order.
  public var nodes: [Node] {
    entries.map { entry in
      let alive = entry.objects.count { $0.object != nil }
      return Node(
        name: entry.name, owner: entry.owner, lifetime: entry.lifetime, made: entry.made, alive: alive,
        note: alive > 0 ? entry.note() : nil)
    }
  }

  /// Lists an object that is not made yet.
  func declare(_ name: String, owner: String?, lifetime: Lifetime) { _ = index(name, owner: owner, lifetime: lifetime) }

  func add(
    _ object: AnyObject, named name: String, owner: String?, lifetime: Lifetime,
    note: @escaping @MainActor () -> String?
  ) {
    let index = index(name, owner: owner, lifetime: lifetime)
    entries[index].made += 1
    // Released objects are dropped here, or a long run would collect their references.
    entries[index].objects.removeAll { $0.object == nil }
    entries[index].objects.append(WeakReference(object: object))
    entries[index].note = note
  }

  private func index(_ name: String, owner: String?, lifetime: Lifetime) -> Int {
    if let index = entries.firstIndex(where: { $0.name == name }) { return index }
    entries.append(Entry(name: name, owner: owner, lifetime: lifetime, note: { nil }))
    return entries.count - 1
  }
}

/// The place where an owner registers what it stores.
@MainActor
public struct OwnerScope {
  let graph: ObjectGraph
  let owner: String
  let lifetime: Lifetime

  /// Registers an object that this owner stores, and returns it.
  ///
  /// - Parameters:
  ///   - object: The object; the graph does not retain it.
  ///   - name: Its name, unique in the graph.
  ///   - note: A detail of it, for a reader of the graph.
  @discardableResult
  public func add<Object: AnyObject>(
    _ object: Object, _ name: String, note: @escaping @MainActor (Object) -> String?
  ) -> Object {
    graph.add(object, named: name, owner: owner, lifetime: lifetime, note: { [weak object] in object.flatMap(note) })
    return object
  }

  @discardableResult
  public func add<Object: AnyObject>(_ object: Object, _ name: String) -> Object { add(object, name) { _ in nil } }

  /// The scope of what an object of this owner stores; lists that object where it is not made yet.
  public func scope(of name: String) -> OwnerScope {
    graph.declare(name, owner: owner, lifetime: lifetime)
    return OwnerScope(graph: graph, owner: name, lifetime: lifetime)
  }

  /// The scope of what this owner stores for another time.
  public func keeping(_ lifetime: Lifetime) -> OwnerScope {
    OwnerScope(graph: graph, owner: owner, lifetime: lifetime)
  }

  /// An object that this owner makes at its first use and keeps from then on.
  public func lazy<Object: AnyObject>(
    _ name: String, note: @escaping @MainActor (Object) -> String?, make: @escaping @MainActor () -> Object
  ) -> OnDemand<Object> {
    graph.declare(name, owner: owner, lifetime: lifetime)
    return OnDemand { add(make(), name, note: note) }
  }

  public func lazy<Object: AnyObject>(
    _ name: String, make: @escaping @MainActor () -> Object
  ) -> OnDemand<Object> {
    lazy(name, note: { _ in nil }, make: make)
  }

  /// An object that this owner makes at its first use, and that may be dropped and made again.
  func cached<Object: AnyObject>(
    _ name: String, note: @escaping @MainActor (Object) -> String?, make: @escaping @MainActor () -> Object
  ) -> OnDemand<Object> {
    keeping(.cached).lazy(name, note: note, make: make)
  }
}

/// An object that is made at its first use.
@MainActor
public final class OnDemand<Object: AnyObject> {
  /// The object, if it has been made.
  public private(set) var current: Object?
  private let make: @MainActor () -> Object

  init(_ make: @escaping @MainActor () -> Object) { self.make = make }

  /// The object, made now if necessary.
  public func callAsFunction() -> Object {
    if let current { return current }
    let object = make()
    current = object
    return object
  }

  func drop() -> Bool {
    defer { current = nil }
    return current != nil
  }
}
