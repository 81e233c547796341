public import FoundationEssentials

/// A hashtag, as a status carries it or as a search finds it.
public struct Tag: Hashable, Sendable, Identifiable {
  /// The name without `#`.
  public var name: String
  /// The tag's page.
  public var url: String?
  /// Whether the signed-in account follows it, if the server says so.
  public var following: Bool?
  /// Whether the signed-in account features it, if the server says so.
  public var featuring: Bool?
  /// The server's own id of it; requests name a tag by its name.
  public var serverID: String?
  /// How it was used lately, the latest day first.
  public var history: [Usage]

  /// The name, without regard to case.
  public var id: String { name.lowercased() }

  /// Creates a tag.
  public init(
    name: String, url: String? = nil, following: Bool? = nil, featuring: Bool? = nil, serverID: String? = nil,
    history: [Usage] = []
  ) {
    self.name = name
    self.url = url
    self.following = following
    self.featuring = featuring
    self.serverID = serverID
    self.history = history
  }

  /// How something was used on a day.
  public struct Usage: Hashable, Sendable {
    /// The day's first moment.
    public var day: Date
    /// How many statuses used it.
    public var uses: Int
    /// How many accounts did.
    public var accounts: Int

    /// Creates a day's figures.
    public init(day: Date, uses: Int = 0, accounts: Int = 0) {
      self.day = day
      self.uses = uses
      self.accounts = accounts
    }
  }
}

extension Tag: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case name, url, following, featuring, history
    case serverID = "id"
  }

  /// Decodes a server's JSON leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    name = try json.requiredName(.name)
    url = json.word(.url)
    following = json.answer(.following)
    featuring = json.answer(.featuring)
    serverID = json.word(.serverID)
    history = json.list(.history)
  }

  /// Encodes the tag as Mastodon does, in the short form of a status's tags if nothing else is known.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encodeIfPresent(serverID, forKey: .serverID)
    try json.encode(name, forKey: .name)
    try json.encodeIfPresent(url, forKey: .url)
    if !history.isEmpty { try json.encode(history, forKey: .history) }
    try json.encodeIfPresent(following, forKey: .following)
    try json.encodeIfPresent(featuring, forKey: .featuring)
  }
}

extension Tag.Usage: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case day, uses, accounts
  }

  /// Decodes a server's JSON leniently: the day is in seconds since 1970, and all are strings.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    day = json.date(.day) ?? Date(timeIntervalSince1970: 0)
    uses = json.count(.uses)
    accounts = json.count(.accounts)
  }

  /// Encodes the figures as Mastodon does.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(String(MastodonDate.wholeSeconds(day)), forKey: .day)
    try json.encode(String(uses), forKey: .uses)
    try json.encode(String(accounts), forKey: .accounts)
  }
}
