public import FoundationEssentials

public struct ScheduledStatus: Hashable, Sendable, Identifiable, DecodableEntity {
  /// Its id until it is published.
  public var id: Identifier<ScheduledStatus>
  public var scheduledAt: Date
  public var params: Params
  public var mediaAttachments: [MediaAttachment]

  public init(id: ID, scheduledAt: Date, params: Params, mediaAttachments: [MediaAttachment] = []) {
    self.id = id
    self.scheduledAt = scheduledAt
    self.params = params
    self.mediaAttachments = mediaAttachments
  }

  public struct Params: Hashable, Sendable, DecodableEntity {
    public var text: String
    public var poll: Poll?
    /// The ids of the media, in order.
    public var mediaIDs: [MediaAttachment.ID]?
    public var sensitive: Bool?
    public var spoilerText: String?
    /// The visibility; `nil` for the account's default.
    public var visibility: Visibility?
    public var inReplyToID: Status.ID?
    public var language: String?
    public var quotedStatusID: Status.ID?

    public init(
      text: String = "", poll: Poll? = nil, mediaIDs: [MediaAttachment.ID]? = nil, sensitive: Bool? = nil,
      spoilerText: String? = nil, visibility: Visibility? = nil, inReplyToID: Status.ID? = nil,
      language: String? = nil, quotedStatusID: Status.ID? = nil
    ) {
      self.text = text
      self.poll = poll
      self.mediaIDs = mediaIDs
      self.sensitive = sensitive
      self.spoilerText = spoilerText
      self.visibility = visibility
      self.inReplyToID = inReplyToID
      self.language = language
      self.quotedStatusID = quotedStatusID
    }

    public struct Poll: Hashable, Sendable, DecodableEntity {
      public var options: [String]
      /// The duration in seconds.
      public var expiresIn: Int
      /// Whether more than one option may be chosen.
      public var multiple: Bool?
      /// Whether the result is hidden until the end.
      public var hideTotals: Bool?

      public init(options: [String] = [], expiresIn: Int = 0, multiple: Bool? = nil) {
        self.options = options
        self.expiresIn = expiresIn
        self.multiple = multiple
      }

      public init(_ json: Fields) throws {
        options = json.list("options")
        expiresIn = json.count("expires_in")
        multiple = json.answer("multiple")
        hideTotals = json.answer("hide_totals")
      }
    }

    public init(_ json: Fields) throws {
      text = json.text("text")
      poll = json.entity("poll")
      mediaIDs = json.listIfPresent("media_ids")
      sensitive = json.answer("sensitive")
      spoilerText = json.word("spoiler_text")
      visibility = json.choice("visibility")
      inReplyToID = json.idIfPresent("in_reply_to_id")
      language = json.word("language")
      quotedStatusID = json.idIfPresent("quoted_status_id")
    }
  }

  public init(_ json: Fields) throws {
    id = try json.id("id")
    scheduledAt = json.date("scheduled_at") ?? Date(timeIntervalSince1970: 0)
    params = try json.decode(Params.self, "params")
    mediaAttachments = json.list("media_attachments")
  }
}
