public import MastodonKit

extension Endpoint {
  /// One hashtag, without `#`.
  public static func tag(_ name: String) -> Endpoint<Tag> {
    .init(.get, "/api/v1/tags/:name", name, access: .either, to: "load #\(name)")
  }

  public static func followTag(_ name: String) -> Endpoint<Tag> {
    .init(.post, "/api/v1/tags/:name/follow", name, access: .account, .writeFollows, to: "follow #\(name)")
      .confirmed(
        by: .tag(name)
      ) { $0.following == true }
  }

  public static func unfollowTag(_ name: String) -> Endpoint<Tag> {
    .init(.post, "/api/v1/tags/:name/unfollow", name, access: .account, .writeFollows, to: "unfollow #\(name)")
      .confirmed(by: .tag(name)) { $0.following == false }
  }

  public static func followedTags(_ page: PageRequest) -> Endpoint<Page<Tag>> {
    .list(
      "/api/v1/followed_tags", request: page, access: .account, .readFollows, paging: .link,
      to: "load the hashtags that you follow")
  }

  public static func trendingTags(_ page: PageRequest) -> Endpoint<Page<Tag>> {
    .list("/api/v1/trends/tags", request: page, access: .either, paging: .offset, to: "load the trending hashtags")
  }

  public static func trendingStatuses(_ page: PageRequest) -> Endpoint<Page<Status>> {
    .page("/api/v1/trends/statuses", request: page, access: .either, paging: .offset, to: "load the trending posts")
  }

  public static func trendingLinks(_ page: PageRequest) -> Endpoint<Page<TrendsLink>> {
    .list("/api/v1/trends/links", request: page, access: .either, paging: .offset, to: "load the trending links")
  }

  public static var featuredTags: Endpoint<LossyList<FeaturedTag>> {
    .whole("/api/v1/featured_tags", access: .account, .readAccounts, to: "load the hashtags that you feature")
  }

  public static func featuredTags(of id: Account.ID) -> Endpoint<LossyList<FeaturedTag>> {
    .whole("/api/v1/accounts/:id/featured_tags", id, access: .either, to: "load the hashtags that the account features")
  }

  public static func addFeaturedTag(_ name: String) -> Endpoint<FeaturedTag> {
    .init(
      .post, "/api/v1/featured_tags", body: .form([Field("name", name)]), access: .account, .writeAccounts,
      to: "feature #\(name)"
    ).checked(rereading: { _ in nil }) {
      $0.name.lowercased() == name.lowercased() ? [] : [RequestPart("tag", "the hashtag")]
    }
  }

  public static func removeFeaturedTag(_ id: FeaturedTag.ID) -> Endpoint<Void> {
    .init(.delete, "/api/v1/featured_tags/:id", id, access: .account, .writeAccounts, to: "stop featuring the hashtag")
  }
}
