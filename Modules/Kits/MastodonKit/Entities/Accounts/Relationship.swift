public import FoundationEssentials

/// The relationship between the signed-in account and another one.
public struct Relationship: Hashable, Sendable, Identifiable, DecodableEntity {
  public var id: Account.ID
  public var following: Bool
  /// Whether its boosts appear in your home timeline; so it is with all that you follow, unless the server says otherwise.
  public var showingReblogs: Bool
  public var notifying: Bool
  /// The languages of its statuses that you see; empty means all.
  public var languages: [String]
  public var followedBy: Bool
  public var blocking: Bool
  public var blockedBy: Bool
  public var muting: Bool
  public var mutingNotifications: Bool
  /// When your mute ends; nil for one that stays.
  public var mutingExpiresAt: Date?
  /// Whether the server says when a mute ends.
  public var saysMutingEnd = false
  /// Whether the server says anything of it; of an error, or of nothing, it would be a relationship in which nothing holds.
  public var isStated = true
  /// Whether your follow request is pending.
  public var requested: Bool
  public var requestedBy: Bool
  public var domainBlocking: Bool
  /// Whether you recommend it on your profile.
  public var endorsed: Bool
  /// Your private note about it.
  public var note: String

  public init(
    id: Account.ID, following: Bool = false, showingReblogs: Bool? = nil, notifying: Bool = false,
    languages: [String] = [], followedBy: Bool = false, blocking: Bool = false, blockedBy: Bool = false,
    muting: Bool = false, mutingNotifications: Bool = false, mutingExpiresAt: Date? = nil, requested: Bool = false,
    requestedBy: Bool = false, domainBlocking: Bool = false, endorsed: Bool = false, note: String = ""
  ) {
    self.id = id
    self.following = following
    self.showingReblogs = showingReblogs ?? following
    self.notifying = notifying
    self.languages = languages
    self.followedBy = followedBy
    self.blocking = blocking
    self.blockedBy = blockedBy
    self.muting = muting
    self.mutingNotifications = mutingNotifications
    self.mutingExpiresAt = mutingExpiresAt
    saysMutingEnd = mutingExpiresAt != nil
    self.requested = requested
    self.requestedBy = requestedBy
    self.domainBlocking = domainBlocking
    self.endorsed = endorsed
    self.note = note
  }

  public init(_ json: Fields) throws {
    // Sharkey sends no id; the request names the account.
    id = Account.ID(json.text("id"))
    following = json.flag("following")
    showingReblogs = json.contains("showing_reblogs") ? json.flag("showing_reblogs") : following
    notifying = json.flag("notifying")
    languages = json.list("languages")
    followedBy = json.flag("followed_by")
    blocking = json.flag("blocking")
    blockedBy = json.flag("blocked_by")
    muting = json.flag("muting")
    mutingNotifications = json.flag("muting_notifications")
    mutingExpiresAt = json.date("muting_expires_at")
    saysMutingEnd = json.contains("muting_expires_at")
    requested = json.flag("requested")
    requestedBy = json.flag("requested_by")
    domainBlocking = json.flag("domain_blocking")
    endorsed = json.flag("endorsed")
    note = json.text("note")
    isStated = ["following", "followed_by", "blocking", "muting", "requested", "endorsed", "note"].contains {
      json.contains($0)
    }
  }
}
