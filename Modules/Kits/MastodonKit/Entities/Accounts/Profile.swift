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
  /// The avatar's alt text.
  public var avatarDescription: String
  /// Where the picture at the head of the page is; nil for none.
  public var header: String?
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
  /// The sites that may name the account as an author.
  public var attributionDomains: [String]
  /// The hashtags that the profile shows.
  public var featuredTags: [FeaturedTag]

  /// Creates a profile.
  public init(
    id: Account.ID, displayName: String = "", note: String = "", fields: [Account.Field] = [], avatar: String? = nil,
    avatarDescription: String = "", header: String? = nil,
    headerDescription: String = "", locked: Bool = false, bot: Bool = false, hideCollections: Bool? = nil,
    discoverable: Bool? = nil, indexable: Bool = false,
    attributionDomains: [String] = [], featuredTags: [FeaturedTag] = []
  ) {
    self.id = id
    self.displayName = displayName
    self.note = note
    self.fields = fields
    self.avatar = avatar
    self.avatarDescription = avatarDescription
    self.header = header
    self.headerDescription = headerDescription
    self.locked = locked
    self.bot = bot
    self.hideCollections = hideCollections
    self.discoverable = discoverable
    self.indexable = indexable
    self.attributionDomains = attributionDomains
    self.featuredTags = featuredTags
  }
}

extension Profile: Decodable {
  /// Decodes a server's JSON leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields()
    id = try json.id("id")
    displayName = json.name("display_name")
    note = json.text("note")
    fields = json.list("fields")
    avatar = json.word("avatar")
    avatarDescription = json.text("avatar_description")
    header = json.word("header")
    headerDescription = json.text("header_description")
    locked = json.flag("locked")
    bot = json.flag("bot")
    hideCollections = json.answer("hide_collections")
    discoverable = json.answer("discoverable")
    indexable = json.flag("indexable")
    attributionDomains = json.list("attribution_domains")
    featuredTags = json.list("featured_tags")
  }
}
