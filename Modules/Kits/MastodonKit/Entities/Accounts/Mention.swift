/// An account that a status names.
public struct Mention: Hashable, Sendable, Identifiable, EncodableEntity {
  public var id: Account.ID
  /// The name without a host.
  public var username: String
  /// The name, with its host where that is another one.
  public var acct: String
  /// The account's page, which a link in the status's text points to.
  public var url: String?

  /// Creates a mention; `acct` is the user name by default.
  public init(id: Account.ID, username: String, acct: String? = nil, url: String? = nil) {
    self.id = id
    self.username = username
    self.acct = acct ?? username
    self.url = url
  }

  public init(_ json: Fields) throws {
    id = try json.id("id")
    let acct = json.nameIfPresent("acct")
    username = json.nameIfPresent("username") ?? acct.map { String($0.prefix { $0 != "@" }) } ?? ""
    self.acct = acct ?? username
    url = json.word("url")
  }

  public func encode(to json: inout EntityEncoder) throws {
    try json.encode(id, forKey: "id")
    try json.encode(username, forKey: "username")
    try json.encode(acct, forKey: "acct")
    try json.encode(url, forKey: "url")
  }
}
