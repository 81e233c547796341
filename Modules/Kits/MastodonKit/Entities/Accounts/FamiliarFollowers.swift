/// The followed accounts that follow another account.
public struct FamiliarFollowers: Hashable, Sendable, Identifiable {
  /// The account that they follow.
  public var id: Account.ID
  /// The followers.
  public var accounts: [Account]

  /// Creates a list of familiar followers.
  public init(id: Account.ID, accounts: [Account] = []) {
    self.id = id
    self.accounts = accounts
  }
}

extension FamiliarFollowers: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case id, accounts
  }

  /// Decodes a server's JSON leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    id = try json.id(.id)
    accounts = json.list(.accounts)
  }
}
