/// Reads one status and acts on it; each act answers with the status as it is afterwards.
public struct StatusService: Sendable {
  /// The status itself.
  public var status: @Sendable (Status.ID) async throws -> Status
  /// What came before and after it in its thread.
  public var context: @Sendable (Status.ID) async throws -> StatusContext
  /// Favourites it, or takes that back.
  public var setFavourited: @Sendable (Status.ID, Bool) async throws -> Status
  /// Boosts it, or takes that back; answers with the boosted status, not with the boost.
  public var setReblogged: @Sendable (Status.ID, Bool) async throws -> Status
  /// Bookmarks it, or takes that back.
  public var setBookmarked: @Sendable (Status.ID, Bool) async throws -> Status
  /// Votes in its poll with zero-based choices; answers with the poll afterwards.
  public var vote: @Sendable (Poll.ID, [Int]) async throws -> Poll
  /// Deletes it; answers with the text to write it again from.
  public var delete: @Sendable (Status.ID) async throws -> Status

  /// Makes the service from its parts.
  public init(
    status: @escaping @Sendable (Status.ID) async throws -> Status,
    context: @escaping @Sendable (Status.ID) async throws -> StatusContext,
    setFavourited: @escaping @Sendable (Status.ID, Bool) async throws -> Status,
    setReblogged: @escaping @Sendable (Status.ID, Bool) async throws -> Status,
    setBookmarked: @escaping @Sendable (Status.ID, Bool) async throws -> Status,
    vote: @escaping @Sendable (Poll.ID, [Int]) async throws -> Poll,
    delete: @escaping @Sendable (Status.ID) async throws -> Status
  ) {
    self.status = status
    self.context = context
    self.setFavourited = setFavourited
    self.setReblogged = setReblogged
    self.setBookmarked = setBookmarked
    self.vote = vote
    self.delete = delete
  }
}
