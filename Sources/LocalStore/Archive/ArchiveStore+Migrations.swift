import FoundationEssentials
import GRDB
import MastodonKit
import Synchronization

extension ArchiveStore {
  /// Every migration; a released one is never edited, only followed by another.
  static func migrations(account: String, main: Database?, _ earlier: EarlierPosts) -> DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1 posts, accounts, lists, responses") { database in
      try database.execute(
        sql: """
          CREATE TABLE status (
            row INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, createdAt REAL NOT NULL, keptAt REAL NOT NULL,
            author TEXT NOT NULL, visibility INTEGER NOT NULL, language TEXT, flags INTEGER NOT NULL,
            inReplyTo TEXT, json BLOB NOT NULL
          );
          CREATE INDEX statusByTime ON status (createdAt);
          CREATE INDEX statusByAuthor ON status (author, createdAt);
          CREATE TABLE account (id TEXT PRIMARY KEY, handle TEXT NOT NULL, keptAt REAL NOT NULL, json BLOB NOT NULL);
          CREATE TABLE place (place TEXT NOT NULL, status INTEGER NOT NULL, PRIMARY KEY (place, status)) WITHOUT ROWID;
          CREATE TABLE list (key TEXT PRIMARY KEY, text TEXT NOT NULL);
          CREATE TABLE response (
            key TEXT PRIMARY KEY, date REAL NOT NULL, body BLOB NOT NULL, older TEXT, namesCursors INTEGER NOT NULL
          );
          CREATE VIRTUAL TABLE text USING fts5(
            body, alt, author, mentions, tags, tokenize = 'unicode61 remove_diacritics 2'
          );
          """)
    }
    // Posts are compressed, ids and times are numbers, and the index has no copy of the texts.
    // What the old tables leave free in the file is used again: to give it back needs their room once more, and minutes.
    migrator.registerMigration("2 compressed") { database in
      if try Int.fetchOne(database, sql: "SELECT 1 FROM status LIMIT 1 OFFSET 20000") != nil {
        main?.report(.beingRenewed(path: main?.archive(of: account).database.path ?? ""))
      }
      try database.execute(
        sql: """
          ALTER TABLE status RENAME TO largeStatus;
          ALTER TABLE account RENAME TO largeAccount;
          ALTER TABLE text RENAME TO largeText;
          DROP INDEX statusByTime;
          DROP INDEX statusByAuthor;
          CREATE TABLE account (
            row INTEGER PRIMARY KEY, id NOT NULL UNIQUE, handle TEXT NOT NULL, keptAt INTEGER NOT NULL, json BLOB NOT NULL
          );
          CREATE INDEX accountByHandle ON account (handle);
          CREATE TABLE status (
            row INTEGER PRIMARY KEY AUTOINCREMENT, id NOT NULL UNIQUE, createdAt INTEGER NOT NULL,
            keptAt INTEGER NOT NULL, author INTEGER NOT NULL, visibility INTEGER NOT NULL, language TEXT,
            flags INTEGER NOT NULL, inReplyTo, json BLOB NOT NULL
          );
          CREATE VIRTUAL TABLE text USING fts5(
            body, alt, author, mentions, tags, content = '', tokenize = 'unicode61 remove_diacritics 2'
          );
          INSERT INTO text (rowid, body, alt, author, mentions, tags)
            SELECT rowid, body, alt, author, mentions, tags FROM largeText;
          """)
      try compress(database)
      try database.execute(
        sql: """
          DROP TABLE largeStatus;
          DROP TABLE largeAccount;
          DROP TABLE largeText;
          CREATE INDEX statusByTime ON status (createdAt);
          CREATE INDEX statusByAuthor ON status (author, createdAt);
          """)
      // The posts of the table that earlier versions had for all accounts.
      let posts = try main?.earlierArchive(of: account) ?? []
      let now = main?.now() ?? Date(timeIntervalSince1970: 0)
      let writer = ArchiveWriter(username: String(account.prefix { $0 != "@" }).lowercased(), database: database)
      try writer.keep(posts.map { ArchivedResponse(body: $0, date: now) }, keepsPrivate: true)
      earlier.areMoved.withLock { $0 = !posts.isEmpty }
    }
    // Posts are counted by the day on which they were read, and symbols are in the index. Those that are here already are
    // examined later, a few at a time: of a million, that takes minutes.
    migrator.registerMigration("3 symbols and counts") { database in
      let counts = "INSERT INTO tally (day, posts, privatePosts) VALUES"
      let add =
        "ON CONFLICT (day) DO UPDATE SET posts = posts + excluded.posts, privatePosts = privatePosts + excluded.privatePosts"
      let isExamined = "old.row > IFNULL((SELECT row FROM unexamined), 0)"
      try database.execute(
        sql: """
          CREATE TABLE tally (day INTEGER PRIMARY KEY, posts INTEGER NOT NULL, privatePosts INTEGER NOT NULL);
          CREATE TABLE unexamined (row INTEGER NOT NULL);
          INSERT INTO unexamined SELECT row FROM status ORDER BY row DESC LIMIT 1;
          CREATE TRIGGER statusAdded AFTER INSERT ON status WHEN new.flags & 128 = 0 BEGIN
            \(counts) (new.keptAt / 86400, 1, new.visibility >= 2) \(add);
          END;
          CREATE TRIGGER statusDeleted AFTER DELETE ON status WHEN old.flags & 128 = 0 AND \(isExamined) BEGIN
            \(counts) (old.keptAt / 86400, -1, -(old.visibility >= 2)) \(add);
          END;
          CREATE TRIGGER statusLimited AFTER UPDATE OF visibility ON status
            WHEN (old.visibility >= 2) <> (new.visibility >= 2) AND new.flags & 128 = 0 AND \(isExamined) BEGIN
            \(counts) (new.keptAt / 86400, 0, (new.visibility >= 2) - (old.visibility >= 2)) \(add);
          END;
          """)
    }
    // The words of the index, which has them already.
    migrator.registerMigration("4 words") { database in
      try database.execute(sql: "CREATE VIRTUAL TABLE word USING fts5vocab(text, instance)")
    }
    return migrator
  }

  private static func compress(_ database: GRDB.Database) throws {
    let compressor = EntityCompressor()
    let accounts = try Row.fetchCursor(database, sql: "SELECT id, handle, keptAt, json FROM largeAccount")
    while let row = try accounts.next() {
      let (id, json): (String, Data) = (row[0], row[3])
      try database.cachedStatement(
        sql: "INSERT OR IGNORE INTO account (id, handle, keptAt, json) VALUES (?, ?, ?, ?)"
      ).execute(arguments: [StoredID(id), row[1] as String, Int64(row[2] as Double), compressor.compress(Array(json))])
    }
    let statuses = try Row.fetchCursor(
      database,
      sql: """
        SELECT largeStatus.row, largeStatus.id, createdAt, largeStatus.keptAt, visibility, language, flags, inReplyTo,
          largeStatus.json, account.row, largeText.author
        FROM largeStatus LEFT JOIN account ON account.handle = largeStatus.author
          LEFT JOIN largeText ON largeText.rowid = largeStatus.row
        GROUP BY largeStatus.row
        """)
    while let row = try statuses.next() {
      let (id, json, inReplyTo): (String, Data, String?) = (row[1], row[8], row[7])
      try database.cachedStatement(
        sql: """
          INSERT INTO status (row, id, createdAt, keptAt, visibility, language, flags, inReplyTo, json, author)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
          """
      ).execute(arguments: [
        row[0] as Int64, StoredID(id), Int64(row[2] as Double), Int64(row[3] as Double), row[4] as Int,
        row[5] as String?,
        row[6] as Int, inReplyTo.map(StoredID.init),
        compressor.compress(StoredStatus(json: Array(json), author: row[10] as String?).bytes), row[9] as Int64? ?? 0,
      ])
    }
  }
}

