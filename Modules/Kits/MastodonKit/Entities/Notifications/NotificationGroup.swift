public import FoundationEssentials

/// Notifications of one kind about one thing.
public struct NotificationGroup: Hashable, Sendable, DecodableEntity {
  /// The key that the notifications share, also across pages.
  public var groupKey: String
  public var notificationsCount: Int
  public var kind: Notification.Kind
  public var mostRecentNotificationID: Notification.ID
  public var oldestNotificationOfPageID: Notification.ID? = nil
  public var latestPageNotificationAt: Date?
  /// Some of the accounts that caused it, the latest first.
  public var sampleAccountIDs: [Account.ID]
  public var statusID: Status.ID?
  public var event: RelationshipSeveranceEvent?
  public var warning: ModerationWarning? = nil
  /// The server's text for an unknown kind.
  public var fallback: Notification.Fallback?
  public var year: Int? = nil

  public init(_ json: Fields) throws {
    groupKey = try json.required("group_key")
    notificationsCount = json.count("notifications_count")
    kind = Notification.Kind(rawValue: json.name("type"))
    mostRecentNotificationID = try json.id("most_recent_notification_id")
    oldestNotificationOfPageID = json.idIfPresent("page_min_id")
    latestPageNotificationAt = json.date("latest_page_notification_at")
    sampleAccountIDs = json.list("sample_account_ids")
    statusID = json.idIfPresent("status_id")
    event = json.entity("event")
    warning = json.entity("moderation_warning")
    fallback = json.entity("fallback")
    year = (json.entity("annual_report") as Notification.Summary?)?.year
  }
}

/// A page of groups, with the accounts and statuses that they name.
public struct GroupedNotificationsResults: Hashable, Sendable, ListAnswer {
  public var accounts: [Account] = []
  public var statuses: [Status] = []
  /// The groups, the newest first.
  public var notificationGroups: [NotificationGroup] = []
  public var skipped = 0
}

extension GroupedNotificationsResults: DecodableEntity {
  public init(_ json: Fields) throws {
    accounts = json.list("accounts")
    statuses = json.list("statuses")
    guard let groups: [NotificationGroup] = json.listIfPresent("notification_groups", counting: &skipped) else {
      throw json.missing("notification_groups")
    }
    notificationGroups = groups.droppingRepeats(of: \NotificationGroup.groupKey)
  }
}

extension GroupedNotificationsResults {
  /// The groups as notifications: each is the newest of its group, and has the group if it stands for several.
  public var notifications: [Notification] {
    let accounts = Dictionary(accounts.map { ($0.id, $0) }) { first, _ in first }
    let statuses = Dictionary(statuses.map { ($0.id, $0) }) { first, _ in first }
    return notificationGroups.map { group in
      let known = group.sampleAccountIDs.compactMap { accounts[$0] }
      var notification = Notification(
        id: group.mostRecentNotificationID, kind: group.kind,
        createdAt: group.latestPageNotificationAt ?? Date(timeIntervalSince1970: 0),
        // What moderators and the server did is of nobody.
        account: known.first ?? Account(id: group.sampleAccountIDs.first ?? "", username: "", acct: ""),
        status: group.statusID.flatMap { statuses[$0] }, groupKey: group.groupKey, fallback: group.fallback,
        event: group.event)
      notification.year = group.year
      notification.warning = group.warning
      if !group.groupKey.hasPrefix(Notification.aloneKey) {
        notification.group = Notification.Group(
          key: group.groupKey, count: max(group.notificationsCount, known.count, 1), accounts: known,
          oldest: group.oldestNotificationOfPageID)
      }
      return notification
    }
  }
}

extension Notification {
  /// The prefix of the key of a notification that the server groups with no other.
  public static let aloneKey = "ungrouped-"
}
