/// Statuses that only those they mention can read.
public struct Conversation: Hashable, Sendable, Identifiable {
  /// The type of its id.
  public typealias ID = Identifier<Conversation>

  /// The conversation's id.
  public var id: ID
  /// Whether it has unread posts.
  public var unread: Bool
  /// The other participants.
  public var accounts: [Account]
  /// The latest status, unless it is gone.
  @Indirect public var lastStatus: Status?

  /// Creates a conversation.
  public init(id: ID, unread: Bool = false, accounts: [Account] = [], lastStatus: Status? = nil) {
    self.id = id
    self.unread = unread
    self.accounts = accounts
    self.lastStatus = lastStatus
  }
}

extension Conversation: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case id, unread, accounts
    case lastStatus = "last_status"
  }

  /// Decodes a server's JSON leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    id = try json.id(.id)
    unread = json.flag(.unread)
    accounts = json.list(.accounts)
    lastStatus = json.entity(.lastStatus)
  }

  /// Encodes it as Mastodon does.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(id, forKey: .id)
    try json.encode(unread, forKey: .unread)
    try json.encode(accounts, forKey: .accounts)
    try json.encodeIfPresent(lastStatus, forKey: .lastStatus)
  }
}
