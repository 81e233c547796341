extension Schema {
  /// Follow requests with ids for paging, account notes, lists, followed tags.
  static let people = Step(
    sql: """
      ALTER TABLE follow_requests RENAME TO earlier_follow_requests;
      CREATE TABLE follow_requests(
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        account_id INTEGER NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
        target_id INTEGER NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
        reblogs INTEGER NOT NULL DEFAULT 1, notify INTEGER NOT NULL DEFAULT 0, languages TEXT,
        created_at INTEGER NOT NULL,
        UNIQUE(account_id, target_id));
      CREATE INDEX follow_requests_target ON follow_requests(target_id, id);
      INSERT INTO follow_requests(account_id, target_id, created_at)
        SELECT account_id, target_id, created_at FROM earlier_follow_requests ORDER BY created_at;
      DROP TABLE earlier_follow_requests;

      CREATE TABLE account_notes(
        account_id INTEGER NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
        target_id INTEGER NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
        comment TEXT NOT NULL,
        PRIMARY KEY(account_id, target_id)) WITHOUT ROWID;

      CREATE TABLE lists(
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        account_id INTEGER NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
        title TEXT NOT NULL, replies_policy TEXT NOT NULL, exclusive INTEGER NOT NULL);
      CREATE INDEX lists_account ON lists(account_id);
      CREATE TABLE list_accounts(
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        list_id INTEGER NOT NULL REFERENCES lists(id) ON DELETE CASCADE,
        account_id INTEGER NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
        UNIQUE(list_id, account_id));
      CREATE INDEX list_accounts_account ON list_accounts(account_id, list_id);

      CREATE TABLE tag_follows(
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        account_id INTEGER NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
        tag TEXT NOT NULL COLLATE NOCASE,
        UNIQUE(account_id, tag));
      """)
}
