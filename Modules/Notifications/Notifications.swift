public import FeatureKit
public import MastodonKit
public import StatusKit

/// The user's notifications.
///
/// New notifications are marked in the list; those that were shown count as read at the next visit. The marker is sent
/// to the server at once, so that other devices and the next run know it. Scripts mark nothing as read unless requested.
public enum Notifications {
  public struct State: Hashable, Sendable {
    /// The notifications that were fetched or arrived, newest first, and which of them are shown.
    public var list: PagedList<MastodonKit.Notification>
    /// The newest notification that was read at an earlier visit; `nil` if none was.
    public var lastRead: MastodonKit.Notification.ID?
    /// The newest notification that was shown, which counts as read at the next visit.
    public var lastShown: MastodonKit.Notification.ID?
    public var range = ListRange()
    /// The signed-in account, to tell a reply from a mention; `nil` while it is not known.
    public var me: Account.ID?
    public var phase: Phase
    /// The number of unread notifications, also beyond the page, if they were counted.
    public var unreadTotal: Int?
    public var choice = Choice()

    public init(
      notifications: [MastodonKit.Notification] = [], lastRead: MastodonKit.Notification.ID? = nil,
      lastShown: MastodonKit.Notification.ID? = nil, older: Cursor? = nil, me: Account.ID? = nil, phase: Phase = .idle,
      choice: Choice = Choice()
    ) {
      list = PagedList(notifications, order: .chronological, older: older)
      self.lastRead = lastRead
      self.lastShown = lastShown
      self.me = me
      self.phase = phase
      self.choice = choice
    }

    /// The state of the last request.
    ///
    /// Not a `Loadable`: notifications also arrive by the stream, before and during a request, and a failed request counts
    /// as a failure of the screen even while notifications are shown.
    public enum Phase: Hashable, Sendable {
      /// Nothing was requested yet.
      case idle
      case loading
      case loaded
      /// The last request failed; what was known before is still there.
      case failed(AppError)
    }
  }

  public struct Choice: Hashable, Sendable {
    /// Only these kinds; all if it is empty.
    public var only: [NotificationCategory]
    public var except: [NotificationCategory]
    /// Whether those that were read are left out.
    public var onlyUnread: Bool
    /// The kinds that the user never wants to see here unless they are asked for by name.
    public var hidden: Set<NotificationCategory>
    /// Only those of this account, also those that the server holds back.
    public var account: Account.ID?

    public init(
      only: [NotificationCategory] = [], except: [NotificationCategory] = [], onlyUnread: Bool = false,
      hidden: Set<NotificationCategory> = [], account: Account.ID? = nil
    ) {
      self.only = only
      self.except = except
      self.onlyUnread = onlyUnread
      self.hidden = hidden
      self.account = account
    }

    /// The options for this choice as they are typed.
    var words: [String] {
      let kinds = [("--only", only), ("--except", except)].filter { !$0.1.isEmpty }
      return kinds.flatMap { [$0, $1.map(\.rawValue).joined(separator: ",")] } + (onlyUnread ? ["--unread"] : [])
    }

    /// Whether the list lacks kinds that it has otherwise, so that what is shown says nothing about the rest.
    var isPartial: Bool { !only.isEmpty || !except.isEmpty || account != nil }

    func shows(_ kind: MastodonKit.Notification.Kind) -> Bool {
      let category = NotificationCategory(kind)
      return only.isEmpty ? !hidden.contains(category) && !except.contains(category) : only.contains(category)
    }

    public var query: NotificationQuery {
      // Kinds that this version does not know have no name to ask for.
      let types = only.contains(.other) ? [] : only.flatMap(\.kinds)
      let excluded =
        only.isEmpty ? NotificationCategory.allCases.filter { hidden.contains($0) || except.contains($0) } : []
      return NotificationQuery(
        types: types, excludedTypes: excluded.flatMap(\.kinds), accountID: account, includesFiltered: account != nil)
    }
  }

  /// The actions of the screen; the root carries them out.
  @MainActor
  public struct Action {
    /// Shows the tab at its root screen.
    public var select: () -> Response
    /// Shows the notifications of several accounts, `all` or names with commas between, of some kinds.
    public var accounts: (String, NotificationQuery, TimelineOptions) async throws -> Response
    public var open: (Status.ID) async throws -> Response
    public var profile: (Account.ID) async throws -> Response
    /// Replies to a post: sends the text, or opens the composer if there is none.
    public var reply: (Status.ID, _ text: String?, PostOptions) async throws -> Response

