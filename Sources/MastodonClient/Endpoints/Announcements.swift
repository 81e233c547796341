public import MastodonKit

extension Endpoint {
  public static var announcements: Endpoint<LossyList<Announcement>> {
    .whole("/api/v1/announcements", access: .account, to: "load the announcements")
  }

  public static func dismissAnnouncement(_ id: Announcement.ID) -> Endpoint<Void> {
    .init(
      .post, "/api/v1/announcements/:id/dismiss", id, access: .account, .writeAccounts, to: "dismiss the announcement")
  }

  /// Reacts to an announcement with an emoji or a shortcode.
  public static func react(to id: Announcement.ID, with name: String) -> Endpoint<Void> {
    .init(
      .put, "/api/v1/announcements/:id/reactions/:name", id, name, access: .account, .writeFavourites,
      to: "react to the announcement")
  }

  public static func unreact(to id: Announcement.ID, with name: String) -> Endpoint<Void> {
    .init(
      .delete, "/api/v1/announcements/:id/reactions/:name", id, name, access: .account, .writeFavourites,
      to: "remove the reaction")
  }
}
