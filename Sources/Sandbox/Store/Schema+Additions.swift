import GRDB

extension Schema {
  /// Announcements, reactions, and who has dismissed them.
  static let announcements = Step(
    sql: """
      CREATE TABLE announcements(
        id INTEGER PRIMARY KEY, content TEXT NOT NULL, starts_at INTEGER, ends_at INTEGER, all_day INTEGER NOT NULL,
        published_at INTEGER NOT NULL, updated_at INTEGER NOT NULL);
      CREATE TABLE announcement_reads(
        account_id INTEGER NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
        announcement_id INTEGER NOT NULL REFERENCES announcements(id) ON DELETE CASCADE,
        PRIMARY KEY(account_id, announcement_id)) WITHOUT ROWID;
      CREATE TABLE announcement_reactions(
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        announcement_id INTEGER NOT NULL REFERENCES announcements(id) ON DELETE CASCADE,
        account_id INTEGER NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
        name TEXT NOT NULL,
        UNIQUE(announcement_id, account_id, name));
      """)

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

  /// What moderators did to accounts, and what they told their owners.
  static let moderation = Step(
    sql: """
      -- NULL, or Mastodon's word for the action: disable, sensitive, silence, suspend.
      ALTER TABLE accounts ADD COLUMN moderation TEXT;
      CREATE INDEX accounts_moderation ON accounts(moderation) WHERE moderation IS NOT NULL;
      -- JSON, as in responses.
      ALTER TABLE notifications ADD COLUMN warning TEXT;
      """)

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

  static let signIn = Step(
    sql: """
      ALTER TABLE tokens ADD COLUMN expires_at INTEGER;
      ALTER TABLE tokens ADD COLUMN refresh_token TEXT;
      CREATE UNIQUE INDEX tokens_refresh_token ON tokens(refresh_token) WHERE refresh_token IS NOT NULL;
      """)

  /// The order in which votes were cast, revoked tokens, the passwords of registered accounts, and hashtags in their normal
  /// form.
  static let signUps = Step { database in
    try database.execute(
      sql: """
        ALTER TABLE poll_votes ADD COLUMN turn INTEGER NOT NULL DEFAULT 0;
        CREATE TABLE revoked_tokens(token TEXT NOT NULL PRIMARY KEY) WITHOUT ROWID;
        CREATE TABLE passwords(
          account_id INTEGER NOT NULL PRIMARY KEY REFERENCES accounts(id) ON DELETE CASCADE,
          email TEXT NOT NULL COLLATE NOCASE, salt TEXT NOT NULL, hash TEXT NOT NULL);
        """)
    for tag in try String.fetchAll(database, sql: "SELECT DISTINCT tag FROM status_tags") {
      let normal = Hashtag.normalized(tag)
      guard normal != tag else { continue }
      try database.execute(sql: "UPDATE OR IGNORE status_tags SET tag = ? WHERE tag = ?", arguments: [normal, tag])
    }
  }

  /// Thumbnails chosen by the user.
  static let thumbnails = Step(
    sql: """
      ALTER TABLE media ADD COLUMN thumbnail TEXT;
      ALTER TABLE media ADD COLUMN thumbnail_width INTEGER;
      ALTER TABLE media ADD COLUMN thumbnail_height INTEGER;
      """)
}
