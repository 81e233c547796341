import FoundationEssentials
import GRDB
public import MastodonKit

extension Database {
  /// The posts of an account that a server has confirmed lately, so that none is taken for another one with the same text.
  public func confirmedPosts(account: String) -> ConfirmedPosts {
    ConfirmedPosts(
      note: { [self] id, key in
        let now = now().timeIntervalSince1970
        // Without it a lost answer may be taken for the answer to an earlier post; the post itself was sent.
        try? write { database in
          try database.run(
            "INSERT OR REPLACE INTO confirmedPost (account, statusID, key, date) VALUES (?, ?, ?, ?)",
            [account, id.rawValue, key, now])
          try database.run("DELETE FROM confirmedPost WHERE date < ?", [now - 7 * 86_400])
        }
      },
      key: { [self] id in
        // As above.
        let found = try? read {
          try String.fetchOne(
            $0, sql: "SELECT key FROM confirmedPost WHERE account = ? AND statusID = ?",
            arguments: [account, id.rawValue])
        }
        return found ?? nil
      })
  }
}
