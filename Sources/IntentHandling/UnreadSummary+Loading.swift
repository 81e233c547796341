import FeatureKit
public import IntentKit
public import MastodonKit

extension UnreadSummary {
  /// Counts an account's unread notifications on its server; `home` is the number of new posts, if it is known.
  public static func load(
    _ service: NotificationService, account: String, home: @MainActor () -> Int?
  ) async throws -> UnreadSummary {
    do {
      let page = try await service.list(PageRequest(.newest, limit: 40), NotificationQuery())
      let lastRead = try await service.lastRead()
      let unread = page.elements.count { notification in lastRead.map { notification.id > $0 } ?? true }
      return UnreadSummary(
        account: account, notifications: unread, hasMore: unread == page.elements.count && page.older != nil,
        home: await home())
    } catch {
      throw AppError(error)
    }
  }
}
