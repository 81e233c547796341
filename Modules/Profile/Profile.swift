public import FeatureKit
public import MastodonKit
public import StatusKit

/// One account and its posts, a page at a time, numbered like a timeline.
public enum Profile {
  public struct State: Hashable, Sendable {
    public var id: Account.ID
    /// The account, once it is known.
    public var account: Account?
    /// The reader's relationship to it, once that is known.
    public var relationship: Relationship?
    public var posts: StatusTimeline.State
    /// Which part of the profile is shown.
    public var section: Section
    /// The hashtag that the shown posts have, without `#`; `nil` for all posts.
    public var tag: String?
    /// Whether direct messages are left out.
    public var excludesDirect: Bool
    /// The posts that the account pinned, shown first.
    public var pinned = StatusList()
    /// The hashtags that the account features, in ``Section/about``.
    public var featuredTags: [FeaturedTag]
    /// The accounts that the reader follows and that follow the account, in ``Section/about``.
    public var familiar: [Account]
    /// The accounts that the account features, in ``Section/about``.
    public var featured: [Account] = []
    /// The account's collections, in ``Section/about``.
    public var collections: [Collection] = []
    /// The reader's lists that hold the account, in ``Section/about``.
    public var lists: [List] = []

    /// Creates the state of a profile of which nothing is known but the account's id.
    public init(
      id: Account.ID, account: Account? = nil, relationship: Relationship? = nil,
      page: Loadable<PagedList<Status>> = .idle, limit: Int = 20, me: Account.ID? = nil, section: Section = .all,
      tag: String? = nil, excludesDirect: Bool = false, pinned: [Status] = [], featuredTags: [FeaturedTag] = [],
      familiar: [Account] = []
    ) {
      self.id = id
      self.account = account
      self.relationship = relationship
      posts = StatusTimeline.State(
        kind: "profile", subject: id.rawValue, title: "Profile", label: "profile", context: .account,
        emptyText: tag.map { "No posts with #\($0)." } ?? (section == .media ? "No posts with media." : "No posts."),
        limit: limit,
        command: ["profile", "id:\(id)"] + (section == .all ? [] : [section.rawValue])
          + (tag.map { ["--tag", "#\($0)"] } ?? []) + (excludesDirect ? ["--no-direct"] : []), page: page)
      posts.me = me
      self.section = section
      self.tag = tag
      self.excludesDirect = excludesDirect
      self.pinned = StatusList(pinned)
      self.featuredTags = featuredTags
      self.familiar = familiar
    }

    /// Why nothing is known, or why a part of it is not; the account is worth showing without its posts.
    public var failure: AppError? {
      guard let error = posts.page.error, account != nil, case .network = error.cause else { return posts.failure }
      return .unread(["posts"], because: error)
    }
    /// The page as it was printed; empty until there is one.
    public var list: StatusList { posts.list }
    var shownPinned: StatusList { posts.page.value?.isNewest == true ? pinned : StatusList() }
    /// The ids that commands act on, in the order of the numbers.
    var numbered: [Status.ID] { shownPinned.numbered + list.numbered }
    public var isMe: Bool { id == posts.me }
    /// Whether pinned posts come first.
    var showsPinned: Bool { tag == nil && (section == .all || section == .posts) }
  }

  public enum Section: String, Hashable, Sendable, CaseIterable {
    /// Whatever the account posted, its pinned posts first.
    case all
    /// Without replies to others.
    case posts
    case replies
    case media
    /// The account's description of itself, without posts.
    case about

    /// The posts of it; `nil` for all.
    func filter(tag: String?, excludesDirect: Bool) -> AccountPostsFilter? {
      let filter = AccountPostsFilter(
        onlyMedia: self == .media, excludesReplies: self == .posts, excludesDirect: excludesDirect, tag: tag)
      return filter == AccountPostsFilter() ? nil : filter
    }
  }
}
