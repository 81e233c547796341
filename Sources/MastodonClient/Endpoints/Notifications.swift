public import MastodonKit

extension Endpoint {
  /// The notifications, ungrouped.
  public static func notifications(
    _ page: PageRequest, _ wanted: NotificationQuery = NotificationQuery()
  ) -> Endpoint<Page<MastodonKit.Notification>> {
    .page(
      "/api/v1/notifications", query: wanted.fields, request: page, access: .account, .readNotifications,
      to: "load the notifications")
  }

  public static func dismissNotification(_ id: MastodonKit.Notification.ID) -> Endpoint<Void> {
    .init(
      .post, "/api/v1/notifications/:id/dismiss", id, access: .account, .writeNotifications,
      to: "dismiss the notification")
  }

  public static var clearNotifications: Endpoint<Void> {
    .init(.post, "/api/v1/notifications/clear", access: .account, .writeNotifications, to: "clear the notifications")
  }

  /// The number of notifications above the marker, up to a limit.
  public static func unreadCount(
    _ wanted: NotificationQuery = NotificationQuery(), limit: Int = 100
  ) -> Endpoint<UnreadCount> {
    .init(
      .get, "/api/v1/notifications/unread_count", query: [Field("limit", String(limit))] + wanted.fields,
      access: .account, .readNotifications, to: "count the notifications")
  }

  public static var notificationPolicy: Endpoint<NotificationPolicy> {
    .init(
      .get, "/api/v2/notifications/policy", access: .account, .readNotifications,
      to: "load which notifications are filtered")
  }

  public static func updateNotificationPolicy(_ edit: NotificationPolicyEdit) -> Endpoint<NotificationPolicy> {
    var fields: [Field] = []
    fields.add("for_not_following", edit.notFollowing?.rawValue)
    fields.add("for_not_followers", edit.notFollowers?.rawValue)
    fields.add("for_new_accounts", edit.newAccounts?.rawValue)
    fields.add("for_private_mentions", edit.privateMentions?.rawValue)
    fields.add("for_limited_accounts", edit.limitedAccounts?.rawValue)
    return .init(
      .patch, "/api/v2/notifications/policy", body: fields.form, access: .account, .writeNotifications,
      to: "change which notifications are filtered"
    ).checked(rereading: { _ in .notificationPolicy }) { edit.parts(missingIn: $0) }
  }

  public static func notificationRequests(_ page: PageRequest) -> Endpoint<Page<NotificationRequest>> {
    .page(
      "/api/v1/notifications/requests", request: page, access: .account, .readNotifications,
      to: "load the notification requests")
  }

  /// Whether accepted notifications have been merged yet.
  public static var notificationRequestsMerged: Endpoint<NotificationRequestsMerged> {
    .init(
      .get, "/api/v1/notifications/requests/merged", access: .account, .readNotifications,
      to: "check whether the notifications are merged")
  }

  public static func acceptNotificationRequest(_ id: NotificationRequest.ID) -> Endpoint<Void> {
    .init(
      .post, "/api/v1/notifications/requests/:id/accept", id, access: .account, .writeNotifications,
      to: "accept the notification request")
  }

  public static func dismissNotificationRequest(_ id: NotificationRequest.ID) -> Endpoint<Void> {
    .init(
      .post, "/api/v1/notifications/requests/:id/dismiss", id, access: .account, .writeNotifications,
      to: "dismiss the notification request")
  }

  /// Accepts the notifications of several accounts from now on.
  public static func acceptNotificationRequests(_ ids: [NotificationRequest.ID]) -> Endpoint<Void> {
    .init(
      .post, "/api/v1/notifications/requests/accept", body: .form(ids.map { Field("id[]", $0.rawValue) }),
      access: .account, .writeNotifications, to: "accept the notification requests")
  }

  public static func dismissNotificationRequests(_ ids: [NotificationRequest.ID]) -> Endpoint<Void> {
    .init(
      .post, "/api/v1/notifications/requests/dismiss", body: .form(ids.map { Field("id[]", $0.rawValue) }),
      access: .account, .writeNotifications, to: "dismiss the notification requests")
  }
}

extension NotificationQuery {
  /// The query's fields; grouped and ungrouped notifications share them.
  var fields: [Field] {
    var fields: [Field] = []
    fields.add(each: "types", types.map(\.rawValue))
    fields.add(each: "exclude_types", excludedTypes.map(\.rawValue))
    fields.add("account_id", accountID?.rawValue)
    if includesFiltered { fields.add("include_filtered", true) }
    fields.add(each: "supported_types", supportedTypes.map(\.rawValue))
    return fields
  }
}