/// An id of the server's: a number where it is one, which needs less than half the room.
struct StoredID: DatabaseValueConvertible {
  let value: String

  init(_ value: String) { self.value = value }

  var databaseValue: DatabaseValue {
    // Another server's may begin with a zero.
    if let number = Int64(value), String(number) == value { return number.databaseValue }
    return value.databaseValue
  }

  static func fromDatabaseValue(_ value: DatabaseValue) -> StoredID? {
    switch value.storage {
    case .int64(let number): StoredID(String(number))
    case .string(let text): StoredID(text)
    case .null, .double, .blob: nil
    }
  }
}

/// The JSON of a post with markers, and the author's names as they are in the index, from which they are removed with it.
struct StoredStatus: Equatable {
  var json: [UInt8]
  /// `nil` for a post that is not in the index, such as a boost.
  var author: String?

  init(json: [UInt8], author: String?) {
    self.json = json
    self.author = author
  }

  /// Reads what was kept: JSON has no NUL.
  init(_ bytes: [UInt8]) {
    let end = bytes.firstIndex(of: 0)
    json = end.map { Array(bytes[..<$0]) } ?? bytes
    author = end.map { String(decoding: bytes[($0 + 1)...], as: UTF8.self) }
  }

  var bytes: [UInt8] { author.map { json + [0] + Array($0.utf8) } ?? json }
}
