public import MastodonKit

extension Endpoint {
  /// Looks up an address or a URL, on other servers too.
  public static func resolve(_ query: String) -> Endpoint<SearchResults> {
    .init(
      .get, "/api/v2/search", query: [Field("q", query), Field("resolve", "true"), Field("limit", "5")],
      access: .account, .readSearch, to: "find \(query)")
  }

  /// Searches; there is a next page only if the query names a kind.
  public static func search(_ wanted: SearchQuery, _ page: PageRequest) -> Endpoint<Linked<SearchResults>> {
    var query = [Field("q", wanted.text)]
    query.add("type", wanted.kind?.rawValue)
    if wanted.resolves { query.add("resolve", true) }
    if wanted.following { query.add("following", true) }
    query.add("account_id", wanted.accountID?.rawValue)
    if wanted.excludesUnreviewed { query.add("exclude_unreviewed", true) }
    return .linked(
      "/api/v2/search", query: query, request: page, access: .either, .readSearch,
      paging: wanted.kind == nil ? .none : .offset, to: "search",
      count: { $0.accounts.count + $0.statuses.count + $0.hashtags.count })
  }

  /// Suggested accounts to follow.
  public static func suggestions(limit: Int = 40) -> Endpoint<LossyList<Suggestion>> {
    .whole(
      "/api/v2/suggestions", query: [Field("limit", String(limit))], access: .account, .read,
      to: "load the suggestions")
  }

  /// The followers of these accounts that the signed-in account follows.
  public static func familiarFollowers(of ids: [Account.ID]) -> Endpoint<LossyList<FamiliarFollowers>> {
    Endpoint<LossyList<FamiliarFollowers>>.whole(
      "/api/v1/accounts/familiar_followers", query: ids.map { Field("id[]", $0.rawValue) }, access: .account,
      .readFollows, to: "load the followers that you know"
    ).map { list, _, context in
      LossyList(list.elements.map(context.counted), skipped: list.skipped)
    }
  }

  public static func dismissSuggestion(_ id: Account.ID) -> Endpoint<Void> {
    .init(.delete, "/api/v1/suggestions/:account_id", id, access: .account, .read, to: "dismiss the suggestion")
  }
}
