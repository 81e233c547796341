/// The results of a search.
public struct SearchResults: Hashable, Sendable {
  /// Accounts that match.
  public var accounts: [Account]
  /// Statuses that match.
  public var statuses: [Status]
  /// Hashtags that match.
  public var hashtags: [Tag]

  /// Creates results.
  public init(accounts: [Account] = [], statuses: [Status] = [], hashtags: [Tag] = []) {
    self.accounts = accounts
    self.statuses = statuses
    self.hashtags = hashtags
  }
}

extension SearchResults: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case accounts, statuses, hashtags
  }

  /// Decodes a server's JSON leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    accounts = json.list(.accounts).droppingRepeats(of: \Account.id)
    statuses = json.list(.statuses).droppingRepeats(of: \Status.id)
    hashtags = json.list(.hashtags).droppingRepeats(of: \Tag.name)
  }
}
