public struct SearchResults: Hashable, Sendable {
  public var accounts: [Account] = []
  public var statuses: [Status] = []
  public var hashtags: [Tag] = []
}

extension SearchResults: Decodable {
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields()
    accounts = json.list("accounts").droppingRepeats(of: \Account.id)
    statuses = json.list("statuses").droppingRepeats(of: \Status.id)
    hashtags = json.list("hashtags").droppingRepeats(of: \Tag.name)
  }
}
