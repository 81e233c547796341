import GRDB

/// Home, public and list timelines.
let timelineRoutes: [Route] = [
  .get("/api/v1/timelines/home", .user("read:statuses")) { context in
    try context.timeline(
      "\(Visible.atHome) AND \(Visible.toViewer)")
  },
  .get("/api/v1/timelines/public", .scope("read:statuses")) { context in
    try context.timeline(
      """
      s.visibility = 0 AND s.reblog_of_id IS NULL
        AND (s.in_reply_to_account_id IS NULL OR s.in_reply_to_account_id = s.account_id)
        AND \(Visible.inPublic) AND \(Visible.wanted)
        AND (:local = 0 OR s.local = 1) AND (:remote = 0 OR s.local = 0) AND (:media = 0 OR s.media <> '[]')
      """,
      [
        "local": context.parameters.flag("local") ?? false, "remote": context.parameters.flag("remote") ?? false,
        "media": context.parameters.flag("only_media") ?? false,
      ])
  },
  .get("/api/v1/accounts/:id/statuses", .scope("read:statuses")) { context in
    guard let account = try context.transaction.account(context.id()) else { throw APIError.recordNotFound }
    let ignoresPinned = context.transaction.instance.quirks.has(.ignoresPinned)
    if context.parameters.flag("pinned") == true, !ignoresPinned { return try context.pinned(by: account.id) }
    return try context.timeline(
      """
      s.account_id = :account AND \(Visible.toViewer)
        AND (s.reblog_of_id IS NULL OR s.account_id = :viewer
          OR (SELECT o.account_id FROM statuses o WHERE o.id = s.reblog_of_id) NOT IN (\(Visible.severedAccounts)))
        AND (:replies = 0 OR s.in_reply_to_id IS NULL OR s.in_reply_to_account_id = s.account_id)
        AND (:reblogs = 0 OR s.reblog_of_id IS NULL) AND (:media = 0 OR s.media <> '[]')
        AND (:direct = 0 OR s.visibility <> \(Audience.direct.rawValue))
        AND (:tag = '' OR EXISTS (SELECT 1 FROM status_tags t WHERE t.status_id = s.id AND t.tag = :tag))
      """,
      [
        "account": account.id, "replies": context.parameters.flag("exclude_replies") ?? false,
        "reblogs": context.parameters.flag("exclude_reblogs") ?? false,
        "media": context.parameters.flag("only_media") ?? false, "tag": context.parameters.text("tagged") ?? "",
        "direct": context.parameters.flag("exclude_direct") ?? false,
      ])
  },
]

let collectionRoutes: [Route] = [
  .get("/api/v1/favourites", .user("read:favourites")) { try $0.kept("favourites") },
  .get("/api/v1/bookmarks", .user("read:bookmarks")) { try $0.kept("bookmarks") },
]

extension RequestContext {
  typealias Arguments = [String: (any DatabaseValueConvertible)?]

  /// A page of the statuses `s` that fulfil conditions, by id.
  func timeline(_ conditions: String, _ arguments: Arguments = [:]) throws -> SandboxResponse {
    let sql = "\(StatusRow.select) WHERE \(conditions)"
    var arguments = arguments
    if sql.contains(":viewer") { arguments["viewer"] = viewer ?? 0 }
    let (rows, link) = try page(sql, arguments, by: "s.id", standard: 20, most: 40)
    let posts = rows.map(StatusRow.init)
    let isRepeated = parameters.text("min_id") != nil && transaction.instance.quirks.has(.repeatsNewerPages)
    return try renderer(posts).response(isRepeated ? posts.flatMap { [$0, $0] } : posts).linking(link)
  }

  /// An account's pinned statuses, newest pin first.
  fileprivate func pinned(by account: Int64) throws -> SandboxResponse {
    let ids = try transaction.database.values(
      Int64.self, "SELECT status_id FROM pins WHERE account_id = ? ORDER BY id DESC", [account])
    let rows = try transaction.statuses(inOrder: ids, for: viewer)
    return try renderer(rows).response(rows)
  }

  /// A page of favourites or bookmarks, by their own ids.
  fileprivate func kept(_ table: String) throws -> SandboxResponse {
    let (rows, link) = try page(
      "SELECT k.id, k.status_id FROM \(table) k WHERE k.account_id = :account", ["account": try user()], by: "k.id",
      standard: 20, most: 40)
    let posts = try transaction.statuses(inOrder: rows.map { $0[1] }, for: viewer)
    return try renderer(posts).response(posts).linking(link)
  }
}
