import FoundationEssentials
import GRDB

/// What was told to the streams, kept in the file for a while: the way in which processes that share it hear of each other.
struct EventLog: Sendable {
  /// Tells this process's entries from those of others.
  private let writer = UUID().uuidString
  /// The last entry that was read.
  var cursor: Int64 = 0

  /// Who reads less often than this many changes misses some, and has a timeline to ask for.
  private static let kept: Int64 = 1000

  static func end(_ database: Database) throws -> Int64 {
    try database.value(Int64.self, "SELECT max(id) FROM log") ?? 0
  }

  func append(_ events: [Event], _ database: Database) throws {
    guard !events.isEmpty else { return }
    let json = String(decoding: try JSONEncoder().encode(events), as: UTF8.self)
    try database.run("INSERT INTO log(writer, events) VALUES (?, ?)", [writer, json])
    let id = database.lastInsertedRowID
    if id % 100 == 0 { try database.run("DELETE FROM log WHERE id <= ?", [id - Self.kept]) }
  }

  /// What others wrote since the last time.
  mutating func read(_ database: Database) throws -> [Event] {
    let rows = try database.rows("SELECT id, writer, events FROM log WHERE id > ? ORDER BY id", [cursor])
    var events: [Event] = []
    for row in rows {
      cursor = row[0]
      guard row[1] != writer else { continue }
      events += try JSONDecoder().decode([Event].self, from: Data((row[2] as String).utf8))
    }
    return events
  }
}
