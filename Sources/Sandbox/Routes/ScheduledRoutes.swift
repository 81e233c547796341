import FoundationEssentials
import GRDB
import MastodonKit

let scheduledRoutes: [Route] = [
  .get("/api/v1/scheduled_statuses", .user("read:statuses")) { context in
    let (rows, link) = try context.page(
      "SELECT \(ScheduledRow.columns) FROM scheduled_statuses d WHERE d.account_id = :account",
      ["account": try context.user()], by: "d.id", standard: 20, most: 40)
    let posts = rows.map(ScheduledRow.init)
    let media = try posts.map { try context.transaction.media(scheduled: $0.id) }
    return .json { writer in
      writer.array(zip(posts, media)) { $1.0.write(to: &$0, media: $1.1, instance: context.transaction.instance) }
    }
    .linking(link)
  },
  .get("/api/v1/scheduled_statuses/:id", .user("read:statuses")) { context in
    try context.response(try context.scheduled())
  },
  Route("PUT", "/api/v1/scheduled_statuses/:id", .user("write:statuses")) { context in
    let row = try context.scheduled()
    guard let due = try context.scheduledMoment() else { throw APIError.invalid("Scheduled at can't be blank") }
    try context.transaction.database.run("UPDATE scheduled_statuses SET scheduled_at = ? WHERE id = ?", [due, row.id])
    return try context.response(try context.scheduled())
  },
  .perform("DELETE", "/api/v1/scheduled_statuses/:id", .user("write:statuses")) { context in
    let row = try context.scheduled()
    try context.transaction.database.run("DELETE FROM scheduled_statuses WHERE id = ?", [row.id])
  },
]

struct ScheduledRow: TableRow, Sendable {
  static let table = "scheduled_statuses d"
  static let columns = "d.id, d.account_id, d.scheduled_at, d.draft, d.params"

  var id: Int64
  var accountID: Int64
  var scheduledAt: Moment
  /// A ``StatusDraft`` as JSON.
  var draft: String
  /// JSON, as in responses.
  var parameters: String

  init(_ row: Row) {
    id = row[0]
    accountID = row[1]
    scheduledAt = row[2]
    draft = row[3]
    parameters = row[4]
  }

  func write(to writer: inout JSONWriter, media: [MediaRow], instance: InstanceInfo) {
    writer.object { writer in
      writer.field("id", id)
      writer.field("scheduled_at", scheduledAt)
      writer.field("params", raw: parameters)
      writer.field("media_attachments", array: media) { $1.write(to: &$0, in: instance) }
    }
  }
}

extension RequestContext {
  fileprivate func scheduled() throws -> ScheduledRow {
    try transaction.database.found("WHERE d.id = ? AND d.account_id = ?", [id(), user()])
  }

  func response(_ row: ScheduledRow) throws -> SandboxResponse {
    let media = try transaction.media(scheduled: row.id)
    return .json { row.write(to: &$0, media: media, instance: transaction.instance) }
  }

  /// The requested time; `nil` to post immediately, as for a time in the past.
  func scheduledMoment() throws -> Moment? {
    guard let text = parameters.text("scheduled_at") else { return nil }
    guard let date = MastodonDate.parse(text) else { throw APIError.invalid("Scheduled at is invalid") }
    let moment = Moment(date)
    if moment <= transaction.now { return nil }
    guard moment >= transaction.now + 300 else {
      throw APIError.invalid("Scheduled at The scheduled date must be in the future")
    }
    return moment
  }

  /// Mastodon's limits on scheduled posts.
  private func checkScheduled(by author: Int64, on due: Moment) throws {
    let (day, start) = (Int64(86_400_000), due.milliseconds / 86_400_000 * 86_400_000)
    let counts = try transaction.database.row(
      """
      SELECT count(*), ifnull(sum(scheduled_at >= ? AND scheduled_at < ?), 0) FROM scheduled_statuses WHERE account_id = ?
      """, [start, start + day, author])
    guard (counts?[0] ?? 0) < 300 else {
      throw APIError.invalid("You have exceeded the limit of 300 scheduled posts")
    }
    guard (counts?[1] ?? 0) < 25 else {
      throw APIError.invalid("You have exceeded the limit of 25 scheduled posts for today")
    }
  }

