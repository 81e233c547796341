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

  /// Makes a draft; by default an empty public one.
  public init(
    text: String = "", spoilerText: String = "", visibility: Visibility = .public, language: String? = nil,
    inReplyToID: Status.ID? = nil
  ) {
    self.text = text
    self.spoilerText = spoilerText
    self.visibility = visibility
    self.language = language
    self.inReplyToID = inReplyToID
  }
}

/// Sends statuses.
public struct PublishingService: Sendable {
  /// Sends the draft; the key makes a second try with the same key harmless (`Idempotency-Key`, kept up to an hour).
  public var publish: @Sendable (StatusDraft, _ idempotencyKey: String) async throws -> Status

  /// Makes the service from its one act.
  public init(publish: @escaping @Sendable (StatusDraft, _ idempotencyKey: String) async throws -> Status) {
    self.publish = publish
  }
}
