public import MastodonKit

extension Endpoint where Response == Page<MastodonKit.Notification> {
  /// The notifications, one by one.
  public static func notifications(_ page: PageRequest) -> Endpoint {
    .page("/api/v1/notifications", request: page, access: .account, operation: "load the notifications")
  }
}

extension Endpoint where Response == Void {
  /// Takes one notification away.
  public static func dismissNotification(_ id: MastodonKit.Notification.ID) -> Endpoint {
    Endpoint(
      .post, apiPath("/api/v1/notifications", id.rawValue, "dismiss"), access: .account,
      operation: "dismiss the notification")
  }

  /// Takes all notifications away.
  public static var clearNotifications: Endpoint {
    Endpoint(.post, "/api/v1/notifications/clear", access: .account, operation: "clear the notifications")
  }
}
