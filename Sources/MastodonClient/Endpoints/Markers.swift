public import MastodonKit

extension Endpoint where Response == Markers {
  /// How far the notifications were read.
  public static var notificationsMarker: Endpoint {
    Endpoint(
      .get, "/api/v1/markers", query: [Field("timeline[]", "notifications")], access: .account,
      operation: "load what was read")
  }

  /// Says that the notifications were read up to this one.
  public static func markNotificationsRead(_ id: MastodonKit.Notification.ID) -> Endpoint {
    Endpoint(
      .post, "/api/v1/markers", body: .form([Field("notifications[last_read_id]", id.rawValue)]), access: .account,
      operation: "mark the notifications as read")
  }
}
