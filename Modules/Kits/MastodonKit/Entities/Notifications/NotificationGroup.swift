public import FoundationEssentials

/// Notifications of one kind about one thing.
public struct NotificationGroup: Hashable, Sendable {
  /// The key that the notifications share, also across pages.
  public var groupKey: String
  /// How many notifications there are.
  public var notificationsCount: Int
  /// The kind.
  public var kind: Notification.Kind
  /// The newest of them.
  public var mostRecentNotificationID: Notification.ID
  /// The oldest of them that this page covers.
  public var pageMinID: Notification.ID?
  /// The newest of them that this page covers.
  public var pageMaxID: Notification.ID?
  /// When the newest of this page happened.
  public var latestPageNotificationAt: Date?
  /// Some of the accounts that caused it, the latest first.
  public var sampleAccountIDs: [Account.ID]
  /// The status that it is about.
  public var statusID: Status.ID?
  /// The report that it is about.
  @Indirect public var report: Report?
  /// The loss that it is about.
  public var event: RelationshipSeveranceEvent?
  /// The warning that it is about.
  @Indirect public var moderationWarning: AccountWarning?
  /// The server's text for an unknown kind.
  public var fallback: Notification.Fallback?
  /// The collection that it is about.
  @Indirect public var collection: Collection?
  /// The year of a summary.
  public var year: Int? = nil

  /// Creates a group.
  public init(
    groupKey: String, notificationsCount: Int = 0, kind: Notification.Kind, mostRecentNotificationID: Notification.ID,
    pageMinID: Notification.ID? = nil, pageMaxID: Notification.ID? = nil, latestPageNotificationAt: Date? = nil,
    sampleAccountIDs: [Account.ID] = [], statusID: Status.ID? = nil, report: Report? = nil,
    event: RelationshipSeveranceEvent? = nil, moderationWarning: AccountWarning? = nil,
    fallback: Notification.Fallback? = nil, collection: Collection? = nil
  ) {
    self.groupKey = groupKey
    self.notificationsCount = notificationsCount
    self.kind = kind
    self.mostRecentNotificationID = mostRecentNotificationID
    self.pageMinID = pageMinID
    self.pageMaxID = pageMaxID
    self.latestPageNotificationAt = latestPageNotificationAt
    self.sampleAccountIDs = sampleAccountIDs
    self.statusID = statusID
    self.report = report
    self.event = event
    self.moderationWarning = moderationWarning
    self.fallback = fallback
    self.collection = collection
  }
}

extension NotificationGroup: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case report, event, fallback, collection
    case groupKey = "group_key"
    case notificationsCount = "notifications_count"
    case kind = "type"
    case mostRecentNotificationID = "most_recent_notification_id"
    case pageMinID = "page_min_id"
    case pageMaxID = "page_max_id"
    case latestPageNotificationAt = "latest_page_notification_at"
    case sampleAccountIDs = "sample_account_ids"
    case statusID = "status_id"
    case moderationWarning = "moderation_warning"
  }

  /// What only some versions of Mastodon send.
  private enum ForeignKeys: String, CodingKey { case annualReport = "annual_report" }

  /// Decodes a server's JSON leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    groupKey = try json.required(.groupKey)
    notificationsCount = json.count(.notificationsCount)
    kind = Notification.Kind(rawValue: try json.required(.kind))
    mostRecentNotificationID = try json.id(.mostRecentNotificationID)
    pageMinID = json.idIfPresent(.pageMinID)
    pageMaxID = json.idIfPresent(.pageMaxID)
    latestPageNotificationAt = json.date(.latestPageNotificationAt)
    sampleAccountIDs = json.list(.sampleAccountIDs)
    statusID = json.idIfPresent(.statusID)
    report = json.entity(.report)
    event = json.entity(.event)
    moderationWarning = json.entity(.moderationWarning)
    fallback = json.entity(.fallback)
    collection = json.entity(.collection)
    year = (try decoder.fields(ForeignKeys.self).entity(.annualReport) as Notification.Summary?)?.year
  }

  /// Encodes it as Mastodon does.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(groupKey, forKey: .groupKey)
    try json.encode(notificationsCount, forKey: .notificationsCount)
    try json.encode(kind, forKey: .kind)
    // The one id that Mastodon writes as a number.
    if let number = Int64(mostRecentNotificationID.rawValue) {
      try json.encode(number, forKey: .mostRecentNotificationID)
    } else {
      try json.encode(mostRecentNotificationID, forKey: .mostRecentNotificationID)
    }
    try json.encodeIfPresent(pageMinID, forKey: .pageMinID)
    try json.encodeIfPresent(pageMaxID, forKey: .pageMaxID)
    try json.encodeIfPresent(date: latestPageNotificationAt, forKey: .latestPageNotificationAt)
    try json.encode(sampleAccountIDs, forKey: .sampleAccountIDs)
    try json.encodeIfPresent(statusID, forKey: .statusID)
    try json.encodeIfPresent(report, forKey: .report)
    try json.encodeIfPresent(event, forKey: .event)
    try json.encodeIfPresent(moderationWarning, forKey: .moderationWarning)
    try json.encodeIfPresent(fallback, forKey: .fallback)
    try json.encodeIfPresent(collection, forKey: .collection)
  }
}

