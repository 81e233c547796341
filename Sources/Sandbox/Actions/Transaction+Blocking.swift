import GRDB

/// Blocks and mutes. They are stored here; ``Visible`` and ``Transaction/notify(_:_:from:about:at:)`` apply them.
extension Transaction {
  /// Blocks an account: ends follows in both directions and deletes its notifications.
  func block(_ target: Int64, by account: Int64) throws {
    guard target != account else { return }
    try unfollow(target, by: account)
    try unfollow(account, by: target)
    try database.run(
      "INSERT OR IGNORE INTO blocks(account_id, target_id, created_at) VALUES (?, ?, ?)", [account, target, now])
    try forgetNotices(of: account, from: target)
  }

  /// Mutes an account or changes an existing mute.
  ///
  /// - Parameter seconds: The duration; 0 for no end.
  func mute(_ target: Int64, by account: Int64, notifications: Bool, seconds: Int) throws {
    guard target != account else { return }
    try database.run(
      """
      INSERT INTO mutes(account_id, target_id, notifications, expires_at, created_at) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT(account_id, target_id) DO UPDATE
      SET notifications = excluded.notifications, expires_at = excluded.expires_at
      """, [account, target, notifications, seconds > 0 ? now + Double(seconds) : nil, now])
    if notifications { try forgetNotices(of: account, from: target) }
  }

  /// Blocks all accounts of a domain, as ``block(_:by:)`` does for one.
  func blockDomain(_ domain: String, by account: Int64) throws {
    try database.run(
      "INSERT OR IGNORE INTO domain_blocks(account_id, domain, created_at) VALUES (?, ?, ?)", [account, domain, now])
    let related = try database.values(
      Int64.self,
      """
      SELECT a.id FROM accounts a WHERE a.domain = :domain COLLATE NOCASE AND (
        EXISTS (SELECT 1 FROM follows f WHERE f.account_id = :account AND f.target_id = a.id)
        OR EXISTS (SELECT 1 FROM follows f WHERE f.account_id = a.id AND f.target_id = :account)
        OR EXISTS (SELECT 1 FROM follow_requests r WHERE r.account_id = :account AND r.target_id = a.id)
        OR EXISTS (SELECT 1 FROM follow_requests r WHERE r.account_id = a.id AND r.target_id = :account)
        OR EXISTS (SELECT 1 FROM notifications n WHERE n.account_id = :account AND n.from_account_id = a.id))
      """, ["domain": domain, "account": account])
    for target in related {
      try unfollow(target, by: account)
      try unfollow(account, by: target)
      try forgetNotices(of: account, from: target)
    }
  }

  private func forgetNotices(of account: Int64, from target: Int64) throws {
    for table in ["notifications", "notification_requests"] {
      try database.run("DELETE FROM \(table) WHERE account_id = ? AND from_account_id = ?", [account, target])
    }
    try database.run(
      """
      DELETE FROM conversations WHERE account_id = ?
        AND EXISTS (SELECT 1 FROM json_each(participants) WHERE value = ?)
      """, [account, target])
  }
}
