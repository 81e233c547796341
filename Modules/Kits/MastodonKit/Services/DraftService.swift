public import FoundationEssentials

/// The state of a draft on its way to the server; stored with it, and read as it is by now.
public enum Delivery: Hashable, Sendable, Codable {
  /// It is being written; nothing was sent under its key.
  case editing
  /// A prompt keeps it until this time, and sends it then.
  case held(until: Date)
  /// A process sends it now.
  case sending
  /// It waits in the outbox.
  case waiting
  /// It waits in the outbox and was changed since: it is sent once its composer has sent or closed it.
  case reopened
  /// It was not sent, or nobody knows whether it was: the request failed, or its process ended meanwhile.
  case failed

  /// Whether a process that runs has it and sends it by itself; the same text elsewhere is then another post.
  public var isUnderway: Bool {
    switch self {
    case .held, .sending: true
    case .editing, .waiting, .reopened, .failed: false
    }
  }

  /// Whether the outbox has it.
  public var isQueued: Bool { self == .waiting || self == .reopened }
}

/// A draft that is stored on this machine until it is sent or discarded.
public struct Draft: Hashable, Sendable, Codable, Identifiable {
  /// Its own id, the same for as long as it exists.
  public var id: String
  /// The account of the author, as `user@host`.
  public var account: String
  public var content: StatusDraft
  /// The start of the status that it replies to, for the list of drafts.
  public var replyingTo: String?
  /// The start of the status that it quotes.
  public var quoting: String?
  public var updatedAt: Date
  /// The `Idempotency-Key` of its content, so that sending it twice cannot post twice; `nil` for the id.
  public var contentKey: String?
  /// Whether a text that is too long is sent as a thread.
  public var isThread = false
  /// Whether it is an edit of a post that could not be read, of which only the text is changed.
  public var isUnread = false
  /// Whether it names accounts that could not be looked up when it was written, and that nobody has confirmed.
  public var hasUncheckedNames = false
  /// When it was sent without a confirmation from the server; `nil` if it was not, or certainly did not arrive.
  public var triedAt: Date?

  /// The state on its way to the server.
  public var delivery = Delivery.editing

  /// The `Idempotency-Key` with which it is sent.
  public var key: String { contentKey ?? id }

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

/// Stores drafts; each change is on disk when the call returns, so that a killed process loses nothing.
public struct DraftService: Sendable {
  /// All drafts of the account, the last changed first.
  public var all: @Sendable () throws -> [Draft]
  /// Saves the draft, replacing its earlier version.
  public var save: @Sendable (Draft) throws -> Void
  public var delete: @Sendable (Draft.ID) throws -> Void
  /// Makes this process the one that edits the draft; another one that had it open closes it.
  public var take: @Sendable (Draft.ID) throws -> Void
  /// Why this process must no longer save or send the draft; `nil` if nobody else has opened it.
  public var conflict: @Sendable (Draft.ID) throws -> DraftConflict?
  /// One element after any number of changes by this process or another one.
  public var changes: @Sendable () -> AsyncThrowingStream<Void, any Error>

  public init(
    all: @escaping @Sendable () throws -> [Draft], save: @escaping @Sendable (Draft) throws -> Void,
    delete: @escaping @Sendable (Draft.ID) throws -> Void, take: @escaping @Sendable (Draft.ID) throws -> Void,
    conflict: @escaping @Sendable (Draft.ID) throws -> DraftConflict?,
    changes: @escaping @Sendable () -> AsyncThrowingStream<Void, any Error>
  ) {
    self.all = all
    self.save = save
    self.delete = delete
    self.take = take
    self.conflict = conflict
    self.changes = changes
  }

  /// Finds a draft; `nil` if it was sent or discarded.
  public func find(_ id: Draft.ID) throws -> Draft? { try all().first { $0.id == id } }

  public static func refusing(_ error: any Error) -> DraftService {
    DraftService(
      all: { throw error }, save: { _ in throw error }, delete: { _ in throw error }, take: { _ in throw error },
      conflict: { _ in throw error }, changes: { AsyncThrowingStream { $0.finish(throwing: error) } })
  }
}

/// Why a process must not send or save a draft.
public enum DraftConflict: Error, Hashable, Sendable {
  /// Another process has opened it since.
  case elsewhere
  /// It was sent or discarded.
  case gone
}
