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
      mark: { [self] id in
        try read {
          try Row.fetchOne(
            $0, sql: "SELECT * FROM bookmarkMark WHERE account = ? AND statusID = ?", arguments: [account, id.rawValue]
          ).map(Self.mark)
        }
      },
      save: { [self] mark in
        guard !mark.isEmpty else { return try delete(mark.id, of: account) }
        try write { database in
          try database.execute(
            sql: """
              INSERT OR REPLACE INTO bookmarkMark (account, statusID, address, tags, note, date) VALUES (?, ?, ?, ?, ?, ?)
              """,
            arguments: [
              account, mark.id.rawValue, Self.withoutNUL(mark.address),
              Self.withoutNUL(mark.tags.joined(separator: "\n")), Self.withoutNUL(mark.note),
              now().timeIntervalSince1970,
            ])
        }
      },
      delete: { [self] id in try delete(id, of: account) })
  }

  private func delete(_ id: Status.ID, of account: String) throws {
    try write {
      try $0.execute(
        sql: "DELETE FROM bookmarkMark WHERE account = ? AND statusID = ?", arguments: [account, id.rawValue])
    }
  }

  private static func mark(_ row: Row) -> BookmarkMark {
    BookmarkMark(
      id: Status.ID(row.text("statusID")), address: row.text("address"),
      tags: row.text("tags").split(separator: "\n").map(String.init), note: row.text("note"), date: row.date("date"))
  }
}
