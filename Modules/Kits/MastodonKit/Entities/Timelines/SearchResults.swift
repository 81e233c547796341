public struct SearchResults: Hashable, Sendable {
  public var accounts: [Account] = []
  public var statuses: [Status] = []
  public var hashtags: [Tag] = []
}

extension SearchResults: DecodableEntity {
  public init(_ json: Fields) throws {
    accounts = json.list("accounts").droppingRepeats(of: \Account.id)
    statuses = json.list("statuses").droppingRepeats(of: \Status.id)
    hashtags = json.list("hashtags").droppingRepeats(of: \Tag.name)
  }
}
