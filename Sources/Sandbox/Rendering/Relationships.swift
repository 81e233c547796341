import GRDB

extension Transaction {
  /// The relationships of a viewer with some accounts as JSON, in their order; unknown accounts are left out.
  func relationships(_ ids: [Int64], of viewer: Int64) throws -> [String] {
    func flag(_ condition: String) -> String { "json(iif(\(condition), 'true', 'false'))" }
    func exists(_ table: String, from: String, to: String) -> String {
      flag("EXISTS (SELECT 1 FROM \(table) t WHERE t.account_id = \(from) AND t.target_id = \(to))")
    }
    return try database.values(
      String.self,
      """
      SELECT json_object(
        'id', CAST(a.id AS TEXT), 'following', \(flag("f.id")),
        'showing_reblogs', \(flag("ifnull(f.reblogs, q.reblogs)")), 'notifying', \(flag("ifnull(f.notify, q.notify)")),
        'languages', json(ifnull(f.languages, q.languages)),
        'followed_by', \(exists("follows", from: "a.id", to: ":viewer")),
        'blocking', \(exists("blocks", from: ":viewer", to: "a.id")),
        'blocked_by', \(exists("blocks", from: "a.id", to: ":viewer")),
        'muting', \(flag("m.id")), 'muting_notifications', \(flag("m.notifications")),
        'muting_expires_at', strftime('%Y-%m-%dT%H:%M:%fZ', m.expires_at / 1000.0, 'unixepoch'),
        'requested', \(flag("q.id")), 'requested_by', \(exists("follow_requests", from: "a.id", to: ":viewer")),
        'domain_blocking', \(flag("d.id")), 'endorsed', \(exists("endorsements", from: ":viewer", to: "a.id")),
        'note', ifnull(n.comment, ''))
      FROM json_each(:ids) i JOIN accounts a ON a.id = i.value
        LEFT JOIN follows f ON f.account_id = :viewer AND f.target_id = a.id
        LEFT JOIN follow_requests q ON q.account_id = :viewer AND q.target_id = a.id
        LEFT JOIN mutes m ON m.account_id = :viewer AND m.target_id = a.id
          AND (m.expires_at IS NULL OR m.expires_at > present())
        LEFT JOIN domain_blocks d ON d.account_id = :viewer AND d.domain = a.domain
        LEFT JOIN account_notes n ON n.account_id = :viewer AND n.target_id = a.id
      ORDER BY i.key
      """, ["viewer": viewer, "ids": ids.json])
  }
}
