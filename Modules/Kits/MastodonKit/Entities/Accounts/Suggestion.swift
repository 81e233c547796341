/// An account that the server suggests following.
public struct Suggestion: Hashable, Sendable {
  public var sources: [Source] = []
  public var account: Account

  /// A reason to suggest an account.
  public enum Source: OpenEnum {
    /// The server's staff recommends it.
    case featured
    /// Many on the server follow it.
    case mostFollowed
    /// Many accounts of the server interact with it.
    case mostInteractions
    /// It is like the accounts that you followed lately.
    case similarToRecentlyFollowed
    /// Accounts that you follow follow it.
    case friendsOfFriends
    /// A reason that this version does not know.
    case unknown(String)

    public static let names: KeyValuePairs<Source, String> = [
      .featured: "featured", .mostFollowed: "most_followed", .mostInteractions: "most_interactions",
      .similarToRecentlyFollowed: "similar_to_recently_followed", .friendsOfFriends: "friends_of_friends",
    ]
  }
}

extension Suggestion: DecodableEntity {
  public init(_ json: Fields) throws {
    sources = json.list("sources")
    account = try json.decode(Account.self, "account")
  }
}
