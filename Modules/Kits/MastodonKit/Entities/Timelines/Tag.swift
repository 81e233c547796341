public import FoundationEssentials

/// A hashtag, as a status carries it or as a search finds it.
public struct Tag: Hashable, Sendable, Identifiable, EncodableEntity {
  /// The name without `#`.
  public var name: String
  public var url: String?
  /// Whether the signed-in account follows it, if the server says so.
  public var following: Bool?
  /// Whether the signed-in account features it, if the server says so.
  public var featuring: Bool?
  /// Its recent uses, the latest day first.
  public var history: [Usage]

  /// The name, without regard to case.
  public var id: String { name.lowercased() }

  public init(
    name: String, url: String? = nil, following: Bool? = nil, featuring: Bool? = nil,
    history: [Usage] = []
  ) {
    self.name = name
    self.url = url
    self.following = following
    self.featuring = featuring
    self.history = history
  }

  public struct Usage: Hashable, Sendable {
    /// The day's first moment.
    public var day: Date
    public var uses: Int = 0
    public var accounts: Int = 0
  }

  public init(_ json: Fields) throws {
    name = try json.requiredName("name")
    url = json.word("url")
    following = json.answer("following")
    featuring = json.answer("featuring")
    history = json.list("history")
  }

  /// Encodes the tag as Mastodon does, in the short form of a status's tags if nothing else is known.
  public func encode(to json: inout EntityEncoder) throws {
    try json.encode(name, forKey: "name")
    try json.encodeIfPresent(url, forKey: "url")
    if !history.isEmpty { try json.encode(history, forKey: "history") }
    try json.encodeIfPresent(following, forKey: "following")
    try json.encodeIfPresent(featuring, forKey: "featuring")
  }
}

extension Tag.Usage: EncodableEntity {
  /// Decodes a server's JSON leniently: the day is in seconds since 1970, and all are strings.
  public init(_ json: Fields) throws {
    day = json.date("day") ?? Date(timeIntervalSince1970: 0)
    uses = json.count("uses")
    accounts = json.count("accounts")
  }

  public func encode(to json: inout EntityEncoder) throws {
    try json.encode(String(MastodonDate.wholeSeconds(day)), forKey: "day")
    try json.encode(String(uses), forKey: "uses")
    try json.encode(String(accounts), forKey: "accounts")
  }
}
