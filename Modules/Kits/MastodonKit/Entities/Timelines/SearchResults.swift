public struct SearchResults: Hashable, Sendable {
  /// Accounts that match.
  public var accounts: [Account] = []
  /// Statuses that match.
  public var statuses: [Status] = []
  /// Hashtags that match.
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
