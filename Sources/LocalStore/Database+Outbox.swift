import FoundationEssentials
import GRDB
public import MastodonKit

extension Database {
  /// What waits to be sent for an account, `user@host`.
  ///
  /// Each change is on disk when the call returns. Errors are thrown as ``StoreError``.
  public func outboxService(account: String) -> OutboxService {
    OutboxService(
      all: { [self] in
        try read { database in
          try Row.fetchAll(
            database, sql: "SELECT item FROM outbox WHERE account = ? ORDER BY date, id", arguments: [account]
          ).map { try JSONDecoder().decode(OutboxItem.self, from: Data(($0["item"] as String).utf8)) }
        }
      },
      add: { [self] item in
        let json = String(decoding: try JSONEncoder().encode(item), as: UTF8.self)
        try write { database in
          try database.execute(
            sql: "INSERT OR REPLACE INTO outbox (id, account, item, date) VALUES (?, ?, ?, ?)",
            arguments: [item.id, account, json, item.date.timeIntervalSince1970])
        }
      },
      delete: { [self] id in
        try write {
          try $0.execute(sql: "DELETE FROM outbox WHERE id = ? AND account = ?", arguments: [id, account])
        }
      },
      claim: { [self] id, now, until in
        // The end of the reservation lets others send what a killed process has left.
        try write { database in
          try database.execute(
            sql: "UPDATE outbox SET claimedUntil = ? WHERE id = ? AND account = ? AND coalesce(claimedUntil, 0) <= ?",
            arguments: [until.timeIntervalSince1970, id, account, now.timeIntervalSince1970])
          return database.changesCount == 1
        }
      },
      release: { [self] id, wasSent in
        // An item that has replaced the reserved one is reserved by nobody.
        try write {
          try $0.execute(
            sql: (wasSent ? "DELETE FROM outbox" : "UPDATE outbox SET claimedUntil = NULL")
              + " WHERE id = ? AND account = ? AND claimedUntil IS NOT NULL", arguments: [id, account])
        }
      })
  }
}
