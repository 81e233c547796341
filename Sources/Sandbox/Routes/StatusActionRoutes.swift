import GRDB

let statusActionRoutes: [Route] = [
  .post("/api/v1/statuses/:id/favourite", .user("write:favourites")) { context in
    try context.change { try context.transaction.favourite($0, by: $1, at: context.transaction.now) }
  },
  .post("/api/v1/statuses/:id/unfavourite", .user("write:favourites")) { context in
    try context.change { try context.transaction.unfavourite($0, by: $1) }
  },
  .post("/api/v1/statuses/:id/bookmark", .user("write:bookmarks")) { context in
    try context.change { try context.transaction.mark("bookmarks", "status_id", $0.id, by: $1) }
  },
  .post("/api/v1/statuses/:id/unbookmark", .user("write:bookmarks")) { context in
    try context.change { try context.transaction.unmark("bookmarks", "status_id", $0.id, by: $1) }
  },
  .post("/api/v1/statuses/:id/reblog", .user("write:statuses")) { try $0.reblog() },
  .post("/api/v1/statuses/:id/unreblog", .user("write:statuses")) { context in
    try context.change { status, user in
      if let boost = try context.transaction.boost(of: status.id, by: user) { try context.transaction.delete(boost) }
    }
  },
  .post("/api/v1/statuses/:id/pin", .user("write:accounts")) { context in
    try context.pin(try context.status())
    return try context.response(try context.status())
  },
  .post("/api/v1/statuses/:id/unpin", .user("write:accounts")) { context in
    let status = try context.status()
    try context.transaction.unmark("pins", "status_id", status.id, by: try context.user())
    return try context.response(status)
  },
  .post("/api/v1/statuses/:id/mute", .user("write:mutes")) { context in
    let status = try context.status()
    try context.transaction.mark(
      "conversation_mutes", "conversation_id", status.conversationID, by: try context.user())
    return try context.response(status)
  },
  .post("/api/v1/statuses/:id/unmute", .user("write:mutes")) { context in
    let status = try context.status()
    try context.transaction.unmark(
      "conversation_mutes", "conversation_id", status.conversationID, by: try context.user())
    return try context.response(status)
  },
  .get("/api/v1/statuses/:id/favourited_by", .scope("read:statuses")) { context in
    try context.people(
      """
      SELECT f.id, f.account_id FROM favourites f
      WHERE f.status_id = :status AND f.account_id NOT IN (\(Visible.unwantedAccounts))
      """, by: "f.id")
  },
  .get("/api/v1/statuses/:id/reblogged_by", .scope("read:statuses")) { context in
    try context.people(
      """
      SELECT s.id, s.account_id FROM statuses s
      WHERE s.reblog_of_id = :status AND s.visibility <= 1 AND s.account_id NOT IN (\(Visible.unwantedAccounts))
      """, by: "s.id")
  },
]

extension RequestContext {
  /// Performs an action on the status in the path, or the one it boosts, and returns it.
  fileprivate func change(_ act: (StatusRow, Int64) throws -> Void) throws -> SandboxResponse {
    let user = try user()
    let status = try target()
    try act(status, user)
    return try response(try transaction.status(status.id, for: user))
  }

  /// The status in the path, or the one it boosts.
  private func target() throws -> StatusRow {
    let status = try status()
    guard let original = status.reblogOfID else { return status }
    return try transaction.status(original, for: viewer)
  }

  /// Returns the boost, which wraps the status.
  fileprivate func reblog() throws -> SandboxResponse {
    let user = try user()
    let status = try target()
    let isOwn = status.accountID == user
    switch status.audience {
    case .public, .unlisted: break
    case .private: if !isOwn { throw APIError.forbidden }
    case .direct: throw APIError.forbidden
    }
    var audience = Audience(word: parameters.text("visibility") ?? "public") ?? .public
    if audience == .direct { throw APIError.invalid("Visibility is reserved") }
    // A boost cannot have a wider audience than the boosted post.
    if status.audience == .private { audience = .private }
    return try response(try transaction.reblog(status, by: user, as: audience, at: transaction.now))
  }

  fileprivate func people(_ sql: String, by column: String) throws -> SandboxResponse {
    let status = try target()
    return try accountList(sql, ["status": status.id, "viewer": viewer ?? 0], by: column)
  }

  fileprivate func pin(_ status: StatusRow) throws {
    let user = try user()
    let database = transaction.database
    guard status.reblogOfID == nil else { throw APIError.invalid("A boost cannot be pinned") }
    guard status.accountID == user else { throw APIError.invalid("Someone else's post cannot be pinned") }
    guard status.audience != .direct else {
      throw APIError.invalid("Posts that are only visible to mentioned users cannot be pinned")
    }
    guard try !database.has("SELECT 1 FROM pins WHERE status_id = ?", [status.id]) else { return }
    let count = try database.value(Int.self, "SELECT count(*) FROM pins WHERE account_id = ?", [user]) ?? 0
    guard count < transaction.instance.maxPins else {
      throw APIError.invalid("You have already pinned the maximum number of posts")
    }
    try database.run("INSERT INTO pins(account_id, status_id) VALUES (?, ?)", [user, status.id])
  }
}
