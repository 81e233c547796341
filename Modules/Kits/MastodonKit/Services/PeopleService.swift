/// Reads lists of accounts, and changes relationships to them.
public struct PeopleService: Sendable {
  public var accounts: @Sendable (AccountListing, PageRequest) async throws -> Page<Account>
  /// A page of the posts of an account that pass a filter.
  public var statuses: @Sendable (Account.ID, AccountPostsFilter, PageRequest) async throws -> Page<Status>
  /// The signed-in account's relationships to accounts, in any order; missing ones are left out.
  public var relationships: @Sendable ([Account.ID]) async throws -> [Relationship]
  public var change: @Sendable (Account.ID, RelationshipChange) async throws -> Relationship
  /// A page of the domains that the signed-in account blocks.
  public var blockedDomains: @Sendable (PageRequest) async throws -> Page<String>
  /// Blocks a domain, or takes that back.
  public var setDomainBlocked: @Sendable (String, Bool) async throws -> Void
  /// The hashtags that an account features on its profile; the signed-in account's for `nil`.
  public var featuredTags: @Sendable (Account.ID?) async throws -> [FeaturedTag]
  public var featureTag: @Sendable (String) async throws -> FeaturedTag
  public var unfeatureTag: @Sendable (FeaturedTag.ID) async throws -> Void

  public init(
    accounts: @escaping @Sendable (AccountListing, PageRequest) async throws -> Page<Account>,
    statuses: @escaping @Sendable (Account.ID, AccountPostsFilter, PageRequest) async throws -> Page<Status>,
    relationships: @escaping @Sendable ([Account.ID]) async throws -> [Relationship],
    change: @escaping @Sendable (Account.ID, RelationshipChange) async throws -> Relationship,
    blockedDomains: @escaping @Sendable (PageRequest) async throws -> Page<String>,
    setDomainBlocked: @escaping @Sendable (String, Bool) async throws -> Void,
    featuredTags: @escaping @Sendable (Account.ID?) async throws -> [FeaturedTag],
    featureTag: @escaping @Sendable (String) async throws -> FeaturedTag,
    unfeatureTag: @escaping @Sendable (FeaturedTag.ID) async throws -> Void
  ) {
    self.accounts = accounts
    self.statuses = statuses
    self.relationships = relationships
    self.change = change
    self.blockedDomains = blockedDomains
    self.setDomainBlocked = setDomainBlocked
    self.featuredTags = featuredTags
    self.featureTag = featureTag
    self.unfeatureTag = unfeatureTag
  }

  public static let fixtures = Fixtures()

  public final class Fixtures: Sendable {
    public let offline = PeopleService(
      accounts: { _, _ in throw MastodonError.fixtures.offline },
      statuses: { _, _, _ in throw MastodonError.fixtures.offline },
      relationships: { _ in throw MastodonError.fixtures.offline },
      change: { _, _ in throw MastodonError.fixtures.offline },
      blockedDomains: { _ in throw MastodonError.fixtures.offline },
      setDomainBlocked: { _, _ in throw MastodonError.fixtures.offline },
      featuredTags: { _ in throw MastodonError.fixtures.offline },
      featureTag: { _ in throw MastodonError.fixtures.offline },
      unfeatureTag: { _ in throw MastodonError.fixtures.offline })
  }
}
