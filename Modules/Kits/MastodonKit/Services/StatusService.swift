/// A mark that the user sets on a status or removes from it.
public enum StatusMark: Sendable {
  case favourite
  /// A boost; whoever may see it is the server's choice unless it is named.
  case boost(Visibility?)
  case bookmark
}

/// Reads one status and acts on it.
public struct StatusService: Sendable {
  public var status: @Sendable (Status.ID) async throws -> Status
  /// The statuses before and after it in its thread.
  public var context: @Sendable (Status.ID) async throws -> StatusContext
  /// Waits until the server has fetched the replies of a thread, for at most five minutes.
  public var waitForReplies: @Sendable (PendingReplies) async throws -> Void
  /// Sets a mark or removes it; returns the changed status: of a boost the boosted one.
  public var mark: @Sendable (Status.ID, StatusMark, _ isOn: Bool) async throws -> Status
  /// Votes in a status's poll with zero-based choices; returns the changed poll.
  public var vote: @Sendable (Poll.ID, Status.ID, [Int]) async throws -> Poll
  /// Deletes it, its media too or not, which can be used again for a day.
  public var delete: @Sendable (Status.ID, _ withMedia: Bool) async throws -> Void

  public init(
    status: @escaping @Sendable (Status.ID) async throws -> Status,
    context: @escaping @Sendable (Status.ID) async throws -> StatusContext,
    waitForReplies: @escaping @Sendable (PendingReplies) async throws -> Void,
    mark: @escaping @Sendable (Status.ID, StatusMark, _ isOn: Bool) async throws -> Status,
    vote: @escaping @Sendable (Poll.ID, Status.ID, [Int]) async throws -> Poll,
    delete: @escaping @Sendable (Status.ID, _ withMedia: Bool) async throws -> Void
  ) {
    self.status = status
    self.context = context
    self.waitForReplies = waitForReplies
    self.mark = mark
    self.vote = vote
    self.delete = delete
  }
}
