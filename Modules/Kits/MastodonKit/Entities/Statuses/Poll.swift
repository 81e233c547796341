public import FoundationEssentials

public struct Poll: Hashable, Sendable, Identifiable, EncodableEntity {
  public var id: Identifier<Poll>
  /// When voting ends; `nil` if it does not.
  public var expiresAt: Date?
  /// Whether voting had ended when the server responded.
  public var expired: Bool
  /// Whether more than one option may be chosen.
  public var multiple: Bool
  public var votesCount: Int
  /// The number of voters, if several options may be chosen.
  public var votersCount: Int?
  /// The options; a vote names their indexes.
  public var options: [Option]
  public var emojis: [CustomEmoji]
  /// Whether the signed-in account voted; its own poll counts as voted.
  public var voted: Bool
  /// The indexes that the signed-in account chose.
  public var ownVotes: [Int]

  public init(
    id: ID, expiresAt: Date? = nil, expired: Bool = false, multiple: Bool = false, votesCount: Int = 0,
    votersCount: Int? = nil, options: [Option], emojis: [CustomEmoji] = [], voted: Bool = false, ownVotes: [Int] = []
  ) {
    self.id = id
    self.expiresAt = expiresAt
    self.expired = expired
    self.multiple = multiple
    self.votesCount = votesCount
    self.votersCount = votersCount
    self.options = options
    self.emojis = emojis
    self.voted = voted
    self.ownVotes = ownVotes
  }

  /// The share of the voters that chose an option, from 0 to 1; `nil` without votes or while the result is hidden.
  public func share(of index: Int) -> Double? {
    guard options.indices.contains(index), let votes = options[index].votesCount else { return nil }
    let whole = multiple ? (votersCount ?? votesCount) : votesCount
    return whole > 0 ? Double(votes) / Double(whole) : nil
  }

  public struct Option: Hashable, Sendable, EncodableEntity {
    public var title: String
    /// The number of votes; `nil` while the result is hidden.
    public var votesCount: Int?

    public init(_ title: String, votesCount: Int? = nil) {
      self.title = title
      self.votesCount = votesCount
    }

    public init(_ json: Fields) throws {
      title = json.name("title")
      votesCount = json.integer("votes_count")
    }

    public func encode(to json: inout EntityEncoder) throws {
      try json.encode(title, forKey: "title")
      try json.encode(votesCount, forKey: "votes_count")
    }
  }

  public init(_ json: Fields) throws {
    id = try json.id("id")
    expiresAt = json.date("expires_at")
    expired = json.flag("expired")
    multiple = json.flag("multiple")
    votesCount = json.count("votes_count")
    votersCount = json.integer("voters_count")
    options = json.list("options")
    emojis = json.list("emojis")
    voted = json.flag("voted")
    ownVotes = (json.list("own_votes") as [Identifier<Poll>]).compactMap { Int($0.rawValue) }
      .filter((0..<MastodonJSON.numberLimit).contains)
  }

  public func encode(to json: inout EntityEncoder) throws {
    try json.encode(id, forKey: "id")
    try json.encode(date: expiresAt, forKey: "expires_at")
    try json.encode(expired, forKey: "expired")
    try json.encode(multiple, forKey: "multiple")
    try json.encode(votesCount, forKey: "votes_count")
    try json.encode(votersCount, forKey: "voters_count")
    try json.encode(options, forKey: "options")
    try json.encode(emojis, forKey: "emojis")
    try json.encode(voted, forKey: "voted")
    try json.encode(ownVotes, forKey: "own_votes")
  }
}
