public import FeatureKit
public import MastodonKit
import StatusKit
public import TerminalKit

extension Notifications {
  /// The list as text: new notifications are marked, and similar adjacent ones are one row.
  ///
  /// As JSON it is `{screen, unread, has_older, cursor, items}`; ``data(_:state:layout:)`` documents an item.
  public static func view(_ state: State, layout: Layout) -> Document {
    let rows = visibleRows(state, layout: layout)
    let unread = rows.count { $0.notifications.contains(where: state.isUnread) }
    var document = Document(
      kind: "notifications",
      title: Document.Title("Notifications" + chosen(state) + (unread > 0 ? " · \(unread) new" : "")),
      blocks: rows.isEmpty
        ? emptyBlocks(state)
        : rows.enumerated().map { .item(item($1, number: $0 + 1, state: state, layout: layout)) } + unreadable(state),
      hint: hint(state, isEmpty: rows.isEmpty),
      data: [
        .init("unread", .int(state.unreadTotal ?? state.unreadCount)), .init("has_older", .bool(state.list.hasOlder)),
        .init("cursor", .optional(state.list.cursor)), .init("skipped", .int(state.list.skipped)),
      ])
    document.neighbours = state.range.neighbours(
      of: ["notifications"] + state.choice.words, before: state.list.cursor, after: state.page.first?.id.rawValue)
    return document
  }

  /// The number of entries of the server that could not be read, such as one that names no account.
  private static func unreadable(_ state: State) -> [Block] {
    guard state.list.skipped > 0 else { return [] }
    let text = CountText.of(state.list.skipped, "notification") + " could not be read."
    return [.blank, .paragraph(StyledText(text, .secondary))]
  }

  /// The choice in the title: ` · only mentions, follows`.
  private static func chosen(_ state: State) -> String {
    let choice = state.choice
    var words: [String] = []
    if let id = choice.account {
      let name = state.notifications.first { $0.account.id == id }?.account.shownName
      words.append(name.map { "from \(Sanitizer.oneLine($0))" } ?? "from one account")
    }
    if choice.onlyUnread { words.append("unread") }
    if !choice.only.isEmpty { words.append("only " + names(choice.only)) }
    if !choice.except.isEmpty { words.append("without " + names(choice.except)) }
    return words.map { " · \($0)" }.joined()
  }

  private static func names(_ categories: [NotificationCategory]) -> String {
    categories.map(\.rawValue).joined(separator: ", ")
  }

  /// The rows that the user's filters do not hide.
  static func visibleRows(_ state: State, layout: Layout) -> [Row] {
    state.rows.filter { $0.first.status?.filterVerdict(in: .notifications, at: layout.now) != .hide }
  }

  private static func hint(_ state: State, isEmpty: Bool) -> StyledText? {
    switch state.phase {
    case .idle, .loading: return nil
    case .loaded, .failed: break
    }
    if isEmpty { return StyledText("refresh", .hint) }
    let end = state.choice.account == nil ? " · clear" : ""
    return StyledText((state.list.hasOlder ? "older · " : "") + "open N · reply N · dismiss N" + end, .hint)
  }

  /// The text shown if there are no rows; the prompt shows an error above a list.
  private static func emptyBlocks(_ state: State) -> [Block] {
    switch state.phase {
    case .idle, .loading: .loading
    case .loaded where state.list.skipped > 0: Array(unreadable(state).dropFirst())
    case .loaded: [.paragraph(StyledText(emptyText(state), .secondary))]
    case .failed(let error): error.blocks
    }
  }
}

extension Notifications {
  private static func emptyText(_ state: State) -> String {
    let choice = state.choice
    if choice.account != nil { return "No notifications from this account." }
    if choice.isPartial { return "No \(choice.onlyUnread ? "unread " : "")notifications of these kinds." }
    if choice.onlyUnread { return "No unread notifications." }
    return state.range.beginsAtTop && state.range.since == nil ? "No notifications yet." : "No notifications there."
  }
}

// MARK: - A row

extension Notifications {
  static func item(_ row: Row, number: Int, state: State, layout: Layout) -> Item {
    let notification = row.first
    let isUnread = row.notifications.contains(where: state.isUnread)
    let time = RelativeTime(notification.createdAt, in: layout)
    let headline = Headline(row, me: state.me).text
    let excerpt = excerpt(notification, me: state.me, layout: layout)
    let next = nextVerb(notification).map { StyledText("\($0) \(number)", .hint) }

    let first = headline + StyledText(" · \(time.short)", .secondary)
    var blocks: [Block] = []
    if let excerpt {
      blocks = [.paragraph(first), next.map { .spread(excerpt, trailing: $0) } ?? .paragraph(excerpt)]
    } else {
      blocks = [next.map { .spread(first, trailing: $0) } ?? .paragraph(first)]
    }
    var sentences = [isUnread ? "New: \(headline.spoken)" : headline.spoken]
    if let excerpt {
      sentences[0] += ": " + (notification.status.map { ExcerptText.spoken(excerpt.plain, of: $0) } ?? excerpt.plain)
    }
    sentences.append(capitalized(time.spoken))
    var item = Item(
      number: number, mark: StyledText(isUnread ? "•" : " ", .accent, spoken: ""), blocks: blocks,
      spoken: Sentence.closed(Sentence.joined(sentences)), references: references(notification),
      data: data(row, state: state, layout: layout))
    item.audience = notification.status?.audience ?? .unstated
    return item
  }

