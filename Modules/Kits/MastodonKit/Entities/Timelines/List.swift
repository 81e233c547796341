/// Some of the accounts that you follow, with a timeline of their own.
public struct List: Hashable, Sendable, Identifiable, DecodableEntity {
  public var id: Identifier<List>
  public var title: String
  public var repliesPolicy: RepliesPolicy
  /// Whether its accounts are left out of the home timeline.
  public var exclusive: Bool

  public init(id: ID, title: String = "", repliesPolicy: RepliesPolicy = .list, exclusive: Bool = false) {
    self.id = id
    self.title = title
    self.repliesPolicy = repliesPolicy
    self.exclusive = exclusive
  }

  public enum RepliesPolicy: OpenEnum {
    case followed
    case list
    case `none`
    case unknown(String)

    public static let names: KeyValuePairs<RepliesPolicy, String> = [
      .followed: "followed", .list: "list", .none: "none",
    ]
  }

  public init(_ json: Fields) throws {
    id = try json.id("id")
    title = json.name("title")
    repliesPolicy = json.choice("replies_policy") ?? .list
    exclusive = json.flag("exclusive")
  }
}
