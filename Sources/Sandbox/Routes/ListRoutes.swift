import GRDB

let listRoutes: [Route] = [
  .get("/api/v1/lists", .user("read:lists")) { try $0.lists("1", member: 0) },
  .get("/api/v1/lists/:id", .user("read:lists")) { .json(try $0.list()) },
  .post("/api/v1/lists", .user("write:lists")) { context in
    let list = try context.listSettings(
      ListRow(id: 0, title: "", repliesPolicy: "list", exclusive: false))
    let count = try context.transaction.database.value(
      Int.self, "SELECT count(*) FROM lists WHERE account_id = ?", [try context.user()])
    guard (count ?? 0) < 50 else { throw APIError.invalid("You have reached the maximum number of lists") }
    try context.transaction.database.run(
      "INSERT INTO lists(account_id, title, replies_policy, exclusive) VALUES (?, ?, ?, ?)",
      [try context.user(), list.title, list.repliesPolicy, list.exclusive])
    return .json(try context.list(context.transaction.database.lastInsertedRowID))
  },
  Route("PUT", "/api/v1/lists/:id", .user("write:lists")) { context in
    let list = try context.listSettings(try context.list())
    try context.transaction.database.run(
      "UPDATE lists SET title = ?, replies_policy = ?, exclusive = ? WHERE id = ?",
      [list.title, list.repliesPolicy, list.exclusive, list.id])
    return .json(list)
  },
  .perform("DELETE", "/api/v1/lists/:id", .user("write:lists")) { context in
    try context.transaction.database.run("DELETE FROM lists WHERE id = ?", [try context.list().id])
  },
  .get("/api/v1/lists/:id/accounts", .user("read:lists")) { try $0.listAccounts() },
  .post("/api/v1/lists/:id/accounts", .user("write:lists")) { try $0.addToList() },
  .perform("DELETE", "/api/v1/lists/:id/accounts", .user("write:lists")) { context in
    let list = try context.list()
    try context.transaction.database.run(
      "DELETE FROM list_accounts WHERE list_id = ? AND account_id IN (SELECT value FROM json_each(?))",
      [list.id, context.parameters.texts("account_ids").compactMap { Int64($0) }.json])
  },
  .get("/api/v1/timelines/list/:id", .user("read:lists")) { context in
    try context.timeline(
      "\(Visible.inList) AND \(Visible.toViewer)",
      ["list": try context.list().id])
  },
]

struct ListRow: JSONValue, Sendable {
  var id: Int64
  var title: String
  var repliesPolicy: String
  var exclusive: Bool

  func write(to writer: inout JSONWriter) {
    writer.object {
      $0.field("id", id)
      $0.field("title", title)
      $0.field("replies_policy", repliesPolicy)
      $0.field("exclusive", exclusive)
    }
  }
}

extension RequestContext {
  func lists(_ condition: String, member: Int64) throws -> SandboxResponse {
    let lists = try transaction.database.rows(
      """
      SELECT id, title, replies_policy, exclusive FROM lists
      WHERE account_id = :account AND \(condition) AND :member >= 0 ORDER BY id
      """, ["account": try user(), "member": member]
    ).map { ListRow(id: $0[0], title: $0[1], repliesPolicy: $0[2], exclusive: $0[3]) }
    return .json(lists)
  }

  fileprivate func list() throws -> ListRow { try list(id()) }

  fileprivate func list(_ id: Int64) throws -> ListRow {
    let row = try transaction.database.row(
      "SELECT id, title, replies_policy, exclusive FROM lists WHERE id = ? AND account_id = ?", [id, try user()])
    guard let row else { throw APIError.recordNotFound }
    return ListRow(id: row[0], title: row[1], repliesPolicy: row[2], exclusive: row[3])
  }

  fileprivate func listSettings(_ old: ListRow) throws(APIError) -> ListRow {
    var list = old
    if parameters.has("title") || old.id == 0 { list.title = parameters.text("title") ?? "" }
    guard !list.title.allSatisfy(\.isWhitespace) else { throw .invalid("Title can't be blank") }
    guard list.title.count <= 256 else { throw .invalid("Title is too long (maximum is 256 characters)") }
    if let policy = parameters.text("replies_policy") { list.repliesPolicy = policy }
    guard ["followed", "list", "none"].contains(list.repliesPolicy) else {
      throw .unprocessable("'\(list.repliesPolicy)' is not a valid replies_policy")
    }
    list.exclusive = parameters.flag("exclusive") ?? old.exclusive
    return list
  }

  /// A limit of 0 means all accounts.
  fileprivate func listAccounts() throws -> SandboxResponse {
    let list = try list()
    let sql = "SELECT l.id, l.account_id FROM list_accounts l WHERE l.list_id = :list"
    guard parameters.integer("limit") == 0 else { return try accountList(sql, ["list": list.id], by: "l.id") }
    let ids = try transaction.database.rows(sql + " ORDER BY l.id DESC", ["list": list.id]).map { $0[1] as Int64 }
    return response(try transaction.accounts(inOrder: ids))
  }

  fileprivate func addToList() throws -> SandboxResponse {
    let list = try list()
    let user = try user()
    let ids = parameters.texts("account_ids").map { Int64($0) ?? 0 }
    let known = try transaction.accounts(inOrder: ids).map(\.id)
    guard known.count == ids.count else { throw APIError.recordNotFound }
    let related = Set(
      try transaction.database.values(
        Int64.self,
        """
        SELECT target_id FROM follows WHERE account_id = :user
        UNION SELECT target_id FROM follow_requests WHERE account_id = :user
        """, ["user": user]))
    for id in known {
      guard id == user || related.contains(id) else {
        throw APIError.invalid("Account follow relationship missing")
      }
      let isNew = try transaction.database.run(
        "INSERT OR IGNORE INTO list_accounts(list_id, account_id) VALUES (?, ?)", [list.id, id])
      guard isNew > 0 else { throw APIError.invalid("Account has already been taken") }
    }
    return .emptyObject
  }
}
