import GRDB

/// Grouped notifications (version 2).
let groupedNotificationRoutes: [Route] = [
  .get("/api/v2/notifications", .user("read:notifications")) { try $0.notificationGroups() },
  .get("/api/v2/notifications/unread_count", .user("read:notifications")) { context in
    try context.unreadCount(of: NotificationQuery.key, grouped: NotificationQuery.grouped(context.parameters))
  },
  .get("/api/v2/notifications/:key", .user("read:notifications")) { try $0.notificationGroup() },
  .perform("POST", "/api/v2/notifications/:key/dismiss", .user("write:notifications")) { context in
    let user = try context.user()
    if let id = try context.ungroupedID() {
      try context.transaction.database.run("DELETE FROM notifications WHERE id = ? AND account_id = ?", [id, user])
    } else {
      try context.transaction.database.run(
        "DELETE FROM notifications WHERE account_id = ? AND group_key = ?", [user, context.captures["key"]])
    }
  },
  .get("/api/v2/notifications/:key/accounts", .user("read:notifications")) { try $0.groupAccounts() },
]

private struct NotificationGroup {
  var key: String
  var newest: NotificationRow
  var count: Int
  /// The oldest and newest id on this page; `nil` outside of pages.
  var span: ClosedRange<Int64>?
  /// The latest eight, newest first.
  var sample: [Int64]

  func write(to writer: inout JSONWriter, seen: Set<Int64>, supported: [String]) {
    writer.object { writer in
      writer.field("group_key", key)
      writer.field("notifications_count", count)
      writer.field("type", newest.type)
      // The only id that Mastodon sends as a number.
      writer.field("most_recent_notification_id", Int(newest.id))
      if let span {
        writer.field("page_min_id", span.lowerBound)
        writer.field("page_max_id", span.upperBound)
      }
      writer.field("latest_page_notification_at", newest.createdAt)
      writer.field("sample_account_ids", sample.map(String.init))
      if let status = newest.statusID, seen.contains(status) { writer.field("status_id", status) }
      writer.fallback(of: newest.type, supported)
      if let warning = newest.warning { writer.field("moderation_warning", raw: warning) }
    }
  }
}

extension RequestContext {
  /// The id in the key of an ungrouped notification.
  fileprivate func ungroupedID() throws(APIError) -> Int64? {
    let key = captures["key"] ?? ""
    guard key.hasPrefix("ungrouped-") else { return nil }
    guard let id = Int64(key.dropFirst("ungrouped-".count)) else { throw .recordNotFound }
    return id
  }

  /// A page of groups; a group that continues beyond the page can appear again on the next.
  fileprivate func notificationGroups() throws -> SandboxResponse {
    let page = Page(parameters, standard: 40, most: 80)
    var arguments = NotificationQuery(parameters, of: try user()).arguments
    arguments["grouped"] = NotificationQuery.grouped(parameters)
    let spans = try transaction.database.rows(
      """
      SELECT \(NotificationQuery.key) AS key, min(n.id), max(n.id) FROM notifications n
      WHERE \(NotificationQuery.conditions) AND n.id < :older AND n.id > :newer
      GROUP BY key ORDER BY \(page.isForward ? "2 ASC" : "3 DESC") LIMIT :limit
      """, StatementArguments(arguments.merging(page.arguments) { $1 }))
    let isFull = spans.count == page.limit
    // Beyond a full page is the next page's, so that paging leaves no group out.
    let top = isFull && page.isForward ? (spans.map { $0[1] as Int64 }.max() ?? 0) + 1 : page.older
    let bottom = isFull && !page.isForward ? (spans.map { $0[2] as Int64 }.min() ?? 0) - 1 : page.newer
    let groups = try groups(spans.map { $0[0] }, arguments, above: bottom, below: top)
    return try response(groups).linking(
      link(page, first: groups.first?.newest.id, last: groups.last?.newest.id, count: groups.count))
  }

  fileprivate func notificationGroup() throws -> SandboxResponse {
    let groups = try groups([captures["key"] ?? ""], everything(), above: nil, below: Int64.max)
    guard !groups.isEmpty else { throw APIError.recordNotFound }
    return try response(groups)
  }

  private func everything() throws -> Arguments {
    var arguments = NotificationQuery(Parameters(), of: try user()).arguments
    arguments["filtered"] = true
    arguments["grouped"] = NotificationQuery.grouped(Parameters())
    return arguments
  }

