public import FoundationEssentials

/// Keeps what an account reads on this machine: to search it, and to show it where the server cannot be reached.
public struct ArchiveService: Sendable {
  /// Keeps what a server has answered; returns at once.
  public var keep: @Sendable (ArchivedResponse) -> Void
  /// The kept response to a request, after everything before is kept; `nil` if there is none.
  public var answer: @Sendable (ArchiveRequest) async throws(MastodonError) -> ArchivedResponse?
  /// The lists that are known, also those that were deleted since.
  public var lists: @Sendable () async throws -> [List]
  /// Removes a post that was deleted on the server; returns at once.
  public var remove: @Sendable (Status.ID) -> Void
  /// A page of the kept posts that a query finds.
  public var find: @Sendable (ArchiveQuery, PageRequest) async throws -> Page<Status>
  /// The number of kept posts that a query finds.
  public var count: @Sendable (ArchiveQuery) async throws -> Int
  public var facts: @Sendable () async throws -> ArchiveFacts
  /// Deletes the posts from before a date, or everything for `nil`; returns the number of posts.
  public var clear: @Sendable (_ before: Date?) async throws -> Int
  /// The posts after a place as JSON, the oldest first, with the last place; `nil` at the end.
  public var posts: @Sendable (_ after: Cursor?) async throws -> (lines: [String], last: Cursor)?
  /// Adds posts that were not read, as JSON, and returns how many were not known before; what is known stays.
  public var add: @Sendable (_ posts: [Data]) async throws -> Int
  /// Puts kept posts into a place where a search looks for them.
  public var mark: @Sendable ([Status.ID], ArchiveQuery.Place) async throws -> Void
  /// Waits until everything so far is on the disk.
  public var settle: @Sendable () async -> Void
  /// From now on, what cannot be kept is no message, but the error that the result returns, after everything so far.
  public var watchFailures: @Sendable () -> @Sendable () async -> (any Error)?

  public init(
    keep: @escaping @Sendable (ArchivedResponse) -> Void,
    answer: @escaping @Sendable (ArchiveRequest) async throws(MastodonError) -> ArchivedResponse?,
    lists: @escaping @Sendable () async throws -> [List],
    remove: @escaping @Sendable (Status.ID) -> Void,
    find: @escaping @Sendable (ArchiveQuery, PageRequest) async throws -> Page<Status>,
    count: @escaping @Sendable (ArchiveQuery) async throws -> Int,
    facts: @escaping @Sendable () async throws -> ArchiveFacts,
    clear: @escaping @Sendable (_ before: Date?) async throws -> Int,
    posts: @escaping @Sendable (_ after: Cursor?) async throws -> (lines: [String], last: Cursor)?,
    add: @escaping @Sendable (_ posts: [Data]) async throws -> Int,
    mark: @escaping @Sendable ([Status.ID], ArchiveQuery.Place) async throws -> Void,
    settle: @escaping @Sendable () async -> Void,
    watchFailures: @escaping @Sendable () -> @Sendable () async -> (any Error)?
  ) {
    self.keep = keep
    self.answer = answer
    self.lists = lists
    self.remove = remove
    self.find = find
    self.count = count
    self.facts = facts
    self.clear = clear
    self.posts = posts
    self.add = add
    self.mark = mark
    self.settle = settle
    self.watchFailures = watchFailures
  }

  public static let none = ArchiveService(
    keep: { _ in }, answer: { _ in nil }, lists: { [] }, remove: { _ in }, find: { _, _ in Page([]) },
    count: { _ in 0 },
    facts: { ArchiveFacts() }, clear: { _ in 0 }, posts: { _ in nil }, add: { _ in 0 }, mark: { _, _ in }, settle: {},
    watchFailures: { { nil } })
}

/// A request whose response is kept.
public struct ArchiveRequest: Hashable, Sendable {
  /// The path, percent-encoded.
  public var path: String
  /// The query, percent-encoded, without the parameters of a page.
  public var parameters: String
  /// The requested page of a list; `nil` for what has no pages.
  public var page: PageRequest?
  /// Whether the ids of the elements are the cursors of the list.
  public var isPagedByID: Bool

  public init(path: String, parameters: String, page: PageRequest?, isPagedByID: Bool) {
    self.path = path
    self.parameters = parameters
    self.page = page
    self.isPagedByID = isPagedByID
  }
}

