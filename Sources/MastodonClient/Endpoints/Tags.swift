public import MastodonKit

extension Endpoint {
  /// One hashtag, without `#`.
  public static func tag(_ name: String) -> Endpoint<Tag> {
    .init(.get, "/api/v1/tags/:name", name, access: .either, operation: "load #\(name)")
  }

  public static func followTag(_ name: String) -> Endpoint<Tag> {
    .init(
      .post, "/api/v1/tags/:name/follow", name, access: .account, scope: .writeFollows,
      operation: "follow #\(name)"
    ).confirmed(by: .tag(name)) { $0.following == true }
  }

  public static func unfollowTag(_ name: String) -> Endpoint<Tag> {
    .init(
      .post, "/api/v1/tags/:name/unfollow", name, access: .account, scope: .writeFollows,
      operation: "unfollow #\(name)"
    ).confirmed(by: .tag(name)) { $0.following == false }
  }

  public static func followedTags(_ page: PageRequest) -> Endpoint<Page<Tag>> {
    .list(
      "/api/v1/followed_tags", request: page, access: .account, scope: .readFollows, paging: .link,
      operation: "load the hashtags that you follow")
  }

  public static func trendingTags(_ page: PageRequest) -> Endpoint<Page<Tag>> {
    .list(
      "/api/v1/trends/tags", request: page, access: .either, paging: .offset,
      operation: "load the trending hashtags")
  }

  public static func trendingStatuses(_ page: PageRequest) -> Endpoint<Page<Status>> {
    .page(
      "/api/v1/trends/statuses", request: page, access: .either, paging: .offset,
      operation: "load the trending posts")
  }

  public static func trendingLinks(_ page: PageRequest) -> Endpoint<Page<TrendsLink>> {
    .list(
      "/api/v1/trends/links", request: page, access: .either, paging: .offset,
      operation: "load the trending links")
  }

  public static var featuredTags: Endpoint<LossyList<FeaturedTag>> {
    .init(
      .get, "/api/v1/featured_tags", access: .account, scope: .readAccounts,
      operation: "load the hashtags that you feature")
  }

  public static func featuredTags(of id: Account.ID) -> Endpoint<LossyList<FeaturedTag>> {
    .init(
      .get, "/api/v1/accounts/:id/featured_tags", id.rawValue, access: .either,
      operation: "load the hashtags that the account features")
  }

  public static func addFeaturedTag(_ name: String) -> Endpoint<FeaturedTag> {
    .init(
      .post, "/api/v1/featured_tags", body: .form([Field("name", name)]), access: .account,
      scope: .writeAccounts, operation: "feature #\(name)")
  }

  public static func removeFeaturedTag(_ id: FeaturedTag.ID) -> Endpoint<Void> {
    .init(
      .delete, "/api/v1/featured_tags/:id", id.rawValue, access: .account, scope: .writeAccounts,
      operation: "stop featuring the hashtag")
  }
}
