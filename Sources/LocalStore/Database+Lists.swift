import GRDB
public import MastodonKit

/// Tables that are read and written by SQL; each change is on disk when the call returns, errors are thrown as
/// ``StoreError``.
extension Database {
  /// The servers that are read without an account.
  public var savedServerService: SavedServerService {
    SavedServerService(
      all: { [self] in try read(Self.savedServers) },
      save: { [self] server in
        try run(
          "INSERT OR REPLACE INTO localTimeline (id, name, host) VALUES (?, ?, ?)",
          [server.id, Self.withoutNUL(server.name), Self.withoutNUL(server.host)])
      },
      delete: { [self] id in try run("DELETE FROM localTimeline WHERE id = ?", [id]) },
      changes: { [self] in changes(of: Self.savedServers) })
  }

  @Sendable private static func savedServers(_ database: GRDB.Database) throws -> [SavedServer] {
    try Row.fetchAll(database, sql: "SELECT id, name, host FROM localTimeline ORDER BY name COLLATE NOCASE, id").map {
      SavedServer(id: $0.text("id"), name: $0.text("name"), host: $0.text("host"))
    }
  }

  public var tagGroupService: TagGroupService {
    TagGroupService(
      all: { [self] in try read(Self.tagGroups) },
      save: { [self] group in try write { try Self.save(group, in: $0) } },
      change: { [self] id, change in
        try write { database in
          guard var group = try Self.tagGroups(database).first(where: { $0.id == id }) else { return nil }
          change(&group)
          try Self.save(group, in: database)
          return group
        }
      },
      delete: { [self] id in try run("DELETE FROM tagGroup WHERE id = ?", [id]) },
      changes: { [self] in changes(of: Self.tagGroups) })
  }

  @Sendable private static func tagGroups(_ database: GRDB.Database) throws -> [TagGroup] {
    try Row.fetchAll(
      database,
      sql: "SELECT id, title, symbol, sources, allTags, noneTags FROM tagGroup ORDER BY title COLLATE NOCASE, id"
    ).map { row in
      TagGroup(
        id: row.text("id"), title: row.text("title"), symbol: row.text("symbol"), sources: sources(row.text("sources")),
        all: words(row.text("allTags")), none: words(row.text("noneTags")))
    }
  }

  private static func save(_ group: TagGroup, in database: GRDB.Database) throws {
    try database.run(
      "INSERT OR REPLACE INTO tagGroup (id, title, symbol, sources, allTags, noneTags) VALUES (?, ?, ?, ?, ?, ?)",
      [
        group.id, withoutNUL(group.title), withoutNUL(group.symbol), lines(group.sources), joined(group.all),
        joined(group.none),
      ])
  }

  /// Sources, one a line: a title or a search that has several has them as one.
  private static func lines(_ sources: [GroupSource]) -> String {
    withoutNUL(
      sources.map { $0.text.split(whereSeparator: \.isNewline).joined(separator: " ") }.joined(separator: "\n"))
  }

  private static func sources(_ text: String) -> [GroupSource] {
    text.split(separator: "\n").compactMap { GroupSource(text: $0) }
  }

  private static func joined(_ words: some Sequence<String>) -> String {
    withoutNUL(words.joined(separator: " "))
  }

  private static func words(_ text: String) -> [String] {
    text.utf8.split(separator: 0x20).map { String(Substring($0)) }
  }

  /// The most recently used hashtags.
  public var recentTags: RecentTags {
    RecentTags(
      all: { [self] prefix in
        // Compared here, because LIKE ignores case in ASCII only.
        let prefix = prefix.lowercased()
        return try read { try String.fetchAll($0, sql: "SELECT name FROM recentTag ORDER BY number DESC") }
          .filter { $0.lowercased().hasPrefix(prefix) }
      },
      note: { [self] tag in
        let name = Self.withoutNUL(tag)
        guard !name.isEmpty else { return }
        try write { database in
          try database.run(
            """
            INSERT OR REPLACE INTO recentTag (name, number)
            VALUES (?, (SELECT COALESCE(MAX(number), 0) + 1 FROM recentTag))
            """, [name])
          try database.run(
            """
            DELETE FROM recentTag WHERE name NOT IN (SELECT name FROM recentTag ORDER BY number DESC LIMIT ?)
            """, [RecentTags.limit])
        }
      })
  }

