public import MastodonKit

public struct RecentIDs: Sendable {
  private var ids: Set<Status.ID> = []
  private var order: [Status.ID] = []
  private let limit: Int

  /// Creates an empty list, which remembers at least so many.
  public init(limit: Int) { self.limit = limit }

  /// Adds an id; false if it is known.
  public mutating func insert(_ id: Status.ID) -> Bool {
    guard ids.insert(id).inserted else { return false }
    order.append(id)
    // Many at once, because removing the first costs as much as moving all the others.
    if order.count >= 2 * limit {
      for old in order.prefix(limit) { ids.remove(old) }
      order.removeFirst(limit)
    }
    return true
  }
}
