/// Reads and clears notifications and the marker that says how far they were read.
public struct NotificationService: Sendable {
  /// The notifications, newest first.
  public var list: @Sendable (PageRequest) async throws -> Page<Notification>
  /// Takes one away for good.
  public var dismiss: @Sendable (Notification.ID) async throws -> Void
  /// Takes all of them away for good.
  public var clear: @Sendable () async throws -> Void
  /// The newest notification that was read, on this device or another, or `nil` if none was.
  public var lastRead: @Sendable () async throws -> Notification.ID?
  /// How many are unread, as far as the server counts.
  public var unreadCount: @Sendable () async throws -> Int
  /// Says that everything up to this one was read.
  public var markRead: @Sendable (Notification.ID) async throws -> Void

  /// Makes the service from its parts.
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
