/// Reads one status and acts on it; each action returns the changed status.
public struct StatusService: Sendable {
  public var status: @Sendable (Status.ID) async throws -> Status
  /// The statuses before and after it in its thread.
  public var context: @Sendable (Status.ID) async throws -> StatusContext
  /// Waits until the server has fetched the replies of a thread, for at most five minutes.
  public var waitForReplies: @Sendable (PendingReplies) async throws -> Void
  public var setFavourited: @Sendable (Status.ID, Bool) async throws -> Status
  /// Boosts it, for those who may see the boost, or removes the boost; returns the boosted status, not the boost.
  public var setReblogged: @Sendable (Status.ID, Bool, Visibility?) async throws -> Status
  public var setBookmarked: @Sendable (Status.ID, Bool) async throws -> Status
  /// Votes in its poll with zero-based choices; returns the changed poll.
  public var vote: @Sendable (Poll.ID, [Int]) async throws -> Poll
  /// Deletes it, its media too or not, which can be used again for a day; returns its text for redrafting.
  public var delete: @Sendable (Status.ID, _ withMedia: Bool) async throws -> Status

  public init(
    status: @escaping @Sendable (Status.ID) async throws -> Status,
    context: @escaping @Sendable (Status.ID) async throws -> StatusContext,
    waitForReplies: @escaping @Sendable (PendingReplies) async throws -> Void,
    setFavourited: @escaping @Sendable (Status.ID, Bool) async throws -> Status,
    setReblogged: @escaping @Sendable (Status.ID, Bool, Visibility?) async throws -> Status,
    setBookmarked: @escaping @Sendable (Status.ID, Bool) async throws -> Status,
    vote: @escaping @Sendable (Poll.ID, [Int]) async throws -> Poll,
    delete: @escaping @Sendable (Status.ID, _ withMedia: Bool) async throws -> Status
  ) {
    self.status = status
    self.context = context
    self.waitForReplies = waitForReplies
    self.setFavourited = setFavourited
    self.setReblogged = setReblogged
    self.setBookmarked = setBookmarked
    self.vote = vote
    self.delete = delete
  }
}
