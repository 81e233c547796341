public import FoundationEssentials

public struct Account: Hashable, Sendable, Identifiable {
  public var id: Identifier<Account>
  /// The name without a host.
  public var username: String
  /// The name, with its host where that is another one.
  public var acct: String
  /// The display name as plain text; may be empty.
  public var displayName: String
  /// The biography as HTML.
  public var note: String
  public var url: String?
  /// The account's address in the network, the same on every server.
  public var uri: String?
  public var avatar: String?
  public var header: String?
  /// Whether followers must be accepted.
  public var locked: Bool
  /// Whether a program posts here.
  public var bot: Bool
  /// Whether the account passes on what others write.
  public var group: Bool
  public var createdAt: Date
  public var lastStatusAt: Date?
  public var statusesCount: Int
  public var followersCount: Int
  public var followingCount: Int
  public var fields: [Field]
  /// The emoji that name, note and fields use.
  public var emojis: [CustomEmoji]
  @Indirect public var moved: Account? = nil
  /// Whether the server's moderators closed the account.
  public var suspended: Bool
  /// Whether moderators have hidden the account from accounts that do not follow it.
  public var limited: Bool
  public var roles: [Role]
  /// Data that only the owner sees: posting defaults and source texts.
  @Indirect public var source: Source? = nil
  /// Data that only a profile or the settings show; `nil` if there is nothing unusual.
  @Indirect public var details: Details? = nil

  /// Creates an account; `acct` is the user name by default.
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

  /// The display name, or else the user name, at most ``nameLength`` characters long.
  ///
  /// A name of which nothing can be seen, such as one zero-width space, counts as none.
  public var name: String {
    let name = displayName.hasVisibleText ? displayName : username.hasVisibleText ? username : "(no name)"
    guard name.utf8.count > Self.nameLength else { return name }
    return name.count > Self.nameLength ? name.prefix(Self.nameLength - 1) + "…" : name
  }

  /// The maximum length of a shown name; Mastodon's own accounts have at most 30 characters.
  private static let nameLength = 100

  /// The name without the shortcodes of custom emoji, which a terminal does not show.
  public var shownName: String {
    guard !emojis.isEmpty, name.utf8.contains(0x3A) else { return name }
    let parts = name.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map { Substring($0) }
    var (words, wasEmoji) = (String(parts[0]), false)
    // The first part stands before a colon, the last behind one.
    for (index, part) in parts.enumerated().dropFirst() {
      let isEmoji = !wasEmoji && index < parts.count - 1 && emojis.contains { $0.shortcode == part }
      if !isEmoji { words += wasEmoji ? String(part) : ":\(part)" }
      wasEmoji = isEmoji
    }
    guard words != name else { return name }
    let rest = words.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return rest.isEmpty ? username : rest
  }

  public struct Field: Hashable, Sendable {
    /// The label as plain text.
    public var name: String
    /// The fact, as HTML.
    public var value: String
    /// When the server found that the linked page links back.
    public var verifiedAt: Date?
  }

  public struct Role: Hashable, Sendable {
    public var id: String
    public var name: String
    /// The colour of its badge, as CSS writes it; may be empty.
    public var color: String = ""
    /// Its permissions, one bit for each; servers send them for the signed-in account only.
    public var permissions: UInt64?
    /// The most collections that it may make; `nil` if the server does not say (API version 11).
    public var collectionLimit: Int?
  }

  /// Data that only the account's owner sees.
  public struct Source: Hashable, Sendable {
    public var privacy: Visibility
    /// Whether media of a new status are marked as sensitive by default.
    public var sensitive: Bool
    public var language: String?
    public var note: String
    /// The facts as they were typed.
    public var fields: [Field]
    public var quotePolicy: QuotePolicy?
    /// Whether the followers and followed accounts are hidden.
    public var hideCollections: Bool?
    public var discoverable: Bool?
    /// Whether public statuses may be found by searching.
    public var indexable: Bool?
    /// The sites that may name the account as an author.
    public var attributionDomains: [String]

    public init(
      privacy: Visibility = .public, sensitive: Bool = false, language: String? = nil, note: String = "",
      fields: [Field] = [], quotePolicy: QuotePolicy? = nil,
      hideCollections: Bool? = nil, discoverable: Bool? = nil, indexable: Bool? = nil, attributionDomains: [String] = []
    ) {
      self.privacy = privacy
      self.sensitive = sensitive
      self.language = language
      self.note = note
      self.fields = fields
      self.quotePolicy = quotePolicy
      self.hideCollections = hideCollections
      self.discoverable = discoverable
      self.indexable = indexable
      self.attributionDomains = attributionDomains
    }
  }
}
