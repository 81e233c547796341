public struct SearchResults: Hashable, Sendable, ListAnswer {
  public var accounts: [Account] = []
  public var statuses: [Status] = []
  public var hashtags: [Tag] = []
  public var skipped = 0
}

extension SearchResults: DecodableEntity {
  public init(_ json: Fields) throws {
    accounts = json.list("accounts", counting: &skipped).droppingRepeats(of: \Account.id)
    statuses = json.list("statuses", counting: &skipped).droppingRepeats(of: \Status.id)
    hashtags = json.list("hashtags", counting: &skipped).droppingRepeats(of: \Tag.name)
  }
}
