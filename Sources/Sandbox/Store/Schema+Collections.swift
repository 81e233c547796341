import GRDB

extension Schema {
  static let collections = Step(
    sql: """
      CREATE TABLE collections(
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        account_id INTEGER NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
        name TEXT NOT NULL, description TEXT NOT NULL, language TEXT, tag TEXT,
        sensitive INTEGER NOT NULL, discoverable INTEGER NOT NULL,
        created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL);
      CREATE INDEX collections_account ON collections(account_id);
      CREATE TABLE collection_items(
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        collection_id INTEGER NOT NULL REFERENCES collections(id) ON DELETE CASCADE,
        account_id INTEGER NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
        state TEXT NOT NULL, created_at INTEGER NOT NULL,
        UNIQUE(collection_id, account_id));
      CREATE INDEX collection_items_account ON collection_items(account_id);
      -- An id is longer than a number on a screen.
      INSERT INTO sqlite_sequence(name, seq) VALUES ('collections', 710000);
      """)
}
