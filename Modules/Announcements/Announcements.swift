public import FeatureKit
public import MastodonKit
import StatusKit
public import TerminalKit

/// Messages from the server's staff to everyone on it.
public enum Announcements {
  /// The name of the announcements among the timelines of which positions are kept.
  private static let timeline = "announcements"

  /// The line that tells of unread announcements above the prompt; `nil` if there are none, or if it told of them before.
  ///
  /// A stream doesn't say whether an announcement was read: what it brings is new.
  public static func note(_ announcements: [Announcement], positions: ReadingPositions) -> Note? {
    // Without the database they are told of once more, at the next start.
    let told = (try? positions.position(timeline)).map { Announcement.ID($0.rawValue) }
    let unread = announcements.filter { announcement in
      announcement.read != true && told.map { announcement.id > $0 } ?? true
    }
    guard let first = unread.first, let newest = unread.map(\.id).max() else { return nil }
    // The same.
    try? positions.keep(Status.ID(newest.rawValue), timeline)
    let text = unread.count == 1 ? "New announcement" : CountText.of(unread.count, "new announcement")
    // As text and not as a detail, which would be cut to one line.
    return Note(
      StyledText("\(text): ") + StyledText(excerpt(first), .secondary)
        + StyledText(" · announcements", spoken: " Type announcements."))
  }

  static func view(_ announcements: [Announcement], layout: Layout) -> Document {
    let blocks: [Block] =
      announcements.isEmpty
      ? [.paragraph(StyledText("Your server has no announcements.", .secondary))]
      : announcements.enumerated().flatMap { index, announcement in
        (index > 0 ? [Block.blank] : []) + [.item(item(announcement, index + 1, layout))]
      }
    let unread = announcements.count { $0.read == false }
    return Document(
      kind: "announcements", title: Document.Title("Announcements", note: unread > 0 ? "\(unread) unread" : nil),
      blocks: blocks,
      hint: StyledText(
        announcements.isEmpty ? "server" : "dismiss N · announcements react N EMOJI", .hint),
      data: [.init("unread", .int(unread))])
  }

  private static func item(_ announcement: Announcement, _ number: Int, _ layout: Layout) -> Item {
    let content = HTMLText.parse(announcement.content)
    let times = times(announcement, layout)
    var blocks = content
    blocks.append(.paragraph(StyledText(times.seen, .secondary)))
    if !announcement.reactions.isEmpty {
      blocks.append(
        .paragraph(
          .joined(
            announcement.reactions.map {
              StyledText("\(reaction($0.name)) \($0.count)", $0.me == true ? .accent : .secondary)
            }, separator: StyledText("  "))))
    }
    let reactions = announcement.reactions.map {
      "\(reaction($0.name)) \($0.count)" + ($0.me == true ? ", also yours" : "")
    }
    let spoken = Sentence.joined([
      announcement.read == false ? "Unread" : "", HTMLText.plainText(announcement.content), times.spoken,
      reactions.isEmpty ? "" : "Reactions: \(Sentence.list(reactions))",
    ])
    return Item(
      number: number, mark: announcement.read == false ? StyledText("•", .accent, spoken: "unread") : nil,
      blocks: blocks, spoken: Sentence.closed(spoken),
      references: [Reference(kind: .announcement, id: announcement.id.rawValue)], data: data(announcement))
  }

  /// When it was published, and when it takes place.
  private static func times(_ announcement: Announcement, _ layout: Layout) -> (seen: String, spoken: String) {
    let published = RelativeTime(announcement.publishedAt, in: layout)
    guard let start = announcement.startsAt.map({ RelativeTime($0, in: layout) }) else {
      return (published.short, published.spoken)
    }
    let end = announcement.endsAt.map { RelativeTime($0, in: layout) }
    let period: String
    if announcement.allDay {
      let day = start.calendarDay
      period = end.map { $0.calendarDay == day ? day : "\(day) to \($0.calendarDay)" } ?? day
    } else {
      let begin = "\(start.day) \(start.clock)"
      period = end.map { $0.day == start.day ? "\(begin)–\($0.clock)" : "\(begin) to \($0.day) \($0.clock)" } ?? begin
    }
    return ("\(period) · published \(published.short)", "\(period), published \(published.spoken)")
  }

  /// An emoji, or a shortcode between colons.
  private static func reaction(_ name: String) -> String {
    let name = ExcerptText.cut(name, to: 40)
    return name.utf8.allSatisfy { $0 < 0x80 } ? ":\(name):" : name
  }

  /// The beginning of an announcement.
  static func excerpt(_ announcement: Announcement) -> String {
    "“\(ExcerptText.cut(HTMLText.plainText(announcement.content), to: 50))”"
  }

  private static func data(_ announcement: Announcement) -> JSONValue {
    [
      "id": .string(announcement.id.rawValue), "text": .string(HTMLText.wholeText(announcement.content)),
      "read": announcement.read.map(JSONValue.bool) ?? .null,
      "published_at": .string(MastodonDate.format(announcement.publishedAt)),
      "starts_at": .optional(announcement.startsAt.map(MastodonDate.format)),
      "ends_at": .optional(announcement.endsAt.map(MastodonDate.format)), "all_day": .bool(announcement.allDay),
      "reactions": .array(
        announcement.reactions.map {
          ["name": .string($0.name), "count": .int($0.count), "me": .bool($0.me == true), "url": .optional($0.url)]
        }),
    ]
  }
}

extension Reference.Kind {
  public static let announcement = Reference.Kind(rawValue: "announcement")
}
