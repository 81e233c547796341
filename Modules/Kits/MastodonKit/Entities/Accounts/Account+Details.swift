public import FoundationEssentials

extension Account {
  /// Account data that only a profile or the settings show.
  ///
  /// Stored outside the account, because every status and notification contains one.
  public struct Details: Hashable, Sendable {
    /// Where a portrait that does not move is, if that is elsewhere.
    public var avatarStatic: String?
    /// Where a head picture that does not move is, if that is elsewhere.
    public var headerStatic: String?
    /// The avatar's alt text.
    public var avatarDescription: String
    /// The header image's alt text.
    public var headerDescription: String
    /// Whether the server may recommend the account.
    public var discoverable: Bool?
    /// Whether public statuses may be found by searching.
    public var indexable: Bool?
    /// Whether search engines are asked not to index it.
    public var noindex: Bool?
    /// Whether it is a memorial account.
    public var memorial: Bool?
    /// Whether the followers and followed accounts are hidden.
    public var hideCollections: Bool?
    /// Whether the page shows media by themselves.
    public var showMedia: Bool?
    /// Whether the media tab includes replies.
    public var showMediaReplies: Bool?
    /// Whether the page shows what the account recommends.
    public var showFeatured: Bool?
    /// Who may add the account to a collection.
    public var featureApproval: FeatureApproval?
    /// The signed-in account's role on its server.
    public var role: Role?
    /// When your mute of it ends, in the list of muted accounts; nil for one that stays.
    public var muteExpiresAt: Date?

    /// Creates details; by default nothing is known.
    public init(
      avatarStatic: String? = nil, headerStatic: String? = nil, avatarDescription: String = "",
      headerDescription: String = "", discoverable: Bool? = nil, indexable: Bool? = nil, noindex: Bool? = nil,
      memorial: Bool? = nil, hideCollections: Bool? = nil, showMedia: Bool? = nil, showMediaReplies: Bool? = nil,
      showFeatured: Bool? = nil, featureApproval: FeatureApproval? = nil, role: Role? = nil, muteExpiresAt: Date? = nil
    ) {
      self.avatarStatic = avatarStatic
      self.headerStatic = headerStatic
      self.avatarDescription = avatarDescription
      self.headerDescription = headerDescription
      self.discoverable = discoverable
      self.indexable = indexable
      self.noindex = noindex
      self.memorial = memorial
      self.hideCollections = hideCollections
      self.showMedia = showMedia
      self.showMediaReplies = showMediaReplies
      self.showFeatured = showFeatured
      self.featureApproval = featureApproval
      self.role = role
      self.muteExpiresAt = muteExpiresAt
    }
  }
}

extension Account.Details {
  /// Reads the details of an account; `nil` if there are none.
  init?(_ json: Fields<Account.CodingKeys>, avatar: String?, header: String?) {
    avatarStatic = json.word(.avatarStatic).flatMap { $0 == avatar ? nil : $0 }
    headerStatic = json.word(.headerStatic).flatMap { $0 == header ? nil : $0 }
    avatarDescription = json.text(.avatarDescription)
    headerDescription = json.text(.headerDescription)
    discoverable = json.answer(.discoverable)
    indexable = json.answer(.indexable)
    noindex = json.answer(.noindex)
    memorial = json.answer(.memorial)
    hideCollections = json.answer(.hideCollections)
    showMedia = json.answer(.showMedia)
    showMediaReplies = json.answer(.showMediaReplies)
    showFeatured = json.answer(.showFeatured)
    featureApproval = json.entity(.featureApproval)
    role = json.entity(.role)
    muteExpiresAt = json.date(.muteExpiresAt)
    if self == Self() { return nil }
  }

  /// Writes what the account itself does not.
  func encode(to json: inout KeyedEncodingContainer<Account.CodingKeys>) throws {
    if !avatarDescription.isEmpty { try json.encode(avatarDescription, forKey: .avatarDescription) }
    if !headerDescription.isEmpty { try json.encode(headerDescription, forKey: .headerDescription) }
    try json.encodeIfPresent(indexable, forKey: .indexable)
    try json.encodeIfPresent(noindex, forKey: .noindex)
    try json.encodeIfPresent(memorial, forKey: .memorial)
    try json.encodeIfPresent(hideCollections, forKey: .hideCollections)
    try json.encodeIfPresent(showMedia, forKey: .showMedia)
    try json.encodeIfPresent(showMediaReplies, forKey: .showMediaReplies)
    try json.encodeIfPresent(showFeatured, forKey: .showFeatured)
    try json.encodeIfPresent(featureApproval, forKey: .featureApproval)
    try json.encodeIfPresent(role, forKey: .role)
    try json.encodeIfPresent(date: muteExpiresAt, forKey: .muteExpiresAt)
  }
}
