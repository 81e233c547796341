public import FoundationEssentials

/// An announcement by the server's staff.
public struct Announcement: Hashable, Sendable, Identifiable {
  /// The type of its id.
  public typealias ID = Identifier<Announcement>

  /// The announcement's id.
  public var id: ID
  /// The text as HTML.
  public var content: String
  /// When what it announces begins.
  public var startsAt: Date?
  /// When what it announces ends.
  public var endsAt: Date?
  /// Whether only the days count and not the times.
  public var allDay: Bool
  /// When it was published.
  public var publishedAt: Date
  /// When it was last changed.
  public var updatedAt: Date
  /// Whether the signed-in account dismissed it.
  public var read: Bool?
  /// The accounts that it names.
  public var mentions: [Mention]
  /// The statuses that it links to.
  public var statuses: [Status]
  /// Its hashtags.
  public var tags: [Tag]
  /// The emoji that its text uses.
  public var emojis: [CustomEmoji]
  /// The reactions to it.
  public var reactions: [Reaction]

  /// Creates an announcement.
  public init(
    id: ID, content: String = "", startsAt: Date? = nil, endsAt: Date? = nil, allDay: Bool = false, publishedAt: Date,
    updatedAt: Date, read: Bool? = nil, mentions: [Mention] = [], statuses: [Status] = [], tags: [Tag] = [],
    emojis: [CustomEmoji] = [], reactions: [Reaction] = []
  ) {
    self.id = id
    self.content = content
    self.startsAt = startsAt
    self.endsAt = endsAt
    self.allDay = allDay
    self.publishedAt = publishedAt
    self.updatedAt = updatedAt
    self.read = read
    self.mentions = mentions
    self.statuses = statuses
    self.tags = tags
    self.emojis = emojis
    self.reactions = reactions
  }

  /// A status that an announcement links to.
  public struct Status: Hashable, Sendable, Identifiable {
    /// The status's id.
    public var id: Identifier<MastodonKit.Status>
    /// The status's page.
    public var url: String?

    /// Creates a link.
    public init(id: Identifier<MastodonKit.Status>, url: String? = nil) {
      self.id = id
      self.url = url
    }
  }
}

extension Announcement: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case id, content, read, mentions, statuses, tags, emojis, reactions
    case startsAt = "starts_at"
    case endsAt = "ends_at"
    case allDay = "all_day"
    case publishedAt = "published_at"
    case updatedAt = "updated_at"
  }

  /// Decodes a server's JSON leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    id = try json.id(.id)
    content = json.text(.content)
    startsAt = json.date(.startsAt)
    endsAt = json.date(.endsAt)
    allDay = json.flag(.allDay)
    publishedAt = json.date(.publishedAt) ?? Date(timeIntervalSince1970: 0)
    updatedAt = json.date(.updatedAt) ?? Date(timeIntervalSince1970: 0)
    read = json.answer(.read)
    mentions = json.list(.mentions)
    statuses = json.list(.statuses)
    tags = json.list(.tags)
    emojis = json.list(.emojis)
    reactions = json.list(.reactions)
  }

  /// Encodes it as Mastodon does.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(id, forKey: .id)
    try json.encode(content, forKey: .content)
    try json.encodeIfPresent(date: startsAt, forKey: .startsAt)
    try json.encodeIfPresent(date: endsAt, forKey: .endsAt)
    try json.encode(allDay, forKey: .allDay)
    try json.encode(date: publishedAt, forKey: .publishedAt)
    try json.encode(date: updatedAt, forKey: .updatedAt)
    try json.encodeIfPresent(read, forKey: .read)
    try json.encode(mentions, forKey: .mentions)
    try json.encode(statuses, forKey: .statuses)
    try json.encode(tags, forKey: .tags)
    try json.encode(emojis, forKey: .emojis)
    try json.encode(reactions, forKey: .reactions)
  }
}

extension Announcement.Status: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case id, url
  }

  /// Decodes a server's JSON leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    id = try json.id(.id)
    url = json.word(.url)
  }
}

/// An emoji reaction to an announcement.
public struct Reaction: Hashable, Sendable {
  /// The emoji, or the shortcode of one of the server's.
  public var name: String
  /// How many accounts chose it.
  public var count: Int
  /// Whether the signed-in account did.
  public var me: Bool?
  /// Where the picture is, of the server's own emoji.
  public var url: String?
  /// Where a picture that does not move is.
  public var staticURL: String?

  /// Creates a reaction.
  public init(name: String, count: Int = 0, me: Bool? = nil, url: String? = nil, staticURL: String? = nil) {
    self.name = name
    self.count = count
    self.me = me
    self.url = url
    self.staticURL = staticURL
  }
}

extension Reaction: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case name, count, me, url
    case staticURL = "static_url"
  }

  /// Decodes a server's JSON leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    name = try json.requiredName(.name)
    count = json.count(.count)
    me = json.answer(.me)
    url = json.word(.url)
    staticURL = json.word(.staticURL)
  }
}

/// A change of the reactions to an announcement, in a stream.
public struct AnnouncementReactionEvent: Hashable, Sendable {
  /// The emoji, or the shortcode of one of the server's.
  public var name: String
  /// How many accounts have chosen it now.
  public var count: Int
  /// The announcement.
  public var announcementID: Announcement.ID

  /// Creates an event.
  public init(name: String, count: Int = 0, announcementID: Announcement.ID) {
    self.name = name
    self.count = count
    self.announcementID = announcementID
  }
}

extension AnnouncementReactionEvent: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case name, count
    case announcementID = "announcement_id"
  }

  /// Decodes a server's JSON leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    name = try json.requiredName(.name)
    count = json.count(.count)
    announcementID = try json.id(.announcementID)
  }
}
