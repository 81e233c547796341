public import FoundationEssentials

public struct Announcement: Hashable, Sendable, Identifiable {
  public typealias ID = Identifier<Announcement>

  public var id: ID
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
  public var statuses: [Status] = []
  public var tags: [Tag] = []
  public var emojis: [CustomEmoji] = []
  public var reactions: [Reaction] = []

  public struct Status: Hashable, Sendable, Identifiable {
    public var id: Identifier<MastodonKit.Status>
    public var url: String?
  }
}

extension Announcement: Decodable {
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields()
    id = try json.id("id")
    content = json.text("content")
    startsAt = json.date("starts_at")
    endsAt = json.date("ends_at")
    allDay = json.flag("all_day")
    publishedAt = json.date("published_at") ?? Date(timeIntervalSince1970: 0)
    updatedAt = json.date("updated_at") ?? Date(timeIntervalSince1970: 0)
    read = json.answer("read")
    mentions = json.list("mentions")
    statuses = json.list("statuses")
    tags = json.list("tags")
    emojis = json.list("emojis")
    reactions = json.list("reactions")
  }
}

extension Announcement.Status: Decodable {
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields()
    id = try json.id("id")
    url = json.word("url")
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

extension Reaction: Decodable {
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields()
    name = try json.requiredName("name")
    count = json.count("count")
    me = json.answer("me")
    url = json.word("url")
  }
}

/// A change of the reactions to an announcement, in a stream.
public struct AnnouncementReactionEvent: Hashable, Sendable {
  /// The emoji, or the shortcode of one of the server's.
  public var name: String
  public var count: Int = 0
  public var announcementID: Announcement.ID
}

extension AnnouncementReactionEvent: Decodable {
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields()
    name = try json.requiredName("name")
    count = json.count("count")
    announcementID = try json.id("announcement_id")
  }
}
