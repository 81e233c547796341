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
        try read { database in
          try DraftRow.filter(Column("account") == account).order(Column("updatedAt").desc, Column("id"))
            .fetchAll(database).map { try $0.draft() }
        }
      },
      save: { [self] draft in try write { try DraftRow(draft).upsert($0) } },
      delete: { [self] id in try write { _ = try DraftRow.deleteOne($0, key: id) } })
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
  }

  func draft() throws -> Draft {
    let content = StatusDraft(
      text: text, spoilerText: spoilerText, visibility: Visibility(rawValue: visibility), language: language,
      inReplyToID: inReplyToID.map { Status.ID($0) },
      files: try files.map { try JSONDecoder().decode([DraftFile].self, from: Data($0.utf8)) } ?? [],
      sensitive: sensitive)
    return Draft(
      id: id, account: account, content: content, replyingTo: replyingTo,
      updatedAt: Date(timeIntervalSince1970: updatedAt),
      triedAt: triedAt.map { Date(timeIntervalSince1970: $0) })
  }
}
