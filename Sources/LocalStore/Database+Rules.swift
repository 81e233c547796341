import GRDB
public import MastodonKit

extension Database {
  /// The user's rules about posts, for every account.
  public var postRuleService: PostRuleService {
    PostRuleService(
      all: { [self] in
        // Every page asks, and where nothing was ever stored there are none.
        guard isInMemory || StoredFile(path: path).exists else { return ([], 0) }
        let rows = try read { try Row.fetchAll($0, sql: "SELECT id, action, text, hits FROM postRule ORDER BY id") }
        let rules = rows.compactMap(Self.rule)
        return (rules, rows.count - rules.count)
      },
      add: { [self] action, text in
        try write { database in
          let used = Set(try Int.fetchAll(database, sql: "SELECT id FROM postRule"))
          let id = (1...).first { !used.contains($0) } ?? 0
          let rule = PostRule(id: id, action, Self.withoutNUL(text))
          try database.execute(
            sql: "INSERT INTO postRule (id, action, text, hits) VALUES (?, ?, ?, 0)",
            arguments: [id, action.rawValue, rule.text])
          return rule
        }
      },
      delete: { [self] id in try write { try $0.execute(sql: "DELETE FROM postRule WHERE id = ?", arguments: [id]) } },
      count: { [self] counts in
        try write { database in
          for (id, count) in counts {
            try database.execute(sql: "UPDATE postRule SET hits = hits + ? WHERE id = ?", arguments: [count, id])
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
