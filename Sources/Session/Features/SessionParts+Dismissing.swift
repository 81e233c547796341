import AnnouncementsFeature
import FeatureKit
import MastodonClient
import MastodonKit
import NotificationsFeature
import TerminalKit

extension SessionParts {
  /// `dismiss N` on every screen, and from a shell: for the notifications and announcements that were listed last.
  func createDismissVerb() -> Verb {
    Verb(
      "dismiss", Parameter<[Reference]>.references(kinds: [.notification, .announcement]),
      help: "Dismiss notifications, or mark announcements as read",
      discussion: "A row of several notifications is dismissed as a whole, after a question."
    ) { references in
      guard let kind = references.first?.kind else { return .nothing }
      let ids = references.filter { $0.kind == kind }.map(\.id)
      if kind == .announcement {
        return try await Announcements.dismiss(
          ids.map { Announcement.ID($0) }, client.announcementService)
      }
      // The page says which ones are a row.
      if case .idle = tabs.notifications.state.phase { try await tabs.notifications.refresh() }
      return try await Notifications.dismissal(
        of: ids.map { MastodonKit.Notification.ID($0) }, in: tabs.notifications.state
      ) { try await tabs.notifications.dismiss($0) }
    }
  }
}
