import MastodonKit

extension Watch {
  /// The posts that were reported lately, so that the report of a deletion can say which one is gone.
  struct Reported {
    private var posts: [Status.ID: Status] = [:]
    private var order: [Status.ID] = []

    /// The number of posts that are remembered.
    static let limit = 500

    /// Remembers a post, and returns a deletion with the post that it is about.
    mutating func completed(_ item: Item) -> Item {
      switch item {
      case .post(let status):
        guard posts.updateValue(status, forKey: status.id) == nil else { return item }
        order.append(status.id)
        if order.count > Self.limit { posts[order.removeFirst()] = nil }
        return item
      case .edit(let status):
        if posts[status.id] != nil { posts[status.id] = status }
        return item
      case .deletion(let id, _): return .deletion(id, of: posts[id])
      case .notification, .conversation: return item
      }
    }
  }
}
