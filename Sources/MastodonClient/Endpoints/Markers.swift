public import MastodonKit

extension Endpoint where Response == Markers {
  public static var notificationsMarker: Endpoint { .markers(["notifications"]) }

  /// The reading positions of these timelines: `home`, `notifications`.
  public static func markers(_ timelines: [String]) -> Endpoint {
    Endpoint(
      .get, "/api/v1/markers", query: timelines.map { Field("timeline[]", $0) }, access: .account, .readStatuses,
      to: "load the reading positions")
  }

  public static func markNotificationsRead(_ id: MastodonKit.Notification.ID) -> Endpoint {
    .mark([Field("notifications[last_read_id]", id.rawValue)], "mark the notifications as read")
      .checked(rereading: { _ in nil }) { markers in
        // Another program may be further.
        let kept = markers.notifications.map { MastodonKit.Notification.ID(rawValue: $0.lastReadID) }
        return kept.map { $0 < id } ?? false ? [RequestPart("read", "that they were read")] : []
      }
  }

  /// Marks the home timeline as read up to a status.
  public static func markHomeRead(_ id: Status.ID) -> Endpoint {
    .mark([Field("home[last_read_id]", id.rawValue)], "mark the home timeline as read")
  }

  private static func mark(_ fields: [Field], _ operation: String) -> Endpoint {
    Endpoint(.post, "/api/v1/markers", body: .form(fields), access: .account, .writeStatuses, to: operation)
  }
}
