import FoundationEssentials

extension NotificationGroup {
  /// The user's notifications in the server's groups.
  public static let fixtures = Fixtures()

  /// One group for each way it can look.
  public struct Fixtures: Sendable {
    /// Four favourited one status; three of them are named.
    public var favourites: NotificationGroup {
      let notifications = Notification.fixtures.favourites
      return NotificationGroup(Notification.fixtures.favourite, gathering: notifications)
    }
    /// A single follow.
    public var follow: NotificationGroup { NotificationGroup(Notification.fixtures.follow) }
    /// A mention; mentions are never grouped.
    public var mention: NotificationGroup { NotificationGroup(Notification.fixtures.mention) }
    /// An account was reported, which moderators are told.
    public var adminReport: NotificationGroup {
      var group = NotificationGroup(Notification.fixtures.adminReport)
      group.report = Report.fixtures.spam
      return group
    }
    /// An unknown kind.
    public var unknown: NotificationGroup { NotificationGroup(Notification.fixtures.unknownWithFallback) }
    /// One of each, newest first.
    public var all: [NotificationGroup] {
      [favourites, follow, mention, adminReport, unknown].sorted {
        $0.mostRecentNotificationID > $1.mostRecentNotificationID
      }
    }
  }

  /// Creates the group of a notification and similar ones, newest first, with at most three sample accounts.
  private init(_ latest: Notification, gathering notifications: [Notification] = []) {
    let notifications = notifications.isEmpty ? [latest] : notifications
    self.init(
      groupKey: latest.groupKey ?? "ungrouped-\(latest.id)", notificationsCount: notifications.count,
      kind: latest.kind, mostRecentNotificationID: latest.id, pageMinID: notifications.last?.id, pageMaxID: latest.id,
      latestPageNotificationAt: latest.createdAt, sampleAccountIDs: notifications.prefix(3).map(\.account.id),
      statusID: latest.status?.id, fallback: latest.fallback)
  }
}

extension GroupedNotificationsResults {
  /// Pages of grouped notifications.
  public static let fixtures = Fixtures()

  /// A page and an empty one.
  public struct Fixtures: Sendable {
    /// Every group, with the accounts and statuses that they name.
    public var page: GroupedNotificationsResults {
      let groups = NotificationGroup.fixtures.all
      let named = Set(groups.flatMap(\.sampleAccountIDs))
      let statuses = Set(groups.compactMap(\.statusID))
      return GroupedNotificationsResults(
        accounts: Account.fixtures.all.filter { named.contains($0.id) },
        statuses: statuses.sorted().compactMap { id in Status.fixtures.all.first { $0.id == id } },
        notificationGroups: groups)
    }
    /// Nothing happened.
    public let empty = GroupedNotificationsResults()
  }
}

extension Report {
  /// The user's reports.
  public static let fixtures = Fixtures()

  /// One report that waits and one that was acted upon.
  public struct Fixtures: Sendable {
    /// It waits for the moderators, here and on the other server.
    public var spam: Report {
      Report(
        id: "1101", category: .spam, comment: "The same offer, eleven times since breakfast.", forwarded: true,
        createdAt: .fixture(hoursAgo: 6), statusIDs: [Status.fixtures.hostile.id],
        targetAccount: Account.fixtures.hostile)
    }
    /// The moderators acted.
    public var violation: Report {
      Report(
        id: "1102", actionTaken: true, actionTakenAt: .fixture(daysAgo: 2), category: .violation,
        createdAt: .fixture(daysAgo: 3), ruleIDs: ["1"], targetAccount: Account.fixtures.gone)
    }
    /// Both.
    public var all: [Report] { [spam, violation] }
  }
}
