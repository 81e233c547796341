/// The statuses before and after a status in its thread.
public struct StatusContext: Hashable, Sendable, ListAnswer {
  /// The statuses that it replies to, oldest first.
  public var ancestors: [Status] = []
  /// The replies, depth first.
  public var descendants: [Status] = []
  /// Replies that the server is still fetching from other servers; `nil` if it is not.
  public var pending: PendingReplies?
  public var skipped = 0
}

/// Replies that a server is fetching from other servers, as its header `Mastodon-Async-Refresh` says.
///
/// See <https://docs.joinmastodon.org/methods/async_refreshes/>.
public struct PendingReplies: Hashable, Sendable {
  /// The id of the task.
  public var id: String
  /// The number of seconds to wait before asking for it.
  public var retry: Int

  public init(id: String, retry: Int) {
    self.id = id
    self.retry = retry
  }
}

extension StatusContext: DecodableEntity {
  /// A thread of one post.
  public static let empty = StatusContext()

  public init(_ json: Fields) throws {
    ancestors = json.list("ancestors", counting: &skipped).droppingRepeats(of: \Status.id)
    descendants = json.list("descendants", counting: &skipped).droppingRepeats(of: \Status.id)
  }
}
