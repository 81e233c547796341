/// Reads and dismisses notifications, and stores how far they were read.
public struct NotificationService: Sendable {
  /// The notifications, newest first.
  public var list: @Sendable (PageRequest, NotificationQuery) async throws -> Page<Notification>
  /// The notifications as the server groups them: each is the newest of its group, and has the group.
  public var groups: @Sendable (PageRequest, NotificationQuery) async throws -> Page<Notification>
  public var dismiss: @Sendable (Notification.ID) async throws -> Void
  /// Dismisses all notifications of a group, by its key, permanently.
  public var dismissGroup: @Sendable (String) async throws -> Void
  public var clear: @Sendable () async throws -> Void
  /// The last notification that was read on any device; `nil` if there is none.
  public var lastRead: @Sendable () async throws -> Notification.ID?
  /// The number of unread notifications, as far as the server counts.
  public var unreadCount: @Sendable () async throws -> Int
  public var markRead: @Sendable (Notification.ID) async throws -> Void

  public init(
    list: @escaping @Sendable (PageRequest, NotificationQuery) async throws -> Page<Notification>,
    groups: @escaping @Sendable (PageRequest, NotificationQuery) async throws -> Page<Notification>,
    dismiss: @escaping @Sendable (Notification.ID) async throws -> Void,
    dismissGroup: @escaping @Sendable (String) async throws -> Void,
    clear: @escaping @Sendable () async throws -> Void,
    lastRead: @escaping @Sendable () async throws -> Notification.ID?,
    unreadCount: @escaping @Sendable () async throws -> Int,
    markRead: @escaping @Sendable (Notification.ID) async throws -> Void
  ) {
    self.list = list
    self.groups = groups
    self.dismiss = dismiss
    self.dismissGroup = dismissGroup
    self.clear = clear
    self.lastRead = lastRead
    self.unreadCount = unreadCount
    self.markRead = markRead
  }
}

/// Reads and changes which notifications the server holds back, and answers those that it held back.
public struct NotificationPolicyService: Sendable {
  public var policy: @Sendable () async throws -> NotificationPolicy
  /// Changes it and returns what holds from now on.
  public var update: @Sendable (NotificationPolicyEdit) async throws -> NotificationPolicy
  /// The accounts whose notifications are held back, the latest first.
  public var requests: @Sendable (PageRequest) async throws -> Page<NotificationRequest>
  /// Lets the notifications of these accounts through, those held back and those to come.
  public var accept: @Sendable ([NotificationRequest.ID]) async throws -> Void
  /// Removes these accounts from the list; their notifications stay held back.
  public var dismiss: @Sendable ([NotificationRequest.ID]) async throws -> Void
  /// Whether everything that was accepted has arrived among the notifications.
  public var isMerged: @Sendable () async throws -> Bool

  public init(
    policy: @escaping @Sendable () async throws -> NotificationPolicy,
    update: @escaping @Sendable (NotificationPolicyEdit) async throws -> NotificationPolicy,
    requests: @escaping @Sendable (PageRequest) async throws -> Page<NotificationRequest>,
    accept: @escaping @Sendable ([NotificationRequest.ID]) async throws -> Void,
    dismiss: @escaping @Sendable ([NotificationRequest.ID]) async throws -> Void,
    isMerged: @escaping @Sendable () async throws -> Bool
  ) {
    self.policy = policy
    self.update = update
    self.requests = requests
    self.accept = accept
    self.dismiss = dismiss
    self.isMerged = isMerged
  }
}
