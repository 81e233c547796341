import GRDB

extension Database {
  /// Every step from an empty file to the present one; a step that was shipped is never edited, only followed.
  static var migrations: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1 drafts") { database in
      try database.create(table: "draft") { table in
        table.primaryKey("id", .text)
        table.column("account", .text).notNull().indexed()
        table.column("text", .text).notNull()
        table.column("spoilerText", .text).notNull()
        table.column("visibility", .text).notNull()
        table.column("language", .text)
        table.column("inReplyToID", .text)
        table.column("replyingTo", .text)
        table.column("updatedAt", .double).notNull()
      }
    }
    return migrator
  }
}
