import GRDB
import MastodonKit

/// Posts that an earlier version has kept: their symbols are not in the index, and they are not counted.
///
/// To examine a million takes minutes, so it is done a few at a time, the newest first, and a search for symbols sees to a
/// part that it can wait for.
extension ArchiveStore {
  /// The posts of one transaction, for whose end a search or a key waits.
  private static let part = 200
  /// The posts that a search for symbols waits for.
  private static let awaited = 10_000

  /// Examines all of them, until this process ends.
  @concurrent func examineEarlierPosts() async {
    // What cannot be written now is examined when a prompt is next opened.
    while !Task.isCancelled, (try? database.write({ try examine(Self.part, in: $0) })) == true {}
  }

  /// Examines as many as a search can wait for; says whether there are more.
  func examineNewestPosts() throws -> Bool {
    for _ in 0..<(Self.awaited / Self.part) {
      guard try database.write({ try examine(Self.part, in: $0) }) else { return false }
    }
    return try hasEarlierPosts
  }

  var hasEarlierPosts: Bool {
    get throws { try database.read { try Int.fetchOne($0, sql: "SELECT 1 FROM unexamined") != nil } }
  }

  /// Examines the next ones; false if there are none.
  private func examine(_ count: Int, in database: GRDB.Database) throws -> Bool {
    guard let last = try Int64.fetchOne(database, sql: "SELECT row FROM unexamined") else { return false }
    let rows = try Row.fetchAll(
      database, sql: "SELECT row, flags, json FROM status WHERE row <= ? ORDER BY row DESC LIMIT ?",
      arguments: [last, count])
    let first: Int64 = rows.last?["row"] ?? last
    let writer = writer(database)
    for row in rows { try writer.indexSymbols(row) }
    try database.run(
      """
      INSERT INTO tally (day, posts, privatePosts) \(Self.tally) AND row BETWEEN ? AND ? GROUP BY 1
      ON CONFLICT (day) DO UPDATE SET posts = posts + excluded.posts, privatePosts = privatePosts + excluded.privatePosts
      """, [first, last])
    if rows.count < count {
      try database.run("DELETE FROM unexamined")
    } else {
      try database.run("UPDATE unexamined SET row = ?", [first - 1])
    }
    return true
  }

  /// Counts posts by day.
  static let tally = """
    SELECT keptAt / 86400, COUNT(*), SUM(visibility >= 2) FROM status
    WHERE flags & \(ArchiveWriter.Flags.wrapper.rawValue) = 0
    """
}
