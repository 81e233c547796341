import GRDB

/// Posting, reading and deleting statuses.
let statusRoutes: [Route] = [
  .post("/api/v1/statuses", .user("write:statuses")) { try $0.createStatus() },
  .get("/api/v1/statuses", .scope("read:statuses")) { context in
    let ids = context.parameters.texts("id").compactMap { Int64($0) }.prefix(40)
    let rows = try context.transaction.statuses(inOrder: Array(ids), for: context.viewer)
    return try context.renderer(rows).response(rows)
  },
  .get("/api/v1/statuses/:id", .scope("read:statuses")) { context in
    let status = try context.status()
    guard context.transaction.instance.quirks.has(.omitsFiltersOfSingleStatuses) else {
      return try context.response(status)
    }
    return try context.renderer([status]).withoutFilters.response(status)
  },
  .get("/api/v1/statuses/:id/context", .scope("read:statuses")) { try $0.context() },
  .get("/api/v1_alpha/async_refreshes/:id", .user("read")) { try $0.asyncRefresh() },
  .get("/api/v1/statuses/:id/source", .user("read:statuses")) { context in
    let status = try context.status()
    let format = try context.transaction.format(of: status)
    return .object {
      $0.field("id", status.id)
      $0.field("text", status.text)
      $0.field("spoiler_text", status.spoilerText)
      if let format { $0.field("content_type", format) }
    }
  },
  Route("DELETE", "/api/v1/statuses/:id", .user("write:statuses")) { context in
    let status = try context.status()
    guard status.accountID == context.viewer else { throw APIError.recordNotFound }
    // The response contains the source text for redrafting.
    let answer = try context.renderer([status]).redraft(status)
    try context.transaction.delete(status, withMedia: context.parameters.flag("delete_media") ?? false)
    return answer
  },
]

extension RequestContext {
  /// The status in the path, if visible to the viewer.
  func status() throws -> StatusRow { try transaction.status(id(), for: viewer) }

  func renderer(_ rows: [StatusRow]) throws -> StatusRenderer {
    try StatusRenderer(rows, for: viewer, in: transaction)
  }

  func response(_ status: StatusRow) throws -> SandboxResponse { try renderer([status]).response(status) }

  fileprivate func createStatus() throws -> SandboxResponse {
    let author = try user()
    let ignoresKeys = transaction.instance.quirks.has(.ignoresIdempotencyKeys)
    let key = ignoresKeys ? nil : request.headers["Idempotency-Key"].flatMap { $0.isEmpty ? nil : $0 }
    if let key {
      if let earlier = try statusPosted(key, author) { return try response(earlier) }
      if let earlier = try transaction.scheduled(key: key, of: author) { return try response(earlier) }
    }
    var draft = StatusDraft(parameters)
    draft.application = try bearer.flatMap { try transaction.applicationJSON($0.applicationID) }
    if let due = try scheduledMoment() { return try schedule(draft, at: due, key: key) }
    let status = try transaction.post(try transaction.newStatus(draft, by: author), at: transaction.now)
    try keepFormat(of: status)
    if let key {
      try transaction.database.run(
        "INSERT OR REPLACE INTO idempotency(account_id, key, status_id, created_at) VALUES (?, ?, ?, ?)",
        [author, key, status.id, transaction.now])
    }
    if transaction.instance.quirks.has(.answersRepliesWithParent), let parent = status.inReplyToID {
      return try response(try transaction.status(parent, for: viewer))
    }
    return try response(status)
  }

  /// Keeps the format that a request names, or plain text, where the server has several.
  func keepFormat(of status: StatusRow) throws {
    guard transaction.instance.quirks.has(.keepsFormats) else { return }
    try transaction.setMeta("format.\(status.id)", parameters.text("content_type") ?? "text/plain")
  }

  /// The status posted with an Idempotency-Key in the last hour.
  private func statusPosted(_ key: String, _ author: Int64) throws -> StatusRow? {
    let database = transaction.database
    try database.run("DELETE FROM idempotency WHERE created_at < ?", [transaction.now + -3600])
    let id = try database.value(
      Int64.self, "SELECT status_id FROM idempotency WHERE account_id = ? AND key = ?", [author, key])
    return try id.flatMap { try transaction.statuses([$0]).first }
  }

  /// The thread of a status: ancestors from the root, descendants depth first.
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
    var below = try transaction.statuses(inOrder: descendants, for: viewer, wantedOnly: true)
    let missing = try unfetched(status.id, among: below)
    below.removeAll { missing.contains($0.id) }
    let renderer = try renderer(above + below)
    let answer = SandboxResponse.object { writer in
      writer.field("ancestors", array: above) { renderer.write($1, to: &$0) }
      writer.field("descendants", array: below) { renderer.write($1, to: &$0) }
    }
    return missing.isEmpty ? answer : answer.adding("Mastodon-Async-Refresh", "id=\"\(status.id)\", retry=1")
  }

  /// The replies of other servers that a server of the set `unfinished` has not fetched yet: for some seconds, or until somebody
  /// asks whether it has.
  private func unfetched(_ thread: Int64, among replies: [StatusRow]) throws -> Set<Int64> {
    guard viewer != nil, transaction.instance.quirks.has(.fetchesReplies) else { return [] }
    let remote = Set(try transaction.accounts(Set(replies.map(\.accountID))).filter { $0.domain != nil }.map(\.id))
    let missing = Set(replies.filter { remote.contains($0.accountID) }.map(\.id))
    guard !missing.isEmpty else { return [] }
    guard let end = try transaction.meta("fetched.\(thread)").flatMap({ Int64($0) }) else {
      try transaction.setMeta("fetched.\(thread)", String(transaction.now.milliseconds + 5_000))
      return missing
    }
    return transaction.now.milliseconds < end ? missing : []
  }

  /// Whether the replies of a thread were fetched; it is done by the time that somebody asks.
  fileprivate func asyncRefresh() throws -> SandboxResponse {
    let thread = try status()
    guard transaction.instance.quirks.has(.fetchesReplies) else { throw APIError.recordNotFound }
    try transaction.setMeta("fetched.\(thread.id)", "0")
    return .object { writer in
      writer.field("async_refresh") {
        $0.field("id", String(thread.id))
        $0.field("status", "finished")
        $0.field("result_count", 1)
      }
    }
  }
}

extension Transaction {
  /// The format of a status, where the server keeps it.
  func format(of status: StatusRow) throws -> String? {
    instance.quirks.has(.keepsFormats) ? try meta("format.\(status.id)") ?? "text/plain" : nil
  }
}
