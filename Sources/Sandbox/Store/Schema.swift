import GRDB

/// The schema as a list of migrations.
///
/// A file stores its number of migrations as `PRAGMA user_version`. Missing migrations run when it is opened; a file with
/// more is refused, because a newer version wrote it. A released migration never changes; new ones are added at the end,
/// each in a file of its own.
enum Schema {
  struct Step: Sendable {
    var migrate: @Sendable (Database) throws -> Void

    init(_ migrate: @escaping @Sendable (Database) throws -> Void) { self.migrate = migrate }

    /// A migration in SQL only.
    init(sql: String) { migrate = { try $0.execute(sql: sql) } }
  }

  /// All migrations, in order.
  static let steps: [Step] = [
    firstRelease, relations, statuses, media, accounts, announcements, people, notices, signIn, residentInbox,
    thumbnails, collections, signUps, moderation,
  ]

  static var version: Int { steps.count }

  /// Runs the migrations that a file of a version lacks.
  static func migrate(_ database: Database, from old: Int) throws {
    for step in steps.dropFirst(old) { try step.migrate(database) }
    try database.execute(sql: "PRAGMA user_version = \(version)")
  }
}
