public import FoundationEssentials

/// A list of recommended accounts.
public struct Collection: Hashable, Sendable, Identifiable, EncodableEntity {
  public var id: Identifier<Collection>
  public var accountID: Account.ID
  /// Its address in the network, the same on every server.
  public var uri: String?
  public var url: String?
  public var name: String
  /// The description as HTML.
  public var description: String
  /// The language of its name and description, as a code of ISO 639.
  public var language: String?
  public var local: Bool
  /// Whether name and description should be hidden at first.
  public var sensitive: Bool = false
  public var discoverable: Bool
  public var tag: Tag?
  public var createdAt: Date
  public var updatedAt: Date
  public var itemCount: Int
  public var items: [CollectionItem]

  public init(
    id: ID, accountID: Account.ID, url: String? = nil, name: String = "", description: String = "",
    language: String? = nil, local: Bool = false, discoverable: Bool = false, tag: Tag? = nil, createdAt: Date,
    updatedAt: Date, itemCount: Int = 0, items: [CollectionItem] = []
  ) {
    self.id = id
    self.accountID = accountID
    self.url = url
    self.name = name
    self.description = description
    self.language = language
    self.local = local
    self.discoverable = discoverable
    self.tag = tag
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.itemCount = itemCount
    self.items = items
  }

  public init(_ json: Fields) throws {
    id = try json.id("id")
    accountID = try json.id("account_id")
    uri = json.word("uri")
    url = json.word("url")
    name = json.name("name")
    description = json.text("description")
    language = json.word("language")
    local = json.flag("local")
    sensitive = json.flag("sensitive")
    discoverable = json.flag("discoverable")
    tag = json.entity("tag")
    createdAt = json.date("created_at") ?? Date(timeIntervalSince1970: 0)
    updatedAt = json.date("updated_at") ?? Date(timeIntervalSince1970: 0)
    itemCount = json.count("item_count")
    items = json.list("items")
  }

  public func encode(to json: inout EntityEncoder) throws {
    try json.encode(id, forKey: "id")
    try json.encode(accountID, forKey: "account_id")
    try json.encodeIfPresent(uri, forKey: "uri")
    try json.encode(url, forKey: "url")
    try json.encode(name, forKey: "name")
    try json.encode(description, forKey: "description")
    try json.encode(language, forKey: "language")
    try json.encode(local, forKey: "local")
    try json.encode(sensitive, forKey: "sensitive")
    try json.encode(discoverable, forKey: "discoverable")
    try json.encode(tag, forKey: "tag")
    try json.encode(date: createdAt, forKey: "created_at")
    try json.encode(date: updatedAt, forKey: "updated_at")
    try json.encode(itemCount, forKey: "item_count")
    try json.encode(items, forKey: "items")
  }
}

public struct CollectionItem: Hashable, Sendable, Identifiable, EncodableEntity {
  public var id: Identifier<CollectionItem>
  /// The account, unless it is hidden from you.
  public var accountID: Account.ID?
  /// Whether the account agreed.
  public var state: State
  public var createdAt: Date

  public init(id: ID, accountID: Account.ID? = nil, state: State = .pending, createdAt: Date) {
    self.id = id
    self.accountID = accountID
    self.state = state
    self.createdAt = createdAt
  }

  public enum State: OpenEnum {
    /// Awaiting the account's approval.
    case pending
    case accepted
    case unknown(String)

    public static let names: KeyValuePairs<State, String> = [.pending: "pending", .accepted: "accepted"]
  }

  public init(_ json: Fields) throws {
    id = try json.id("id")
    accountID = json.idIfPresent("account_id")
    state = json.choice("state") ?? .pending
    createdAt = json.date("created_at") ?? Date(timeIntervalSince1970: 0)
  }

  public func encode(to json: inout EntityEncoder) throws {
    try json.encode(id, forKey: "id")
    try json.encodeIfPresent(accountID, forKey: "account_id")
    try json.encode(state, forKey: "state")
    try json.encode(date: createdAt, forKey: "created_at")
  }
}
