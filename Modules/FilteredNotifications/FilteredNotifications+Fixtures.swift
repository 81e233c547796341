import FeatureKit
import MastodonKit
import StatusKit

extension FilteredNotifications {
  final class Fixtures: Sendable {
    let loading = state.with(.loading)
    let empty = loaded([])
    let offline = state.with(.failed(.fixtures.noConnection))
    /// Senders with and without a post, one of them filtered, and more on another page.
    let loaded = loaded(
      [
        .fixture("31", Account.fixtures.heron, count: 1, minutesAgo: 3, Status.fixtures.plain),
        .fixture("30", Account.fixtures.chinatsu, count: 12, minutesAgo: 300, Status.fixtures.contentWarning),
        .fixture("29", Account.fixtures.moss, count: 2, minutesAgo: 9000, nil),
      ], older: "29")
    let hostile = loaded([
      .fixture("32", Account.fixtures.hostile, count: 4, minutesAgo: 2, Status.fixtures.hostile)
    ])

    private static func loaded(
      _ requests: [NotificationRequest], older: Cursor? = nil
    ) -> ListState<NotificationRequest> {
      state.with(.loaded(PagedList(requests, older: older)))
    }
  }
}

extension NotificationRequest {
  fileprivate static func fixture(
    _ id: ID, _ account: Account, count: Int, minutesAgo: Int, _ status: Status?
  ) -> NotificationRequest {
    NotificationRequest(
      id: id, createdAt: .fixture(minutesAgo: minutesAgo + 60), updatedAt: .fixture(minutesAgo: minutesAgo),
      account: account, notificationsCount: count, lastStatus: status)
  }
}

extension FilteredNotifications {
  final class PolicyFixtures: Sendable {
    /// Nothing is held back.
    let open = NotificationPolicy()
    /// One of each decision, with something held back.
    let strict = NotificationPolicy(
      forNotFollowing: .filter, forNotFollowers: .accept, forNewAccounts: .drop, forPrivateMentions: .filter,
      forLimitedAccounts: .unknown("\u{1B}[31mlater"),
      summary: NotificationPolicy.Summary(pendingRequestsCount: 2, pendingNotificationsCount: 13))
  }
}

extension FilteredNotifications.Action {
  public static var fixtures: Fixtures { Fixtures() }

  @MainActor
  public struct Fixtures {
    public let none = FilteredNotifications.Action(
      show: { _ in .screen }, open: { _ in .screen }, requests: { [] }, accept: { _ in true }, dismiss: { _ in },
      policy: { NotificationPolicy() }, update: { _ in NotificationPolicy() })
  }
}