  /// The notification, then its post, then its account, and what the post quotes.
  static func references(_ notification: MastodonKit.Notification) -> [Reference] {
    var references: [Reference] = [.notification(notification.id)]
    if let status = notification.status { references.append(.status(status.displayed.id)) }
    if let warning = notification.warning, warning.action != .deleteStatuses {
      references += warning.statusIDs.prefix(1).map { .status($0) }
    }
    return references + [.account(notification.account.id)] + (notification.status?.quotedReferences ?? [])
  }

  /// The beginning of the post; longer if the post itself is new.
  static func excerpt(
    _ notification: MastodonKit.Notification, me: Account.ID?, layout: Layout
  ) -> StyledText? {
    if let text = notification.warning?.text, !text.isEmpty {
      return StyledText("“\(ExcerptText.cut(text, to: 1000))”")
    }
    guard let status = notification.status else { return summary(notification.fallback) }
    if case .warn(let titles) = status.filterVerdict(in: .notifications, at: layout.now) {
      return StyledText("Filtered: \(titles.map(Sanitizer.oneLine).joined(separator: ", "))", .warning)
    }
    let isNews = [.mention, .quote, .status].contains(notification.kind)
    let isWarning = !status.displayed.spoilerText.isEmpty
    return StyledText(
      excerpt(of: status, limit: isNews ? 200 : 60, me: me), isWarning ? .warning : isNews ? .text : .secondary)
  }

  private static func summary(_ fallback: MastodonKit.Notification.Fallback?) -> StyledText? {
    guard let text = fallback?.summary.map({ ExcerptText.cut(HTMLText.plainText($0), to: 200) }), !text.isEmpty else {
      return nil
    }
    return StyledText(text, .secondary)
  }

  /// The command that the row suggests, if any.
  private static func nextVerb(_ notification: MastodonKit.Notification) -> String? {
    switch notification.kind {
    case .mention, .quote: notification.status == nil ? "profile" : "reply"
    case .status, .poll, .update, .quotedUpdate: notification.status == nil ? nil : "open"
    case .follow, .followRequest, .adminSignUp, .unknown("move"): "profile"
    case .unknown("pleroma:emoji_reaction"), .unknown("emoji_reaction"), .unknown("reaction"):
      notification.status == nil ? nil : "open"
    default: nil
    }
  }

  private static func capitalized(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }
}

// MARK: - JSON

extension Notifications {
  /// A row in JSON.
  ///
  /// `{id, ids, count, type, created_at, unread, text, account, accounts, status, fallback}`: the id of the newest notification,
  /// the ids of all in the row that were fetched, how many the row stands for, the server's type, ISO 8601 in UTC, the row as a sentence, the account of the newest and of
  /// all (`{id, name, acct, url, bot, locked}`), the post as ``StatusView`` describes it or null, and the server's text for
  /// kinds that Howdah does not know or null. A moderation warning has `warning: {action, text, posts, appeal}`.
  public static func data(
    for notification: MastodonKit.Notification, me: Account.ID?, layout: Layout
  ) -> JSONValue {
    data(Row(notifications: [notification]), state: State(me: me), layout: layout)
  }

  /// A row in JSON, as ``data(for:me:layout:)`` documents it.
  static func data(_ row: Row, state: State, layout: Layout) -> JSONValue {
    let notification = row.first
    let status = notification.status.map {
      StatusView($0, number: nil, context: .notifications, layout: layout).data
    }
    let data: JSONValue = [
      "id": .string(notification.id.rawValue),
      "ids": .array(row.notifications.map { .string($0.id.rawValue) }),
      "count": .int(row.count),
      "type": .string(notification.kind.rawValue),
      "created_at": .string(MastodonDate.format(notification.createdAt)),
      "unread": .bool(row.notifications.contains(where: state.isUnread)),
      "text": .string(Headline(row, me: state.me).text.spoken),
      "account": AccountView.brief(notification.account),
      "accounts": .array(row.accounts.map(AccountView.brief)),
      "status": status ?? .null,
      "fallback": .optional(notification.fallback.map { Sanitizer.oneLine(HTMLText.plainText($0.title)) }),
    ]
    return notification.warning.map { data.adding(.init("warning", Self.data($0))) } ?? data
  }

  private static func data(_ warning: ModerationWarning) -> JSONValue {
    [
      "action": .string(warning.action.rawValue), "text": .string(warning.text),
      "posts": .array(warning.statusIDs.map { .string($0.rawValue) }), "appeal": .optional(warning.appeal),
    ]
  }
}
