public import MastodonKit

extension Endpoint {
  /// The notifications in the server's groups (API version 2).
  public static func notificationGroups(
    _ page: PageRequest, _ wanted: GroupQuery = GroupQuery()
  ) -> Endpoint<Linked<GroupedNotificationsResults>> {
    var query = wanted.notifications.fields
    query.add(each: "grouped_types", wanted.groupedTypes.map(\.rawValue))
    return .linked(
      "/api/v2/notifications", query: query, request: page, access: .account, .readNotifications, paging: .link,
      to: "load the notifications", count: { $0.notificationGroups.count })
  }

  public static func dismissNotificationGroup(_ key: String) -> Endpoint<Void> {
    .init(
      .post, "/api/v2/notifications/:group_key/dismiss", key, access: .account, .writeNotifications,
      to: "dismiss the notifications")
  }
}
