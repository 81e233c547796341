public import FoundationEssentials

public struct StatusDraft: Hashable, Sendable, Codable {
  public var text: String
  /// The content warning; empty means none.
  public var spoilerText: String
  public var visibility: Visibility
  /// ISO 639-1 code, or `nil` for the account's default.
  public var language: String?
  public var inReplyToID: Status.ID?
  public var files: [DraftFile]
  /// Whether the files are marked as sensitive; `nil` for the account's default.
  public var sensitive: Bool?
  public var poll: PollDraft?
  public var quotedStatusID: Status.ID?
  /// Who may quote it; `nil` for the account's default.
  public var quotePolicy: QuotePolicy?
  /// When the server publishes it; `nil` for at once.
  public var scheduledAt: Date?
  /// The MIME type of the text, for servers that accept others than plain text; `nil` for the server's default.
  public var contentType: String?
  /// The own status that it replaces; `nil` for a new one.
  public var editedStatusID: Status.ID?
  /// Whether the visibility is only the account's default, as it was last known; never saved.
  ///
  /// A server that has the default applies it itself, also if it was changed since.
  public var usesDefaultVisibility = false
  /// Whether the language is only the account's default; never saved.
  public var usesDefaultLanguage = false
  /// Whether who may quote it is only the account's default; never saved.
  public var usesDefaultQuotePolicy = false
  /// Whether other posts of a thread are to reply to it; never saved.
  public var isContinued = false

  private enum CodingKeys: String, CodingKey {
    case text, spoilerText, visibility, language, inReplyToID, files, sensitive, poll, quotedStatusID, quotePolicy
    case scheduledAt, contentType, editedStatusID
  }

  public init(
    text: String = "", spoilerText: String = "", visibility: Visibility = .public, language: String? = nil,
    inReplyToID: Status.ID? = nil, files: [DraftFile] = [], sensitive: Bool? = nil
  ) {
    self.files = files
    self.sensitive = sensitive
    self.text = text
    self.spoilerText = spoilerText
    self.visibility = visibility
    self.language = language
    self.inReplyToID = inReplyToID
  }

  /// The features that a server must have to publish it as it is.
  public var neededFeatures: [ServerFeature] {
    var features: [ServerFeature] = []
    if quotedStatusID != nil { features.append(.quotes) }
    if poll != nil { features.append(.postedPolls) }
    if scheduledAt != nil { features.append(.scheduledPosts) }
    if spoilerText.contains(where: { !$0.isWhitespace }) { features.append(.contentWarnings) }
    if visibility.isLimited { features.append(.privatePosts) }
    if inReplyToID != nil || isContinued { features.append(.replies) }
    if !files.isEmpty { features.append(.media) }
    return features
  }
}

/// An image, video or audio file that is attached to a draft: a local file, or the attachment of a sent status.
public struct DraftFile: Hashable, Sendable, Codable {
  /// Its absolute path, because the draft may be continued in another folder; of a sent attachment its URL.
  public var path: String
  public var description: String
  /// Its id on the server, once it was uploaded; servers delete unposted uploads after about a day.
  public var mediaID: MediaAttachment.ID?
  /// The kind of an attachment that was sent before, which is not uploaded again; `nil` for a local file.
  public var sentKind: MediaAttachment.Kind?
  /// Whether the alt text or the focus of a sent attachment was changed.
  public var isChanged: Bool?
  /// The point that stays visible when it is cropped.
  public var focus: FocalPoint?
  /// The absolute path of the image that stands for a video or an audio file.
  public var thumbnail: String?

  public init(path: String, description: String = "", mediaID: MediaAttachment.ID? = nil) {
    self.path = path
    self.description = description
    self.mediaID = mediaID
  }

  public init(sent attachment: MediaAttachment) {
    self.init(path: attachment.url ?? "", description: attachment.description ?? "", mediaID: attachment.id)
    sentKind = attachment.kind
    focus = attachment.meta?.focus.map { FocalPoint(x: $0.x, y: $0.y) }
  }

  /// The last component of its path.
  public var name: String { path.split(separator: "/").last.map(String.init) ?? path }
}

/// The server's handling of a post that it was to publish later.
public enum SchedulingOutcome: Hashable, Sendable {
  /// It publishes the post at the time.
  case scheduled(ScheduledStatus)
  /// It published the post at once.
  case published(Status)
}

public struct PublishingService: Sendable {
  /// Publishes the draft; if the server honours the key (`Idempotency-Key`, kept for about an hour), repeating it is
  /// harmless.
  public var publish: @Sendable (StatusDraft, _ idempotencyKey: String) async throws -> Status
  /// Finds the post of an earlier attempt since this time; `nil` if there is none, or if the server recognises a
  /// repeated request by its key.
  public var find: @Sendable (StatusDraft, _ since: Date, _ key: String) async throws -> Status?
  /// Schedules the draft for its `scheduledAt`; some servers publish it at once.
  public var schedule: @Sendable (StatusDraft, _ idempotencyKey: String) async throws -> SchedulingOutcome
  /// Replaces the content of the draft's `editedStatusID`.
  public var edit: @Sendable (StatusDraft) async throws -> Status

  public init(
    publish: @escaping @Sendable (StatusDraft, _ idempotencyKey: String) async throws -> Status,
    find: @escaping @Sendable (StatusDraft, _ since: Date, _ key: String) async throws -> Status?,
    schedule: @escaping @Sendable (StatusDraft, _ idempotencyKey: String) async throws -> SchedulingOutcome,
    edit: @escaping @Sendable (StatusDraft) async throws -> Status
  ) {
    self.publish = publish
    self.find = find
    self.schedule = schedule
    self.edit = edit
  }
}
