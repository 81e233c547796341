public import FoundationEssentials

/// Which notifications are filtered.
public struct NotificationPolicy: Hashable, Sendable {
  /// Of accounts that you do not follow.
  public var forNotFollowing: Decision
  /// Of accounts that do not follow you.
  public var forNotFollowers: Decision
  /// Of accounts made within the last month.
  public var forNewAccounts: Decision
  /// The decision about unsolicited private mentions.
  public var forPrivateMentions: Decision
  /// Of accounts that the moderators limited.
  public var forLimitedAccounts: Decision
  /// The filtered notifications.
  public var summary: Summary?

  /// Creates a policy; by default nothing is filtered.
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

  /// What happens to a notification.
  public enum Decision: OpenEnum {
    /// It arrives.
    case accept
    /// It is filtered, and can be reviewed.
    case filter
    /// It is lost.
    case drop
    /// A decision that this version does not know.
    case unknown(String)

    /// Those with a name.
    public static let known: [Decision] = [.accept, .filter, .drop]

    /// The server's value.
    public var rawValue: String {
      switch self {
      case .accept: "accept"
      case .filter: "filter"
      case .drop: "drop"
      case .unknown(let word): word
      }
    }
  }

  /// The numbers of filtered notifications.
  public struct Summary: Hashable, Sendable {
    /// Of how many accounts.
    public var pendingRequestsCount: Int
    /// How many notifications.
    public var pendingNotificationsCount: Int

    /// Creates a summary.
    public init(pendingRequestsCount: Int = 0, pendingNotificationsCount: Int = 0) {
      self.pendingRequestsCount = pendingRequestsCount
      self.pendingNotificationsCount = pendingNotificationsCount
    }
  }
}

extension NotificationPolicy: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case summary
    case forNotFollowing = "for_not_following"
    case forNotFollowers = "for_not_followers"
    case forNewAccounts = "for_new_accounts"
    case forPrivateMentions = "for_private_mentions"
    case forLimitedAccounts = "for_limited_accounts"
  }

  /// Decodes a server's JSON leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    forNotFollowing = json.choice(.forNotFollowing) ?? .accept
    forNotFollowers = json.choice(.forNotFollowers) ?? .accept
    forNewAccounts = json.choice(.forNewAccounts) ?? .accept
    forPrivateMentions = json.choice(.forPrivateMentions) ?? .accept
    forLimitedAccounts = json.choice(.forLimitedAccounts) ?? .accept
    summary = json.entity(.summary)
  }
}

extension NotificationPolicy.Summary: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case pendingRequestsCount = "pending_requests_count"
    case pendingNotificationsCount = "pending_notifications_count"
  }

  /// Decodes a server's JSON leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    pendingRequestsCount = json.count(.pendingRequestsCount)
    pendingNotificationsCount = json.count(.pendingNotificationsCount)
  }
}

/// The filtered notifications from one account.
public struct NotificationRequest: Hashable, Sendable, Identifiable {
  /// The type of its id.
  public typealias ID = Identifier<NotificationRequest>

  /// The request's id.
  public var id: ID
  /// When the first arrived.
  public var createdAt: Date
  /// When the latest arrived.
  public var updatedAt: Date
  /// The account.
  public var account: Account
  /// How many there are.
  public var notificationsCount: Int
  /// The latest status among them.
  @Indirect public var lastStatus: Status?

  /// Creates a request.
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
}

extension NotificationRequest: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case id, account
    case createdAt = "created_at"
    case updatedAt = "updated_at"
    case notificationsCount = "notifications_count"
    case lastStatus = "last_status"
  }

  /// Decodes a server's JSON leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    id = try json.id(.id)
    createdAt = json.date(.createdAt) ?? Date(timeIntervalSince1970: 0)
    updatedAt = json.date(.updatedAt) ?? Date(timeIntervalSince1970: 0)
    account = try json.decode(Account.self, forKey: .account)
    notificationsCount = json.count(.notificationsCount)
    lastStatus = json.entity(.lastStatus)
  }

  /// Encodes it as Mastodon does.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(id, forKey: .id)
    try json.encode(date: createdAt, forKey: .createdAt)
    try json.encode(date: updatedAt, forKey: .updatedAt)
    try json.encode(account, forKey: .account)
    try json.encode(String(notificationsCount), forKey: .notificationsCount)
    try json.encodeIfPresent(lastStatus, forKey: .lastStatus)
  }
}

/// Whether accepted requests have all become notifications.
public struct NotificationRequestsMerged: Hashable, Sendable {
  /// Whether they have.
  public var merged: Bool

  /// Creates a response.
  public init(merged: Bool = false) {
    self.merged = merged
  }
}

extension NotificationRequestsMerged: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case merged
  }

  /// Decodes a server's JSON leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    merged = json.flag(.merged)
  }
}

/// How many notifications are unread, as far as the server counts.
public struct UnreadCount: Hashable, Sendable {
  /// How many.
  public var count: Int

  /// Creates a count.
  public init(count: Int = 0) {
    self.count = count
  }
}

extension UnreadCount: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case count
  }

  /// Decodes a server's JSON leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    count = json.count(.count)
  }
}
