public import FoundationEssentials

extension Account {
  /// Account data that only a profile or the settings show.
  ///
  /// Stored outside the account, because every status and notification contains one.
  public struct Details: Hashable, Sendable {
    public var avatarDescription = ""
    /// The header image's alt text.
    public var headerDescription = ""
    public var discoverable: Bool?
    /// Whether public statuses may be found by searching.
    public var indexable: Bool?
    public var memorial: Bool?
    /// Whether the followers and followed accounts are hidden.
    public var hideCollections: Bool?
    /// Whether you may add it to a collection; `nil` if the server does not say.
    public var featuring: QuoteApproval.Standing?
    /// The parts of its profile that it hides.
    public var hiddenParts: Set<ProfilePart> = []
    /// Whether its handle could not be verified, and stands for an account whose name is not known.
    public var hasInvalidHandle: Bool = false
    /// Why the signed-in account does not work, in the server's words; `nil` if it does.
    public var obstacle: String?
    public var role: Role?
    /// When your mute of it ends, in the list of muted accounts; nil for one that stays.
    public var muteExpiresAt: Date?

    public init(muteExpiresAt: Date? = nil) {
      self.muteExpiresAt = muteExpiresAt
    }
  }
}

/// A part of a profile that its owner may hide (API version 10).
public enum ProfilePart: String, Hashable, Sendable, CaseIterable {
  case media = "show_media"
  /// Replies among the posts with media.
  case mediaReplies = "show_media_replies"
  case featured = "show_featured"
}

extension Account.Details {
  /// Reads the details of an account; `nil` if there are none.
  init?(_ json: Fields) {
    avatarDescription = json.text("avatar_description")
    headerDescription = json.text("header_description")
    discoverable = json.answer("discoverable")
    indexable = json.answer("indexable")
    memorial = json.answer("memorial")
    hideCollections = json.answer("hide_collections")
    featuring = json.object("feature_approval")?.choice("current_user")
    hiddenParts = Set(ProfilePart.allCases.filter { json.answer($0.rawValue) == false })
    hasInvalidHandle = json.flag("invalid_handle")
    if let state = json.object("state"), state.answer("functional") == false {
      obstacle = state.word("error") ?? state.word("error_code") ?? ""
    }
    role = json.entity("role")
    muteExpiresAt = json.date("mute_expires_at")
    if self == Self() { return nil }
  }

  func encode(to json: inout EntityEncoder) throws {
    if !avatarDescription.isEmpty { try json.encode(avatarDescription, forKey: "avatar_description") }
    if !headerDescription.isEmpty { try json.encode(headerDescription, forKey: "header_description") }
    try json.encodeIfPresent(indexable, forKey: "indexable")
    try json.encodeIfPresent(memorial, forKey: "memorial")
    try json.encodeIfPresent(hideCollections, forKey: "hide_collections")
    if let featuring { try json.encode(["current_user": featuring.rawValue], forKey: "feature_approval") }
    for part in ProfilePart.allCases where hiddenParts.contains(part) {
      try json.encode(false, forKey: FieldName(stringValue: part.rawValue))
    }
    if let obstacle {
      var state = json.nestedContainer(keyedBy: FieldName.self, forKey: "state")
      try state.encode(false, forKey: "functional")
      try state.encode(obstacle, forKey: "error")
    }
    try json.encodeIfTrue(hasInvalidHandle, forKey: "invalid_handle")
    try json.encodeIfPresent(role, forKey: "role")
    try json.encodeIfPresent(date: muteExpiresAt, forKey: "mute_expires_at")
  }
}