  /// Stores a draft after checking it.
  func schedule(_ draft: StatusDraft, at due: Moment, key: String?) throws -> SandboxResponse {
    let author = try user()
    let new = try transaction.newStatus(draft, by: author)
    try checkScheduled(by: author, on: due)
    let json = String(decoding: try JSONEncoder().encode(draft), as: UTF8.self)
    let parameters = JSONWriter.object { $0.scheduled(draft, applicationID: bearer?.applicationID ?? 0, key: key) }
    try transaction.database.run(
      "INSERT INTO scheduled_statuses(account_id, scheduled_at, draft, params, idempotency) VALUES (?, ?, ?, ?, ?)",
      [author, due, json, parameters, key])
    let id = transaction.database.lastInsertedRowID
    try transaction.database.run(
      "UPDATE media SET scheduled_id = ? WHERE id IN (SELECT value FROM json_each(?))",
      [id, new.mediaRows.map(\.id).json])
    let row: ScheduledRow = try transaction.database.found("WHERE d.id = ?", [id])
    if transaction.instance.quirks.has(.answersSchedulesWithStatus) { return try status(of: draft, row) }
    return try response(row)
  }

  /// A scheduled post as a status of the date at which it is published.
  private func status(of draft: StatusDraft, _ row: ScheduledRow) throws -> SandboxResponse {
    guard let author = try transaction.account(row.accountID) else { throw APIError.broken }
    let account = AccountRenderer(instance: transaction.instance).bytes(author)
    let media = try transaction.media(scheduled: row.id)
    return .object { writer in
      writer.field("id", row.id)
      writer.field("created_at", row.scheduledAt)
      writer.field("content", draft.text)
      writer.field("spoiler_text", draft.spoilerText)
      writer.field("visibility", draft.visibility ?? "public")
      writer.field("language", draft.language)
      writer.field("in_reply_to_id", draft.inReplyToID)
      writer.field("media_attachments", array: media) { $1.write(to: &$0, in: transaction.instance) }
      writer.field("account", raw: account)
    }
  }
}

extension JSONWriter {
  fileprivate mutating func scheduled(_ draft: StatusDraft, applicationID: Int64, key: String?) {
    field("text", draft.text)
    field("poll", of: draft.poll) { writer, poll in
      writer.object {
        $0.field("options", poll.options)
        $0.field("expires_in", poll.expiresIn)
        $0.field("multiple", poll.multiple)
        $0.field("hide_totals", poll.hideTotals)
      }
    }
    field("media_ids", draft.mediaIDs.isEmpty ? nil : draft.mediaIDs)
    field("sensitive", draft.sensitive)
    field("spoiler_text", draft.spoilerText.isEmpty ? nil : draft.spoilerText)
    field("visibility", draft.visibility)
    field("in_reply_to_id", draft.inReplyToID.flatMap { Int($0) })
    field("quoted_status_id", draft.quotedStatusID)
    field("language", draft.language)
    field("application_id", Int(applicationID))
    null("scheduled_at")
    field("idempotency", key)
    field("with_rate_limit", false)
  }
}

extension Transaction {
  func media(scheduled id: Int64) throws -> [MediaRow] {
    try database.all("WHERE m.scheduled_id = ? ORDER BY m.id", [id])
  }

  func scheduled(key: String, of account: Int64) throws -> ScheduledRow? {
    try database.first(
      "WHERE d.account_id = ? AND d.idempotency = ?",
      [account, key])
  }

  /// Posts the statuses that are due; those that have become invalid are dropped.
  func publishScheduled(at moment: Moment) throws {
    let due: [ScheduledRow] = try database.all(
      "WHERE d.scheduled_at <= ? ORDER BY d.scheduled_at, d.id",
      [moment])
    for row in due {
      try database.run("DELETE FROM scheduled_statuses WHERE id = ?", [row.id])
      do {
        let draft = try JSONDecoder().decode(StatusDraft.self, from: Data(row.draft.utf8))
        try post(try newStatus(draft, by: row.accountID), at: row.scheduledAt)
      } catch is APIError {
        continue
      }
    }
  }
}
