/// Reads what a server recommends: trends, suggestions, its directory, and the hashtags that the account follows.
public struct ExploreService: Sendable {
  public var trendingTags: @Sendable (PageRequest) async throws -> Page<Tag>
  public var trendingStatuses: @Sendable (PageRequest) async throws -> Page<Status>
  public var trendingLinks: @Sendable (PageRequest) async throws -> Page<TrendsLink>
  /// The public posts that mention a link that trends or did.
  public var linkStatuses: @Sendable (_ url: String, PageRequest) async throws -> Page<Status>
  public var followedTags: @Sendable (PageRequest) async throws -> Page<Tag>
  public var suggestions: @Sendable (_ limit: Int) async throws -> [Suggestion]
  /// Removes an account from the suggestions for good.
  public var dismissSuggestion: @Sendable (Account.ID) async throws -> Void
  public var directory: @Sendable (DirectoryQuery, PageRequest) async throws -> Page<Account>

  public init(
    trendingTags: @escaping @Sendable (PageRequest) async throws -> Page<Tag>,
    trendingStatuses: @escaping @Sendable (PageRequest) async throws -> Page<Status>,
    trendingLinks: @escaping @Sendable (PageRequest) async throws -> Page<TrendsLink>,
    linkStatuses: @escaping @Sendable (_ url: String, PageRequest) async throws -> Page<Status>,
    followedTags: @escaping @Sendable (PageRequest) async throws -> Page<Tag>,
    suggestions: @escaping @Sendable (_ limit: Int) async throws -> [Suggestion],
    dismissSuggestion: @escaping @Sendable (Account.ID) async throws -> Void,
    directory: @escaping @Sendable (DirectoryQuery, PageRequest) async throws -> Page<Account>
  ) {
    self.trendingTags = trendingTags
    self.trendingStatuses = trendingStatuses
    self.trendingLinks = trendingLinks
    self.linkStatuses = linkStatuses
    self.followedTags = followedTags
    self.suggestions = suggestions
    self.dismissSuggestion = dismissSuggestion
    self.directory = directory
  }
}
