import GRDB

/// Posting, reading and deleting statuses.
let statusRoutes: [Route] = [
  .post("/api/v1/statuses", .user("write:statuses")) { try $0.createStatus() },
  .get("/api/v1/statuses") { call in
    let ids = call.parameters.texts("id").compactMap { Int64($0) }.prefix(40)
    let rows = try call.transaction.statuses(inOrder: Array(ids), for: call.viewer)
    return try call.renderer(rows).response(rows)
  },
  .get("/api/v1/statuses/:id") { call in try call.response(try call.status()) },
  .get("/api/v1/statuses/:id/context") { try $0.context() },
  .get("/api/v1/statuses/:id/source", .user("read:statuses")) { call in
    let status = try call.status()
    guard status.accountID == call.viewer else { throw Refusal.forbidden }
    return .json { writer in
      writer.object {
        $0.field("id", id: status.id)
        $0.field("text", status.text)
        $0.field("spoiler_text", status.spoilerText)
      }
    }
  },
  Route("DELETE", "/api/v1/statuses/:id", .user("write:statuses")) { call in
    let status = try call.status()
    guard status.accountID == call.viewer else { throw Refusal.recordNotFound }
    // The answer carries the text as it was typed, for delete-and-redraft.
    let answer = try call.renderer([status]).redraft(status)
    try call.transaction.delete(status)
    return answer
  },
]

extension Call {
  /// The status that the path names, if the caller may see it.
  func status() throws -> StatusRow { try transaction.status(id(), for: viewer) }

  func renderer(_ rows: [StatusRow]) throws -> StatusRenderer {
    try StatusRenderer(rows, for: viewer, in: transaction)
  }

  func response(_ status: StatusRow) throws -> SandboxResponse { try renderer([status]).response(status) }

  fileprivate func createStatus() throws -> SandboxResponse {
    let author = try user()
    let key = request.headers["Idempotency-Key"].flatMap { $0.isEmpty ? nil : $0 }
    if let key, let earlier = try earlierStatus(key, author) { return try response(earlier) }
    guard parameters.text("scheduled_at") == nil else {
      throw Refusal.invalid("Scheduled statuses are not supported by this server")
    }
    let new = try newStatus(by: author)
    let status = try transaction.post(new, at: transaction.now)
    if let key {
      try transaction.database.run(
        "INSERT OR REPLACE INTO idempotency(account_id, key, status_id, created_at) VALUES (?, ?, ?, ?)",
        [author, key, status.id, transaction.now])
    }
    return try response(status)
  }

  /// What an Idempotency-Key of the last hour led to.
  private func earlierStatus(_ key: String, _ author: Int64) throws -> StatusRow? {
    let database = transaction.database
    try database.run("DELETE FROM idempotency WHERE created_at < ?", [transaction.now + -3600])
    let id = try database.value(
      Int64.self, "SELECT status_id FROM idempotency WHERE account_id = ? AND key = ?", [author, key])
    return try id.flatMap { try transaction.statuses([$0]).first }
  }

  private func newStatus(by author: Int64) throws -> NewStatus {
    let text = parameters.text("status") ?? ""
    let poll = try pollDraft()
    let isBlank = text.allSatisfy(\.isWhitespace)
    if isBlank, !(parameters.texts("media_ids").isEmpty) {
      throw Refusal.invalid("Media attachments are not supported")
    }
    if isBlank { throw Refusal.invalid("Text can't be blank") }
    let spoiler = parameters.text("spoiler_text") ?? ""
    try checkLength(text, spoiler)
    let defaults = try transaction.owner(author)
    var new = NewStatus(author: author, text: text)
    new.spoilerText = spoiler
    new.sensitive = parameters.flag("sensitive") ?? defaults?.sensitive ?? false
    new.language = parameters.text("language") ?? defaults?.language
    new.poll = poll
    guard let audience = Audience(word: parameters.text("visibility") ?? defaults?.privacy ?? "public") else {
      throw Refusal.invalid("Visibility is not included in the list")
    }
    new.audience = audience
    new.inReplyToID = try reference("in_reply_to_id") {
      Refusal(status: 404, message: "The post you are trying to reply to does not appear to exist.")
    }
    new.quoteOfID = try quoted(by: author, as: audience)
    new.application = try bearer.flatMap { try transaction.applicationJSON($0.applicationID) }
    return new
  }

