public import FoundationEssentials

/// A hashtag that an account shows on its profile.
public struct FeaturedTag: Hashable, Sendable, Identifiable, DecodableEntity {
  public var id: Identifier<FeaturedTag>
  /// The name without `#`.
  public var name: String
  /// The account's statuses with the tag, as a page.
  public var url: String?
  public var statusesCount: Int
  public var lastStatusAt: Date?

  public init(id: ID, name: String, statusesCount: Int = 0) {
    self.id = id
    self.name = name
    self.statusesCount = statusesCount
  }

  public init(_ json: Fields) throws {
    id = try json.id("id")
    name = try json.requiredName("name")
    url = json.word("url")
    statusesCount = json.count("statuses_count")
    lastStatusAt = json.date("last_status_at").map(MastodonDate.startOfDay)
  }
}
