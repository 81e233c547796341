import GRDB

let notificationPolicyRoutes: [Route] = [
  .get("/api/v2/notifications/policy", .user("read:notifications")) { try $0.notificationPolicy() },
  Route("PATCH", "/api/v2/notifications/policy", .user("write:notifications")) { try $0.changeNotificationPolicy() },
  Route("PUT", "/api/v2/notifications/policy", .user("write:notifications")) { try $0.changeNotificationPolicy() },
  .get("/api/v1/notifications/requests", .user("read:notifications")) { try $0.notificationRequests() },
  .get("/api/v1/notifications/requests/merged", .user("read:notifications")) { _ in
    // Accepting merges immediately.
    .object { $0.field("merged", true) }
  },
  .get("/api/v1/notifications/requests/:id", .user("read:notifications")) { context in
    let rows = try context.requestRows("r.id = :id", ["id": try context.id()])
    guard !rows.isEmpty else { throw APIError.recordNotFound }
    return try .json { try context.write(rows, to: &$0, isList: false) }
  },
  .post("/api/v1/notifications/requests/accept", .user("write:notifications")) { context in
    try context.settle(many: true) { try context.transaction.acceptNotifications(of: $0, from: $1) }
  },
  .post("/api/v1/notifications/requests/dismiss", .user("write:notifications")) { context in
    try context.settle(many: true) { try context.transaction.dismissNotifications(of: $0, from: $1) }
  },
  .post("/api/v1/notifications/requests/:id/accept", .user("write:notifications")) { context in
    try context.settle(many: false) { try context.transaction.acceptNotifications(of: $0, from: $1) }
  },
  .post("/api/v1/notifications/requests/:id/dismiss", .user("write:notifications")) { context in
    try context.settle(many: false) { try context.transaction.dismissNotifications(of: $0, from: $1) }
  },
]

extension RequestContext {
  fileprivate func notificationPolicy() throws -> SandboxResponse {
    let user = try user()
    let policy = try transaction.notificationPolicy(of: user)
    let database = transaction.database
    let requests = try database.value(
      Int.self, "SELECT count(*) FROM notification_requests WHERE account_id = ?", [user])
    let waiting = try database.value(
      Int.self, "SELECT count(*) FROM notifications WHERE account_id = ? AND filtered = 1", [user])
    return .object { writer in
      for (name, path) in NotificationPolicy.settings {
        writer.field(dynamic: "for_\(name)") { $0.value(policy[keyPath: path].rawValue) }
      }
      writer.field("summary") {
        $0.field("pending_requests_count", requests ?? 0)
        $0.field("pending_notifications_count", waiting ?? 0)
      }
    }
  }

  fileprivate func changeNotificationPolicy() throws -> SandboxResponse {
    let user = try user()
    var policy = try transaction.notificationPolicy(of: user)
    for (name, path) in NotificationPolicy.settings {
      guard let word = parameters.text("for_\(name)") else { continue }
      guard let verdict = NotificationPolicy.Verdict(rawValue: word) else {
        throw APIError.unprocessable("'\(word)' is not a valid for_\(name)")
      }
      policy[keyPath: path] = verdict
    }
    try transaction.setNotificationPolicy(policy, of: user)
    return try notificationPolicy()
  }

  fileprivate struct RequestRow {
    var id: Int64
    var from: Int64
    var status: Int64?
    var createdAt: Moment
    var updatedAt: Moment
    var count: Int
  }

  private static let requestColumns = """
    SELECT r.id, r.from_account_id, r.last_status_id, r.created_at, r.updated_at,
      (SELECT count(*) FROM notifications n
        WHERE n.account_id = r.account_id AND n.from_account_id = r.from_account_id AND n.filtered = 1)
    FROM notification_requests r WHERE r.account_id = :user
    """

  fileprivate func requestRows(_ condition: String, _ arguments: Arguments) throws -> [RequestRow] {
    var arguments = arguments
    arguments["user"] = try user()
    return try transaction.database.rows(
      "\(Self.requestColumns) AND \(condition)", StatementArguments(arguments)
    ).map { RequestRow(id: $0[0], from: $0[1], status: $0[2], createdAt: $0[3], updatedAt: $0[4], count: $0[5]) }
  }

  fileprivate func write(_ rows: [RequestRow], to writer: inout JSONWriter, isList: Bool) throws {
    let accounts = Dictionary(try transaction.accounts(rows.map(\.from)).map { ($0.id, $0) }) { first, _ in first }
    let statuses = try transaction.statuses(inOrder: rows.compactMap(\.status), for: try user())
    let renderer = try renderer(statuses)
    let accountRenderer = AccountRenderer(instance: transaction.instance)
    func write(_ row: RequestRow, to writer: inout JSONWriter) {
      writer.object { writer in
        writer.field("id", row.id)
        writer.field("created_at", row.createdAt)
        writer.field("updated_at", row.updatedAt)
        writer.field("notifications_count", String(row.count))
        writer.field("account", of: accounts[row.from]) { accountRenderer.write($1, to: &$0) }
        if let status = statuses.first(where: { $0.id == row.status }) {
          writer.field("last_status", of: status) { renderer.write($1, to: &$0) }
        }
      }
    }
    if isList {
      writer.array(rows) { write($1, to: &$0) }
    } else {
      for row in rows { write(row, to: &writer) }
    }
  }

  fileprivate func notificationRequests() throws -> SandboxResponse {
    let page = Page(parameters, standard: 40, most: 80)
    let order = page.isForward ? "ASC" : "DESC"
    let rows = page.ordered(
      try requestRows(
        "r.id < :older AND r.id > :newer ORDER BY r.id \(order) LIMIT :limit", page.arguments))
    return try SandboxResponse.json { try write(rows, to: &$0, isList: true) }
      .linking(link(page, first: rows.first?.id, last: rows.last?.id, count: rows.count))
  }

  /// Accepts or dismisses the requests in the path or parameters.
  fileprivate func settle(many: Bool, _ act: (_ user: Int64, _ sender: Int64) throws -> Void) throws -> SandboxResponse
  {
    let ids = many ? parameters.texts("id", orText: true).compactMap { Int64($0) } : [try id()]
    let rows = try requestRows("r.id IN (SELECT value FROM json_each(:ids))", ["ids": ids.json])
    guard many || !rows.isEmpty else { throw APIError.recordNotFound }
    let user = try user()
    for row in rows { try act(user, row.from) }
    return .emptyObject
  }
}
