import GRDB

extension Database {
  /// Every migration; a released one is never edited, only followed by another.
  static var migrations: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    // The file of 0.1.0 has the names of the steps that led to it, too.
    let earlier = [
      "1 drafts", "2 local timelines, tag groups, recent tags, reading positions", "3 files of drafts",
      "4 when a draft was sent", "5 outbox", "6 details of drafts", "7 recent searches", "8 archive",
      "9 claims in the outbox", "10 conditions of tag groups, read branches",
      "11 posts that a server has confirmed", "keys of posts", "sizes of archived posts", "sources of groups",
      "tags and notes on bookmarks", "rules about posts",
    ]
    migrator.registerMigration("followers at the last look") { try $0.execute(sql: firstRelease) }
    for name in earlier { migrator.registerMigration(name) { _ in } }
    migrator.registerMigration("keys of confirmed posts") { database in
      try database.execute(sql: "ALTER TABLE confirmedPost ADD COLUMN key TEXT NOT NULL DEFAULT ''")
    }
    migrator.registerMigration("numbers of rules are used once") { database in
      try database.execute(
        sql: """
          CREATE TABLE newPostRule (
            id INTEGER PRIMARY KEY AUTOINCREMENT, action TEXT NOT NULL, text TEXT NOT NULL, hits INTEGER NOT NULL DEFAULT 0
          );
          INSERT INTO newPostRule (id, action, text, hits) SELECT id, action, text, hits FROM postRule;
          DROP TABLE postRule;
          ALTER TABLE newPostRule RENAME TO postRule;
          """)
    }
    return migrator
  }

  /// The tables of version 0.1.0.
  private static let firstRelease = """
    -- Files and details are JSON, NULL if there are none; `triedAt` is NULL if no attempt is in doubt.
    CREATE TABLE draft (
      id TEXT PRIMARY KEY NOT NULL, account TEXT NOT NULL, text TEXT NOT NULL, spoilerText TEXT NOT NULL,
      visibility TEXT NOT NULL, language TEXT, inReplyToID TEXT, replyingTo TEXT, updatedAt DOUBLE NOT NULL,
      files TEXT, sensitive BOOLEAN, triedAt DOUBLE, details TEXT
    );
    CREATE INDEX draft_on_account ON draft (account);
    CREATE TABLE localTimeline (id TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL, host TEXT NOT NULL);
    -- The tags are separated by spaces. The sources are one a line, as they are typed.
    CREATE TABLE tagGroup (
      id TEXT PRIMARY KEY NOT NULL, title TEXT NOT NULL, symbol TEXT NOT NULL, allTags TEXT NOT NULL DEFAULT '',
      noneTags TEXT NOT NULL DEFAULT '', sources TEXT NOT NULL DEFAULT ''
    );
    -- As it was typed; tags are case-insensitive.
    CREATE TABLE recentTag (name TEXT PRIMARY KEY NOT NULL COLLATE NOCASE, number INTEGER NOT NULL UNIQUE);
    CREATE TABLE readingPosition (
      account TEXT NOT NULL, timeline TEXT NOT NULL, statusID TEXT NOT NULL, PRIMARY KEY (account, timeline)
    );
    -- Items are JSON; `claimedUntil` is the time until which a process alone sends the item.
    CREATE TABLE outbox (
      id TEXT NOT NULL, account TEXT NOT NULL, item TEXT NOT NULL, date DOUBLE NOT NULL, claimedUntil DOUBLE,
      PRIMARY KEY (account, id)
    );
    -- The kind is empty for all kinds.
    CREATE TABLE recentSearch (
      account TEXT NOT NULL, text TEXT NOT NULL, kind TEXT NOT NULL, number INTEGER NOT NULL,
      PRIMARY KEY (account, text, kind)
    );
    -- The replies that were read are separated by spaces.
    CREATE TABLE readBranch (
      account TEXT NOT NULL, statusID TEXT NOT NULL, replies TEXT NOT NULL, number INTEGER NOT NULL,
      PRIMARY KEY (account, statusID)
    );
    CREATE TABLE confirmedPost (
      account TEXT NOT NULL, statusID TEXT NOT NULL, date DOUBLE NOT NULL, PRIMARY KEY (account, statusID)
    );
    CREATE TABLE postKey (
      account TEXT NOT NULL, name TEXT NOT NULL, statusID TEXT NOT NULL, url TEXT, date DOUBLE NOT NULL,
      PRIMARY KEY (account, name)
    );
    -- The tags are one a line.
    CREATE TABLE bookmarkMark (
      account TEXT NOT NULL, statusID TEXT NOT NULL, address TEXT NOT NULL, tags TEXT NOT NULL, note TEXT NOT NULL,
      date DOUBLE NOT NULL, PRIMARY KEY (account, statusID)
    );
    -- The text is as it was typed.
    CREATE TABLE postRule (
      id INTEGER PRIMARY KEY, action TEXT NOT NULL, text TEXT NOT NULL, hits INTEGER NOT NULL DEFAULT 0
    );
    CREATE TABLE follower (
      account TEXT NOT NULL, id TEXT NOT NULL, acct TEXT NOT NULL, date DOUBLE NOT NULL, PRIMARY KEY (account, id)
    );
    """
}