  private func checkLength(_ text: String, _ spoiler: String) throws {
    let place = transaction.place
    let length = TypedText(text).length(perURL: place.charactersPerURL) + spoiler.count
    guard length <= place.maxCharacters else {
      throw Refusal.invalid("Text character limit of \(place.maxCharacters) exceeded")
    }
  }

  /// A status that a parameter names, if the caller may see it.
  private func reference(_ key: String, or refusal: () -> Refusal) throws -> Int64? {
    guard let text = parameters.text(key) else { return nil }
    guard let id = Int64(text), let status = try transaction.statuses(inOrder: [id], for: viewer).first else {
      throw refusal()
    }
    return status.reblogOfID ?? status.id
  }

  private func quoted(by author: Int64, as audience: Audience) throws -> Int64? {
    let refusal = Refusal.invalid("Quoted status does not exist or cannot be quoted")
    guard let id = try reference("quoted_status_id", or: { refusal }) else { return nil }
    guard let status = try transaction.statuses([id]).first else { throw refusal }
    let isOpen = status.audience == .public || status.audience == .unlisted
    let isOwnPrivate = status.accountID == author && status.audience == .private && audience.rawValue >= 2
    guard isOpen || isOwnPrivate else { throw refusal }
    guard parameters.table("poll") == nil else { throw Refusal.invalid("A quote cannot have a poll") }
    return id
  }

  private func pollDraft() throws -> NewStatus.Poll? {
    guard let poll = parameters.table("poll") else { return nil }
    let place = transaction.place
    let options = poll.texts("options").filter { !$0.allSatisfy(\.isWhitespace) }
    guard options.count > 1 else { throw Refusal.invalid("Poll must have more than one item") }
    guard options.count <= place.pollOptions else {
      throw Refusal.invalid("Poll can't contain more than \(place.pollOptions) items")
    }
    guard options.allSatisfy({ $0.count <= place.pollOptionCharacters }) else {
      throw Refusal.invalid("Poll items can't be longer than \(place.pollOptionCharacters) characters each")
    }
    guard Set(options).count == options.count else { throw Refusal.invalid("Poll items can't contain duplicates") }
    let seconds = poll.integer("expires_in") ?? 0
    guard seconds >= place.pollSeconds.lowerBound else { throw Refusal.invalid("Poll Expiration date is too soon") }
    guard seconds <= place.pollSeconds.upperBound else {
      throw Refusal.invalid("Poll Expiration date is too far into the future")
    }
    return NewStatus.Poll(
      options: options, expiresIn: seconds, multiple: poll.flag("multiple") ?? false,
      hideTotals: poll.flag("hide_totals") ?? false)
  }

  /// Ancestors from the root down; descendants as the tree is read, each answer after what it answers.
  fileprivate func context() throws -> SandboxResponse {
    let status = try status()
    let ancestors = try transaction.database.values(
      Int64.self,
      """
      WITH RECURSIVE up(id, parent, depth) AS (
        SELECT id, in_reply_to_id, 0 FROM statuses WHERE id = :id
        UNION ALL SELECT p.id, p.in_reply_to_id, depth + 1 FROM statuses p JOIN up ON p.id = up.parent
        WHERE depth < :most)
      SELECT id FROM up WHERE depth > 0 ORDER BY depth DESC
      """, ["id": status.id, "most": viewer == nil ? 40 : 4096])
    let descendants = try transaction.database.values(
      Int64.self,
      """
      WITH RECURSIVE down(id, depth) AS (
        SELECT :id, 0
        UNION ALL SELECT c.id, depth + 1 FROM statuses c JOIN down ON c.in_reply_to_id = down.id
        WHERE depth < :depth ORDER BY 2 DESC, 1 ASC)
      SELECT id FROM down WHERE id <> :id LIMIT :most
      """, ["id": status.id, "depth": viewer == nil ? 20 : 4096, "most": viewer == nil ? 60 : 4096])
    let above = try transaction.statuses(inOrder: ancestors, for: viewer, wantedOnly: true)
    let below = try transaction.statuses(inOrder: descendants, for: viewer, wantedOnly: true)
    let renderer = try renderer(above + below)
    return .json { writer in
      writer.object { writer in
        writer.field("ancestors", array: above) { renderer.write($1, to: &$0) }
        writer.field("descendants", array: below) { renderer.write($1, to: &$0) }
      }
    }
  }
}
