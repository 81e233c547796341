public import FoundationEssentials

/// A draft as it is kept on this machine until it is sent or discarded.
public struct Draft: Hashable, Sendable, Codable, Identifiable {
  /// Its own id, made once; it doubles as the `Idempotency-Key`, so that a second try cannot post twice.
  public var id: String
  /// The account that writes it, as `user@host`.
  public var account: String
  /// What is written so far.
  public var content: StatusDraft
  /// The status that it answers, in a few words, for the list of drafts.
  public var replyingTo: String?
  /// When it was last changed.
  public var updatedAt: Date
  /// When it was sent without the server confirming it: it may be there; `nil` if it never was, or surely is not.
  public var triedAt: Date?

  /// Makes a draft.
  public init(
    id: String, account: String, content: StatusDraft, replyingTo: String? = nil, updatedAt: Date,
    triedAt: Date? = nil
  ) {
    self.id = id
    self.account = account
    self.content = content
    self.replyingTo = replyingTo
    self.updatedAt = updatedAt
    self.triedAt = triedAt
  }
}

/// Keeps drafts; each change is on disk when the call returns, so that a killed process loses nothing.
public struct DraftService: Sendable {
  /// All drafts of the account, the last changed first.
  public var all: @Sendable () throws -> [Draft]
  /// Keeps the draft in place of an older form of itself.
  public var save: @Sendable (Draft) throws -> Void
  /// Forgets the draft.
  public var delete: @Sendable (Draft.ID) throws -> Void

  /// Makes the service from its parts.
  public init(
    all: @escaping @Sendable () throws -> [Draft], save: @escaping @Sendable (Draft) throws -> Void,
    delete: @escaping @Sendable (Draft.ID) throws -> Void
  ) {
    self.all = all
    self.save = save
    self.delete = delete
  }

  /// Keeps nothing: everything fails with this error.
  public static func refusing(_ error: any Error) -> DraftService {
    DraftService(all: { throw error }, save: { _ in throw error }, delete: { _ in throw error })
  }
}
