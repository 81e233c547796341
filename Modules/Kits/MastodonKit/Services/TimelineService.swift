/// Reads timelines.
public struct TimelineService: Sendable {
  /// The posts of everyone the account follows.
  public var home: @Sendable (PageRequest) async throws -> Page<Status>
  /// The public posts of this server.
  public var local: @Sendable (PageRequest) async throws -> Page<Status>
  /// The public posts that this server knows, from everywhere.
  public var federated: @Sendable (PageRequest) async throws -> Page<Status>
  /// The posts that the account bookmarked, the last bookmarked first.
  public var bookmarks: @Sendable (PageRequest) async throws -> Page<Status>
  /// The posts that the account favourited, the last favourited first.
  public var favourites: @Sendable (PageRequest) async throws -> Page<Status>

  /// Makes the service from its reads.
  public init(
    home: @escaping @Sendable (PageRequest) async throws -> Page<Status>,
    local: @escaping @Sendable (PageRequest) async throws -> Page<Status>,
    federated: @escaping @Sendable (PageRequest) async throws -> Page<Status>,
    bookmarks: @escaping @Sendable (PageRequest) async throws -> Page<Status>,
    favourites: @escaping @Sendable (PageRequest) async throws -> Page<Status>
  ) {
    self.home = home
    self.local = local
    self.federated = federated
    self.bookmarks = bookmarks
    self.favourites = favourites
  }
}
