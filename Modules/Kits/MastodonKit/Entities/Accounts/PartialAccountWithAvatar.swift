/// The little of an account that a list of portraits needs.
public struct PartialAccountWithAvatar: Hashable, Sendable, Identifiable {
  /// The account's id.
  public var id: Account.ID
  /// The name, with its host where that is another one.
  public var acct: String
  /// The account's page.
  public var url: String?
  /// Where the portrait is.
  public var avatar: String?
  /// Where a portrait that does not move is.
  public var avatarStatic: String?
  /// The avatar's alt text.
  public var avatarDescription: String?
  /// Whether followers must be accepted.
  public var locked: Bool
  /// Whether a program posts there.
  public var bot: Bool

  /// Creates a partial account.
  public init(
    id: Account.ID, acct: String, url: String? = nil, avatar: String? = nil, avatarStatic: String? = nil,
    avatarDescription: String? = nil, locked: Bool = false, bot: Bool = false
  ) {
    self.id = id
    self.acct = acct
    self.url = url
    self.avatar = avatar
    self.avatarStatic = avatarStatic
    self.avatarDescription = avatarDescription
    self.locked = locked
    self.bot = bot
  }
}

extension PartialAccountWithAvatar: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case id, acct, url, avatar, locked, bot
    case avatarStatic = "avatar_static"
    case avatarDescription = "avatar_description"
  }

  /// Decodes a server's JSON leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    id = try json.id(.id)
    acct = try json.requiredName(.acct)
    url = json.word(.url)
    avatar = json.word(.avatar)
    avatarStatic = json.word(.avatarStatic)
    avatarDescription = json.word(.avatarDescription)
    locked = json.flag(.locked)
    bot = json.flag(.bot)
  }
}
