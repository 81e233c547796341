import GRDB

let announcementRoutes: [Route] = [
  .get("/api/v1/announcements", .user("")) { try $0.announcements() },
  .perform("POST", "/api/v1/announcements/:id/dismiss", .user("write:accounts")) { context in
    try context.transaction.mark(
      "announcement_reads", "announcement_id", try context.announcement(), by: try context.user())
  },
  .perform("PUT", "/api/v1/announcements/:id/reactions/:name", .user("write:favourites")) { context in
    let name = try context.reaction()
    let id = try context.announcement()
    let kinds = try context.transaction.database.values(
      String.self, "SELECT DISTINCT name FROM announcement_reactions WHERE announcement_id = ?", [id])
    guard kinds.contains(name) || kinds.count < 8 else {
      throw APIError.invalid("Limit of different reactions reached")
    }
    try context.transaction.database.run(
      "INSERT OR IGNORE INTO announcement_reactions(announcement_id, account_id, name) VALUES (?, ?, ?)",
      [id, try context.user(), name])
    context.transaction.emit(.reacted(announcement: id, name: name))
  },
  .perform("DELETE", "/api/v1/announcements/:id/reactions/:name", .user("write:favourites")) { context in
    let (id, name) = (try context.announcement(), context.captures["name"] ?? "")
    let removed = try context.transaction.database.run(
      "DELETE FROM announcement_reactions WHERE announcement_id = ? AND account_id = ? AND name = ?",
      [id, try context.user(), name])
    guard removed > 0 else { throw APIError.recordNotFound }
    context.transaction.emit(.reacted(announcement: id, name: name))
  },
]

extension RequestContext {
  fileprivate func announcement() throws -> Int64 {
    let id = try id()
    guard try transaction.database.has("SELECT 1 FROM announcements WHERE id = ?", [id]) else {
      throw APIError.recordNotFound
    }
    return id
  }

  /// A reaction: the name of a custom emoji, or one emoji character.
  fileprivate func reaction() throws -> String {
    let name = captures["name"] ?? ""
    let isCustom = CustomEmojiTable.all.contains { $0.sign == ":\(name):" }
    let isEmoji =
      name.count == 1
      && name.unicodeScalars.contains { $0.properties.isEmoji && !("0"..."9").contains($0) && $0 != "#" && $0 != "*" }
    guard isCustom || isEmoji else { throw APIError.invalid("Name is not a recognized emoji") }
    return name
  }

  fileprivate func announcements() throws -> SandboxResponse {
    let user = try user()
    let rows = try transaction.database.rows(
      """
      SELECT a.id, a.content, a.starts_at, a.ends_at, a.all_day, a.published_at, a.updated_at,
        EXISTS (SELECT 1 FROM announcement_reads r WHERE r.announcement_id = a.id AND r.account_id = :user)
      FROM announcements a WHERE a.ends_at IS NULL OR a.ends_at > present() ORDER BY a.published_at DESC
      """, ["user": user])
    let reactions = try transaction.database.rows(
      """
      SELECT announcement_id, name, count(*), max(account_id = :user) FROM announcement_reactions
      GROUP BY announcement_id, name ORDER BY min(id)
      """, ["user": user])
    return .json { writer in
      writer.array(objects: rows) { writer, row in
        writer.field("id", row[0] as Int64)
        writer.field("content", row[1] as String)
        writer.field("starts_at", row[2] as Moment?)
        writer.field("ends_at", row[3] as Moment?)
        writer.field("all_day", row[4] as Bool)
        writer.field("published_at", row[5] as Moment)
        writer.field("updated_at", row[6] as Moment)
        writer.field("read", row[7] as Bool)
        for name in ["mentions", "statuses", "tags", "emojis"] as [StaticString] { writer.field(name, raw: "[]") }
        let own = reactions.filter { ($0[0] as Int64) == row[0] }
        writer.field("reactions", objects: own) { writer, reaction in
          writer.field("name", reaction[1] as String)
          writer.field("count", reaction[2] as Int)
          writer.field("me", reaction[3] as Bool)
          writer.customEmoji(reaction[1])
        }
      }
    }
  }
}

extension JSONWriter {
  fileprivate mutating func customEmoji(_ name: String) {
    guard let emoji = CustomEmojiTable.all.first(where: { $0.sign == ":\(name):" }) else { return }
    field("url", emoji.url)
    field("static_url", emoji.url)
  }
}