public struct ArchivedResponse: Sendable {
  /// The request; `nil` for something that only contains posts, such as an event of a stream.
  public var request: ArchiveRequest?
  public var older: Cursor?
  /// Whether the server names the cursors of its pages.
  public var namesCursors: Bool
  public var date: Date
  /// Whether the archive has put it together from posts that were read elsewhere: the server may know of more.
  public var isComposed = false
  /// Whether elements that were not read may be directly above it.
  public var isBelowGap = false
  private let content: Content

  private enum Content {
    case text(Data)
    case post(Status)
  }

  public init(
    request: ArchiveRequest? = nil, body: Data, older: Cursor? = nil, namesCursors: Bool = false, date: Date
  ) {
    self.request = request
    content = .text(body)
    self.older = older
    self.namesCursors = namesCursors
    self.date = date
  }

  /// Creates a response that contains a post.
  public init(post: Status, date: Date) {
    content = .post(post)
    namesCursors = false
    self.date = date
  }

  /// The response as JSON; that of a post is made only here, where it is written.
  public var body: Data {
    switch content {
    case .text(let text): text
    // A status can always be written as JSON.
    case .post(let status): (try? MastodonJSON.makeEncoder().encode(status)) ?? Data()
    }
  }
}

/// The wish of a run: where what it reads comes from.
public enum ArchiveUse: String, Hashable, Sendable {
  /// From the server, and from the archive where that cannot be reached.
  case automatic
  /// From the archive alone; nothing is sent.
  case cached
  /// From the server alone.
  case fresh
}

public struct ArchiveFacts: Hashable, Sendable {
  /// The number of posts, of those that only some accounts may read, and of accounts.
  public var posts = 0, privatePosts = 0, accounts = 0
  /// The number of timelines and other lists, and of further responses.
  public var lists = 0, responses = 0
  public var bytes = 0
  public var oldest: Date?, newest: Date?
  /// The number of posts by the month in which they were first read, the earliest first.
  public var months: [Month] = []

  public init() {}

  /// The posts that were first read in one month.
  public struct Month: Hashable, Sendable {
    /// Its name, `2026-11`.
    public var name: String
    public var posts: Int

    public init(_ name: String, posts: Int) {
      self.name = name
      self.posts = posts
    }
  }
}

/// A search of the archive, or the conditions of a rule: every group has to match.
public struct ArchiveQuery: Hashable, Sendable {
  public enum Sort: String, CaseIterable, Sendable { case time, relevance }

  /// Conditions of which one is enough.
  public struct Group: Hashable, Sendable {
    public var alternatives: [Term]

    public init(_ alternatives: [Term]) { self.alternatives = alternatives }
  }

  /// A condition, or its opposite.
  public struct Term: Hashable, Sendable {
    public var condition: Condition
    public var isExcluded: Bool

    public init(_ condition: Condition, isExcluded: Bool = false) {
      self.condition = condition
      self.isExcluded = isExcluded
    }
  }

  /// A condition on a post.
  public enum Condition: Hashable, Sendable {
    /// Words in this order; of the last one, the beginning is enough where `isPrefix`.
    case words(String, isPrefix: Bool)
    case hashtag(String)
    /// The author, `name` or `name@host`.
    case from(String)
    /// The author of the post that it replies to.
    case to(String)
    case mentions(String)
    case has(Content)
    case place(Place)
    case language(String)
    case before(Date)
    case after(Date)
    case kind(Kind)
    /// A regular expression in any of its texts.
    case match(TextPattern)
    /// Hours of the day by the local clock, such as `22:00-07:00`.
    case hours(String)
  }

  /// Something that a post can contain.
  public enum Content: String, CaseIterable, Sendable { case media, poll, link, alt, quote }

  public enum Kind: String, CaseIterable, Sendable { case reply, boost, `private` }

  public enum Place: Hashable, Sendable {
    case home, notifications, favourites, bookmarks, conversations, mine
    /// The list with this title.
    case list(String)
    /// Where nothing is kept for a search, but a rule applies: public timelines, and the lines of live updates.
    case local, federated, live
    /// The group with this title; only a rule names one.
    case group(String)
  }

  public var groups: [Group]
  public var sort: Sort

  public init(_ groups: [Group] = [], sort: Sort = .time) {
    self.groups = groups
    self.sort = sort
  }
}
