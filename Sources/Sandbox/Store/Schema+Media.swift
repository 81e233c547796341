import GRDB

extension Schema {
  static let media = Step(
    sql: """
      CREATE TABLE media(
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        account_id INTEGER NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
        -- What it hangs on, if anything: a status, or one that is posted later.
        status_id INTEGER REFERENCES statuses(id) ON DELETE SET NULL,
        scheduled_id INTEGER REFERENCES scheduled_statuses(id) ON DELETE SET NULL,
        type TEXT NOT NULL, name TEXT NOT NULL UNIQUE, content_type TEXT NOT NULL,
        description TEXT, focus_x REAL, focus_y REAL, blurhash TEXT, width INTEGER, height INTEGER,
        ready_at INTEGER NOT NULL, created_at INTEGER NOT NULL);
      CREATE INDEX media_status ON media(status_id);
      -- Where there is no folder to keep them in.
      CREATE TABLE files(name TEXT PRIMARY KEY, body BLOB NOT NULL);
      """)
}
