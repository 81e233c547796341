import GRDB

extension Transaction {
  /// Adds a direct status to the conversations of all local accounts that take part in it.
  func converse(_ status: StatusRow) throws {
    guard status.audience == .direct else { return }
    let mentioned = try database.values(
      Int64.self, "SELECT account_id FROM mentions WHERE status_id = ?", [status.id])
    let participants = Set(mentioned + [status.accountID])
    let thread = try database.value(
      Int64.self, "SELECT ifnull(conversation_id, id) FROM statuses WHERE id = ?", [status.id])
    let owners = try database.values(
      Int64.self, "SELECT account_id FROM users WHERE account_id IN (SELECT value FROM json_each(?)) ORDER BY 1",
      [participants.json])
    for owner in owners {
      if owner != status.accountID, try isSilenced(owner, from: status.accountID, about: nil) { continue }
      let others = participants.count > 1 ? participants.filter { $0 != owner } : participants
      try database.run(
        """
        INSERT INTO conversations(account_id, thread_id, participants, unread) VALUES (?, ?, ?, ?)
        ON CONFLICT(account_id, thread_id, participants) DO UPDATE SET unread = excluded.unread
        """, [owner, thread ?? status.id, others.sorted().json, owner != status.accountID])
      let conversation = try database.value(
        Int64.self, "SELECT id FROM conversations WHERE account_id = ? AND thread_id = ? AND participants = ?",
        [owner, thread ?? status.id, others.sorted().json])
      guard let conversation else { continue }
      try database.run(
        "INSERT OR IGNORE INTO conversation_statuses(conversation_id, status_id) VALUES (?, ?)",
        [conversation, status.id])
      emit(.conversed(conversation, account: owner))
    }
  }
}
