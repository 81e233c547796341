import FeatureKit
import FoundationEssentials
public import MastodonKit
public import StatusKit

extension Home {
  public static let fixtures = Fixtures()

  /// The timeline's states with fixed posts at a fixed time.
  public final class Fixtures: Sendable {
    public let empty = loaded([])
    public let loading = Home.state().with(.loading)
    public let offline = Home.state().with(.failed(.fixtures.noConnection))
    public let signedOut = Home.state().with(.failed(.unauthorized(host: nil)))
    public let loaded = loaded(
      Status.fixtures.home.filter { $0.id != Status.fixtures.filteredHide.id }, older: "100", unread: 3)
    public let one = loaded([Status.fixtures.plain])
    public let many = loaded(
      (0..<40).map { index in
        var status = Status.fixtures.home[index % 4]
        status.id = Status.ID("\(9_000_000 - index)")
        return status
      }, older: "100")
    public let local = loaded([Status.fixtures.plain, Status.fixtures.bot], timeline: .local)
    /// The federated timeline, further down.
    public let federatedOlder = loaded(
      [Status.fixtures.rightToLeft, Status.fixtures.linkCard], timeline: .federated, older: "100", isNewest: false)
    /// More came in than was counted, and the filters changed.
    public let behind = loaded([Status.fixtures.plain], unread: 40, hasMoreUnread: true)
    /// New posts above those that were there the last time.
    public let seenBefore = changed(loaded(Array(Status.fixtures.home.prefix(4)))) {
      $0.seenUpTo = $0.elements[2].id
    }
    /// The filters changed since it was fetched.
    public let stale = loaded([Status.fixtures.plain], isStale: true)
    /// A post was deleted after it was printed.
    public let deleted = changed(loaded([Status.fixtures.plain, Status.fixtures.long])) {
      $0.remove(Status.fixtures.plain.id)
    }
    /// Wide characters, joined emoji, right to left.
    public let wideCharacters = loaded([
      Status.fixtures.wideCharacters, Status.fixtures.rightToLeft, Status.fixtures.customEmoji,
    ])
    /// Posts that try to take over the terminal.
    public let hostile = loaded([
      Status.fixtures.hostile, Status.fixtures.hostileWarning, Status.fixtures.zalgo, Status.fixtures.empty,
    ])
    /// Formatted text and a word without an end.
    public let formatted = loaded([Status.fixtures.formatted, Status.fixtures.longWord])
    /// Content warnings, folded.
    public let contentWarnings = loaded([Status.fixtures.contentWarning, Status.fixtures.pollHidden])
    /// The same, after `show 1`.
    public let contentWarningsRevealed = changed(
      loaded([Status.fixtures.contentWarning, Status.fixtures.pollHidden])
    ) { $0.reveal(Status.fixtures.contentWarning.id) }
    /// Posts that the reader's filters fold away, and one whose media they hide.
    public let filtered = loaded([
      Status.fixtures.filteredWarn, Status.fixtures.filteredBlur, Status.fixtures.filteredExpired,
    ])
    /// Polls at each stage.
    public let polls = loaded(Status.fixtures.asking)
    /// Media of each kind, described or not.
    public let media = loaded(Status.fixtures.withMedia)
    /// Quotes, and quotes that there is nothing to see of.
    public let quotes = loaded(Status.fixtures.quoting)
    public let boosts = loaded([Status.fixtures.boost, Status.fixtures.ownBoost])
    /// Several boosts of a post, the boost of one that was shown before, and posts that a setting hides.
    public let repeats = folded()
    /// Posts with limited visibility, edited posts, and posts that the reader marked.
    public let marks = loaded([
      Status.fixtures.edited, Status.fixtures.direct, Status.fixtures.followersOnly, Status.fixtures.unlisted,
      Status.fixtures.unknownVisibility, Status.fixtures.bot, Status.fixtures.marked, Status.fixtures.reply,
    ])

    private static func folded() -> StatusTimeline.State {
      let fixtures = (Account.fixtures.rook, Account.fixtures.moss, Account.fixtures.zoe)
      func boost(_ post: Status, by account: Account, minutesAgo: Int) -> Status {
        var boost = Status(
          id: Status.ID("\(9_000_000 - minutesAgo)"), createdAt: .fixture(minutesAgo: minutesAgo), account: account,
          content: "")
        boost.reblog = post
        return boost
      }
      let (often, seen) = (Status.fixtures.plain, Status.fixtures.contentWarning)
      var favourited = Status.fixtures.bot
      favourited.favourited = true
      let statuses = [
        boost(often, by: fixtures.0, minutesAgo: 3), boost(seen, by: fixtures.1, minutesAgo: 5),
        boost(often, by: fixtures.1, minutesAgo: 8), boost(often, by: fixtures.2, minutesAgo: 9),
        boost(Status.fixtures.long, by: fixtures.0, minutesAgo: 10), often, favourited,
      ]
      var page = PagedList<Status>()
      page.show(
        ListPart(Page(statuses), PageRequest(limit: 20)), options: TimelineOptions(hidden: [.favourited]),
        isAskedFor: false, me: nil, isHidden: { _ in false }, rule: { _ in nil },
        wasShown: { [seen.id, Status.fixtures.long.id].contains($0.contentID) })
      return Home.state(me: Account.fixtures.you.id).with(.loaded(page))
    }

    private static func changed(
      _ state: StatusTimeline.State, _ change: (inout PagedList<Status>) -> Void
    ) -> StatusTimeline.State {
      var state = state
      state.page.modify(change)
      return state
    }

    private static func loaded(
      _ statuses: [Status], timeline: Home.Timeline = .home, older: Cursor? = nil, isNewest: Bool = true,
      unread: Int = 0, hasMoreUnread: Bool = false, isStale: Bool = false
    ) -> StatusTimeline.State {
      Home.state(timeline, me: Account.fixtures.you.id).with(
        .loaded(
          PagedList(
            statuses, older: older, isNewest: isNewest,
            unreadIDs: Set((0..<unread).map { Status.ID("unread-\($0)") }), hasMoreUnread: hasMoreUnread,
            isStale: isStale)))
    }
  }
}

extension Home.Action {
  @MainActor public static var fixtures: Fixtures { Fixtures() }

  @MainActor
  public struct Fixtures {
    public let none = Home.Action(
      select: { .screen }, show: { _, _ in .screen }, accounts: { _, _ in .screen }, refreshed: {},
      status: StatusAction.fixtures.none)
  }
}
