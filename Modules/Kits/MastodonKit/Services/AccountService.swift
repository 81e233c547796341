/// Reads accounts and their posts.
public struct AccountService: Sendable {
  /// The account with this id.
  public var account: @Sendable (Account.ID) async throws -> Account
  /// The account with this address (`rook`, `pool@shore.example`), if the server knows it.
  public var lookup: @Sendable (String) async throws -> Account
  /// The account's posts, newest first.
  public var statuses: @Sendable (Account.ID, PageRequest) async throws -> Page<Status>
  /// How the signed-in account stands to this one.
  public var relationship: @Sendable (Account.ID) async throws -> Relationship
  /// Follows the account, or takes that back.
  public var setFollowing: @Sendable (Account.ID, Bool) async throws -> Relationship
  /// Finds the status or the account behind a URL by asking the server to look.
  public var resolve: @Sendable (String) async throws -> SearchResults

  /// Makes the service from its parts.
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
