extension Schema {
  /// Profile fields, endorsements, featured tags, dismissed suggestions.
  static let accounts = Step(
    sql: """
      ALTER TABLE accounts ADD COLUMN avatar TEXT;
      ALTER TABLE accounts ADD COLUMN avatar_description TEXT NOT NULL DEFAULT '';
      ALTER TABLE accounts ADD COLUMN header TEXT;
      ALTER TABLE accounts ADD COLUMN header_description TEXT NOT NULL DEFAULT '';
      ALTER TABLE accounts ADD COLUMN discoverable INTEGER NOT NULL DEFAULT 1;
      ALTER TABLE accounts ADD COLUMN indexable INTEGER NOT NULL DEFAULT 1;
      ALTER TABLE accounts ADD COLUMN hide_collections INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE accounts ADD COLUMN show_media INTEGER NOT NULL DEFAULT 1;
      ALTER TABLE accounts ADD COLUMN show_media_replies INTEGER NOT NULL DEFAULT 1;
      ALTER TABLE accounts ADD COLUMN show_featured INTEGER NOT NULL DEFAULT 1;
      ALTER TABLE accounts ADD COLUMN attribution_domains TEXT NOT NULL DEFAULT '[]';
      -- As it was typed; NULL where it is what is answered.
      ALTER TABLE accounts ADD COLUMN fields_source TEXT;

      CREATE TABLE endorsements(
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        account_id INTEGER NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
        target_id INTEGER NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
        UNIQUE(account_id, target_id));
      CREATE TABLE featured_tags(
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        account_id INTEGER NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
        name TEXT NOT NULL COLLATE NOCASE, created_at INTEGER NOT NULL,
        UNIQUE(account_id, name));
      CREATE TABLE dismissed_suggestions(
        account_id INTEGER NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
        target_id INTEGER NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
        PRIMARY KEY(account_id, target_id)) WITHOUT ROWID;
      """)
}
