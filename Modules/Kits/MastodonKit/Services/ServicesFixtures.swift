extension TimelineService {
  public static let fixtures = Fixtures()

  public final class Fixtures: Sendable {
    public let empty = TimelineService(
      home: { _ in Page([]) }, local: { _ in Page([]) }, federated: { _ in Page([]) },
      bookmarks: { _ in Page([]) }, favourites: { _ in Page([]) })
    public let offline = TimelineService(
      home: { _ in throw MastodonError.fixtures.offline }, local: { _ in throw MastodonError.fixtures.offline },
      federated: { _ in throw MastodonError.fixtures.offline },
      bookmarks: { _ in throw MastodonError.fixtures.offline },
      favourites: { _ in throw MastodonError.fixtures.offline })
  }
}

extension NotificationService {
  public static let fixtures = Fixtures()

  public final class Fixtures: Sendable {
    public let offline = NotificationService(
      list: { _, _ in throw MastodonError.fixtures.offline }, groups: { _, _ in throw MastodonError.fixtures.offline },
      dismiss: { _ in throw MastodonError.fixtures.offline },
      dismissGroup: { _ in throw MastodonError.fixtures.offline }, clear: { throw MastodonError.fixtures.offline },
      lastRead: { throw MastodonError.fixtures.offline }, unreadCount: { throw MastodonError.fixtures.offline },
      markRead: { _ in throw MastodonError.fixtures.offline })
  }
}

extension StatusService {
  public static let fixtures = Fixtures()

  public final class Fixtures: Sendable {
    /// Knows one post, which nothing changes.
    public let plain = StatusService(
      status: { _ in Status.fixtures.plain }, context: { _ in StatusContext() }, waitForReplies: { _ in },
      mark: { _, _, _ in Status.fixtures.plain }, vote: { _, _, _ in Poll.fixtures.voted },
      delete: { _, _ in })
  }
}

extension AccountService {
  public static let fixtures = Fixtures()

  public final class Fixtures: Sendable {
    /// Knows one account, without posts.
    public let plain = AccountService(
      account: { _ in Account.fixtures.rook }, lookup: { _ in Account.fixtures.rook }, statuses: { _, _ in Page([]) },
      relationship: { Relationship(id: $0) }, setFollowing: { Relationship(id: $0, following: $1) },
      resolve: { _ in SearchResults() })
  }
}

extension MastodonError {
  public static let fixtures = Fixtures()

  /// The errors that screens must be able to show.
  public final class Fixtures: Sendable {
    public let offline = MastodonError.unreachable(host: "shore.example", reason: .unknownHost)
    /// The host took too long.
    public let timedOut = MastodonError.timedOut(host: "shore.example", seconds: 10)
  }
}
