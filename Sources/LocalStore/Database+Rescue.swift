import FoundationEssentials
import GRDB

extension Database {
  /// Copies what can still be read of a damaged file into the new one, and returns how many rows that are.
  ///
  /// What a person wrote comes first. A table that cannot be read to its end is also read from its end.
  func rescue(_ schema: Schema, from damaged: String, into fresh: DatabaseQueue) -> Int {
    var configuration = Configuration()
    configuration.readonly = true
    guard !schema.rescued.isEmpty else { return 0 }
    // A file without a readable schema has nothing to rescue.
    guard let source = try? DatabaseQueue(path: damaged, configuration: configuration) else { return 0 }
    var count = 0
    for table in schema.rescued {
      // A table that is out of reach costs its own rows only.
      count += (try? Self.copy(table, from: source, into: fresh)) ?? 0
    }
    // It is never used again.
    try? source.close()
    return count
  }

  /// The tables, those with what a person wrote first.
  static let rescued = [
    "draft", "outbox", "postKey", "bookmarkMark", "postRule", "tagGroup", "localTimeline", "confirmedPost",
    "readingPosition", "recentTag",
    "recentSearch",
    "readBranch", "archivedStatus",
  ]

  private static func copy(_ table: String, from source: DatabaseQueue, into fresh: DatabaseQueue) throws -> Int {
    let known = try fresh.read { try $0.columns(in: table).map(\.name) }
    let columns = try source.read { try $0.columns(in: table).map(\.name) }.filter(known.contains)
    let names = columns.joined(separator: ", ")
    let marks = columns.map { _ in "?" }.joined(separator: ", ")
    let rows = source.unsafeRead { database in
      var rows: [Int64: [DatabaseValue]] = [:]
      for order in ["ASC", "DESC"] {
        let sql = "SELECT rowid AS rescuedRow, \(names) FROM \(table) ORDER BY rowid \(order)"
        do {
          let cursor = try Row.fetchCursor(database, sql: sql)
          while let row = try cursor.next() {
            let values = Array(row.databaseValues)
            guard let number = Int64.fromDatabaseValue(values[0]) else { continue }
            // The rest was read from the other end.
            if order == "DESC", rows[number] != nil { break }
            rows[number] = Array(values.dropFirst())
          }
          return rows
        } catch {
          // A page is damaged: the rest is read backwards.
          continue
        }
      }
      return rows
    }
    return try fresh.write { database in
      var count = 0
      for (_, values) in rows.sorted(by: { $0.key < $1.key }) {
        // A row that the table refuses is damaged itself.
        do {
          try database.run("INSERT OR IGNORE INTO \(table) (\(names)) VALUES (\(marks))", StatementArguments(values))
          count += 1
        } catch { continue }
      }
      return count
    }
  }
}

extension Row {
  /// The text of a column; empty where a damaged page or another program has left something else, which would end the program.
  func text(_ column: String) -> String { String.fromDatabaseValue(self[column]) ?? "" }

  /// The time in a column; 1970 where there is none.
  func date(_ column: String) -> Date {
    let seconds = Double.fromDatabaseValue(self[column]) ?? 0
    return Date(timeIntervalSince1970: abs(seconds) < 1e11 ? seconds : 0)
  }
}
