public import FoundationEssentials

public struct NotificationPolicy: Hashable, Sendable, DecodableEntity {
  public var forNotFollowing: Decision
  /// Of accounts that do not follow you.
  public var forNotFollowers: Decision
  /// Of accounts made within the last month.
  public var forNewAccounts: Decision
  public var forPrivateMentions: Decision
  public var forLimitedAccounts: Decision
  public var summary: Summary?

  public init(
    forNotFollowing: Decision = .accept, forNotFollowers: Decision = .accept, forNewAccounts: Decision = .accept,
    forPrivateMentions: Decision = .accept, forLimitedAccounts: Decision = .accept, summary: Summary? = nil
  ) {
    self.forNotFollowing = forNotFollowing
    self.forNotFollowers = forNotFollowers
    self.forNewAccounts = forNewAccounts
    self.forPrivateMentions = forPrivateMentions
    self.forLimitedAccounts = forLimitedAccounts
    self.summary = summary
  }

  public enum Decision: OpenEnum {
    /// It arrives.
    case accept
    /// It is filtered, and can be reviewed.
    case filter
    /// It is lost.
    case drop
    case unknown(String)

    public static let names: KeyValuePairs<Decision, String> = [.accept: "accept", .filter: "filter", .drop: "drop"]
  }

  public struct Summary: Hashable, Sendable, DecodableEntity {
    public var pendingRequestsCount: Int
    public var pendingNotificationsCount: Int

    public init(pendingRequestsCount: Int = 0, pendingNotificationsCount: Int = 0) {
      self.pendingRequestsCount = pendingRequestsCount
      self.pendingNotificationsCount = pendingNotificationsCount
    }

    public init(_ json: Fields) throws {
      pendingRequestsCount = json.count("pending_requests_count")
      pendingNotificationsCount = json.count("pending_notifications_count")
    }
  }

  public init(_ json: Fields) throws {
    forNotFollowing = json.choice("for_not_following") ?? .accept
    forNotFollowers = json.choice("for_not_followers") ?? .accept
    forNewAccounts = json.choice("for_new_accounts") ?? .accept
    forPrivateMentions = json.choice("for_private_mentions") ?? .accept
    forLimitedAccounts = json.choice("for_limited_accounts") ?? .accept
    summary = json.entity("summary")
  }
}

public struct NotificationRequest: Hashable, Sendable, Identifiable, DecodableEntity {
  public var id: Identifier<NotificationRequest>
  /// When the first arrived.
  public var createdAt: Date
  /// When the latest arrived.
  public var updatedAt: Date
  public var account: Account
  public var notificationsCount: Int
  @Indirect public var lastStatus: Status?

  public init(
    id: ID, createdAt: Date, updatedAt: Date, account: Account, notificationsCount: Int = 0, lastStatus: Status? = nil
  ) {
    self.id = id
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.account = account
    self.notificationsCount = notificationsCount
    self.lastStatus = lastStatus
  }

  public init(_ json: Fields) throws {
    id = try json.id("id")
    createdAt = json.date("created_at") ?? Date(timeIntervalSince1970: 0)
    updatedAt = json.date("updated_at") ?? Date(timeIntervalSince1970: 0)
    account = try json.decode(Account.self, "account")
    notificationsCount = json.count("notifications_count")
    lastStatus = json.entity("last_status")
  }
}

public struct NotificationRequestsMerged: Hashable, Sendable {
  public var merged: Bool = false
}

extension NotificationRequestsMerged: DecodableEntity {
  public init(_ json: Fields) throws {
    merged = json.flag("merged")
  }
}

/// The number of unread notifications, as far as the server counts.
public struct UnreadCount: Hashable, Sendable {
  public var count: Int = 0
}

extension UnreadCount: DecodableEntity {
  public init(_ json: Fields) throws {
    count = json.count("count")
  }
}
