import GRDB

extension Database {
  /// Every migration; a released one is never edited, only followed by another.
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
    migrator.registerMigration("2 local timelines, tag groups, recent tags, reading positions") { database in
      try database.create(table: "localTimeline") { table in
        table.primaryKey("id", .text)
        table.column("name", .text).notNull()
        table.column("host", .text).notNull()
      }
      try database.create(table: "tagGroup") { table in
        table.primaryKey("id", .text)
        table.column("title", .text).notNull()
        table.column("symbol", .text).notNull()
        // Separated by spaces, which tags do not contain.
        table.column("tags", .text).notNull()
      }
      try database.create(table: "recentTag") { table in
        // As it was typed; tags are case-insensitive.
        table.primaryKey("name", .text).collate(.nocase)
        table.column("number", .integer).notNull().unique()
      }
      try database.create(table: "readingPosition") { table in
        table.column("account", .text).notNull()
        table.column("timeline", .text).notNull()
        table.column("statusID", .text).notNull()
        table.primaryKey(["account", "timeline"])
      }
    }
    migrator.registerMigration("3 files of drafts") { database in
      try database.alter(table: "draft") { table in
        // As JSON; null if there are none.
        table.add(column: "files", .text)
        table.add(column: "sensitive", .boolean)
      }
    }
    migrator.registerMigration("4 when a draft was sent") { database in
      try database.alter(table: "draft") { table in
        // Null if no attempt is in doubt.
        table.add(column: "triedAt", .double)
      }
    }
    migrator.registerMigration("5 outbox") { database in
      try database.create(table: "outbox") { table in
        table.column("id", .text).notNull()
        table.column("account", .text).notNull()
        // As JSON.
        table.column("item", .text).notNull()
        table.column("date", .double).notNull()
        table.primaryKey(["account", "id"])
      }
    }
    migrator.registerMigration("6 details of drafts") { database in
      try database.alter(table: "draft") { table in
        // Poll, quote, schedule and what else few drafts have, as JSON; null if there is none of it.
        table.add(column: "details", .text)
      }
    }
    migrator.registerMigration("7 recent searches") { database in
      try database.create(table: "recentSearch") { table in
        table.column("account", .text).notNull()
        table.column("text", .text).notNull()
        // Empty for all kinds.
        table.column("kind", .text).notNull()
        table.column("number", .integer).notNull()
        table.primaryKey(["account", "text", "kind"])
      }
    }
    migrator.registerMigration("8 archive") { database in
      try database.create(table: "archivedStatus") { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("account", .text).notNull()
        table.column("statusID", .text).notNull()
        table.column("createdAt", .double).notNull()
        table.column("json", .text).notNull()
        table.uniqueKey(["account", "statusID"])
      }
      try database.create(index: "archivedStatusByTime", on: "archivedStatus", columns: ["account", "createdAt"])
      // The text of the post with the same row id.
      try database.create(virtualTable: "archivedText", using: FTS5()) { table in
        table.tokenizer = .unicode61(diacritics: .remove)
        table.column("text")
      }
    }
    migrator.registerMigration("9 claims in the outbox") { database in
      try database.alter(table: "outbox") { table in
        // Until when a process alone sends the item; null if none does.
        table.add(column: "claimedUntil", .double)
      }
    }
    migrator.registerMigration("10 conditions of tag groups, read branches") { database in
      try database.alter(table: "tagGroup") { table in
        // Separated by spaces.
        table.add(column: "allTags", .text).notNull().defaults(to: "")
        table.add(column: "noneTags", .text).notNull().defaults(to: "")
      }
      try database.create(table: "readBranch") { table in
        table.column("account", .text).notNull()
        table.column("statusID", .text).notNull()
        // The replies that were read, separated by spaces.
        table.column("replies", .text).notNull()
        table.column("number", .integer).notNull()
        table.primaryKey(["account", "statusID"])
      }
    }
    migrator.registerMigration("11 posts that a server has confirmed") { database in
      try database.create(table: "confirmedPost") { table in
        table.column("account", .text).notNull()
        table.column("statusID", .text).notNull()
        table.column("date", .double).notNull()
        table.primaryKey(["account", "statusID"])
      }
    }
    migrator.registerMigration("keys of posts") { database in
      try database.create(table: "postKey") { table in
        table.column("account", .text).notNull()
        table.column("name", .text).notNull()
        table.column("statusID", .text).notNull()
        table.column("url", .text)
        table.column("date", .double).notNull()
        table.primaryKey(["account", "name"])
      }
    }
    migrator.registerMigration("sizes of archived posts") { database in
      try database.alter(table: "archivedStatus") { table in
        // The length of the JSON, by which the oldest go when it is too much.
        table.add(column: "bytes", .integer).notNull().defaults(to: 0)
      }
      try database.execute(sql: "UPDATE archivedStatus SET bytes = LENGTH(CAST(json AS BLOB))")
      try database.drop(index: "archivedStatusByTime")
      try database.create(
        index: "archivedStatusByTime", on: "archivedStatus", columns: ["account", "createdAt", "bytes"])
    }
    migrator.registerMigration("sources of groups") { database in
      try database.alter(table: "tagGroup") { table in
        // One a line, as they are typed; only searches and titles of lists have spaces.
        table.add(column: "sources", .text).notNull().defaults(to: "")
      }
      try database.execute(
        sql: "UPDATE tagGroup SET sources = '#' || REPLACE(tags, ' ', CHAR(10) || '#') WHERE tags <> ''")
      try database.alter(table: "tagGroup") { table in table.drop(column: "tags") }
    }
    migrator.registerMigration("tags and notes on bookmarks") { database in
      try database.create(table: "bookmarkMark") { table in
        table.column("account", .text).notNull()
        table.column("statusID", .text).notNull()
        table.column("address", .text).notNull()
        // One a line.
        table.column("tags", .text).notNull()
        table.column("note", .text).notNull()
        table.column("date", .double).notNull()
        table.primaryKey(["account", "statusID"])
      }
    }
    migrator.registerMigration("rules about posts") { database in
      try database.create(table: "postRule") { table in
        table.primaryKey("id", .integer)
        table.column("action", .text).notNull()
        // As it was typed.
        table.column("text", .text).notNull()
        table.column("hits", .integer).notNull().defaults(to: 0)
      }
    }
    migrator.registerMigration("followers at the last look") { database in
      try database.create(table: "follower") { table in
        table.column("account", .text).notNull()
        table.column("id", .text).notNull()
        table.column("acct", .text).notNull()
        table.column("date", .double).notNull()
        table.primaryKey(["account", "id"])
      }
    }
    migrator.registerMigration("keys of confirmed posts") { database in
      try database.alter(table: "confirmedPost") { table in table.add(column: "key", .text).notNull().defaults(to: "") }
    }
    migrator.registerMigration("numbers of rules are used once") { database in
      try database.create(table: "newPostRule") { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("action", .text).notNull()
        // As it was typed.
        table.column("text", .text).notNull()
        table.column("hits", .integer).notNull().defaults(to: 0)
      }
      try database.execute(
        sql: "INSERT INTO newPostRule (id, action, text, hits) SELECT id, action, text, hits FROM postRule")
      try database.drop(table: "postRule")
      try database.rename(table: "newPostRule", to: "postRule")
    }
    return migrator
  }
}
