extension Schema {
  /// Edit history, pins, scheduled statuses, quotes.
  static let statuses = Step(
    sql: """
      CREATE TABLE status_edits(
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        status_id INTEGER NOT NULL REFERENCES statuses(id) ON DELETE CASCADE,
        created_at INTEGER NOT NULL, content TEXT NOT NULL, spoiler_text TEXT NOT NULL, sensitive INTEGER NOT NULL,
        media TEXT NOT NULL, poll TEXT);
      CREATE INDEX status_edits_status ON status_edits(status_id);

      CREATE TABLE pins(
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        account_id INTEGER NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
        status_id INTEGER NOT NULL REFERENCES statuses(id) ON DELETE CASCADE,
        UNIQUE(account_id, status_id));
      CREATE INDEX pins_status ON pins(status_id);

      -- The draft is what was asked for, checked once when it was accepted and again when it is due.
      CREATE TABLE scheduled_statuses(
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        account_id INTEGER NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
        scheduled_at INTEGER NOT NULL, draft TEXT NOT NULL, params TEXT NOT NULL, idempotency TEXT);
      CREATE INDEX scheduled_statuses_due ON scheduled_statuses(scheduled_at);

      -- NULL where nothing is quoted; a quote of what is gone keeps its state without a target.
      ALTER TABLE statuses ADD COLUMN quote_state TEXT;
      UPDATE statuses SET quote_state = 'accepted' WHERE quote_of_id IS NOT NULL;
      ALTER TABLE statuses ADD COLUMN quote_policy TEXT NOT NULL DEFAULT 'public';
      UPDATE statuses SET quote_policy = 'nobody' WHERE visibility >= 2;
      ALTER TABLE users ADD COLUMN quote_policy TEXT NOT NULL DEFAULT 'public';
      """)
}
