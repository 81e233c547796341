import GRDB
import MastodonKit

/// Writes hashtags as API entities, with their use in the last seven days.
struct TagRenderer {
  private struct Use {
    var uses = 0
    var accounts = 0
  }

  private let origin: String
  private let days: [Int64]
  private var uses: [String: [Int64: Use]] = [:]
  /// The tags that the viewer follows and features; `nil` without a viewer.
  private var marks: [String: (following: Bool, featuring: Bool)]?

  /// Loads the data for some names in lower case.
  init(_ names: [String], for viewer: Int64?, in transaction: Transaction) throws {
    origin = transaction.instance.origin
    let today = transaction.now.seconds / 86_400
    days = (0..<7).map { today - $0 }
    let json = JSONWriter.texts(names)
    let rows = try transaction.database.rows(
      """
      SELECT lower(t.tag), s.created_at / 86400000, count(*), count(DISTINCT s.account_id)
      FROM status_tags t JOIN statuses s ON s.id = t.status_id
      WHERE t.tag IN (SELECT value FROM json_each(?)) AND s.created_at >= ? AND s.visibility = 0
      GROUP BY 1, 2
      """, [json, (today - 6) * 86_400_000])
    for row in rows { uses[row[0], default: [:]][row[1]] = Use(uses: row[2], accounts: row[3]) }
    guard let viewer else { return }
    var marks: [String: (following: Bool, featuring: Bool)] = [:]
    let own = try transaction.database.rows(
      """
      SELECT lower(tag), 1 FROM tag_follows
        WHERE account_id = :viewer AND tag IN (SELECT value FROM json_each(:names))
      UNION ALL SELECT lower(name), 2 FROM featured_tags
        WHERE account_id = :viewer AND name IN (SELECT value FROM json_each(:names))
      """, ["viewer": viewer, "names": json])
    for row in own {
      if row[1] == 1 {
        marks[row[0], default: (false, false)].following = true
      } else {
        marks[row[0], default: (false, false)].featuring = true
      }
    }
    self.marks = marks
  }

  func write(_ name: String, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.field("id", name)
      writer.field("name", name)
      writer.field("url", "\(origin)/tags/\(PercentCoding.encode(name))")
      writer.field("history", array: days) { writer, day in
        let use = uses[name]?[day] ?? Use()
        writer.object {
          $0.field("day", String(day * 86_400))
          $0.field("uses", String(use.uses))
          $0.field("accounts", String(use.accounts))
        }
      }
      guard let marks else { return }
      writer.field("following", marks[name]?.following ?? false)
      writer.field("featuring", marks[name]?.featuring ?? false)
    }
  }

  func response(_ names: [String]) -> SandboxResponse { .json { $0.array(names) { write($1, to: &$0) } } }
}
