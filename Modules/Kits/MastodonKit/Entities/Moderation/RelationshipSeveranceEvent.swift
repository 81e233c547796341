/// The loss of followers and followed accounts, because a server or account was blocked.
public struct RelationshipSeveranceEvent: Hashable, Sendable, Identifiable {
  public var id: Identifier<RelationshipSeveranceEvent>
  public var kind: Kind = .unknown("unknown")
  /// The server or account that was blocked.
  public var targetName: String = ""
  public var followersCount: Int = 0
  public var followingCount: Int = 0

  public enum Kind: OpenEnum {
    /// The moderators blocked a server.
    case domainBlock
    /// You blocked a server.
    case userDomainBlock
    /// The moderators closed an account.
    case accountSuspension
    case unknown(String)

    public static let names: KeyValuePairs<Kind, String> = [
      .domainBlock: "domain_block", .userDomainBlock: "user_domain_block", .accountSuspension: "account_suspension",
    ]
  }
}

extension RelationshipSeveranceEvent: DecodableEntity {
  public init(_ json: Fields) throws {
    id = try json.id("id")
    kind = json.choice("type") ?? .unknown("unknown")
    targetName = json.name("target_name")
    followersCount = json.count("followers_count")
    followingCount = json.count("following_count")
  }
}
