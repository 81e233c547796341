public import MastodonKit

extension Endpoint where Response == Markers {
  /// How far the notifications were read.
  public static var notificationsMarker: Endpoint { .markers(["notifications"]) }

  /// How far these were read: `home`, `notifications`.
  public static func markers(_ timelines: [String]) -> Endpoint {
    Endpoint(
      .get, "/api/v1/markers", query: timelines.map { Field("timeline[]", $0) }, access: .account,
      scope: .readStatuses, operation: "load what was read")
  }

  /// Says that the notifications were read up to this one.
  public static func markNotificationsRead(_ id: MastodonKit.Notification.ID) -> Endpoint {
    .mark([Field("notifications[last_read_id]", id.rawValue)], "mark the notifications as read")
  }

  /// Says that the home timeline was read up to this status.
  public static func markHomeRead(_ id: Status.ID) -> Endpoint {
    .mark([Field("home[last_read_id]", id.rawValue)], "mark the home timeline as read")
  }

  private static func mark(_ fields: [Field], _ operation: String) -> Endpoint {
    Endpoint(
      .post, "/api/v1/markers", body: .form(fields), access: .account, scope: .writeStatuses,
      operation: operation)
  }
}
