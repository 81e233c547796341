import FoundationEssentials
import GRDB
public import MastodonKit

extension Database {
  /// Who followed an account, `user@host`, at the last look.
  public func followerMemory(account: String) -> FollowerMemory {
    FollowerMemory(
      last: { [self] in
        let rows = try read {
          try Row.fetchAll($0, sql: "SELECT id, acct, date FROM follower WHERE account = ?", arguments: [account])
        }
        guard let first = rows.first else { return nil }
        return FollowerMemory.Snapshot(
          date: first.date("date"),
          followers: Dictionary(rows.map { (Account.ID($0.text("id")), $0.text("acct")) }) { first, _ in first })
      },
      save: { [self] followers in
        let date = now().timeIntervalSince1970
        try write { database in
          try database.run("DELETE FROM follower WHERE account = ?", [account])
          for (id, acct) in followers {
            try database.run(
              "INSERT INTO follower (account, id, acct, date) VALUES (?, ?, ?, ?)",
              [account, id.rawValue, Self.withoutNUL(acct), date])
          }
        }
      })
  }
}
