public import FoundationEssentials

/// Somebody, or something, that posts.
public struct Account: Hashable, Sendable, Identifiable {
  /// The type of an account's id.
  public typealias ID = Identifier<Account>

  /// The account's id.
  public var id: ID
  /// The name without a host.
  public var username: String
  /// The name, with its host where that is another one.
  public var acct: String
  /// The name that the person chose, as plain text; may be empty.
  public var displayName: String
  /// What they say about themselves, as HTML.
  public var note: String
  /// The account's page.
  public var url: String?
  /// The account's address in the network, the same on every server.
  public var uri: String?
  /// Where the portrait is.
  public var avatar: String?
  /// Where the picture at the head of the page is.
  public var header: String?
  /// Whether followers must be accepted.
  public var locked: Bool
  /// Whether a program posts here.
  public var bot: Bool
  /// Whether the account passes on what others write.
  public var group: Bool
  /// When the account was made.
  public var createdAt: Date
  /// The day of the latest status.
  public var lastStatusAt: Date?
  /// How many statuses there are.
  public var statusesCount: Int
  /// How many accounts follow it.
  public var followersCount: Int
  /// How many accounts it follows.
  public var followingCount: Int
  /// A few facts of the person's choice.
  public var fields: [Field]
  /// The emoji that name, note and fields use.
  public var emojis: [CustomEmoji]
  /// The account that the person moved to.
  @Indirect public var moved: Account? = nil
  /// Whether the server's moderators closed the account.
  public var suspended: Bool
  /// Whether the server's moderators hide the account from those who do not follow it.
  public var limited: Bool
  /// What the person does on their server, where that is shown.
  public var roles: [Role]
  /// What only the account's owner sees: the defaults for new statuses and the note as it was typed.
  @Indirect public var source: Source? = nil
  /// What a profile or the settings may show; nil where the server says nothing unusual.
  @Indirect public var details: Details? = nil

  /// Makes an account; `acct` is the name alone unless given.
  public init(
    id: ID, username: String, acct: String? = nil, displayName: String = "", note: String = "", url: String? = nil,
    uri: String? = nil, avatar: String? = nil, header: String? = nil, locked: Bool = false, bot: Bool = false,
    group: Bool = false, createdAt: Date = Date(timeIntervalSince1970: 0), lastStatusAt: Date? = nil,
    statusesCount: Int = 0, followersCount: Int = 0, followingCount: Int = 0, fields: [Field] = [],
    emojis: [CustomEmoji] = [], moved: Account? = nil, suspended: Bool = false, limited: Bool = false,
    roles: [Role] = [], source: Source? = nil, details: Details? = nil
  ) {
    self.id = id
    self.username = username
    self.acct = acct ?? username
    self.displayName = displayName
    self.note = note
    self.url = url
    self.uri = uri
    self.avatar = avatar
    self.header = header
    self.locked = locked
    self.bot = bot
    self.group = group
    self.createdAt = createdAt
    self.lastStatusAt = lastStatusAt
    self.statusesCount = statusesCount
    self.followersCount = followersCount
    self.followingCount = followingCount
    self.fields = fields
    self.emojis = emojis
    self.moved = moved
    self.suspended = suspended
    self.limited = limited
    self.roles = roles
    self.source = source
    self.details = details
  }

  /// The name to show: the one that the person chose, or else the one they sign in with.
  public var name: String {
    displayName.contains { !$0.isWhitespace } ? displayName : username
  }

  /// The name as people read it: without the codes of pictures that a terminal does not show.
  public var shownName: String {
    guard !emojis.isEmpty, name.utf8.contains(0x3A) else { return name }
    var words = name
    for emoji in emojis { words = words.replacing(":\(emoji.shortcode):", with: "") }
    guard words != name else { return name }
    let rest = words.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return rest.isEmpty ? username : rest
  }

  /// A fact that a person states about themselves.
  public struct Field: Hashable, Sendable {
    /// What it is about, as plain text.
    public var name: String
    /// The fact, as HTML.
    public var value: String
    /// When the server found that the linked page links back.
    public var verifiedAt: Date?

    /// Makes a field.
    public init(name: String, value: String, verifiedAt: Date? = nil) {
      self.name = name
      self.value = value
      self.verifiedAt = verifiedAt
    }
  }

  /// What somebody does on their server.
  public struct Role: Hashable, Sendable {
    /// The role's id.
    public var id: String
    /// What it is called.
    public var name: String
    /// The colour of its badge, as CSS writes it; may be empty.
    public var color: String
    /// What it may do, one bit for each; a server says it only of the signed-in account.
    public var permissions: UInt64?
    /// Whether its badge is shown on profiles, where the server says so.
    public var highlighted: Bool?
    /// How many collections it may make, where the server says so.
    public var collectionLimit: Int?

    /// Makes a role.
    public init(
      id: String, name: String, color: String = "", permissions: UInt64? = nil, highlighted: Bool? = nil,
      collectionLimit: Int? = nil
    ) {
      self.id = id
      self.name = name
      self.color = color
      self.permissions = permissions
      self.highlighted = highlighted
      self.collectionLimit = collectionLimit
    }
  }

  /// What only the account's owner sees.
  public struct Source: Hashable, Sendable {
    /// Who sees a new status unless it says otherwise.
    public var privacy: Visibility
    /// Whether media of a new status are marked sensitive unless it says otherwise.
    public var sensitive: Bool
    /// The language of a new status unless it says otherwise.
    public var language: String?
    /// The note as it was typed.
    public var note: String
    /// The facts as they were typed.
    public var fields: [Field]
    /// How many accounts wait to be accepted as followers.
    public var followRequestsCount: Int
    /// Who may quote a new status unless it says otherwise.
    public var quotePolicy: QuotePolicy?
    /// Whether nobody else sees who follows and is followed.
    public var hideCollections: Bool?
    /// Whether the server may recommend the account.
    public var discoverable: Bool?
    /// Whether public statuses may be found by searching.
    public var indexable: Bool?
    /// The sites that may name the account as an author.
    public var attributionDomains: [String]

    /// Makes the owner's view.
    public init(
      privacy: Visibility = .public, sensitive: Bool = false, language: String? = nil, note: String = "",
      fields: [Field] = [], followRequestsCount: Int = 0, quotePolicy: QuotePolicy? = nil,
      hideCollections: Bool? = nil, discoverable: Bool? = nil, indexable: Bool? = nil, attributionDomains: [String] = []
    ) {
      self.privacy = privacy
      self.sensitive = sensitive
      self.language = language
      self.note = note
      self.fields = fields
      self.followRequestsCount = followRequestsCount
      self.quotePolicy = quotePolicy
      self.hideCollections = hideCollections
      self.discoverable = discoverable
      self.indexable = indexable
      self.attributionDomains = attributionDomains
    }
  }
}
