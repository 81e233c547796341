import GRDB

/// The tables of the instance, as a list of steps that made them what they are.
///
/// A file knows how many steps it has taken (`PRAGMA user_version`): one that has taken fewer is led through the rest when it is
/// opened, one that has taken more was written by a newer program and is refused. A step that has been released is never
/// changed; new tables come as a new step at the end, in a file of their own area.
enum Schema {
  /// One step from the tables of a version to those of the next.
  struct Step: Sendable {
    var migrate: @Sendable (Database) throws -> Void

    init(_ migrate: @escaping @Sendable (Database) throws -> Void) { self.migrate = migrate }

    /// A step that needs nothing but SQL.
    init(sql: String) { migrate = { try $0.execute(sql: sql) } }
  }

  /// All steps in the order in which they are taken.
  static let steps: [Step] = [
    firstRelease, relations, statuses, media, accounts, announcements, people, notices, signIn,
  ]

  static var version: Int { steps.count }

  /// Takes the steps that a file of a version has not taken yet.
  static func migrate(_ database: Database, from old: Int) throws {
    for step in steps.dropFirst(old) { try step.migrate(database) }
    try database.execute(sql: "PRAGMA user_version = \(version)")
  }
}
