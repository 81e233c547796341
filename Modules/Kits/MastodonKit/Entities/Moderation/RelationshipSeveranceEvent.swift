public import FoundationEssentials

/// The loss of followers and followed accounts, because a server or account was blocked.
public struct RelationshipSeveranceEvent: Hashable, Sendable, Identifiable {
  /// The type of its id.
  public typealias ID = Identifier<RelationshipSeveranceEvent>

  /// The event's id.
  public var id: ID
  /// The cause.
  public var kind: Kind
  /// Whether the list of what was lost is gone too.
  public var purged: Bool
  /// The server or account that was blocked.
  public var targetName: String
  /// How many followers were lost.
  public var followersCount: Int
  /// How many followed accounts were lost.
  public var followingCount: Int
  /// When it was done.
  public var createdAt: Date

  /// Creates an event.
  public init(
    id: ID, kind: Kind = .unknown("unknown"), purged: Bool = false, targetName: String = "", followersCount: Int = 0,
    followingCount: Int = 0, createdAt: Date
  ) {
    self.id = id
    self.kind = kind
    self.purged = purged
    self.targetName = targetName
    self.followersCount = followersCount
    self.followingCount = followingCount
    self.createdAt = createdAt
  }

  /// Why relationships were severed.
  public enum Kind: OpenEnum {
    /// The moderators blocked a server.
    case domainBlock
    /// You blocked a server.
    case userDomainBlock
    /// The moderators closed an account.
    case accountSuspension
    /// A kind that this version does not know.
    case unknown(String)

    /// Those with a name.
    public static let known: [Kind] = [.domainBlock, .userDomainBlock, .accountSuspension]

    /// The server's value.
    public var rawValue: String {
      switch self {
      case .domainBlock: "domain_block"
      case .userDomainBlock: "user_domain_block"
      case .accountSuspension: "account_suspension"
      case .unknown(let word): word
      }
    }
  }
}

extension RelationshipSeveranceEvent: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case id, purged
    case kind = "type"
    case targetName = "target_name"
    case followersCount = "followers_count"
    case followingCount = "following_count"
    case createdAt = "created_at"
  }

  /// Decodes a server's JSON leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    id = try json.id(.id)
    kind = json.choice(.kind) ?? .unknown("unknown")
    purged = json.flag(.purged)
    targetName = json.name(.targetName)
    followersCount = json.count(.followersCount)
    followingCount = json.count(.followingCount)
    createdAt = json.date(.createdAt) ?? Date(timeIntervalSince1970: 0)
  }

  /// Encodes it as Mastodon does.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(id, forKey: .id)
    try json.encode(kind, forKey: .kind)
    try json.encode(purged, forKey: .purged)
    try json.encode(targetName, forKey: .targetName)
    try json.encode(followersCount, forKey: .followersCount)
    try json.encode(followingCount, forKey: .followingCount)
    try json.encode(date: createdAt, forKey: .createdAt)
  }
}
