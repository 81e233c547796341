/// The followed accounts that follow another account.
public struct FamiliarFollowers: Hashable, Sendable, Identifiable, ListAnswer {
  /// The account that they follow.
  public var id: Account.ID
  public var accounts: [Account] = []
  public var skipped = 0
}

extension FamiliarFollowers: DecodableEntity {
  public init(_ json: Fields) throws {
    id = try json.id("id")
    accounts = json.list("accounts", counting: &skipped)
  }
}
