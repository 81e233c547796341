import FoundationEssentials

extension Announcement {
  /// The announcements of the fixtures' own instance.
  public static let fixtures = Fixtures()

  public final class Fixtures: Sendable {
    /// One that the reader has not seen, with reactions of every kind.
    public let unread = Announcement(
      id: "902",
      content: """
        <p>The upper lock is drained on Monday from nine to noon. Bring boats in by Sunday, and buns for \
        \(FixtureHTML.mention(Account.fixtures.rook)). \(FixtureHTML.hashtag(.fixture("upperlock")))</p>
        """,
      startsAt: .fixture(daysAgo: -2, hoursAgo: 3), endsAt: .fixture(daysAgo: -2), publishedAt: .fixture(hoursAgo: 5),
      updatedAt: .fixture(hoursAgo: 4), read: false, mentions: [Mention(Account.fixtures.rook)],
      tags: [.fixture("upperlock")],
      reactions: [
        Reaction(name: "👍", count: 4, me: true),
        Reaction(name: "kettle", count: 2, me: false, url: CustomEmoji.fixtures.kettle.url),
      ])
    /// One for whole days, which the reader has seen.
    public let allDay = Announcement(
      id: "901", content: "<p>Honey fair at the signal box, Saturday and Sunday.</p>", startsAt: .fixture(hoursAgo: 12),
      endsAt: .fixture(daysAgo: -1, hoursAgo: 12), allDay: true, publishedAt: .fixture(daysAgo: 6),
      updatedAt: .fixture(daysAgo: 6), read: true)
    /// One that tries to take over the terminal, and not read or unread by anybody.
    public let hostile = Announcement(
      id: "903", content: "<p>\u{1B}[2JFree crypto \u{202E}<script>alert(1)</script></p>",
      publishedAt: .fixture(daysAgo: 1), updatedAt: .fixture(daysAgo: 1),
      reactions: [Reaction(name: "\u{1B}]0;mine\u{7}", count: 1)])
    /// One of each that a server may send, newest first.
    public var all: [Announcement] { [unread, allDay] }
  }
}
