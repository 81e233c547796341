public import FeatureKit
public import FoundationEssentials
public import MastodonKit
public import StatusKit

/// What came since the user was last here: counted, by whom, and where to begin reading.
public enum CatchUp {
  /// A timeline that can be caught up with.
  public enum Source: Hashable, Sendable {
    case home
    case list(List.ID, title: String)
    case group(TagGroup.ID, title: String)

    /// The title of a list or a group.
    var title: String? {
      switch self {
      case .home: nil
      case .list(_, let title), .group(_, let title): title
      }
    }

    var name: String { title.map { ExcerptText.cut($0, to: 60) } ?? "Home" }

    /// The words that name it after `catch-up`.
    var words: [String] {
      switch self {
      case .home: []
      case .list(let id, _): [id.rawValue]
      case .group(let id, _): [id]
      }
    }

    /// The kind in JSON.
    var kind: String {
      switch self {
      case .home: "home"
      case .list: "list"
      case .group: "group"
      }
    }
  }

  public enum Sort: String, Hashable, Sendable, CaseIterable {
    /// Whose newest post is the latest.
    case time
    /// By name.
    case author
    /// Whose post most of those that the user follows have boosted.
    case boosts
    /// Whose post has the most replies.
    case replies
  }

  /// What is asked for.
  public struct Query: Hashable, Sendable {
    public var source: Source
    /// The end; `nil` for the place where the user stopped.
    public var since: ListRange.Since?
    public var sort: Sort
    public var limit: Int

    public init(source: Source = .home, since: ListRange.Since? = nil, sort: Sort = .time, limit: Int = 800) {
      self.source = source
      self.since = since
      self.sort = sort
      self.limit = limit
    }
  }

  public struct State: Hashable, Sendable {
    public var query: Query
    /// What was read; empty before that.
    public var digest: Digest
    public var rows: ListState<Group>
    /// The posts that were printed as a whole.
    public var read: Set<Status.ID> = []

    public init(_ query: Query = Query(), digest: Digest = Digest(), page: Loadable<PagedList<Group>> = .idle) {
      self.query = query
      self.digest = digest
      rows = ListState(
        kind: "catch-up", subject: ([query.source.kind] + query.source.words).joined(separator: " "),
        title: "Catch-up",
        label: (["catch-up"] + (query.source == .home ? [] : [query.source.name])).joined(separator: " "),
        context: .home, emptyText: "Nothing new.", limit: query.limit, page: page)
    }
  }

  @MainActor
  public struct Action {
    public var show: (Query, ListProgress) async throws -> Response
    /// Shows the posts of one account among it.
    public var open: (Member, Query?, ListProgress) async throws -> Response
    /// Finds a list or a group by its name.
    public var source: (_ name: String) async throws -> Source
    /// All lists of the user.
    public var lists: () async throws -> [Source]
    /// What was read before a command was stopped; `nil` if nothing was.
    public var part: () -> State?
    /// Reads what came, and shows nothing.
    public var digest: (Query, ListProgress) async throws -> Digest
    /// The notifications of these kinds since a moment, the newest first.
    public var notifications:
      ([MastodonKit.Notification.Kind], _ since: Date) async throws -> [MastodonKit.Notification]
    public var account: () -> String
    /// Hands a message, which names its recipient, to the machine's mail program.
    public var mail: (_ message: [UInt8]) async throws -> Void

    public init(
      show: @escaping (Query, ListProgress) async throws -> Response,
      open: @escaping (Member, Query?, ListProgress) async throws -> Response,
      source: @escaping (_ name: String) async throws -> Source, lists: @escaping () async throws -> [Source],
      part: @escaping () -> State?,
      digest: @escaping (Query, ListProgress) async throws -> Digest,
      notifications:
        @escaping ([MastodonKit.Notification.Kind], _ since: Date) async throws -> [MastodonKit.Notification],
      account: @escaping () -> String, mail: @escaping (_ message: [UInt8]) async throws -> Void
    ) {
      self.show = show
      self.open = open
      self.source = source
      self.lists = lists
      self.part = part
      self.digest = digest
      self.notifications = notifications
      self.account = account
      self.mail = mail
    }
  }

  /// An account among the groups.
  public enum Member: Hashable, Sendable {
    case id(Account.ID)
    /// As it is typed, without the first `@`.
    case name(String)
  }

  /// What the model needs of the timelines.
  public struct Service: Sendable {
    public var page: @Sendable (Source, PageRequest) async throws -> Page<Status>
    /// The last post that was read; `nil` if that is not known.
    public var position: @MainActor @Sendable (Source) async -> Status.ID?
    /// Saves how far a timeline was read.
    public var keep: @MainActor @Sendable (Status.ID, Source) -> Void

    public init(
      page: @escaping @Sendable (Source, PageRequest) async throws -> Page<Status>,
      position: @escaping @MainActor @Sendable (Source) async -> Status.ID?,
      keep: @escaping @MainActor @Sendable (Status.ID, Source) -> Void
    ) {
      self.page = page
      self.position = position
      self.keep = keep
    }
  }
}
