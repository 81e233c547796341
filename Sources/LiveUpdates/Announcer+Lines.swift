public import FeatureKit
public import MastodonKit
public import StatusKit
import TerminalKit

extension Announcer {
  func note(_ line: EventDigest.Line) -> Note {
    let desktop = wishes().desktop
    switch line {
    case .post(let status): return Self.note(for: status, layout: words.layout())
    case .posts(let count): return Note(StyledText(CountText.of(count, "new post") + " in Home: new", .secondary))
    case .notification(let notification):
      var note = Self.note(ofAlert: notification, layout: words.layout()) ?? words.notification(notification)
      note.isForDesktop = desktop.contains(NotificationCategory(notification.kind))
      return note
    case .notifications(let counts, _):
      var note = Note(StyledText("\(Self.text(of: counts)): notifications"))
      note.isForDesktop = counts.keys.contains { desktop.contains(NotificationCategory($0)) }
      return note
    }
  }

  public enum Change: Sendable {
    case posted
    case edited
    case deleted
  }

  /// The line for the notification of a post that a rule tells of; `nil` for one by a server.
  public static func note(ofAlert notification: MastodonKit.Notification, layout: Layout) -> Note? {
    guard let rule = notification.rule else { return nil }
    return notification.status.map { note(for: $0, rule: rule, layout: layout) }
  }

  /// The line for a post, such as `a1 Wren Alder · 14:02  First frost`.
  ///
  /// - Parameter rule: The rule of the user's that tells of it.
  public static func note(
    for status: Status, _ change: Change = .posted, rule: PostRule.ID? = nil, layout: Layout
  ) -> Note {
    var line = StyledText(ExcerptText.cut(status.account.shownName, to: 30), .name)
    if status.reblog == nil {
      switch change {
      case .posted: break
      case .edited: line += StyledText(" edited")
      case .deleted: line += StyledText(" deleted")
      }
    } else {
      line += StyledText(change == .deleted ? " unboosted " : " boosted ")
      line += StyledText(ExcerptText.cut(status.displayed.account.shownName, to: 30), .name)
    }
    let time = RelativeTime(status.createdAt, in: layout).absolute
    var note = Note(
      line + StyledText(" · \(time)", .secondary, spoken: ", \(time)"),
      sign: StyledText(status.reblog == nil ? "" : "⟳", .accent, spoken: ""),
      detail: StyledText(ExcerptText.of(status, limit: 200)),
      references: change == .deleted
        ? [.account(status.displayed.account.id)]
        : status.references)
    if let rule { note.text += StyledText(" · rule \(rule)", .secondary, spoken: ", rule \(rule)") }
    note.audience = status.audience
    return note
  }

  /// The numbers of notifications of the most frequent kinds: `412 new mentions and 3 boosts`.
  static func text(of counts: [MastodonKit.Notification.Kind: Int]) -> String {
    var nouns: [String: (count: Int, many: String)] = [:]
    for (kind, count) in counts {
      let noun = noun(of: kind)
      nouns[noun.one, default: (0, noun.many)].count += count
    }
    let ranked = nouns.sorted { $0.value.count == $1.value.count ? $0.key < $1.key : $0.value.count > $1.value.count }
    var parts = ranked.prefix(ranked.count > 3 ? 2 : 3).enumerated().map { index, entry in
      let new = index == 0 ? "new " : ""
      return CountText.of(entry.value.count, new + entry.key, new + entry.value.many)
    }
    if ranked.count > 3 { parts.append("\(ranked.dropFirst(2).reduce(0) { $0 + $1.value.count }) others") }
    guard let last = parts.last, parts.count > 1 else { return parts.first ?? "" }
    return parts.dropLast().joined(separator: ", ") + " and " + last
  }

  /// One line for what the stream did not tell; `nil` if nothing arrived.
  static func summary(
    posts: Int, isWhole allPosts: Bool, notifications: Int, isWhole allNotifications: Bool,
    _ cause: StreamFollower.Cause
  ) -> String? {
    let new = cause == .disconnection ? "" : "new "
    let counts = [
      count(posts, new + "post", isWhole: allPosts),
      count(notifications, new + "notification", isWhole: allNotifications),
    ]
    .compactMap(\.self).joined(separator: " and ")
    return counts.isEmpty ? nil : counts + (cause == .disconnection ? " while disconnected." : ".")
  }

  private static func count(_ number: Int, _ thing: String, isWhole: Bool) -> String? {
    guard number > 0 else { return nil }
    return "\(number)\(isWhole ? "" : " or more") \(thing)\(number == 1 ? "" : "s")"
  }

  private static func noun(of kind: MastodonKit.Notification.Kind) -> (one: String, many: String) {
    switch kind {
    case .mention: ("mention", "mentions")
    case .favourite: ("favourite", "favourites")
    case .reblog: ("boost", "boosts")
    case .follow: ("follower", "followers")
    case .followRequest: ("follow request", "follow requests")
    case .status: ("post", "posts")
    case .quote: ("quote", "quotes")
    default: ("notification", "notifications")
    }
  }
}

extension ShownPosts {
  /// The notification of a post that has just arrived, if a rule of the user's tells of it.
  ///
  /// - Parameter me: The account that it came to, whose own posts and mentions are told otherwise.
  public func alert(of status: Status, me: Account.ID?) -> MastodonKit.Notification? {
    guard status.account.id != me, rule(.hide, forNew: status) == nil, let rule = rule(.alert, forNew: status),
      !status.mentions.contains(where: { $0.id == me })
    else { return nil }
    return MastodonKit.Notification(of: status, by: rule)
  }
}

extension MastodonKit.Notification {
  /// The notification of a post that a rule tells of, as of one by an account that the user asked to be told of.
  init(of status: Status, by rule: PostRule.ID) {
    self.init(
      id: ID("rule \(rule) \(status.id)"), kind: .status, createdAt: status.createdAt, account: status.account,
      status: status, groupKey: "rule \(rule)")
  }

  /// The rule that tells of it; `nil` if a server does.
  public var rule: PostRule.ID? {
    guard let groupKey, id.rawValue.hasPrefix(groupKey + " ") else { return nil }
    return groupKey.hasPrefix("rule ") ? PostRule.ID(groupKey.dropFirst(5)) : nil
  }
}
