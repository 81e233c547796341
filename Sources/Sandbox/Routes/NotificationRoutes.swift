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
  .perform("POST", "/api/v1/notifications/:id/dismiss", .user("write:notifications")) { context in
    try context.transaction.database.run("DELETE FROM notifications WHERE id = ?", [try context.notification().id])
  },
  .perform("POST", "/api/v1/notifications/clear", .user("write:notifications")) { context in
    try context.transaction.database.run("DELETE FROM notifications WHERE account_id = ?", [try context.user()])
  },
]

extension RequestContext {
  fileprivate func notification() throws -> NotificationRow {
    try transaction.database.found("WHERE n.id = ? AND n.account_id = ?", [id(), user()])
  }

  fileprivate func notifications() throws -> SandboxResponse {
    let user = try user()
    let (rows, link) = try page(
      "SELECT \(NotificationRow.columns) FROM notifications n WHERE \(NotificationQuery.conditions)",
      NotificationQuery(parameters, of: user).arguments, by: "n.id", standard: 40, most: 80)
    let notifications = rows.map(NotificationRow.init)
    let supported = parameters.texts("supported_types")
    return try NotificationRenderer(notifications, for: user, in: transaction, supported: supported)
      .response(notifications).linking(link)
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
    return .object { $0.field("count", count ?? 0) }
  }
}
