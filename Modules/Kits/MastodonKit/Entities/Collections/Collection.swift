public import FoundationEssentials

/// A list of recommended accounts.
public struct Collection: Hashable, Sendable, Identifiable {
  /// The type of its id.
  public typealias ID = Identifier<Collection>

  /// The collection's id.
  public var id: ID
  /// Whose it is.
  public var accountID: Account.ID
  /// Its address in the network, the same on every server.
  public var uri: String?
  /// Its page.
  public var url: String?
  /// The name.
  public var name: String
  /// The description as HTML.
  public var description: String
  /// The language of its name and description, as a code of ISO 639.
  public var language: String?
  /// Whether it is this server's.
  public var local: Bool
  /// Whether name and description should be hidden at first.
  public var sensitive: Bool
  /// Whether the server may recommend it.
  public var discoverable: Bool
  /// The hashtag that it is about.
  public var tag: Tag?
  /// When it was made.
  public var createdAt: Date
  /// When it was last changed.
  public var updatedAt: Date
  /// How many accounts it has.
  public var itemCount: Int
  /// The accounts.
  public var items: [CollectionItem]

  /// Creates a collection.
  public init(
    id: ID, accountID: Account.ID, uri: String? = nil, url: String? = nil, name: String = "",
    description: String = "", language: String? = nil, local: Bool = false, sensitive: Bool = false,
    discoverable: Bool = false, tag: Tag? = nil, createdAt: Date, updatedAt: Date, itemCount: Int = 0,
    items: [CollectionItem] = []
  ) {
    self.id = id
    self.accountID = accountID
    self.uri = uri
    self.url = url
    self.name = name
    self.description = description
    self.language = language
    self.local = local
    self.sensitive = sensitive
    self.discoverable = discoverable
    self.tag = tag
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.itemCount = itemCount
    self.items = items
  }
}

extension Collection: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case id, uri, url, name, description, language, local, sensitive, discoverable, tag, items
    case accountID = "account_id"
    case createdAt = "created_at"
    case updatedAt = "updated_at"
    case itemCount = "item_count"
  }

  /// Decodes a server's JSON leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    id = try json.id(.id)
    accountID = try json.id(.accountID)
    uri = json.word(.uri)
    url = json.word(.url)
    name = json.name(.name)
    description = json.text(.description)
    language = json.word(.language)
    local = json.flag(.local)
    sensitive = json.flag(.sensitive)
    discoverable = json.flag(.discoverable)
    tag = json.entity(.tag)
    createdAt = json.date(.createdAt) ?? Date(timeIntervalSince1970: 0)
    updatedAt = json.date(.updatedAt) ?? Date(timeIntervalSince1970: 0)
    itemCount = json.count(.itemCount)
    items = json.list(.items)
  }

  /// Encodes it as Mastodon does.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(id, forKey: .id)
    try json.encode(accountID, forKey: .accountID)
    try json.encodeIfPresent(uri, forKey: .uri)
    try json.encodeIfPresent(url, forKey: .url)
    try json.encode(name, forKey: .name)
    try json.encode(description, forKey: .description)
    try json.encodeIfPresent(language, forKey: .language)
    try json.encode(local, forKey: .local)
    try json.encode(sensitive, forKey: .sensitive)
    try json.encode(discoverable, forKey: .discoverable)
    try json.encodeIfPresent(tag, forKey: .tag)
    try json.encode(date: createdAt, forKey: .createdAt)
    try json.encode(date: updatedAt, forKey: .updatedAt)
    try json.encode(itemCount, forKey: .itemCount)
    try json.encode(items, forKey: .items)
  }
}

/// An account's place in a collection.
public struct CollectionItem: Hashable, Sendable, Identifiable {
  /// The type of its id.
  public typealias ID = Identifier<CollectionItem>

  /// The place's id.
  public var id: ID
  /// The account, unless it is hidden from you.
  public var accountID: Account.ID?
  /// Whether the account agreed.
  public var state: State
  /// When it was put there.
  public var createdAt: Date

  /// Creates a place.
  public init(id: ID, accountID: Account.ID? = nil, state: State = .pending, createdAt: Date) {
    self.id = id
    self.accountID = accountID
    self.state = state
    self.createdAt = createdAt
  }

  /// Whether an account agreed to be in a collection.
  public enum State: OpenEnum {
    /// Awaiting the account's approval.
    case pending
    /// It agreed.
    case accepted
    /// A state that this version does not know.
    case unknown(String)

    /// Those with a name.
    public static let known: [State] = [.pending, .accepted]

    /// The server's value.
    public var rawValue: String {
      switch self {
      case .pending: "pending"
      case .accepted: "accepted"
      case .unknown(let word): word
      }
    }
  }
}

extension CollectionItem: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case id, state
    case accountID = "account_id"
    case createdAt = "created_at"
  }

  /// Decodes a server's JSON leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    id = try json.id(.id)
    accountID = json.idIfPresent(.accountID)
    state = json.choice(.state) ?? .pending
    createdAt = json.date(.createdAt) ?? Date(timeIntervalSince1970: 0)
  }

  /// Encodes it as Mastodon does.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(id, forKey: .id)
    try json.encodeIfPresent(accountID, forKey: .accountID)
    try json.encode(state, forKey: .state)
    try json.encode(date: createdAt, forKey: .createdAt)
  }
}
