import FeatureKit
public import MastodonKit
public import StatusKit
import TerminalKit

/// A server's recommendations: trends, suggestions, its directory; and the hashtags that the account follows.
///
/// Posts are one more ``StatusTimeline``, everything else is a ``ListView``.
public enum Explore {
  public enum Subject: Hashable, Sendable {
    case trendingTags
    case trendingPosts
    case trendingLinks
    /// The posts that mention a link.
    case link(String)
    case suggestions
    /// The accounts that agreed to be listed.
    case directory(DirectoryQuery)
    case followedTags
  }

  /// The trending hashtags before anything was requested.
  static var trendingTags: ListState<MastodonKit.Tag> {
    ListState(
      kind: "trends", subject: "tags", title: "Trending hashtags", label: "trends",
      emptyText: "No hashtag trends on this server at present.",
      hint: ["open N", "follow N", "trends posts", "trends links"], data: [.init("trends", "tags")],
      command: ["trends", "tags"])
  }

  /// The trending links before anything was requested.
  static var trendingLinks: ListState<TrendsLink> {
    ListState(
      kind: "trends", subject: "links", title: "Trending links", label: "trends",
      emptyText: "No link trends on this server at present.",
      // Few links name an account as their author.
      hint: ["open N", "trends tags", "trends posts"],
      data: [.init("trends", "links")], command: ["trends", "links"])
  }

  /// The suggestions before anything was requested.
  static var suggestions: ListState<Suggestion> {
    ListState(
      kind: "suggestions", title: "Accounts you may like to follow", label: "suggestions",
      emptyText: "Your server suggests nobody at present. Try directory or trends.",
      hint: ["follow N", "profile N", "suggestions dismiss N"])
  }

  /// The directory before anything was requested.
  static func directory(_ query: DirectoryQuery) -> ListState<Account> {
    let whose = query.localOnly ? "accounts of this server" : "all accounts"
    let order = query.newestFirst ? "newest first" : "last active first"
    return ListState(
      kind: "directory", title: "Directory · \(whose), \(order)", label: "directory",
      emptyText: "Nobody here agreed to be listed.",
      hint: ["follow N", "profile N"] + (query.localOnly ? [] : ["directory --local"]),
      data: [
        .init("local", .bool(query.localOnly)), .init("order", .string(query.newestFirst ? "new" : "active")),
      ], command: ["directory"] + (query.localOnly ? ["--local"] : []) + (query.newestFirst ? ["--new"] : []))
  }

  /// The followed hashtags before anything was requested.
  static var followedTags: ListState<MastodonKit.Tag> {
    ListState(
      kind: "followed-tags", title: "Hashtags you follow", label: "followed-tags",
      emptyText: "You follow no hashtags. follow #TAG shows its posts in Home.", hint: ["open N", "unfollow N"],
      command: ["followed-tags"])
  }

  /// The timeline of a subject that consists of posts; `nil` for the others.
  public static func timeline(_ subject: Subject) -> StatusTimeline.State? {
    var state: StatusTimeline.State
    switch subject {
    case .trendingPosts:
      state = StatusTimeline.State(
        kind: "trending-posts", title: "Trending posts", label: "trends", context: .public,
        emptyText: "No post trends on this server at present.", order: .server)
      state.command = ["trends", "posts"]
    case .link(let url):
      state = StatusTimeline.State(
        kind: "link-timeline", subject: url, title: "Posts about \(ExcerptText.cut(shortened(url), to: 60))",
        label: "link", context: .public, emptyText: "No public post mentions this link.")
      state.command = ["link-timeline", url]
    case .trendingTags, .trendingLinks, .suggestions, .directory, .followedTags: return nil
    }
    return state
  }

  public static func posts(
    _ subject: Subject, _ request: PageRequest, from service: ExploreService
  ) async throws -> Page<Status> {
    guard case .link(let url) = subject else {
      var page = try await service.trendingStatuses(request)
      // Paged by offset, the list does not say where it ends: a page that is shorter than servers' own bounds is the last.
      if page.older?.query?.hasPrefix("offset=") == true, page.elements.count + page.skipped < min(request.limit, 20) {
        page.older = nil
      }
      return page
    }
    do {
      return try await service.linkStatuses(url, request)
    } catch MastodonError.notFound {
      throw AppError.notFound(
        "Your server has no list of posts about this link.",
        suggestion: "It has one for links that are or were trending. Try search with the address.")
    }
  }

  /// A URL without its scheme.
  static func shortened(_ url: String) -> String {
    for scheme in ["https://www.", "https://", "http://"] where url.hasPrefix(scheme) {
      return String(url.dropFirst(scheme.count))
    }
    return url
  }
}
