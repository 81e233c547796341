public import FeatureKit
public import MastodonKit
public import StatusKit

/// What happened to the reader: who favourited, answered, followed, and what about.
///
/// It is read as mail is: the list marks what is new, and what was shown counts as read at the next visit. The server is
/// told at once, so that other devices and the next run know. What no person sees marks nothing unless that is asked for.
public enum Notifications {
  /// Everything the screen shows.
  public struct State: Hashable, Sendable {
    /// All that was fetched or came in, newest first.
    public var notifications: [MastodonKit.Notification]
    /// The newest that was read at an earlier visit; `nil` if none was.
    public var lastRead: MastodonKit.Notification.ID?
    /// The newest that was shown, which counts as read at the next visit.
    public var lastShown: MastodonKit.Notification.ID?
    /// The first of the page that is shown, or `nil` while that is the newest page.
    public var pageStart: MastodonKit.Notification.ID?
    /// Where the next older page starts, or `nil` at the end.
    public var older: Cursor?
    /// The reader's own account, to tell an answer from a mention; `nil` while that is not known.
    public var me: Account.ID?
    /// The state of the last request.
    public var phase: Phase
    /// How many are unread in all, where that was counted.
    public var unreadTotal: Int?

    /// Makes a state.
    public init(
      notifications: [MastodonKit.Notification] = [], lastRead: MastodonKit.Notification.ID? = nil,
      lastShown: MastodonKit.Notification.ID? = nil, pageStart: MastodonKit.Notification.ID? = nil,
      older: Cursor? = nil, me: Account.ID? = nil, phase: Phase = .idle
    ) {
      self.notifications = notifications
      self.lastRead = lastRead
      self.lastShown = lastShown
      self.pageStart = pageStart
      self.older = older
      self.me = me
      self.phase = phase
    }

    /// The state of the last request.
    ///
    /// Not a `Loadable`: notifications also arrive by the stream, before and during a request, and a request that failed
    /// counts as a failure of the screen even while notifications are shown.
    public enum Phase: Hashable, Sendable {
      /// Nothing was requested yet.
      case idle
      /// A request is running.
      case loading
      /// The last request succeeded.
      case loaded
      /// The last request failed; what was known before is still there.
      case failed(AppError)
    }
  }

  /// Everything the screen can ask for; the root decides what each request does.
  @MainActor
  public struct Action {
    /// Shows the notifications, so many of them where a number is given; marks them as read where that is asked for.
    public var show: (Int?, _ marks: Bool) async throws -> Void
    /// Shows a status's thread.
    public var open: (Status.ID) async throws -> Void
    /// Shows an account's profile.
    public var profile: (Account.ID) async throws -> Void
    /// Answers a status: with the text at once, or without one by opening the composer.
    public var reply: (Status.ID, _ text: String?, PostOptions) async throws -> Response
    /// Asks the server again.
    public var refresh: () async throws -> Void
    /// Turns to the next older page; `false` if there is none.
    public var older: () async throws -> Bool
    /// Takes notifications away for good, each with its group, and answers how many went.
    public var dismiss: ([MastodonKit.Notification.ID]) async throws -> Int
    /// Takes all of them away for good.
    public var clear: () async throws -> Void
    /// Marks everything as read and answers how much was new.
    public var read: () async throws -> Int

    /// Makes an action from its parts.
    public init(
      show: @escaping (Int?, _ marks: Bool) async throws -> Void, open: @escaping (Status.ID) async throws -> Void,
      profile: @escaping (Account.ID) async throws -> Void,
      reply: @escaping (Status.ID, _ text: String?, PostOptions) async throws -> Response,
      refresh: @escaping () async throws -> Void, older: @escaping () async throws -> Bool,
      dismiss: @escaping ([MastodonKit.Notification.ID]) async throws -> Int, clear: @escaping () async throws -> Void,
      read: @escaping () async throws -> Int
    ) {
      self.show = show
      self.open = open
      self.profile = profile
      self.reply = reply
      self.refresh = refresh
      self.older = older
      self.dismiss = dismiss
      self.clear = clear
      self.read = read
    }
  }

  /// Who reads the list, which decides what reading it does.
  public struct Reader: Hashable, Sendable {
    /// Whether what is shown counts as read, because a person sees it.
    public var marks: Bool
    /// Whether the unread ones beyond the page are counted too.
    public var counts: Bool

    /// Makes a reader.
    public init(marks: Bool, counts: Bool) {
      self.marks = marks
      self.counts = counts
    }
  }

  /// One line of the list: a notification, or neighbours that say the same of one status.
  public struct Row: Hashable, Sendable {
    /// What it stands for, newest first; at least one.
    public var notifications: [MastodonKit.Notification]

    /// The newest of them.
    public var first: MastodonKit.Notification { notifications[0] }

    /// Who did it, newest first, each once.
    public var accounts: [Account] {
      var known: Set<Account.ID> = []
      return notifications.map(\.account).filter { known.insert($0.id).inserted }
    }
  }
}

extension Notifications.State {
  /// How many are marked as new in the list.
  public var unreadCount: Int { notifications.count(where: isUnread) }

  /// How many came in that were not shown yet, for the prompt and the tab.
  public var unseenCount: Int {
    let seen = [lastRead, lastShown].compactMap(\.self).max()
    return notifications.count { notification in seen.map { notification.id > $0 } ?? true }
  }

  /// Whether a notification is marked as new.
  public func isUnread(_ notification: MastodonKit.Notification) -> Bool {
    lastRead.map { notification.id > $0 } ?? true
  }

  /// What the page shows, newest first.
  public var page: ArraySlice<MastodonKit.Notification> {
    guard let pageStart else { return notifications[...] }
    return notifications.drop { $0.id > pageStart }
  }

  /// The page with neighbours joined: favourites of one status, and boosts of one status.
  public var rows: [Notifications.Row] {
    var rows: [Notifications.Row] = []
    for notification in page {
      if let last = rows.last?.first, Self.belongTogether(last, notification) {
        rows[rows.count - 1].notifications.append(notification)
      } else {
        rows.append(Notifications.Row(notifications: [notification]))
      }
    }
    return rows
  }

  /// What numbers stood for when they were printed: each notification and the older ones of its row.
  public func meant(by ids: [MastodonKit.Notification.ID]) -> [MastodonKit.Notification] {
    let rows = rows
    return ids.flatMap { id in
      let row = rows.first { $0.notifications.contains { $0.id == id } }
      return row?.notifications.filter { $0.id <= id } ?? notifications.filter { $0.id == id }
    }
  }

  private static func belongTogether(_ first: MastodonKit.Notification, _ second: MastodonKit.Notification) -> Bool {
    guard first.kind == second.kind, first.kind == .favourite || first.kind == .reblog, let status = first.status else {
      return false
    }
    return status.id == second.status?.id
  }
}
