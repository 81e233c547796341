public import MastodonKit

extension Endpoint where Response == Linked<GroupedNotificationsResults> {
  /// The notifications in the server's groups (API version 2).
  public static func notificationGroups(_ page: PageRequest, _ wanted: GroupQuery = GroupQuery()) -> Endpoint {
    var query = wanted.notifications.fields
    query.add(each: "grouped_types", wanted.groupedTypes.map(\.rawValue))
    if wanted.partialAccounts { query.add("expand_accounts", "partial_avatars") }
    return .linked(
      "/api/v2/notifications", query: query, request: page, access: .account, scope: .readNotifications,
      paging: .link, operation: "load the notifications", count: { $0.notificationGroups.count })
  }
}

extension Endpoint where Response == GroupedNotificationsResults {
  /// One group.
  public static func notificationGroup(_ key: String, supportedTypes: [MastodonKit.Notification.Kind] = []) -> Endpoint
  {
    Endpoint(
      .get, "/api/v2/notifications/:group_key", key,
      query: supportedTypes.map { Field("supported_types[]", $0.rawValue) },
      access: .account, scope: .readNotifications, operation: "load the notifications of the group")
  }
}

extension Endpoint where Response == LossyList<Account> {
  /// All accounts of a group.
  public static func notificationGroupAccounts(_ key: String) -> Endpoint {
    Endpoint(
      .get, "/api/v2/notifications/:group_key/accounts", key, access: .account, scope: .writeNotifications,
      operation: "load the accounts of the notifications")
  }
}

extension Endpoint where Response == Void {
  /// Dismisses a group.
  public static func dismissNotificationGroup(_ key: String) -> Endpoint {
    Endpoint(
      .post, "/api/v2/notifications/:group_key/dismiss", key, access: .account, scope: .writeNotifications,
      operation: "dismiss the notifications")
  }
}

extension Endpoint where Response == UnreadCount {
  /// The number of groups above the marker, up to a limit.
  public static func unreadGroupCount(_ wanted: GroupQuery = GroupQuery(), limit: Int = 100) -> Endpoint {
    var query = [Field("limit", String(limit))] + wanted.notifications.fields
    query.add(each: "grouped_types", wanted.groupedTypes.map(\.rawValue))
    return Endpoint(
      .get, "/api/v2/notifications/unread_count", query: query, access: .account, scope: .readNotifications,
      operation: "count the notifications")
  }
}
