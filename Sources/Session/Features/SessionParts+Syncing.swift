import FeatureKit
import MastodonClient
import MastodonKit
import NotificationsFeature
import OutboxFeature

/// What `sync` reads.
extension SessionParts {
  func createSyncSources() -> [Outbox.Source] {
    let client = client.fresh
    let (timelines, lists) = (client.timelineService, client.listService)
    let (notifications, conversations) = (client.notificationService, client.conversationService)
    let reading = SyncReading(archive: account.archive)
    let visit = TabModels.visitOptions(account, services)
    return [
      Outbox.Source("home", "post of Home", "posts of Home") {
        try await reading.count("/api/v1/timelines/home", timelines.home)
      },
      Outbox.Source("notifications", "notification", "notifications") {
        let count = try await reading.count("/api/v1/notifications") {
          try await notifications.list($0, NotificationQuery())
        }
        // The page that is shown without a network is the one that the screen asks for.
        let (isGrouped, query) = (visit().isGrouped, Notifications.Choice(hidden: visit().hidden).query)
        if isGrouped || query != NotificationQuery() {
          _ = try await (isGrouped ? notifications.groups : notifications.list)(SyncReading.newest, query)
        }
        return count
      },
      Outbox.Source("lists", "post of lists", "posts of lists") {
        var count = 0
        for list in try await lists.all() {
          count += try await reading.count("/api/v1/timelines/list/\(list.id)") {
            try await lists.statuses(list.id, $0)
          }
        }
        return count
      },
      Outbox.Source("conversations", "conversation", "conversations") {
        try await conversations.list(SyncReading.newest).elements.count
      },
    ]
  }
}

/// Reads the newest page of a list, and what is between it and what was read before.
private struct SyncReading: Sendable {
  let archive: ArchiveService

  static let newest = PageRequest(.newest, limit: 40)

  /// Reads a list, and returns the number of its elements that were read.
  ///
  /// - Parameter path: The list's name in the archive.
  func count<Element: Identifiable & Decodable & Sendable>(
    _ path: String, _ read: @Sendable (PageRequest) async throws -> Page<Element>
  ) async throws -> Int where Element.ID == Identifier<Element> {
    let request = ArchiveRequest(path: path, parameters: "", page: PageRequest(limit: 1), isPagedByID: true)
    // What cannot be read does not tell where to go on.
    let kept = try? await archive.answer(request)
    let page = try await read(Self.newest)
    // As above.
    guard let known = kept.flatMap({ try? MastodonJSON.decode([Element].self, from: $0.body).first?.id }),
      let oldest = page.elements.last?.id, oldest > known
    else { return page.elements.count }
    let gap = try await Gap(above: known, pages: 20, read: read)
    return Set((page.elements + gap.elements).map(\.id)).count
  }
}
