/// Statuses that only those they mention can read.
public struct Conversation: Hashable, Sendable, Identifiable, DecodableEntity {
  public var id: Identifier<Conversation>
  public var unread: Bool
  public var accounts: [Account]
  /// The latest status, unless it is gone.
  @Indirect public var lastStatus: Status?

  public init(id: ID, unread: Bool = false, accounts: [Account] = [], lastStatus: Status? = nil) {
    self.id = id
    self.unread = unread
    self.accounts = accounts
    self.lastStatus = lastStatus
  }

  public init(_ json: Fields) throws {
    id = try json.id("id")
    unread = json.flag("unread")
    accounts = json.list("accounts")
    lastStatus = json.entity("last_status")
  }
}
