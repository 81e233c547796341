public import FoundationEssentials

/// An announcement by the server's staff.
public struct Announcement: Hashable, Sendable, Identifiable {
  public typealias ID = Identifier<Announcement>

  public var id: ID
  /// The text as HTML.
  public var content: String = ""
  /// When what it announces begins.
  public var startsAt: Date?
  /// When what it announces ends.
  public var endsAt: Date?
  /// Whether only the days count and not the times.
  public var allDay: Bool = false
  public var publishedAt: Date
  public var updatedAt: Date
  /// Whether the signed-in account dismissed it.
  public var read: Bool?
  /// The accounts that it names.
  public var mentions: [Mention] = []
  /// The statuses that it links to.
  public var statuses: [Status] = []
  public var tags: [Tag] = []
  /// The emoji that its text uses.
  public var emojis: [CustomEmoji] = []
  public var reactions: [Reaction] = []

  /// A status that an announcement links to.
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

/// An emoji reaction to an announcement.
public struct Reaction: Hashable, Sendable {
  /// The emoji, or the shortcode of one of the server's.
  public var name: String
  /// The number of accounts that chose it.
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
  /// The number of accounts that have chosen it.
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
