import FoundationEssentials
import GRDB
public import MastodonKit

extension Database {
  /// The drafts of an account, `user@host`.
  ///
  /// Each change is on disk when the call returns. Errors are thrown as ``StoreError``.
  public func draftService(account: String) -> DraftService {
    DraftService(
      all: { [self] in
        let (rows, waiting) = try read { database in
          (
            try Row.fetchAll(
              database, sql: "SELECT * FROM draft WHERE account = ? ORDER BY updatedAt DESC, id", arguments: [account]),
            try String.fetchSet(database, sql: "SELECT id FROM outbox WHERE account = ?", arguments: [account])
          )
        }
        let drafts = rows.compactMap { row in
          // One that another version or a damaged disk has left hides no other.
          try? DraftRow(row: row).draft { waiting.contains(OutboxItem.id(ofPost: $0)) }
        }
        reportUnreadable(rows.count - drafts.count, "draft")
        return drafts
      },
      save: { [self] draft in
        let conflict: DraftConflict? = try write { database in
          var row = try DraftRow(draft)
          let editor = try DraftRow.fetchOne(database, key: draft.id)?.editor()
          guard editor == nil || editor == process else { return .elsewhere }
          try row.setEditor(process)
          try row.upsert(database)
          return nil
        }
        if let conflict { throw conflict }
      },
      delete: { [self] id in
        try write { database in
          try DraftRow.deleteOne(database, key: id)
          // What waits to be sent goes with its text.
          try database.run("DELETE FROM outbox WHERE account = ? AND id = ?", [account, OutboxItem.id(ofPost: id)])
        }
        // It is deleted also where another process keeps the log.
        try? emptyLog()
      },
      take: { [self] id in
        try write { database in
          guard var row = try DraftRow.fetchOne(database, key: id), try row.editor() != process else { return }
          try row.setEditor(process)
          try row.update(database)
        }
      },
      conflict: { [self] id in
        try read { database in
          guard let row = try DraftRow.fetchOne(database, key: id) else { return .gone }
          let editor = try row.editor()
          return editor == nil || editor == process ? nil : .elsewhere
        }
      },
      changes: { [self] in
        changes { database in
          try Row.fetchAll(
            database, sql: "SELECT id, details FROM draft WHERE account = ? ORDER BY id", arguments: [account]
          )
          .map { "\($0.text("id")) \($0.text("details"))" }
        }.withoutValues
      })
  }
}

