import FoundationEssentials
import GRDB
public import MastodonKit

extension Database {
  /// The tags and notes on the bookmarks of an account, `user@host`.
  public func bookmarkMarks(account: String) -> BookmarkMarks {
    BookmarkMarks(
      all: { [self] in
        try read {
          try Row.fetchAll(
            $0, sql: "SELECT * FROM bookmarkMark WHERE account = ? ORDER BY date DESC, statusID DESC",
            arguments: [account]
          ).map(Self.mark)
        }
      },
      mark: { [self] id in try read { try Self.mark(of: id, account, in: $0) } },
      change: { [self] id, change in
        try write { database in
          let old = try Self.mark(of: id, account, in: database)
          let new = change(old)
          try Self.delete(id, of: account, in: database)
          guard !new.isEmpty else { return old }
          try database.run(
            "INSERT INTO bookmarkMark (account, statusID, address, tags, note, date) VALUES (?, ?, ?, ?, ?, ?)",
            [
              account, id.rawValue, Self.withoutNUL(new.address), Self.withoutNUL(new.tags.joined(separator: "\n")),
              Self.withoutNUL(new.note), now().timeIntervalSince1970,
            ])
          return old
        }
      },
      delete: { [self] id in try write { try Self.delete(id, of: account, in: $0) } })
  }

  private static func mark(of id: Status.ID, _ account: String, in database: GRDB.Database) throws -> BookmarkMark? {
    try Row.fetchOne(
      database, sql: "SELECT * FROM bookmarkMark WHERE account = ? AND statusID = ?", arguments: [account, id.rawValue]
    ).map(mark)
  }

  private static func delete(_ id: Status.ID, of account: String, in database: GRDB.Database) throws {
    try database.run("DELETE FROM bookmarkMark WHERE account = ? AND statusID = ?", [account, id.rawValue])
  }

  private static func mark(_ row: Row) -> BookmarkMark {
    BookmarkMark(
      id: Status.ID(row.text("statusID")), address: row.text("address"),
      tags: row.text("tags").split(separator: "\n").map(String.init), note: row.text("note"), date: row.date("date"))
  }
}
