public import FoundationEssentials

/// A status as its author wants it, before a server has seen it.
public struct StatusDraft: Hashable, Sendable, Codable {
  /// The text as typed.
  public var text: String
  /// The content warning; empty means none.
  public var spoilerText: String
  /// Who may see it.
  public var visibility: Visibility
  /// ISO 639-1 code, or `nil` for the account's default.
  public var language: String?
  /// The status that it answers.
  public var inReplyToID: Status.ID?
  /// The files that go along with it.
  public var files: [DraftFile]
  /// Whether they are hidden at first; `nil` for the account's own choice.
  public var sensitive: Bool?

  /// Makes a draft; by default an empty public one.
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

/// A picture, film or sound of this machine that goes along with a draft.
public struct DraftFile: Hashable, Sendable, Codable {
  /// Where it lies, from the root on, since a draft may be taken up again in another folder.
  public var path: String
  /// What it shows, for those who cannot see it.
  public var description: String
  /// What the server calls it, once it was uploaded; servers forget what is not posted within a day.
  public var mediaID: MediaAttachment.ID?

  /// Names a file.
  public init(path: String, description: String = "", mediaID: MediaAttachment.ID? = nil) {
    self.path = path
    self.description = description
    self.mediaID = mediaID
  }

  /// The last part of its path.
  public var name: String { path.split(separator: "/").last.map(String.init) ?? path }
}

/// Sends statuses.
public struct PublishingService: Sendable {
  /// Sends the draft; where the server honours the key (`Idempotency-Key`, kept up to an hour), a second try with the same
  /// key is harmless.
  public var publish: @Sendable (StatusDraft, _ idempotencyKey: String) async throws -> Status
  /// The post that an earlier try since this time left on the server after all, asked for before another try; `nil` if there
  /// is none, and where the server knows the second try by its key.
  public var find: @Sendable (StatusDraft, _ since: Date) async throws -> Status?

  /// Makes the service from its parts.
  public init(
    publish: @escaping @Sendable (StatusDraft, _ idempotencyKey: String) async throws -> Status,
    find: @escaping @Sendable (StatusDraft, _ since: Date) async throws -> Status?
  ) {
    self.publish = publish
    self.find = find
  }
}
