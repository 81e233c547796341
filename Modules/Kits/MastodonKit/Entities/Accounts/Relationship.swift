public import FoundationEssentials

/// The relationship between the signed-in account and another one.
public struct Relationship: Hashable, Sendable, Identifiable {
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

extension Relationship: Decodable {
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields()
    // Sharkey sends no id; the request names the account.
    id = Account.ID(json.text("id"))
    following = json.flag("following")
    showingReblogs = json.flag("showing_reblogs")
    notifying = json.flag("notifying")
    languages = json.list("languages")
    followedBy = json.flag("followed_by")
    blocking = json.flag("blocking")
    blockedBy = json.flag("blocked_by")
    muting = json.flag("muting")
    mutingNotifications = json.flag("muting_notifications")
    mutingExpiresAt = json.date("muting_expires_at")
    requested = json.flag("requested")
    requestedBy = json.flag("requested_by")
    domainBlocking = json.flag("domain_blocking")
    endorsed = json.flag("endorsed")
    note = json.text("note")
  }
}
