import GRDB

/// The directory, suggestions and oEmbed.
let communityRoutes: [Route] = [
  .get("/api/v1/directory") { try $0.directory() },
  .get("/api/v2/suggestions", .user("read")) { context in
    let suggested = try context.suggestions()
    let renderer = AccountRenderer(instance: context.transaction.instance)
    return .json { writer in
      writer.array(objects: suggested) { writer, account in
        writer.field("source", "past_interactions")
        writer.field("sources", ["friends_of_friends"])
        writer.field("account", of: account) { renderer.write($1, to: &$0) }
      }
    }
  },
  .get("/api/v1/suggestions", .user("read")) { context in context.response(try context.suggestions()) },
  .perform("DELETE", "/api/v1/suggestions/:account_id", .user("read")) { context in
    let target = try context.id("account_id")
    guard try context.transaction.account(target) != nil else { throw APIError.recordNotFound }
    try context.transaction.mark("dismissed_suggestions", "target_id", target, by: try context.user())
  },
  .get("/api/v1/accounts/familiar_followers", .user("read:follows")) { try $0.familiarFollowers() },
  .get("/api/oembed") { try $0.oEmbed() },
]

extension RequestContext {
  /// Discoverable accounts, ordered by last post or by creation.
  fileprivate func directory() throws -> SandboxResponse {
    let order = parameters.text("order") == "new" ? "a.id DESC" : "a.last_status_at DESC"
    let accounts: [AccountRow] = try transaction.database.all(
      """
      WHERE a.discoverable = 1 AND (:local = 0 OR a.domain IS NULL) AND a.id NOT IN (\(Visible.unwantedAccounts))
      ORDER BY \(order), a.id LIMIT :limit OFFSET :offset
      """,
      [
        "local": parameters.flag("local") ?? false, "viewer": viewer ?? 0,
        "limit": parameters.limit(standard: 40, most: 80), "offset": parameters.offset,
      ])
    return response(accounts)
  }

  /// Accounts followed by those that the user follows, most followed first.
  fileprivate func suggestions() throws -> [AccountRow] {
    try transaction.database.all(
      """
      JOIN (SELECT g.target_id AS id, count(*) AS friends FROM follows f JOIN follows g ON g.account_id = f.target_id
        WHERE f.account_id = :viewer GROUP BY g.target_id) c ON c.id = a.id
      WHERE a.id <> :viewer AND a.discoverable = 1 AND a.id NOT IN (\(Visible.unwantedAccounts))
        AND NOT EXISTS (SELECT 1 FROM follows f WHERE f.account_id = :viewer AND f.target_id = a.id)
        AND NOT EXISTS (SELECT 1 FROM follow_requests r WHERE r.account_id = :viewer AND r.target_id = a.id)
        AND NOT EXISTS (SELECT 1 FROM dismissed_suggestions d WHERE d.account_id = :viewer AND d.target_id = a.id)
      ORDER BY c.friends DESC, a.id LIMIT :limit
      """, ["viewer": try user(), "limit": parameters.limit(standard: 40, most: 80)])
  }

  /// The accounts that the user follows and that follow the given accounts.
  fileprivate func familiarFollowers() throws -> SandboxResponse {
    let ids = try transaction.accounts(inOrder: parameters.texts("id", orText: true).compactMap { Int64($0) }).map(\.id)
    let rows = try transaction.database.rows(
      """
      SELECT g.target_id, g.account_id FROM follows g JOIN follows f ON f.target_id = g.account_id
      WHERE f.account_id = ? AND g.target_id IN (SELECT value FROM json_each(?)) ORDER BY g.id
      """, [try user(), ids.json])
    let people = try transaction.accounts(Set(rows.map { $0[1] as Int64 }))
    let renderer = AccountRenderer(instance: transaction.instance)
    let written = Dictionary(people.map { ($0.id, renderer.bytes($0)) }) { first, _ in first }
    return .json { writer in
      writer.array(objects: ids) { writer, id in
        writer.field("id", id)
        let followers = rows.filter { $0[0] == id }.compactMap { written[$0[1]] }
        writer.field("accounts", array: followers) { $0.raw($1) }
      }
    }
  }

  fileprivate func oEmbed() throws -> SandboxResponse {
    let instance = transaction.instance
    guard let url = parameters.text("url"), let id = url.split(separator: "/").last.flatMap({ Int64($0) }),
      let status = try transaction.statuses([id]).first, status.audience.rawValue <= 1, status.isLocal,
      let author = try transaction.account(status.accountID), url == "\(author.url(in: instance))/\(id)"
    else { throw APIError.recordNotFound }
    let name = author.displayName.isEmpty ? author.username : author.displayName
    let width = parameters.integer("maxwidth") ?? 400
    return .object { writer in
      writer.field("type", "rich")
      writer.field("version", "1.0")
      writer.field("title", "New status by \(name)")
      writer.field("author_name", name)
      writer.field("author_url", author.url(in: instance))
      writer.field("provider_name", instance.domain)
      writer.field("provider_url", "\(instance.origin)/")
      writer.field("cache_age", 86_400)
      writer.field(
        "html", #"<blockquote class="mastodon-embed" data-embed-url="\#(url)/embed">\#(status.content)</blockquote>"#)
      writer.field("width", width)
      writer.field("height", parameters.integer("maxheight"))
    }
  }
}
