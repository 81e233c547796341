import GRDB

extension Schema {
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
}
