public import FeatureKit
public import MastodonKit
import StatusKit
import TerminalKit

/// The lines in which events are announced.
extension StreamWatcher {
  func note(_ line: EventDigest.Line) -> Note {
    var note = text(of: line)
    let desktop = session.kinds().desktop
    switch line {
    case .post, .posts: break
    case .notification(let notification):
      note.isForDesktop = desktop.contains(NotificationCategory(notification.kind))
    case .notifications(let counts, _):
      note.isForDesktop = counts.keys.contains { desktop.contains(NotificationCategory($0)) }
    }
    return note
  }

  private func text(of line: EventDigest.Line) -> Note {
    switch line {
    case .post(let status): Self.note(for: status, layout: session.layout())
    case .posts(let count): Note(StyledText(CountText.of(count, "new post") + " in Home: new", .secondary))
    case .notification(let notification): session.describe(notification)
    case .notifications(let counts, _): Note(StyledText("\(Self.text(of: counts)): notifications"))
    }
  }

  /// What happened to a post.
  public enum Change: Sendable {
    /// It is new.
    case posted
    /// Its author has edited it.
    case edited
    /// It is gone.
    case deleted
  }

  /// The line for a post, such as `a1 Wren Alder · 14:02  First frost`.
  public static func note(for status: Status, _ change: Change = .posted, layout: Layout) -> Note {
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
        : [.status(status.displayed.id), .account(status.displayed.account.id)])
    note.audience = status.audience
    return note
  }

  /// How many notifications there are of the most frequent kinds: `412 new mentions and 3 boosts`.
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
