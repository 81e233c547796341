import GRDB

let markerRoutes: [Route] = [
  .get("/api/v1/markers", .user("read:statuses")) { context in
    try context.markers(context.parameters.texts("timeline", orText: true))
  },
  .post("/api/v1/markers", .user("write:statuses")) { context in
    let user = try context.user()
    var saved: [String] = []
    for timeline in ["home", "notifications"] {
      guard let table = context.parameters.table(timeline), let id = table.text("last_read_id").flatMap({ Int64($0) })
      else {
        continue
      }
      try context.checkVersion(timeline, version: table.integer("version"))
      try context.transaction.database.run(
        """
        INSERT INTO markers(account_id, timeline, last_read_id, version, updated_at) VALUES (?, ?, ?, 0, ?)
        ON CONFLICT(account_id, timeline) DO UPDATE
        SET last_read_id = excluded.last_read_id, version = version + 1, updated_at = excluded.updated_at
        """, [user, timeline, id, context.transaction.now])
      saved.append(timeline)
    }
    return try context.markers(saved)
  },
]

extension RequestContext {
  /// Rejects a change based on an outdated version.
  fileprivate func checkVersion(_ timeline: String, version: Int?) throws {
    guard let version else { return }
    let known = try transaction.database.value(
      Int.self, "SELECT version FROM markers WHERE account_id = ? AND timeline = ?", [try user(), timeline])
    guard version == known ?? 0 else {
      throw APIError(status: 409, message: "Conflict during update, please try again")
    }
  }

  fileprivate func markers(_ timelines: [String]) throws -> SandboxResponse {
    let rows = try transaction.database.rows(
      "SELECT timeline, last_read_id, version, updated_at FROM markers WHERE account_id = ? ORDER BY timeline",
      [try user()])
    return .object { writer in
      for row in rows where timelines.contains(row[0]) {
        let name: StaticString = row[0] == "home" ? "home" : "notifications"
        writer.field(name) {
          $0.field("last_read_id", row[1] as Int64)
          $0.field("version", row[2] as Int)
          $0.field("updated_at", row[3] as Moment)
        }
      }
    }
  }
}
