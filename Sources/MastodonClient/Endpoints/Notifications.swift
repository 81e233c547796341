public import MastodonKit

extension Endpoint where Response == Page<MastodonKit.Notification> {
  /// The notifications, one by one.
  public static func notifications(
    _ page: PageRequest, _ wanted: NotificationQuery = NotificationQuery()
  ) -> Endpoint {
    .page(
      "/api/v1/notifications", query: wanted.fields, request: page, access: .account, scope: .readNotifications,
      operation: "load the notifications")
  }
}

extension Endpoint where Response == MastodonKit.Notification {
  /// One notification.
  public static func notification(
    _ id: MastodonKit.Notification.ID, supportedTypes: [MastodonKit.Notification.Kind] = []
  ) -> Endpoint {
    Endpoint(
      .get, "/api/v1/notifications/:id", id.rawValue,
      query: supportedTypes.map { Field("supported_types[]", $0.rawValue) },
      access: .account, scope: .readNotifications, operation: "load the notification")
  }
}

extension Endpoint where Response == Void {
  /// Takes one notification away.
  public static func dismissNotification(_ id: MastodonKit.Notification.ID) -> Endpoint {
    Endpoint(
      .post, "/api/v1/notifications/:id/dismiss", id.rawValue, access: .account, scope: .writeNotifications,
      operation: "dismiss the notification")
  }

  /// Takes all notifications away.
  public static var clearNotifications: Endpoint {
    Endpoint(
      .post, "/api/v1/notifications/clear", access: .account, scope: .writeNotifications,
      operation: "clear the notifications")
  }
}

extension Endpoint where Response == UnreadCount {
  /// How many notifications are above the marker, up to a limit.
  public static func unreadCount(
    _ wanted: NotificationQuery = NotificationQuery(), limit: Int = 100
  ) -> Endpoint {
    Endpoint(
      .get, "/api/v1/notifications/unread_count", query: [Field("limit", String(limit))] + wanted.fields,
      access: .account, scope: .readNotifications, operation: "count the notifications")
  }
}

extension Endpoint where Response == NotificationPolicy {
  /// What happens to notifications from people one may not know.
  public static var notificationPolicy: Endpoint {
    Endpoint(
      .get, "/api/v2/notifications/policy", access: .account, scope: .readNotifications,
      operation: "load which notifications are filtered")
  }

  /// Changes what happens to them.
  public static func updateNotificationPolicy(_ edit: NotificationPolicyEdit) -> Endpoint {
    var fields: [Field] = []
    fields.add("for_not_following", edit.notFollowing?.rawValue)
    fields.add("for_not_followers", edit.notFollowers?.rawValue)
    fields.add("for_new_accounts", edit.newAccounts?.rawValue)
    fields.add("for_private_mentions", edit.privateMentions?.rawValue)
    fields.add("for_limited_accounts", edit.limitedAccounts?.rawValue)
    return Endpoint(
      .patch, "/api/v2/notifications/policy", body: fields.form, access: .account, scope: .writeNotifications,
      operation: "change which notifications are filtered")
  }
}

extension Endpoint where Response == Page<NotificationRequest> {
  /// Whose notifications were filtered out.
  public static func notificationRequests(_ page: PageRequest) -> Endpoint {
    .page(
      "/api/v1/notifications/requests", request: page, access: .account, scope: .readNotifications,
      operation: "load the notification requests")
  }
}

extension Endpoint where Response == NotificationRequest {
  /// One whose notifications were filtered out.
  public static func notificationRequest(_ id: NotificationRequest.ID) -> Endpoint {
    Endpoint(
      .get, "/api/v1/notifications/requests/:id", id.rawValue, access: .account, scope: .readNotifications,
      operation: "load the notification request")
  }
}

extension Endpoint where Response == NotificationRequestsMerged {
  /// Whether what was accepted is among the notifications yet.
  public static var notificationRequestsMerged: Endpoint {
    Endpoint(
      .get, "/api/v1/notifications/requests/merged", access: .account, scope: .readNotifications,
      operation: "see whether the notifications are merged")
  }
}

extension Endpoint where Response == Void {
  /// Lets one through from now on.
  public static func acceptNotificationRequest(_ id: NotificationRequest.ID) -> Endpoint {
    Endpoint(
      .post, "/api/v1/notifications/requests/:id/accept", id.rawValue, access: .account,
      scope: .writeNotifications, operation: "accept the notification request")
  }

  /// Hides one.
  public static func dismissNotificationRequest(_ id: NotificationRequest.ID) -> Endpoint {
    Endpoint(
      .post, "/api/v1/notifications/requests/:id/dismiss", id.rawValue, access: .account,
      scope: .writeNotifications, operation: "dismiss the notification request")
  }

  /// Lets several through from now on.
  public static func acceptNotificationRequests(_ ids: [NotificationRequest.ID]) -> Endpoint {
    Endpoint(
      .post, "/api/v1/notifications/requests/accept", body: .form(ids.map { Field("id[]", $0.rawValue) }),
      access: .account, scope: .writeNotifications, operation: "accept the notification requests")
  }

  /// Hides several.
  public static func dismissNotificationRequests(_ ids: [NotificationRequest.ID]) -> Endpoint {
    Endpoint(
      .post, "/api/v1/notifications/requests/dismiss", body: .form(ids.map { Field("id[]", $0.rawValue) }),
      access: .account, scope: .writeNotifications, operation: "dismiss the notification requests")
  }
}

extension NotificationQuery {
  /// The query's fields; both forms of the notifications know them.
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
