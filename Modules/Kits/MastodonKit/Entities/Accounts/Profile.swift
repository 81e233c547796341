/// The signed-in account's profile as it is edited, all in plain text.
public struct Profile: Hashable, Sendable, Identifiable {
  /// The account's id.
  public var id: Account.ID
  /// The display name.
  public var displayName: String
  /// The biography.
  public var note: String
  /// The profile fields.
  public var fields: [Account.Field]
  /// Where the portrait is; nil for none.
  public var avatar: String?
  /// Where a portrait that does not move is.
  public var avatarStatic: String?
  /// The avatar's alt text.
  public var avatarDescription: String
  /// Where the picture at the head of the page is; nil for none.
  public var header: String?
  /// Where a head picture that does not move is.
  public var headerStatic: String?
  /// The header image's alt text.
  public var headerDescription: String
  /// Whether followers must be accepted.
  public var locked: Bool
  /// Whether a program posts here.
  public var bot: Bool
  /// Whether the followers and followed accounts are hidden.
  public var hideCollections: Bool?
  /// Whether the server may recommend the account.
  public var discoverable: Bool?
  /// Whether public statuses may be found by searching.
  public var indexable: Bool
  /// Whether the page shows media by themselves.
  public var showMedia: Bool
  /// Whether the media tab includes replies.
  public var showMediaReplies: Bool
  /// Whether the page shows what the account recommends.
  public var showFeatured: Bool
  /// The sites that may name the account as an author.
  public var attributionDomains: [String]
  /// The hashtags that the profile shows.
  public var featuredTags: [FeaturedTag]

  /// Creates a profile.
  public init(
    id: Account.ID, displayName: String = "", note: String = "", fields: [Account.Field] = [], avatar: String? = nil,
    avatarStatic: String? = nil, avatarDescription: String = "", header: String? = nil, headerStatic: String? = nil,
    headerDescription: String = "", locked: Bool = false, bot: Bool = false, hideCollections: Bool? = nil,
    discoverable: Bool? = nil, indexable: Bool = false, showMedia: Bool = false, showMediaReplies: Bool = false,
    showFeatured: Bool = false, attributionDomains: [String] = [], featuredTags: [FeaturedTag] = []
  ) {
    self.id = id
    self.displayName = displayName
    self.note = note
    self.fields = fields
    self.avatar = avatar
    self.avatarStatic = avatarStatic
    self.avatarDescription = avatarDescription
    self.header = header
    self.headerStatic = headerStatic
    self.headerDescription = headerDescription
    self.locked = locked
    self.bot = bot
    self.hideCollections = hideCollections
    self.discoverable = discoverable
    self.indexable = indexable
    self.showMedia = showMedia
    self.showMediaReplies = showMediaReplies
    self.showFeatured = showFeatured
    self.attributionDomains = attributionDomains
    self.featuredTags = featuredTags
  }
}

extension Profile: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case id, note, fields, avatar, header, locked, bot, discoverable, indexable
    case displayName = "display_name"
    case avatarStatic = "avatar_static"
    case avatarDescription = "avatar_description"
    case headerStatic = "header_static"
    case headerDescription = "header_description"
    case hideCollections = "hide_collections"
    case showMedia = "show_media"
    case showMediaReplies = "show_media_replies"
    case showFeatured = "show_featured"
    case attributionDomains = "attribution_domains"
    case featuredTags = "featured_tags"
  }

  /// Decodes a server's JSON leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    id = try json.id(.id)
    displayName = json.name(.displayName)
    note = json.text(.note)
    fields = json.list(.fields)
    avatar = json.word(.avatar)
    avatarStatic = json.word(.avatarStatic)
    avatarDescription = json.text(.avatarDescription)
    header = json.word(.header)
    headerStatic = json.word(.headerStatic)
    headerDescription = json.text(.headerDescription)
    locked = json.flag(.locked)
    bot = json.flag(.bot)
    hideCollections = json.answer(.hideCollections)
    discoverable = json.answer(.discoverable)
    indexable = json.flag(.indexable)
    showMedia = json.flag(.showMedia)
    showMediaReplies = json.flag(.showMediaReplies)
    showFeatured = json.flag(.showFeatured)
    attributionDomains = json.list(.attributionDomains)
    featuredTags = json.list(.featuredTags)
  }
}
