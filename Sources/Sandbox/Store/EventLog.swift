import FoundationEssentials
import GRDB

/// The recent events in the database file, by which processes that share it inform each other's streams.
struct EventLog: Sendable {
  /// Identifies the entries of this process.
  private let writer = UUID().uuidString
  /// The last entry read.
  var cursor: Int64 = 0

  /// A process that reads less often than every 1000 entries misses some; its clients can still fetch the timeline.
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

  /// The events of other processes since the last call.
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
