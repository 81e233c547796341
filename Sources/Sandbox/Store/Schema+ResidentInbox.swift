import GRDB

extension Schema {
  /// The users' actions that residents have not seen yet.
  static let residentInbox = Step(
    sql: """
      -- Either a status, or an account with the account that follows it.
      CREATE TABLE resident_inbox(
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        status_id INTEGER REFERENCES statuses(id) ON DELETE CASCADE,
        account_id INTEGER REFERENCES accounts(id) ON DELETE CASCADE, followed_by INTEGER, at INTEGER NOT NULL);
      CREATE INDEX resident_inbox_status ON resident_inbox(status_id);
      CREATE INDEX resident_inbox_account ON resident_inbox(account_id);
      """)
}
