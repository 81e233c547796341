/// Creates cached objects and drops all of them when memory is short.
///
/// The owner of a cached object keeps the ``Cached`` and asks it at each use; this keeps neither alive.
@MainActor
public final class CacheManager {
  private struct Entry {
    let name: String
    let drop: @MainActor () -> Bool
    let isOwned: @MainActor () -> Bool
  }

  private var entries: [Entry] = []
  private let pressure: PressureMonitor

  /// Creates a manager without cached objects.
  public init(pressure: PressureMonitor) { self.pressure = pressure }

  /// An object that is made at its first use, dropped when memory is short, and made again at its next use.
  ///
  /// - Parameters:
  ///   - scope: The scope of the owner that keeps the result.
  ///   - note: A detail of it, for a reader of the graph.
  public func cached<Object: AnyObject>(
    _ name: String, in scope: OwnerScope, note: @escaping @MainActor (Object) -> String?,
    make: @escaping @MainActor () -> Object
  ) -> Cached<Object> {
    let cached = scope.cached(name, note: note) { [weak self] in
      self?.watch()
      return make()
    }
    entries.removeAll { !$0.isOwned() }
    entries.append(
      Entry(name: name, drop: { [weak cached] in cached?.drop() ?? false }, isOwned: { [weak cached] in cached != nil })
    )
    return cached
  }

  public func cached<Object: AnyObject>(
    _ name: String, in scope: OwnerScope, make: @escaping @MainActor () -> Object
  ) -> Cached<Object> {
    cached(name, in: scope, note: { _ in nil }, make: make)
  }

  /// Drops what is cached and returns the names of what was dropped.
  @discardableResult
  public func relieve() -> [String] {
    pressure.rest()
    return entries.compactMap { $0.drop() ? $0.name : nil }
  }

  private func watch() { pressure.watch { [weak self] in self?.relieve() } }
}

/// The owner of a cached object while it exists.
public typealias Cached = OnDemand
