public import FoundationEssentials

/// A status before it is sent.
public struct StatusDraft: Hashable, Sendable, Codable {
  /// The text as typed.
  public var text: String
  /// The content warning; empty means none.
  public var spoilerText: String
  /// Who may see it.
  public var visibility: Visibility
  /// ISO 639-1 code, or `nil` for the account's default.
  public var language: String?
  /// The status that it replies to.
  public var inReplyToID: Status.ID?
  /// The attached files.
  public var files: [DraftFile]
  /// Whether the files are marked as sensitive; `nil` for the account's default.
  public var sensitive: Bool?
  /// Whether the visibility is only the account's default, as it was last known; never saved.
  ///
  /// A server that has the default applies it itself, also if it was changed since.
  public var usesDefaultVisibility = false

  private enum CodingKeys: String, CodingKey {
    case text, spoilerText, visibility, language, inReplyToID, files, sensitive
  }

  /// Creates a draft; by default an empty public one.
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
}

/// A local image, video or audio file that is attached to a draft.
public struct DraftFile: Hashable, Sendable, Codable {
  /// Its absolute path, because the draft may be continued in another folder.
  public var path: String
  /// The alt text.
  public var description: String
  /// Its id on the server, once it was uploaded; servers delete unposted uploads after about a day.
  public var mediaID: MediaAttachment.ID?

  /// Creates a file.
  public init(path: String, description: String = "", mediaID: MediaAttachment.ID? = nil) {
    self.path = path
    self.description = description
    self.mediaID = mediaID
  }

  /// The last component of its path.
  public var name: String { path.split(separator: "/").last.map(String.init) ?? path }
}

/// Publishes statuses.
public struct PublishingService: Sendable {
  /// Publishes the draft; if the server honours the key (`Idempotency-Key`, kept for about an hour), repeating it is
  /// harmless.
  public var publish: @Sendable (StatusDraft, _ idempotencyKey: String) async throws -> Status
  /// Finds the post of an earlier attempt since this time; `nil` if there is none, or if the server recognises a
  /// repeated request by its key.
  public var find: @Sendable (StatusDraft, _ since: Date) async throws -> Status?

  /// Creates the service from its closures.
  public init(
    publish: @escaping @Sendable (StatusDraft, _ idempotencyKey: String) async throws -> Status,
    find: @escaping @Sendable (StatusDraft, _ since: Date) async throws -> Status?
  ) {
    self.publish = publish
    self.find = find
  }
}
