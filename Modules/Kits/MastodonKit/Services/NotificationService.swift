/// Reads and dismisses notifications, and stores how far they were read.
public struct NotificationService: Sendable {
  /// The notifications, newest first.
  public var list: @Sendable (PageRequest) async throws -> Page<Notification>
  /// Dismisses one permanently.
  public var dismiss: @Sendable (Notification.ID) async throws -> Void
  /// Dismisses all of them permanently.
  public var clear: @Sendable () async throws -> Void
  /// The last notification that was read on any device; `nil` if there is none.
  public var lastRead: @Sendable () async throws -> Notification.ID?
  /// The number of unread notifications, as far as the server counts.
  public var unreadCount: @Sendable () async throws -> Int
  /// Marks everything up to this one as read.
  public var markRead: @Sendable (Notification.ID) async throws -> Void

  /// Creates the service from its closures.
  public init(
    list: @escaping @Sendable (PageRequest) async throws -> Page<Notification>,
    dismiss: @escaping @Sendable (Notification.ID) async throws -> Void,
    clear: @escaping @Sendable () async throws -> Void,
    lastRead: @escaping @Sendable () async throws -> Notification.ID?,
    unreadCount: @escaping @Sendable () async throws -> Int,
    markRead: @escaping @Sendable (Notification.ID) async throws -> Void
  ) {
    self.list = list
    self.dismiss = dismiss
    self.clear = clear
    self.lastRead = lastRead
    self.unreadCount = unreadCount
    self.markRead = markRead
  }
}
