public struct TimelineService: Sendable {
  /// The posts of followed accounts.
  public var home: @Sendable (PageRequest) async throws -> Page<Status>
  public var local: @Sendable (PageRequest) async throws -> Page<Status>
  public var federated: @Sendable (PageRequest) async throws -> Page<Status>
  /// The account's bookmarks, the latest first.
  public var bookmarks: @Sendable (PageRequest) async throws -> Page<Status>
  /// The account's favourites, the latest first.
  public var favourites: @Sendable (PageRequest) async throws -> Page<Status>

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
