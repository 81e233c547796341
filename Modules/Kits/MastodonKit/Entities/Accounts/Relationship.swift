public import FoundationEssentials

/// The relationship between the signed-in account and another one.
public struct Relationship: Hashable, Sendable, Identifiable {
  /// The other account's id.
  public var id: Account.ID
  /// Whether you follow it.
  public var following: Bool
  /// Whether its boosts appear in your home timeline.
  public var showingReblogs: Bool
  /// Whether you are notified of each of its statuses.
  public var notifying: Bool
  /// The languages of its statuses that you see; empty means all.
  public var languages: [String]
  /// Whether it follows you.
  public var followedBy: Bool
  /// Whether you block it.
  public var blocking: Bool
  /// Whether it blocks you.
  public var blockedBy: Bool
  /// Whether you muted it.
  public var muting: Bool
  /// Whether you muted its notifications too.
  public var mutingNotifications: Bool
  /// When your mute ends; nil for one that stays.
  public var mutingExpiresAt: Date?
  /// Whether your follow request is pending.
  public var requested: Bool
  /// Whether its follow request is pending.
  public var requestedBy: Bool
  /// Whether you block its server.
  public var domainBlocking: Bool
  /// Whether you recommend it on your profile.
  public var endorsed: Bool
  /// Your private note about it.
  public var note: String

  /// Creates a relationship; by default there is none.
  public init(
    id: Account.ID, following: Bool = false, showingReblogs: Bool = false, notifying: Bool = false,
    languages: [String] = [], followedBy: Bool = false, blocking: Bool = false, blockedBy: Bool = false,
    muting: Bool = false, mutingNotifications: Bool = false, mutingExpiresAt: Date? = nil, requested: Bool = false,
    requestedBy: Bool = false, domainBlocking: Bool = false, endorsed: Bool = false, note: String = ""
  ) {
    self.id = id
    self.following = following
    self.showingReblogs = showingReblogs
    self.notifying = notifying
    self.languages = languages
    self.followedBy = followedBy
    self.blocking = blocking
    self.blockedBy = blockedBy
    self.muting = muting
    self.mutingNotifications = mutingNotifications
    self.mutingExpiresAt = mutingExpiresAt
    self.requested = requested
    self.requestedBy = requestedBy
    self.domainBlocking = domainBlocking
    self.endorsed = endorsed
    self.note = note
  }
}

extension Relationship: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case id, following, notifying, languages, blocking, muting, requested, endorsed, note
    case showingReblogs = "showing_reblogs"
    case followedBy = "followed_by"
    case blockedBy = "blocked_by"
    case mutingNotifications = "muting_notifications"
    case mutingExpiresAt = "muting_expires_at"
    case requestedBy = "requested_by"
    case domainBlocking = "domain_blocking"
  }

  /// Decodes a server's JSON leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    // Sharkey sends no id; the request names the account.
    id = Account.ID(json.text(.id))
    following = json.flag(.following)
    showingReblogs = json.flag(.showingReblogs)
    notifying = json.flag(.notifying)
    languages = json.list(.languages)
    followedBy = json.flag(.followedBy)
    blocking = json.flag(.blocking)
    blockedBy = json.flag(.blockedBy)
    muting = json.flag(.muting)
    mutingNotifications = json.flag(.mutingNotifications)
    mutingExpiresAt = json.date(.mutingExpiresAt)
    requested = json.flag(.requested)
    requestedBy = json.flag(.requestedBy)
    domainBlocking = json.flag(.domainBlocking)
    endorsed = json.flag(.endorsed)
    note = json.text(.note)
  }

  /// Encodes the relationship as Mastodon does.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(id, forKey: .id)
    try json.encode(following, forKey: .following)
    try json.encode(showingReblogs, forKey: .showingReblogs)
    try json.encode(notifying, forKey: .notifying)
    try json.encode(languages.isEmpty ? nil : languages, forKey: .languages)
    try json.encode(followedBy, forKey: .followedBy)
    try json.encode(blocking, forKey: .blocking)
    try json.encode(blockedBy, forKey: .blockedBy)
    try json.encode(muting, forKey: .muting)
    try json.encode(mutingNotifications, forKey: .mutingNotifications)
    try json.encode(date: mutingExpiresAt, forKey: .mutingExpiresAt)
    try json.encode(requested, forKey: .requested)
    try json.encode(requestedBy, forKey: .requestedBy)
    try json.encode(domainBlocking, forKey: .domainBlocking)
    try json.encode(endorsed, forKey: .endorsed)
    try json.encode(note, forKey: .note)
  }
}