extension AsyncThrowingStream where Element: Sendable, Failure == any Error {
  /// The same stream without what it says.
  fileprivate var withoutValues: AsyncThrowingStream<Void, any Error> {
    AsyncThrowingStream<Void, any Error> { continuation in
      let task = Task {
        do {
          for try await _ in self { continuation.yield() }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}

/// A draft as a row; the members have the names of the columns.
private struct DraftRow: Codable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "draft"

  var id: String
  var account: String
  var text: String
  var spoilerText: String
  var visibility: String
  var language: String?
  var inReplyToID: String?
  var replyingTo: String?
  var updatedAt: Double
  var files: String?
  var sensitive: Bool?
  var triedAt: Double?
  var details: String?

  init(_ draft: Draft) throws {
    id = draft.id
    account = draft.account
    text = Database.withoutNUL(draft.content.text)
    spoilerText = Database.withoutNUL(draft.content.spoilerText)
    visibility = draft.content.visibility.rawValue
    language = draft.content.language
    inReplyToID = draft.content.inReplyToID?.rawValue
    replyingTo = draft.replyingTo
    updatedAt = draft.updatedAt.timeIntervalSince1970
    sensitive = draft.content.sensitive
    triedAt = draft.triedAt?.timeIntervalSince1970
    if !draft.content.files.isEmpty {
      files = String(decoding: try JSONEncoder().encode(draft.content.files), as: UTF8.self)
    }
    let details = DraftDetails(draft)
    if details != DraftDetails() {
      self.details = String(decoding: try JSONEncoder().encode(details), as: UTF8.self)
    }
  }

  /// The process that edited it last.
  func editor() throws -> String? {
    try details.flatMap { try MastodonJSON.decode(DraftDetails.self, from: $0).editor }
  }

  mutating func setEditor(_ process: String) throws {
    var all = try details.map { try MastodonJSON.decode(DraftDetails.self, from: $0) } ?? DraftDetails()
    all.editor = process
    details = String(decoding: try JSONEncoder().encode(all), as: UTF8.self)
  }

  /// - Parameter isWaiting: Whether the outbox has the draft with an id.
  func draft(isWaiting: (Draft.ID) -> Bool) throws -> Draft {
    let details = try details.map { try MastodonJSON.decode(DraftDetails.self, from: $0) }
    // Servers publish what has a visibility that they do not know; an edit leaves it as it is.
    guard Visibility.known.contains(Visibility(rawValue: visibility)) || details?.editedStatusID != nil else {
      throw DecodingError.dataCorrupted(DecodingError.Context(codingPath: [], debugDescription: "visibility"))
    }
    var content = StatusDraft(
      text: text, spoilerText: spoilerText, visibility: Visibility(rawValue: visibility), language: language,
      inReplyToID: inReplyToID.map { Status.ID($0) },
      files: try files.map { try MastodonJSON.decode([DraftFile].self, from: $0) } ?? [],
      sensitive: sensitive)
    details?.apply(to: &content)
    var draft = Draft(
      id: id, account: account, content: content, replyingTo: replyingTo,
      updatedAt: Date(timeIntervalSince1970: updatedAt),
      triedAt: triedAt.map { Date(timeIntervalSince1970: $0) })
    draft.quoting = details?.quoting
    draft.contentKey = details?.contentKey
    draft.isThread = details?.isThread ?? false
    draft.isUnread = details?.isUnread ?? false
    draft.hasUncheckedNames = details?.hasUncheckedNames ?? false
    draft.delivery = details?.delivery ?? (triedAt == nil ? .editing : .failed)
    let isRunning = details?.editor?.split(separator: "@").last.map(RunningProcess.isRunning) ?? false
    if draft.delivery.isUnderway, isRunning { return draft }
    // What a process has left when it ended.
    if case .held = draft.delivery { draft.delivery = .editing }
    if draft.delivery == .sending { draft.delivery = .failed }
    if isWaiting(id) { draft.delivery = draft.delivery == .editing ? .reopened : .waiting }
    return draft
  }
}

/// The values that few drafts have, as JSON in one column.
private struct DraftDetails: Codable, Equatable {
  var poll: PollDraft?
  var quotedStatusID: Status.ID?
  var quotePolicy: QuotePolicy?
  var scheduledAt: Double?
  var contentType: String?
  var editedStatusID: Status.ID?
  var quoting: String?
  var contentKey: String?
  var isThread: Bool?
  var isUnread: Bool?
  var hasUncheckedNames: Bool?
  /// The state on its way; only the outbox knows that it waits.
  var delivery: Delivery?
  /// The process that edited it last, by ``Database/process``.
  var editor: String?

  init() {}

  init(_ draft: Draft) {
    let content = draft.content
    (poll, quotedStatusID, quotePolicy) = (content.poll, content.quotedStatusID, content.quotePolicy)
    scheduledAt = content.scheduledAt?.timeIntervalSince1970
    (contentType, editedStatusID) = (content.contentType, content.editedStatusID)
    quoting = draft.quoting
    contentKey = draft.contentKey
    isThread = draft.isThread ? true : nil
    isUnread = draft.isUnread ? true : nil
    hasUncheckedNames = draft.hasUncheckedNames ? true : nil
    delivery =
      switch draft.delivery {
      case .waiting: .failed
      case .editing, .reopened: nil
      case .held, .sending, .failed: draft.delivery
      }
  }

  func apply(to content: inout StatusDraft) {
    (content.poll, content.quotedStatusID, content.quotePolicy) = (poll, quotedStatusID, quotePolicy)
    content.scheduledAt = scheduledAt.map { Date(timeIntervalSince1970: $0) }
    (content.contentType, content.editedStatusID) = (contentType, editedStatusID)
  }
}
