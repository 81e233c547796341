import GRDB

let notificationRoutes: [Route] = [
  .get("/api/v1/notifications", .user("read:notifications")) { try $0.notifications() },
  .get("/api/v1/notifications/unread_count", .user("read:notifications")) { context in
    try context.unreadCount(of: "n.id")
  },
  .get("/api/v1/notifications/:id", .user("read:notifications")) { context in
    let row = try context.notification()
    let renderer = try NotificationRenderer([row], for: try context.user(), in: context.transaction)
    return .json { renderer.write(row, to: &$0) }
  },
  .post("/api/v1/notifications/:id/dismiss", .user("write:notifications")) { context in
    try context.transaction.database.run("DELETE FROM notifications WHERE id = ?", [try context.notification().id])
    return .emptyObject
  },
  .post("/api/v1/notifications/clear", .user("write:notifications")) { context in
    try context.transaction.database.run("DELETE FROM notifications WHERE account_id = ?", [try context.user()])
    return .emptyObject
  },
]

extension RequestContext {
  fileprivate func notification() throws -> NotificationRow {
    let row = try transaction.database.row(
      "SELECT \(NotificationRow.columns) FROM notifications n WHERE n.id = ? AND n.account_id = ?", [id(), user()])
    guard let row else { throw APIError.recordNotFound }
    return NotificationRow(row)
  }

  fileprivate func notifications() throws -> SandboxResponse {
    let user = try user()
    let page = Page(parameters, standard: 40, most: 80)
    let sql = page.sql(
      "SELECT \(NotificationRow.columns) FROM notifications n WHERE \(NotificationQuery.conditions)", by: "n.id")
    let arguments = NotificationQuery(parameters, of: user).arguments.merging(page.arguments) { $1 }
    let rows = page.ordered(
      try transaction.database.rows(sql, StatementArguments(arguments)).map(NotificationRow.init))
    let supported = parameters.texts("supported_types")
    return try NotificationRenderer(rows, for: user, in: transaction, supported: supported).response(rows)
      .linking(link(page, first: rows.first?.id, last: rows.last?.id, count: rows.count))
  }

  /// The number of notifications or groups newer than the read marker, up to a limit.
  func unreadCount(of thing: String, grouped: String? = nil) throws -> SandboxResponse {
    let user = try user()
    var arguments = NotificationQuery(parameters, of: user).arguments
    // Without a marker everything is unread. The statement needs a value.
    arguments["read"] =
      try transaction.database.value(
        Int64.self, "SELECT last_read_id FROM markers WHERE account_id = ? AND timeline = 'notifications'", [user]) ?? 0
    arguments["limit"] = min(max(parameters.integer("limit") ?? 100, 1), 1000)
    if let grouped { arguments["grouped"] = grouped }
    let count = try transaction.database.value(
      Int.self,
      """
      SELECT count(*) FROM (
        SELECT DISTINCT \(thing) FROM notifications n
        WHERE \(NotificationQuery.conditions) AND n.id > :read LIMIT :limit)
      """, StatementArguments(arguments))
    return .json { $0.object { $0.field("count", count ?? 0) } }
  }
}
