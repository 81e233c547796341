import MastodonKit

extension Watch {
  /// The ids of what came lately.
  struct Recent {
    private var ids: Set<Status.ID> = []
    private var order: [Status.ID] = []
    private let limit: Int

    /// Makes an empty list, which remembers at least so many.
    init(limit: Int) { self.limit = limit }

    func contains(_ id: Status.ID) -> Bool { ids.contains(id) }

    /// Adds an id; false if it is known.
    mutating func insert(_ id: Status.ID) -> Bool {
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
}
