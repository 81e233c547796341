import GRDB

/// What a moderator can do to an account, in Mastodon's words.
enum ModerationAction: String, CaseIterable, Sendable {
  /// A warning only.
  case none
  /// The owner cannot use the account.
  case disable
  case deleteStatuses = "delete_statuses"
  case markStatusesAsSensitive = "mark_statuses_as_sensitive"
  /// All media of the account is sensitive.
  case sensitive
  /// Only followers see the account in timelines.
  case silence
  /// Nobody sees the account's posts.
  case suspend
}

extension Transaction {
  /// Moderates an account; its owner gets a warning.
  func moderate(_ account: AccountRow, _ action: ModerationAction, text: String, _ statuses: [StatusRow]) throws {
    switch action {
    case .none: break
    case .disable, .sensitive, .silence, .suspend:
      try database.run("UPDATE accounts SET moderation = ? WHERE id = ?", [action.rawValue, account.id])
    case .deleteStatuses: for status in statuses { try delete(status) }
    case .markStatusesAsSensitive:
      for status in statuses { try database.run("UPDATE statuses SET sensitive = 1 WHERE id = ?", [status.id]) }
    }
    guard try database.has("SELECT 1 FROM users WHERE account_id = ?", [account.id]) else { return }
    let warning = JSONWriter.object { writer in
      writer.field("id", now.milliseconds)
      writer.field("action", action.rawValue)
      writer.field("text", text)
      writer.field("status_ids", statuses.map { String($0.id) })
      writer.field("created_at", now)
      writer.field("target_account", of: account) { AccountRenderer(instance: instance).write($1, to: &$0) }
      writer.null("appeal")
    }
    try database.run(
      """
      INSERT INTO notifications(account_id, type, from_account_id, created_at, warning)
      VALUES (:account, 'moderation_warning', :account, :now, :warning)
      """, ["account": account.id, "now": now, "warning": warning])
    emit(.notified(database.lastInsertedRowID, account: account.id))
  }

  /// Undoes what was done to an account; deleted posts stay deleted.
  func liftModeration(of account: AccountRow) throws {
    try database.run("UPDATE accounts SET moderation = NULL WHERE id = ?", [account.id])
  }
}
