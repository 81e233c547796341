import MastodonClient
import MastodonKit
import OutboxFeature

/// What `sync` reads.
extension SessionParts {
  func createSyncSources() -> [Outbox.Source] {
    let client = client.fresh
    let (timelines, lists) = (client.timelineService, client.listService)
    let (notifications, conversations) = (client.notificationService, client.conversationService)
    let newest = PageRequest(.newest, limit: 40)
    return [
      Outbox.Source("home", "post of Home", "posts of Home") { try await timelines.home(newest).elements.count },
      Outbox.Source("notifications", "notification", "notifications") {
        try await notifications.list(newest, NotificationQuery()).elements.count
      },
      Outbox.Source("lists", "post of lists", "posts of lists") {
        var count = 0
        for list in try await lists.all() { count += try await lists.statuses(list.id, newest).elements.count }
        return count
      },
      Outbox.Source("conversations", "conversation", "conversations") {
        try await conversations.list(newest).elements.count
      },
    ]
  }
}
