import GRDB
public import MastodonKit

extension Database {
  /// The user's rules about posts, for every account.
  public var postRuleService: PostRuleService {
    PostRuleService(
      all: { [self] in
        // Every page asks, and where nothing was ever stored there are none.
        guard hasContent else { return ([], 0) }
        let rows = try read {
          try Row.fetchAll($0.cachedStatement(sql: "SELECT id, action, text, hits FROM postRule ORDER BY id"))
        }
        let rules = rows.compactMap(Self.rule)
        return (rules, rows.count - rules.count)
      },
      add: { [self] action, text in
        try write { database in
          let text = Self.withoutNUL(text)
          try database.run("INSERT INTO postRule (action, text, hits) VALUES (?, ?, 0)", [action.rawValue, text])
          return PostRule(id: Int(database.lastInsertedRowID), action, text)
        }
      },
      change: { [self] texts in
        try write { database in
          for (id, text) in texts {
            try database.run("UPDATE postRule SET text = ? WHERE id = ?", [Self.withoutNUL(text), id])
          }
        }
      },
      delete: { [self] id in try run("DELETE FROM postRule WHERE id = ?", [id]) },
      count: { [self] counts in
        try write { database in
          for (id, count) in counts {
            try database.run("UPDATE postRule SET hits = hits + ? WHERE id = ?", [count, id])
          }
        }
      })
  }

  /// A rule; `nil` for a row that this version did not write.
  private static func rule(_ row: Row) -> PostRule? {
    guard let id = Int.fromDatabaseValue(row["id"]), let word = String.fromDatabaseValue(row["action"]),
      let action = PostRule.Action(rawValue: word), let text = String.fromDatabaseValue(row["text"]), !text.isEmpty
    else { return nil }
    return PostRule(id: id, action, text, hits: max(Int.fromDatabaseValue(row["hits"]) ?? 0, 0))
  }
}