/// A page of groups, with the accounts and statuses that they name.
public struct GroupedNotificationsResults: Hashable, Sendable {
  /// The accounts that the groups name.
  public var accounts: [Account]
  /// Accounts of which only the portrait was asked for.
  public var partialAccounts: [PartialAccountWithAvatar]
  /// The statuses that the groups name.
  public var statuses: [Status]
  /// The groups, the newest first.
  public var notificationGroups: [NotificationGroup]

  /// Creates a page.
  public init(
    accounts: [Account] = [], partialAccounts: [PartialAccountWithAvatar] = [], statuses: [Status] = [],
    notificationGroups: [NotificationGroup] = []
  ) {
    self.accounts = accounts
    self.partialAccounts = partialAccounts
    self.statuses = statuses
    self.notificationGroups = notificationGroups
  }
}

extension GroupedNotificationsResults: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case accounts, statuses
    case partialAccounts = "partial_accounts"
    case notificationGroups = "notification_groups"
  }

  /// Decodes a server's JSON leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    accounts = json.list(.accounts)
    partialAccounts = json.list(.partialAccounts)
    statuses = json.list(.statuses)
    notificationGroups = json.list(.notificationGroups).droppingRepeats(of: \NotificationGroup.groupKey)
  }
}

extension GroupedNotificationsResults {
  /// The groups as notifications: each is the newest of its group, and has the group if it stands for several.
  public var notifications: [Notification] {
    let accounts = Dictionary(accounts.map { ($0.id, $0) }) { first, _ in first }
    let statuses = Dictionary(statuses.map { ($0.id, $0) }) { first, _ in first }
    return notificationGroups.map { group in
      let known = group.sampleAccountIDs.compactMap { accounts[$0] }
      var notification = Notification(
        id: group.mostRecentNotificationID, kind: group.kind,
        createdAt: group.latestPageNotificationAt ?? Date(timeIntervalSince1970: 0),
        // What moderators and the server did is of nobody.
        account: known.first ?? Account(id: group.sampleAccountIDs.first ?? "", username: "", acct: ""),
        status: group.statusID.flatMap { statuses[$0] }, groupKey: group.groupKey, fallback: group.fallback,
        report: group.report, event: group.event, moderationWarning: group.moderationWarning,
        collection: group.collection)
      notification.year = group.year
      if !group.groupKey.hasPrefix(Notification.aloneKey) {
        notification.group = Notification.Group(
          key: group.groupKey, count: max(group.notificationsCount, known.count, 1), accounts: known)
      }
      return notification
    }
  }
}

extension Notification {
  /// How the key of a notification begins that the server groups with no other.
  public static let aloneKey = "ungrouped-"
}
