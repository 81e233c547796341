/// Some of the accounts that you follow, with a timeline of their own.
public struct List: Hashable, Sendable, Identifiable {
  /// The type of its id.
  public typealias ID = Identifier<List>

  /// The list's id.
  public var id: ID
  public var title: String
  /// Which replies its timeline includes.
  public var repliesPolicy: RepliesPolicy
  /// Whether its accounts are left out of the home timeline.
  public var exclusive: Bool

  public init(id: ID, title: String = "", repliesPolicy: RepliesPolicy = .list, exclusive: Bool = false) {
    self.id = id
    self.title = title
    self.repliesPolicy = repliesPolicy
    self.exclusive = exclusive
  }

  /// Which replies a list's timeline includes.
  public enum RepliesPolicy: OpenEnum {
    /// Replies to followed accounts.
    case followed
    /// Those to accounts of the list.
    case list
    case `none`
    /// A policy that this version does not know.
    case unknown(String)

    /// Those with a name.
    public static let known: [RepliesPolicy] = [.followed, .list, .none]

    /// The server's value.
    public var rawValue: String {
      switch self {
      case .followed: "followed"
      case .list: "list"
      case .none: "none"
      case .unknown(let word): word
      }
    }
  }
}

extension List: Decodable {
  /// Decodes a server's JSON leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields()
    id = try json.id("id")
    title = json.name("title")
    repliesPolicy = json.choice("replies_policy") ?? .list
    exclusive = json.flag("exclusive")
  }
}