  /// Loads groups by their keys with one statement, newest first.
  private func groups(
    _ keys: [String], _ arguments: Arguments, above: Int64?, below: Int64
  ) throws -> [NotificationGroup] {
    var arguments = arguments
    arguments["keys"] = JSONWriter.texts(keys)
    arguments["alone"] =
      keys.compactMap { key in
        key.hasPrefix("ungrouped-") ? Int64(key.dropFirst("ungrouped-".count)) : nil
      }.json
    arguments["above"] = above ?? -1
    arguments["below"] = below
    let rows = try transaction.database.rows(
      """
      SELECT * FROM (
        SELECT \(NotificationRow.columns), \(NotificationQuery.key) AS key,
          count(*) OVER (PARTITION BY \(NotificationQuery.key)) AS total,
          min(CASE WHEN n.id > :above THEN n.id END) OVER (PARTITION BY \(NotificationQuery.key)) AS oldest,
          row_number() OVER (PARTITION BY \(NotificationQuery.key) ORDER BY n.id DESC) AS place
        FROM notifications n
        WHERE \(NotificationQuery.conditions) AND n.id < :below
          AND (n.group_key IN (SELECT value FROM json_each(:keys)) OR n.id IN (SELECT value FROM json_each(:alone))))
      WHERE place <= 8 ORDER BY id DESC
      """, StatementArguments(arguments))
    var groups: [NotificationGroup] = []
    for row in rows {
      let notification = NotificationRow(row)
      let key: String = row[7]
      guard let index = groups.firstIndex(where: { $0.key == key }) else {
        let oldest: Int64? = row[9]
        groups.append(
          NotificationGroup(
            key: key, newest: notification, count: row[8],
            span: above == nil ? nil : min(oldest ?? notification.id, notification.id)...notification.id,
            sample: [notification.fromAccountID]))
        continue
      }
      if !groups[index].sample.contains(notification.fromAccountID) {
        groups[index].sample.append(notification.fromAccountID)
      }
    }
    return groups.filter { keys.contains($0.key) }
  }

  /// Writes groups; accounts and statuses are listed once beside them.
  private func response(_ groups: [NotificationGroup]) throws -> SandboxResponse {
    let expansion = parameters.text("expand_accounts") ?? "full"
    guard ["full", "partial_avatars"].contains(expansion) else {
      throw APIError.badRequest("Invalid value for 'expand_accounts': '\(expansion)'")
    }
    let newest = Set(groups.compactMap(\.sample.first))
    let rows = try transaction.accounts(Set(groups.flatMap(\.sample)))
    let isPartial = expansion == "partial_avatars"
    let full = rows.filter { !isPartial || newest.contains($0.id) }
    let statuses = try transaction.statuses(Set(groups.compactMap(\.newest.statusID))).sorted { $0.id > $1.id }
    let seen = Set(statuses.map(\.id))
    let renderer = try renderer(statuses)
    let accounts = AccountRenderer(instance: transaction.instance)
    return .object { writer in
      writer.field("accounts", array: full) { accounts.write($1, to: &$0) }
      if isPartial {
        writer.field("partial_accounts", array: rows.filter { !newest.contains($0.id) }) {
          accounts.writeAvatar($1, to: &$0)
        }
      }
      writer.field("statuses", array: statuses) { renderer.write($1, to: &$0) }
      writer.field("notification_groups", array: groups) {
        $1.write(to: &$0, seen: seen, supported: parameters.texts("supported_types"))
      }
    }
  }

  fileprivate func groupAccounts() throws -> SandboxResponse {
    let ids = try transaction.database.values(
      Int64.self,
      """
      SELECT n.from_account_id FROM notifications n WHERE n.account_id = ? AND (n.group_key = ? OR n.id = ?)
      GROUP BY 1 ORDER BY max(n.id) DESC
      """, [try user(), captures["key"], try ungroupedID() ?? 0])
    guard !ids.isEmpty else { throw APIError.recordNotFound }
    return response(try transaction.accounts(inOrder: ids))
  }
}

extension AccountRenderer {
  /// Writes the fields of `PartialAccountWithAvatar`.
  fileprivate func writeAvatar(_ account: AccountRow, to writer: inout JSONWriter) {
    let avatar = account.avatarAddress(in: instance)
    writer.object {
      $0.field("id", account.id)
      $0.field("acct", account.acct)
      $0.field("locked", account.locked)
      $0.field("bot", account.bot)
      $0.field("url", account.url(in: instance))
      $0.field("avatar", avatar)
      $0.field("avatar_static", avatar)
      $0.field("avatar_description", "")
    }
  }
}
