import GRDB

let followRoutes: [Route] = [
  .post("/api/v1/accounts/:id/follow", .user("write:follows")) { context in
    let target = try context.account()
    guard target.id != context.viewer else { throw APIError.forbidden }
    try context.transaction.requestFollow(
      target, by: try context.user(), try context.followOptions(), at: context.transaction.now)
    return try context.relationship(target.id)
  },
  .post("/api/v1/accounts/:id/unfollow", .user("write:follows")) { context in
    try context.relate { try context.transaction.unfollow($0, by: $1) }
  },
  .post("/api/v1/accounts/:id/remove_from_followers", .user("write:follows")) { context in
    try context.relate { try context.transaction.unfollow($1, by: $0) }
  },
  .post("/api/v1/accounts/:id/note", .user("write:accounts")) { context in
    let comment = context.parameters.text("comment") ?? ""
    guard comment.count <= 2000 else {
      throw APIError.invalid("Comment is too long (maximum is 2000 characters)")
    }
    return try context.relate { target, user in
      try context.transaction.database.run(
        comment.isEmpty
          ? "DELETE FROM account_notes WHERE account_id = ? AND target_id = ? AND ? = ''"
          : "INSERT OR REPLACE INTO account_notes(account_id, target_id, comment) VALUES (?, ?, ?)",
        [user, target, comment])
    }
  },
  .get("/api/v1/accounts/relationships", .user("read:follows")) { context in
    let ids = context.parameters.texts("id", orText: true).compactMap { Int64($0) }
    let answersOne = context.transaction.instance.quirks.has(.answersOneRelationship)
    return try context.relationships(answersOne ? Array(ids.prefix(1)) : ids)
  },
  .get("/api/v1/accounts/:id/followers", .scope("read:accounts")) { context in
    try context.people(
      "SELECT f.id, f.account_id FROM follows f WHERE f.target_id = :account AND \(RequestContext.isShown("f.account_id"))"
    )
  },
  .get("/api/v1/accounts/:id/following", .scope("read:accounts")) { context in
    try context.people(
      "SELECT f.id, f.target_id FROM follows f WHERE f.account_id = :account AND \(RequestContext.isShown("f.target_id"))"
    )
  },
  .get("/api/v1/accounts/:id/lists", .user("read:lists")) { context in
    let target = try context.account()
    return try context.lists("id IN (SELECT list_id FROM list_accounts WHERE account_id = :member)", member: target.id)
  },
]

let followRequestRoutes: [Route] = [
  .get("/api/v1/follow_requests", .user("read:follows")) { context in
    try context.accountList(
      "SELECT r.id, r.account_id FROM follow_requests r WHERE r.target_id = :account", ["account": try context.user()],
      by: "r.id")
  },
  .post("/api/v1/follow_requests/:id/authorize", .user("write:follows")) { context in
    try context.relate { try context.transaction.acceptFollow(of: $1, by: $0, at: context.transaction.now) }
  },
  .post("/api/v1/follow_requests/:id/reject", .user("write:follows")) { context in
    try context.relate { try context.transaction.rejectFollow(of: $1, by: $0) }
  },
]

extension RequestContext {
  func relationship(_ id: Int64) throws -> SandboxResponse {
    let known = try transaction.relationships([id], of: try user())
    return .json { $0.raw(known.first ?? "{}") }
  }

  /// Changes something about the account in the path and returns the relationship.
  func relate(_ act: (_ target: Int64, _ user: Int64) throws -> Void) throws -> SandboxResponse {
    let target = try account()
    try act(target.id, try user())
    return try relationship(target.id)
  }

  fileprivate func relationships(_ ids: [Int64]) throws -> SandboxResponse {
    let known = try transaction.relationships(ids, of: try user())
    return .json { $0.array(known) { $0.raw($1) } }
  }

  fileprivate func followOptions() throws(APIError) -> FollowOptions {
    var options = FollowOptions(reblogs: parameters.flag("reblogs"), notify: parameters.flag("notify"))
    guard parameters.has("languages") else { return options }
    let languages = parameters.texts("languages", orText: true)
    guard languages.allSatisfy({ (2...3).contains($0.count) && $0.allSatisfy(\.isLetter) }) else {
      throw .invalid("Languages contains an unsupported language")
    }
    options.languages = languages.isEmpty ? "" : JSONWriter.texts(languages)
    return options
  }

  /// SQL for leaving out blocked and muted accounts, except in the viewer's own lists.
  fileprivate static func isShown(_ column: String) -> String {
    "(:viewer = :account OR \(column) NOT IN (\(Visible.unwantedAccounts)))"
  }

  /// Followers or followed accounts; empty if the account hides them or has blocked the viewer.
  fileprivate func people(_ sql: String) throws -> SandboxResponse {
    let account = try account()
    let isHidden = try transaction.database.has(
      """
      SELECT 1 FROM accounts WHERE id = :account AND id <> :viewer AND (hide_collections = 1
        OR EXISTS (SELECT 1 FROM blocks WHERE account_id = :account AND target_id = :viewer))
      """, ["account": account.id, "viewer": viewer ?? 0])
    guard !isHidden else { return response([AccountRow]()) }
    return try accountList(sql, ["account": account.id, "viewer": viewer ?? 0], by: "f.id")
  }
}
