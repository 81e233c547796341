public import MastodonKit

extension Endpoint {
  public static var announcements: Endpoint<LossyList<Announcement>> {
    .init(.get, "/api/v1/announcements", access: .account, operation: "load the announcements")
  }

  public static func dismissAnnouncement(_ id: Announcement.ID) -> Endpoint<Void> {
    .init(
      .post, "/api/v1/announcements/:id/dismiss", id.rawValue, access: .account, scope: .writeAccounts,
      operation: "dismiss the announcement")
  }

  /// Reacts to an announcement with an emoji or a shortcode.
  public static func react(to id: Announcement.ID, with name: String) -> Endpoint<Void> {
    .init(
      .put, "/api/v1/announcements/:id/reactions/:name", id.rawValue, name, access: .account,
      scope: .writeFavourites, operation: "react to the announcement")
  }

  public static func unreact(to id: Announcement.ID, with name: String) -> Endpoint<Void> {
    .init(
      .delete, "/api/v1/announcements/:id/reactions/:name", id.rawValue, name, access: .account,
      scope: .writeFavourites, operation: "remove the reaction")
  }
}
