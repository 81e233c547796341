public import FoundationEssentials

public struct Announcement: Hashable, Sendable, Identifiable {
  public var id: Identifier<Announcement>
  /// The text as HTML.
  public var content: String = ""
  public var startsAt: Date?
  public var endsAt: Date?
  /// Whether only the days count and not the times.
  public var allDay: Bool = false
  public var publishedAt: Date
  public var updatedAt: Date
  /// Whether the signed-in account dismissed it.
  public var read: Bool?
  public var mentions: [Mention] = []
  public var tags: [Tag] = []
  public var reactions: [Reaction] = []
}

extension Announcement: DecodableEntity {
  public init(_ json: Fields) throws {
    id = try json.id("id")
    content = json.text("content")
    startsAt = json.date("starts_at")
    endsAt = json.date("ends_at")
    allDay = json.flag("all_day")
    publishedAt = json.date("published_at") ?? Date(timeIntervalSince1970: 0)
    updatedAt = json.date("updated_at") ?? Date(timeIntervalSince1970: 0)
    read = json.answer("read")
    mentions = json.list("mentions")
    tags = json.list("tags")
    reactions = json.list("reactions")
  }
}

public struct Reaction: Hashable, Sendable {
  /// The emoji, or the shortcode of one of the server's.
  public var name: String
  public var count: Int = 0
  /// Whether the signed-in account did.
  public var me: Bool?
  /// The URL of the picture, for the server's own emoji.
  public var url: String?
}

extension Reaction: DecodableEntity {
  public init(_ json: Fields) throws {
    name = try json.requiredName("name")
    count = json.count("count")
    me = json.answer("me")
    url = json.word("url")
  }
}
