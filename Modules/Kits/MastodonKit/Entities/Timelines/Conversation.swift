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

  public init(id: ID, unread: Bool = false, accounts: [Account] = [], lastStatus: Status? = nil) {
    self.id = id
    self.unread = unread
    self.accounts = accounts
    self.lastStatus = lastStatus
  }
}

extension Conversation: Decodable {
  /// Decodes a server's JSON leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields()
    id = try json.id("id")
    unread = json.flag("unread")
    accounts = json.list("accounts")
    lastStatus = json.entity("last_status")
  }
}
