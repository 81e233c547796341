import FoundationEssentials
import GRDB
public import MastodonKit

extension Database {
  /// The outbox of an account, `user@host`.
  ///
  /// Each change is on disk when the call returns. Errors are thrown as ``StoreError``.
  public func outboxService(account: String) -> OutboxService {
    OutboxService(
      all: { [self] in
        try read { database in
          var contents = OutboxContents()
          for row in try Row.fetchAll(database, sql: Self.waiting + "ORDER BY rowid", arguments: [account]) {
            if let item = Self.item(row) { contents.items.append(item) } else { contents.unreadable += 1 }
          }
          return contents
        }
      },
      next: { [self] place, since in
        try read { database in
          let rows = try Row.fetchCursor(
            database, sql: Self.waiting + "AND rowid > ? AND date >= ? ORDER BY rowid",
            arguments: [account, place, since?.timeIntervalSince1970 ?? -Double.infinity])
          while let row = try rows.next() { if let item = Self.item(row) { return item } }
          return nil
        }
      },
      find: { [self] id in
        try read {
          try Row.fetchOne($0, sql: Self.waiting + "AND id = ?", arguments: [account, id]).flatMap(Self.item)
        }
      },
      add: { [self] item, mayHaveArrived in
        let json = String(decoding: try JSONEncoder().encode(item), as: UTF8.self)
        let date = item.date.timeIntervalSince1970
        try write { database in
          // The row gets a new place, after all others.
          try database.run(
            "INSERT OR REPLACE INTO outbox (id, account, item, date, claimedUntil) VALUES (?, ?, ?, ?, ?)",
            [item.id, account, json, date, mayHaveArrived ? date : nil])
        }
      },
      mark: { [self] waiting, mayHaveArrived in
        let json = String(decoding: try JSONEncoder().encode(waiting.item), as: UTF8.self)
        try run(
          "UPDATE outbox SET claimedUntil = ?, item = iif(date = ?, ?, item) WHERE account = ? AND rowid = ?",
          [mayHaveArrived ? waiting.stamp : nil, waiting.stamp, json, account, waiting.place])
      },
      settle: { [self] waiting in
        try run(
          "DELETE FROM outbox WHERE account = ? AND rowid = ? AND date = ?", [account, waiting.place, waiting.stamp])
      },
      delete: { [self] ids in
        try write { database in
          guard let ids else {
            return try database.run("DELETE FROM outbox WHERE account = ?", [account])
          }
          for id in ids {
            try database.run("DELETE FROM outbox WHERE id = ? AND account = ?", [id, account])
          }
        }
        // They are deleted also where another process keeps the log.
        try? emptyLog()
      },
      lock: { [self] in try sendingLock(account: account) })
  }

  private static let waiting = "SELECT rowid AS place, item, date, claimedUntil FROM outbox WHERE account = ? "

  /// The item of a row; `nil` if it cannot be read.
  private static func item(_ row: Row) -> WaitingItem? {
    let (json, place): (DatabaseValue, DatabaseValue) = (row["item"], row["place"])
    let (date, mark): (DatabaseValue, DatabaseValue) = (row["date"], row["claimedUntil"])
    guard let json = String.fromDatabaseValue(json), let place = Int64.fromDatabaseValue(place),
      // What another version or a damaged disk has left is counted by the caller.
      // Without its date, an item could be sent and not deleted.
      let item = try? MastodonJSON.decode(OutboxItem.self, from: json), let stamp = Double.fromDatabaseValue(date)
    else { return nil }
    return WaitingItem(item, place: place, mayHaveArrived: !mark.isNull, stamp: stamp)
  }
}
