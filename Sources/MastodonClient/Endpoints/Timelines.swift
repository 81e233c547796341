public import MastodonKit

extension Endpoint where Response == Page<Status> {
  public static func homeTimeline(_ page: PageRequest) -> Endpoint {
    .page("/api/v1/timelines/home", request: page, access: .account, .readStatuses, to: "load the home timeline")
  }

  public static func localTimeline(_ page: PageRequest) -> Endpoint {
    .publicTimeline(PublicTimelineQuery(.local), page)
  }

  public static func federatedTimeline(_ page: PageRequest) -> Endpoint {
    .publicTimeline(PublicTimelineQuery(), page)
  }

  /// Public posts, optionally filtered.
  public static func publicTimeline(_ wanted: PublicTimelineQuery, _ page: PageRequest) -> Endpoint {
    .page(
      "/api/v1/timelines/public", query: wanted.fields, request: page, access: .either, .readStatuses,
      to: wanted.source == .local ? "load the local timeline" : "load the federated timeline")
  }

  public static func tagTimeline(_ wanted: TagTimelineQuery, _ page: PageRequest) -> Endpoint {
    var query: [Field] = []
    query.add(each: "any", wanted.any)
    query.add(each: "all", wanted.all)
    query.add(each: "none", wanted.none)
    return .page(
      "/api/v1/timelines/tag/:hashtag", wanted.tag, query: query + wanted.posts.fields, request: page, access: .either,
      .readStatuses, to: "load the posts with #\(wanted.tag)")
  }

  /// The public posts with a link, if it is trending.
  public static func linkTimeline(_ url: String, _ page: PageRequest) -> Endpoint {
    .page(
      "/api/v1/timelines/link", query: [Field("url", url)], request: page, access: .either, .readStatuses,
      to: "load the posts about the link")
  }

  public static func listTimeline(_ id: Identifier<List>, _ page: PageRequest) -> Endpoint {
    .page(
      "/api/v1/timelines/list/:list_id", id, request: page, access: .account, .readLists, to: "load the list's posts")
  }

  public static func favourites(_ page: PageRequest) -> Endpoint {
    .page(
      "/api/v1/favourites", request: page, access: .account, .readFavourites, paging: .link, to: "load your favourites")
  }

  public static func bookmarks(_ page: PageRequest) -> Endpoint {
    .page(
      "/api/v1/bookmarks", request: page, access: .account, .readBookmarks, paging: .link, to: "load your bookmarks")
  }
}

extension PublicTimelineQuery {
  fileprivate var fields: [Field] {
    var fields: [Field] = []
    switch source {
    case .everywhere: break
    case .local: fields.add("local", true)
    case .remote: fields.add("remote", true)
    }
    if onlyMedia { fields.add("only_media", true) }
    return fields
  }
}