  /// The recent searches of an account, `user@host`.
  public func recentSearches(account: String) -> RecentSearches {
    RecentSearches(
      all: { [self] in
        try read {
          try Row.fetchAll(
            $0, sql: "SELECT text, kind FROM recentSearch WHERE account = ? ORDER BY number DESC", arguments: [account])
        }.map { RecentSearches.Search($0.text("text"), kind: SearchQuery.Kind(rawValue: $0.text("kind"))) }
      },
      note: { [self] search in
        let text = Self.withoutNUL(search.text)
        guard !text.isEmpty else { return }
        try write { database in
          try database.run(
            """
            INSERT OR REPLACE INTO recentSearch (account, text, kind, number)
            VALUES (?, ?, ?, (SELECT COALESCE(MAX(number), 0) + 1 FROM recentSearch))
            """, [account, text, search.kind?.rawValue ?? ""])
          try database.run(
            """
            DELETE FROM recentSearch WHERE account = ?1 AND number NOT IN
            (SELECT number FROM recentSearch WHERE account = ?1 ORDER BY number DESC LIMIT ?2)
            """, [account, RecentSearches.limit])
        }
      },
      clear: { [self] in
        try write { database in
          try database.run("DELETE FROM recentSearch WHERE account = ?", [account])
          return database.changesCount
        }
      })
  }

  /// The reading positions of an account, `user@host`.
  public func readingPositions(account: String) -> ReadingPositions {
    ReadingPositions(
      position: { [self] timeline in try read { try Self.position(timeline, of: account, in: $0) } },
      keep: { [self] status, timeline in
        try write { database in
          if let kept = try Self.position(timeline, of: account, in: database), kept >= status { return }
          try database.run(
            "INSERT OR REPLACE INTO readingPosition (account, timeline, statusID) VALUES (?, ?, ?)",
            [account, timeline, status.rawValue])
        }
      })
  }

  private static func position(
    _ timeline: String, of account: String, in database: GRDB.Database
  ) throws -> Status.ID? {
    try String.fetchOne(
      database, sql: "SELECT statusID FROM readingPosition WHERE account = ? AND timeline = ?",
      arguments: [account, timeline]
    ).map { Status.ID($0) }
  }

  /// The branches of threads that an account, `user@host`, has read.
  public func readBranches(account: String) -> ReadBranches {
    ReadBranches(
      all: { [self] in
        try read { database in
          let rows = try Row.fetchAll(
            database, sql: "SELECT statusID, replies FROM readBranch WHERE account = ?", arguments: [account])
          return Dictionary(
            rows.map { (Status.ID($0.text("statusID")), Set(Self.words($0.text("replies")).map { Status.ID($0) })) }
          ) { $1 }
        }
      },
      mark: { [self] post, replies in
        try write { database in
          try database.run(
            """
            INSERT OR REPLACE INTO readBranch (account, statusID, replies, number)
            VALUES (?, ?, ?, (SELECT COALESCE(MAX(number), 0) + 1 FROM readBranch))
            """, [account, post.rawValue, Self.joined(replies.map(\.rawValue).sorted())])
          try database.run(
            """
            DELETE FROM readBranch WHERE account = ?1 AND number NOT IN
            (SELECT number FROM readBranch WHERE account = ?1 ORDER BY number DESC LIMIT ?2)
            """, [account, ReadBranches.limit])
        }
      },
      forget: { [self] posts in
        try write { database in
          for post in posts {
            try database.run("DELETE FROM readBranch WHERE account = ? AND statusID = ?", [account, post.rawValue])
          }
        }
      })
  }

  /// SQLite ends a text at U+0000; what follows it must not be lost.
  static func withoutNUL(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.lazy.filter { $0 != "\0" }))
  }
}
