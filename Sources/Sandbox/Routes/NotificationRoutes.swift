import GRDB

/// What others did that concerns oneself.
let notificationRoutes: [Route] = [
  .get("/api/v1/notifications", .user("read:notifications")) { try $0.notifications() },
  .get("/api/v1/notifications/unread_count", .user("read:notifications")) { try $0.unreadCount() },
  .get("/api/v1/notifications/:id", .user("read:notifications")) { call in
    let row = try call.notification()
    let renderer = try NotificationRenderer([row], for: try call.user(), in: call.transaction)
    return .json { renderer.write(row, to: &$0) }
  },
  .post("/api/v1/notifications/:id/dismiss", .user("write:notifications")) { call in
    try call.transaction.database.run("DELETE FROM notifications WHERE id = ?", [try call.notification().id])
    return .emptyObject
  },
  .post("/api/v1/notifications/clear", .user("write:notifications")) { call in
    try call.transaction.database.run("DELETE FROM notifications WHERE account_id = ?", [try call.user()])
    return .emptyObject
  },
]

extension Call {
  fileprivate func notification() throws -> NotificationRow {
    let row = try transaction.database.row(
      "SELECT \(NotificationRow.columns) FROM notifications n WHERE n.id = ? AND n.account_id = ?", [id(), user()])
    guard let row else { throw Refusal.recordNotFound }
    return NotificationRow(row)
  }

  fileprivate func notifications() throws -> SandboxResponse {
    let page = Page(parameters, standard: 40, most: 80)
    let sql = page.sql("SELECT \(NotificationRow.columns) FROM notifications n WHERE \(Self.wanted)", by: "n.id")
    let arguments = try wantedArguments().merging(page.arguments) { $1 }
    let rows = page.ordered(
      try transaction.database.rows(sql, StatementArguments(arguments)).map(NotificationRow.init))
    return try NotificationRenderer(rows, for: try user(), in: transaction).response(rows)
      .linking(link(page, first: rows.first?.id, last: rows.last?.id, count: rows.count))
  }

  fileprivate func unreadCount() throws -> SandboxResponse {
    var arguments = try wantedArguments()
    arguments["read"] = try transaction.database.value(
      Int64.self, "SELECT last_read_id FROM markers WHERE account_id = ? AND timeline = 'notifications'", [try user()])
    arguments["limit"] = min(max(parameters.integer("limit") ?? 100, 1), 1000)
    let count = try transaction.database.value(
      Int.self,
      """
      SELECT count(*) FROM (
        SELECT 1 FROM notifications n WHERE \(Self.wanted) AND n.id > ifnull(:read, 0) LIMIT :limit)
      """, StatementArguments(arguments))
    return .json { $0.object { $0.field("count", count ?? 0) } }
  }

  private static let wanted = """
    n.account_id = :account
      AND (:only = '[]' OR n.type IN (SELECT value FROM json_each(:only)))
      AND n.type NOT IN (SELECT value FROM json_each(:but))
      AND (:from = 0 OR n.from_account_id = :from)
    """

  private func wantedArguments() throws -> Arguments {
    func json(_ key: String) -> String {
      var writer = JSONWriter()
      writer.array(parameters.texts(key)) { $0.value($1) }
      return String(decoding: writer.bytes, as: UTF8.self)
    }
    return [
      "account": try user(), "only": json("types"), "but": json("exclude_types"),
      "from": parameters.integer("account_id") ?? 0,
    ]
  }
}
