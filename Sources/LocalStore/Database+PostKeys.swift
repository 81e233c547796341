import FoundationEssentials
import GRDB
public import MastodonKit

extension Database {
  /// The posts of an account that went out under a key of the user's.
  public func postKeys(account: String) -> PostKeys {
    PostKeys(
      find: { [self] key in
        try read {
          try Row.fetchOne(
            $0, sql: "SELECT statusID, url FROM postKey WHERE account = ? AND name = ?", arguments: [account, key.name])
        }.map { PostKeys.Sent(id: Status.ID($0.text("statusID")), url: String.fromDatabaseValue($0["url"])) }
      },
      note: { [self] key, sent in
        let now = now().timeIntervalSince1970
        try run(
          "INSERT OR REPLACE INTO postKey (account, name, statusID, url, date) VALUES (?, ?, ?, ?, ?)",
          [account, key.name, sent.id.rawValue, sent.url, now])
      })
  }
}
