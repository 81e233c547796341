public import FoundationEssentials

/// A scheduled post.
public struct ScheduledStatus: Hashable, Sendable, Identifiable {
  /// The type of its id.
  public typealias ID = Identifier<ScheduledStatus>

  /// Its id until it is published.
  public var id: ID
  /// When it will be published.
  public var scheduledAt: Date
  /// The post.
  public var params: Params
  /// The media.
  public var mediaAttachments: [MediaAttachment]

  /// Creates a scheduled status.
  public init(id: ID, scheduledAt: Date, params: Params, mediaAttachments: [MediaAttachment] = []) {
    self.id = id
    self.scheduledAt = scheduledAt
    self.params = params
    self.mediaAttachments = mediaAttachments
  }

  /// The content of a scheduled post.
  public struct Params: Hashable, Sendable {
    /// The text.
    public var text: String
    /// The poll.
    public var poll: Poll?
    /// The ids of the media, in order.
    public var mediaIDs: [MediaAttachment.ID]?
    /// Whether the media are marked as sensitive.
    public var sensitive: Bool?
    /// The content warning.
    public var spoilerText: String?
    /// The visibility; `nil` for the account's default.
    public var visibility: Visibility?
    /// The status that it replies to.
    public var inReplyToID: Status.ID?
    /// The language.
    public var language: String?
    /// The `Idempotency-Key` of the request.
    public var idempotency: String?

    /// Creates the content.
    public init(
      text: String = "", poll: Poll? = nil, mediaIDs: [MediaAttachment.ID]? = nil, sensitive: Bool? = nil,
      spoilerText: String? = nil, visibility: Visibility? = nil, inReplyToID: Status.ID? = nil,
      language: String? = nil, idempotency: String? = nil
    ) {
      self.text = text
      self.poll = poll
      self.mediaIDs = mediaIDs
      self.sensitive = sensitive
      self.spoilerText = spoilerText
      self.visibility = visibility
      self.inReplyToID = inReplyToID
      self.language = language
      self.idempotency = idempotency
    }

    /// The poll of a scheduled post.
    public struct Poll: Hashable, Sendable {
      /// The options.
      public var options: [String]
      /// The duration in seconds.
      public var expiresIn: Int
      /// Whether more than one option may be chosen.
      public var multiple: Bool?
      /// Whether the result is hidden until the end.
      public var hideTotals: Bool?

      /// Creates a poll.
      public init(options: [String] = [], expiresIn: Int = 0, multiple: Bool? = nil, hideTotals: Bool? = nil) {
        self.options = options
        self.expiresIn = expiresIn
        self.multiple = multiple
        self.hideTotals = hideTotals
      }
    }
  }
}

extension ScheduledStatus: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case id, params
    case scheduledAt = "scheduled_at"
    case mediaAttachments = "media_attachments"
  }

  /// Decodes a server's JSON leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    id = try json.id(.id)
    scheduledAt = json.date(.scheduledAt) ?? Date(timeIntervalSince1970: 0)
    params = try json.decode(Params.self, forKey: .params)
    mediaAttachments = json.list(.mediaAttachments)
  }

  /// Encodes it as Mastodon does.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(id, forKey: .id)
    try json.encode(date: scheduledAt, forKey: .scheduledAt)
    try json.encode(params, forKey: .params)
    try json.encode(mediaAttachments, forKey: .mediaAttachments)
  }
}

extension ScheduledStatus.Params: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case text, poll, sensitive, visibility, language, idempotency
    case mediaIDs = "media_ids"
    case spoilerText = "spoiler_text"
    case inReplyToID = "in_reply_to_id"
  }

  /// Decodes a server's JSON leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    text = json.text(.text)
    poll = json.entity(.poll)
    mediaIDs = json.listIfPresent(.mediaIDs)
    sensitive = json.answer(.sensitive)
    spoilerText = json.word(.spoilerText)
    visibility = json.choice(.visibility)
    inReplyToID = json.idIfPresent(.inReplyToID)
    language = json.word(.language)
    idempotency = json.word(.idempotency)
  }
}

extension ScheduledStatus.Params.Poll: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case options, multiple
    case expiresIn = "expires_in"
    case hideTotals = "hide_totals"
  }

  /// Decodes a server's JSON leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    options = json.list(.options)
    expiresIn = json.count(.expiresIn)
    multiple = json.answer(.multiple)
    hideTotals = json.answer(.hideTotals)
  }
}
