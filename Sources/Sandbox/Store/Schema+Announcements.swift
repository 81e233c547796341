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
}
