import FeatureKit
import FoundationEssentials
import MastodonKit
import StatusKit

extension Notifications.State {
  public static let fixtures = Fixtures()

  /// The list's states with fixed notifications at a fixed time.
  public final class Fixtures: Sendable {
    /// Nothing was requested yet.
    public let idle = Notifications.State()
    public let loading = Notifications.State(phase: .loading)
    public let empty = Notifications.State.fixture([])
    public let offline = Notifications.State(phase: .failed(AppError.fixtures.noConnection))
    public let one = Notifications.State.fixture([MastodonKit.Notification.fixtures.mention], readBefore: .max)
    public let many = Notifications.State.fixture(MastodonKit.Notification.fixtures.list, readBefore: 20)
    public let allRead = Notifications.State.fixture(MastodonKit.Notification.fixtures.list, readBefore: 0)
    /// Rows of several notifications: four favourites of one post, then two boosts.
    public let grouped = Notifications.State.fixture(
      MastodonKit.Notification.fixtures.favourites + [MastodonKit.Notification.fixtures.reblog, boostByHeron])
    /// Rows that the server grouped, of which it names only the first accounts.
    public let groupedByServer = Notifications.State.fixture([groupByServer, MastodonKit.Notification.fixtures.mention])
    public let onlySome = Notifications.State.fixture(
      MastodonKit.Notification.fixtures.list, readBefore: 20, choice: Notifications.Choice(only: [.mentions, .boosts]))
    /// None of the kinds that were asked for.
    public let noneOfThese = Notifications.State.fixture([], choice: Notifications.Choice(except: [.mentions]))
    /// One of each kind, also kinds that Howdah does not know, and a name with control sequences.
    public let everyKind = Notifications.State.fixture(MastodonKit.Notification.fixtures.all)
    /// Wide characters, joined emoji and right-to-left text.
    public let wideCharacters = Notifications.State.fixture([
      .fixture("90009", .mention, Account.fixtures.chinatsu, minutesAgo: 2, Status.fixtures.wideCharacters),
      .fixture("90008", .favourite, Account.fixtures.zoe, minutesAgo: 3, Status.fixtures.own),
      .fixture("90007", .quote, Account.fixtures.noura, minutesAgo: 4, Status.fixtures.rightToLeft),
    ])
    public let hostile = Notifications.State.fixture([
      .fixture("90009", .mention, Account.fixtures.hostile, minutesAgo: 2, Status.fixtures.hostile),
      .fixture("90008", .status, Account.fixtures.hostile, minutesAgo: 3, Status.fixtures.hostileWarning),
      MastodonKit.Notification.fixtures.hostile,
    ])
    /// Posts behind a content warning and behind filters.
    public let warned = Notifications.State.fixture([
      .fixture("90009", .mention, Account.fixtures.pool, minutesAgo: 2, Status.fixtures.contentWarning),
      .fixture("90008", .status, Account.fixtures.wren, minutesAgo: 3, filtered(.warn)),
      .fixture("90007", .status, Account.fixtures.rook, minutesAgo: 4, filtered(.hide)),
    ])
  }

  private static let boostByHeron = MastodonKit.Notification.fixture(
    "89959", .reblog, Account.fixtures.heron, minutesAgo: 41, Status.fixtures.own)

  private static var groupByServer: MastodonKit.Notification {
    var notification = MastodonKit.Notification.fixture(
      "90010", .favourite, Account.fixtures.zoe, minutesAgo: 2, Status.fixtures.own)
    let accounts = [
      Account.fixtures.zoe, Account.fixtures.rook, Account.fixtures.heron, Account.fixtures.pool,
      Account.fixtures.wren, Account.fixtures.chinatsu, Account.fixtures.moss, Account.fixtures.juniper,
    ]
    notification.group = MastodonKit.Notification.Group(key: "favourite-1-2", count: 212, accounts: accounts)
    return notification
  }

  private static func filtered(_ action: Filter.Action) -> Status {
    var status = Status.fixtures.plain
    let filter = Filter(id: "9", title: "tides", contexts: [.notifications], action: action)
    status.filtered = [FilterResult(filter: filter)]
    return status
  }

  /// A list in which notifications younger than so many minutes are new.
  private static func fixture(
    _ notifications: [MastodonKit.Notification], readBefore minutes: Int = 0,
    choice: Notifications.Choice = Notifications.Choice()
  ) -> Notifications.State {
    let read = notifications.first {
      $0.createdAt <= Date.fixtureNow.addingTimeInterval(-60 * Double(min(minutes, 1_000_000)))
    }
    return Notifications.State(
      notifications: notifications, lastRead: read?.id ?? "", older: notifications.count > 5 ? "older" : nil,
      me: Account.fixtures.you.id, phase: .loaded, choice: choice)
  }
}

extension MastodonKit.Notification {
  fileprivate static func fixture(
    _ id: ID, _ kind: Kind, _ account: Account, minutesAgo: Int, _ status: Status
  ) -> MastodonKit.Notification {
    MastodonKit.Notification(
      id: id, kind: kind, createdAt: .fixture(minutesAgo: minutesAgo), account: account, status: status)
  }
}

extension Notifications.Action {
  @MainActor public static var fixtures: Fixtures { Fixtures() }

  @MainActor
  public struct Fixtures {
    public let none = Notifications.Action(
      select: { .screen }, accounts: { _, _, _ in .screen }, open: { _ in .screen }, profile: { _ in .screen },
      reply: { _, _, _ in .nothing })
  }
}