    public init(
      select: @escaping () -> Response,
      accounts: @escaping (String, NotificationQuery, TimelineOptions) async throws -> Response,
      open: @escaping (Status.ID) async throws -> Response, profile: @escaping (Account.ID) async throws -> Response,
      reply: @escaping (Status.ID, _ text: String?, PostOptions) async throws -> Response
    ) {
      self.select = select
      self.accounts = accounts
      self.open = open
      self.profile = profile
      self.reply = reply
    }
  }

  /// The options of a visit besides showing the list.
  public struct VisitOptions: Hashable, Sendable {
    /// Whether what is shown counts as read; false in scripts.
    public var marksRead: Bool
    /// Whether unread notifications beyond the page are counted too.
    public var countsUnread: Bool
    /// Whether the server is known to group notifications.
    public var isGrouped: Bool
    /// The kinds that are left out unless they are asked for by name.
    public var hidden: Set<NotificationCategory>
    /// Whether the visit is a dry run, which marks nothing.
    public var isTried = false

    public init(
      marksRead: Bool, countsUnread: Bool, isGrouped: Bool = false, hidden: Set<NotificationCategory> = []
    ) {
      self.marksRead = marksRead
      self.countsUnread = countsUnread
      self.isGrouped = isGrouped
      self.hidden = hidden
    }
  }

  /// A row of the list: a notification, or adjacent ones of the same kind about the same post.
  public struct Row: Hashable, Sendable {
    /// The notifications of the row, newest first; at least one.
    public var notifications: [MastodonKit.Notification]

    public var first: MastodonKit.Notification { notifications[0] }

    /// The accounts that caused them, newest first, each once.
    public var accounts: [Account] {
      notifications.flatMap { $0.group?.accounts ?? [$0.account] }.droppingRepeats(of: \.id)
    }

    /// The number of notifications that it stands for, also those that only the server knows.
    public var count: Int { notifications.reduce(0) { $0 + ($1.group?.count ?? 1) } }

    /// The number of accounts that caused them: a server names only the first few of a group.
    var accountCount: Int {
      let isCut = notifications.contains { ($0.group?.accounts.count ?? 0) >= Self.namedAccounts }
      return isCut ? max(count, accounts.count) : accounts.count
    }

    /// The number of accounts of a group that a server names.
    private static let namedAccounts = 8
  }
}

extension Notifications.State {
  /// The number of notifications that are marked as new in the list.
  public var unreadCount: Int { notifications.count { isUnread($0) && choice.shows($0.kind) } }

  /// The number of notifications that were not shown yet, for the prompt and the tab.
  public var unseenCount: Int {
    let seen = [lastRead, lastShown].compactMap(\.self).max()
    return notifications.count { notification in
      !choice.hidden.contains(NotificationCategory(notification.kind)) && seen.map { notification.id > $0 } ?? true
    }
  }

  public func isUnread(_ notification: MastodonKit.Notification) -> Bool {
    lastRead.map { notification.id > $0 } ?? true
  }

  /// All notifications that were fetched or arrived, newest first.
  public var notifications: [MastodonKit.Notification] { list.elements }

  /// The notifications of the page, newest first.
  public var page: [MastodonKit.Notification] { list.visible.filter(isChosen) }

  /// Whether a notification is among those that the user wants to see.
  func isChosen(_ notification: MastodonKit.Notification) -> Bool {
    choice.shows(notification.kind) && (!choice.onlyUnread || isUnread(notification))
      && (choice.account.map { notification.account.id == $0 } ?? true)
  }

  /// The newest notification that is certainly on the screen.
  var newestShown: MastodonKit.Notification.ID? {
    list.isReadUpwards ? list.visible.last?.id : page.first?.id
  }

  /// The rows of the page: adjacent favourites of one post are one row, and so are boosts.
  public var rows: [Notifications.Row] {
    var rows: [Notifications.Row] = []
    for notification in page {
      if let last = rows.last?.first, Self.isSameRow(last, notification) {
        rows[rows.count - 1].notifications.append(notification)
      } else {
        rows.append(Notifications.Row(notifications: [notification]))
      }
    }
    return rows
  }

  /// The notifications that commands act on: each with the older ones of its row.
  ///
  /// Newer ones of the row may have arrived after the list was printed.
  public func withOlderInRow(_ ids: [MastodonKit.Notification.ID]) -> [MastodonKit.Notification] {
    let rows = rows
    return ids.flatMap { id in
      let row = rows.first { $0.notifications.contains { $0.id == id } }
      return row?.notifications.filter { $0.id <= id } ?? notifications.filter { $0.id == id }
    }
  }

  private static func isSameRow(_ first: MastodonKit.Notification, _ second: MastodonKit.Notification) -> Bool {
    guard first.kind == second.kind, first.kind == .favourite || first.kind == .reblog, let status = first.status else {
      return false
    }
    return status.id == second.status?.id
  }
}
