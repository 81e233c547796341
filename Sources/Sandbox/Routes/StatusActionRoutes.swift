import GRDB

/// What can be done to a status, and who did it.
let statusActionRoutes: [Route] = [
  .post("/api/v1/statuses/:id/favourite", .user("write:favourites")) { call in
    try call.change { try call.transaction.favourite($0, by: $1, at: call.transaction.now) }
  },
  .post("/api/v1/statuses/:id/unfavourite", .user("write:favourites")) { call in
    try call.change { try call.transaction.unfavourite($0, by: $1) }
  },
  .post("/api/v1/statuses/:id/bookmark", .user("write:bookmarks")) { call in
    try call.change { try call.transaction.bookmark($0, by: $1) }
  },
  .post("/api/v1/statuses/:id/unbookmark", .user("write:bookmarks")) { call in
    try call.change { try call.transaction.unbookmark($0, by: $1) }
  },
  .post("/api/v1/statuses/:id/reblog", .user("write:statuses")) { try $0.reblog() },
  .post("/api/v1/statuses/:id/unreblog", .user("write:statuses")) { call in
    try call.change { status, user in
      if let boost = try call.transaction.boost(of: status.id, by: user) { try call.transaction.delete(boost) }
    }
  },
  .post("/api/v1/statuses/:id/pin", .user("write:accounts")) { call in
    try call.pin(try call.status())
    return try call.response(try call.status())
  },
  .post("/api/v1/statuses/:id/unpin", .user("write:accounts")) { call in
    let status = try call.status()
    try call.transaction.database.run(
      "DELETE FROM pins WHERE account_id = ? AND status_id = ?", [try call.user(), status.id])
    return try call.response(status)
  },
  .post("/api/v1/statuses/:id/mute", .user("write:mutes")) { call in
    let status = try call.status()
    try call.transaction.database.run(
      "INSERT OR IGNORE INTO conversation_mutes(account_id, conversation_id) VALUES (?, ?)",
      [try call.user(), status.conversationID])
    return try call.response(status)
  },
  .post("/api/v1/statuses/:id/unmute", .user("write:mutes")) { call in
    let status = try call.status()
    try call.transaction.database.run(
      "DELETE FROM conversation_mutes WHERE account_id = ? AND conversation_id = ?",
      [try call.user(), status.conversationID])
    return try call.response(status)
  },
  .get("/api/v1/statuses/:id/favourited_by", .scope("read:statuses")) { call in
    try call.people(
      """
      SELECT f.id, f.account_id FROM favourites f
      WHERE f.status_id = :status AND f.account_id NOT IN (\(Visible.unwantedAccounts))
      """, by: "f.id")
  },
  .get("/api/v1/statuses/:id/reblogged_by", .scope("read:statuses")) { call in
    try call.people(
      """
      SELECT s.id, s.account_id FROM statuses s
      WHERE s.reblog_of_id = :status AND s.visibility <= 1 AND s.account_id NOT IN (\(Visible.unwantedAccounts))
      """, by: "s.id")
  },
]

extension Call {
  /// Does something to the status that the path names, or that it boosts, and answers the status as it is then.
  fileprivate func change(_ act: (StatusRow, Int64) throws -> Void) throws -> SandboxResponse {
    let user = try user()
    let status = try target()
    try act(status, user)
    return try response(try transaction.status(status.id, for: user))
  }

  /// The status that the path names, or the one that it boosts.
  private func target() throws -> StatusRow {
    let status = try status()
    guard let original = status.reblogOfID else { return status }
    return try transaction.status(original, for: viewer)
  }

  /// The answer is the boost, which has an id of its own and wraps the status.
  fileprivate func reblog() throws -> SandboxResponse {
    let user = try user()
    let status = try target()
    let isOwn = status.accountID == user
    switch status.audience {
    case .public, .unlisted: break
    case .private: if !isOwn { throw Refusal.forbidden }
    case .direct: throw Refusal.forbidden
    }
    var audience = Audience(word: parameters.text("visibility") ?? "public") ?? .public
    if audience == .direct { throw Refusal.invalid("Visibility is reserved") }
    // A boost reaches no further than what it boosts.
    if status.audience == .private { audience = .private }
    return try response(try transaction.reblog(status, by: user, as: audience, at: transaction.now))
  }

  fileprivate func people(_ sql: String, by column: String) throws -> SandboxResponse {
    let status = try target()
    return try accountList(sql, ["status": status.id, "viewer": viewer ?? 0], by: column)
  }

  /// Holds a status up on its author's profile.
  fileprivate func pin(_ status: StatusRow) throws {
    let user = try user()
    let database = transaction.database
    guard status.reblogOfID == nil else { throw Refusal.invalid("A boost cannot be pinned") }
    guard status.accountID == user else { throw Refusal.invalid("Someone else's post cannot be pinned") }
    guard status.audience != .direct else {
      throw Refusal.invalid("Posts that are only visible to mentioned users cannot be pinned")
    }
    guard try !database.has("SELECT 1 FROM pins WHERE status_id = ?", [status.id]) else { return }
    let count = try database.value(Int.self, "SELECT count(*) FROM pins WHERE account_id = ?", [user]) ?? 0
    guard count < transaction.place.maxPins else {
      throw Refusal.invalid("You have already pinned the maximum number of posts")
    }
    try database.run("INSERT INTO pins(account_id, status_id) VALUES (?, ?)", [user, status.id])
  }
}
