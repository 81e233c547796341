import FoundationEssentials
import GRDB
import MastodonKit

extension ArchiveStore {
  /// Every migration; a released one is never edited, only followed by another.
  static var migrations: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    // Posts are compressed, ids and times are numbers, and the index has no copy of the texts.
    migrator.registerMigration("2 compressed") { database in
      try database.execute(
        sql: """
          CREATE TABLE account (
            row INTEGER PRIMARY KEY, id NOT NULL UNIQUE, handle TEXT NOT NULL, keptAt INTEGER NOT NULL, json BLOB NOT NULL
          );
          CREATE INDEX accountByHandle ON account (handle);
          CREATE TABLE status (
            row INTEGER PRIMARY KEY AUTOINCREMENT, id NOT NULL UNIQUE, createdAt INTEGER NOT NULL,
            keptAt INTEGER NOT NULL, author INTEGER NOT NULL, visibility INTEGER NOT NULL, language TEXT,
            flags INTEGER NOT NULL, inReplyTo, json BLOB NOT NULL
          );
          CREATE INDEX statusByTime ON status (createdAt);
          CREATE INDEX statusByAuthor ON status (author, createdAt);
          CREATE TABLE place (place TEXT NOT NULL, status INTEGER NOT NULL, PRIMARY KEY (place, status)) WITHOUT ROWID;
          CREATE TABLE list (key TEXT PRIMARY KEY, text TEXT NOT NULL);
          CREATE TABLE response (
            key TEXT PRIMARY KEY, date REAL NOT NULL, body BLOB NOT NULL, older TEXT, namesCursors INTEGER NOT NULL
          );
          CREATE VIRTUAL TABLE text USING fts5(
            body, alt, author, mentions, tags, content = '', tokenize = 'unicode61 remove_diacritics 2'
          );
          """)
    }
    // The file of 0.1.0 has the name of the step before it, too.
    migrator.registerMigration("1 posts, accounts, lists, responses") { _ in }
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
    return migrator
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
