public struct AccountService: Sendable {
  public var account: @Sendable (Account.ID) async throws -> Account
  /// The account with this address (`rook`, `pool@shore.example`), if the server knows it.
  public var lookup: @Sendable (String) async throws -> Account
  /// The account's posts, newest first.
  public var statuses: @Sendable (Account.ID, PageRequest) async throws -> Page<Status>
  public var relationship: @Sendable (Account.ID) async throws -> Relationship
  public var setFollowing: @Sendable (Account.ID, Bool) async throws -> Relationship
  /// Looks up the status or the account at a URL.
  public var resolve: @Sendable (String) async throws -> SearchResults

  public init(
    account: @escaping @Sendable (Account.ID) async throws -> Account,
    lookup: @escaping @Sendable (String) async throws -> Account,
    statuses: @escaping @Sendable (Account.ID, PageRequest) async throws -> Page<Status>,
    relationship: @escaping @Sendable (Account.ID) async throws -> Relationship,
    setFollowing: @escaping @Sendable (Account.ID, Bool) async throws -> Relationship,
    resolve: @escaping @Sendable (String) async throws -> SearchResults
  ) {
    self.account = account
    self.lookup = lookup
    self.statuses = statuses
    self.relationship = relationship
    self.setFollowing = setFollowing
    self.resolve = resolve
  }
}
