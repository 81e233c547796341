public import MastodonKit

extension Endpoint where Response == LossyList<Announcement> {
  public static var announcements: Endpoint {
    Endpoint(.get, "/api/v1/announcements", access: .account, operation: "load the announcements")
  }
}

extension Endpoint where Response == Void {
  public static func dismissAnnouncement(_ id: Announcement.ID) -> Endpoint {
    Endpoint(
      .post, "/api/v1/announcements/:id/dismiss", id.rawValue, access: .account, scope: .writeAccounts,
      operation: "dismiss the announcement")
  }

  /// Reacts to an announcement with an emoji or a shortcode.
  public static func react(to id: Announcement.ID, with name: String) -> Endpoint {
    Endpoint(
      .put, "/api/v1/announcements/:id/reactions/:name", id.rawValue, name, access: .account,
      scope: .writeFavourites, operation: "react to the announcement")
  }

  public static func unreact(to id: Announcement.ID, with name: String) -> Endpoint {
    Endpoint(
      .delete, "/api/v1/announcements/:id/reactions/:name", id.rawValue, name, access: .account,
      scope: .writeFavourites, operation: "remove the reaction")
  }
}
