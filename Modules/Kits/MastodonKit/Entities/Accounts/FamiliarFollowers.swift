/// The followed accounts that follow another account.
public struct FamiliarFollowers: Hashable, Sendable, Identifiable {
  /// The account that they follow.
  public var id: Account.ID
  public var accounts: [Account] = []
}

extension FamiliarFollowers: Decodable {
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields()
    id = try json.id("id")
    accounts = json.list("accounts")
  }
}
