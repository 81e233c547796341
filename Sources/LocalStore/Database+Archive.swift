import FoundationEssentials
import GRDB
public import MastodonKit
import TerminalKit

extension Database {
  /// The posts that were read with an account, `user@host`.
  ///
  /// Errors are thrown as ``StoreError``. The full-text index is SQLite's FTS5 (https://www.sqlite.org/fts5.html): case and
  /// accents make no difference.
  public func archiveService(account: String) -> ArchiveService {
    ArchiveService(
      add: { [self] statuses in
        let statuses = statuses.map(\.displayed).filter { $0.visibility != .direct }
        guard !statuses.isEmpty else { return }
        let rows = try statuses.map { ($0, String(decoding: try JSONEncoder().encode($0), as: UTF8.self)) }
        try write { database in
          for (status, json) in rows { try Self.archive(status, json, of: account, in: database) }
          try Self.prune(account, in: database)
        }
      },
      remove: { [self] id in
        try write { try Self.delete("account = ? AND statusID = ?", [account, id.rawValue], in: $0) }
      },
      find: { [self] words, request in
        let (page, unreadable) = try read { try Self.find(words, request, of: account, in: $0) }
        reportUnreadable(unreadable, "archived post")
        return page
      },
      clear: { [self] in try write { try Self.delete("account = ?", [account], in: $0) } })
  }

  /// The latest kept posts with a word that begins so, for completion; empty if they cannot be read.
  public func archived(_ beginning: String, of account: String) -> [Status] {
    // An unreadable database only costs its completion.
    do { return try archiveService(account: account).find(beginning, PageRequest(limit: 40)).elements } catch {
      return []
    }
  }

  /// Deletes the kept posts of every account.
  public func clearArchive() throws(StoreError) { try write { try Self.delete("1", [], in: $0) } }

  /// How many posts are kept for an account; the oldest go first.
  static let archiveLimit = 20_000

  private static func archive(
    _ status: Status, _ json: String, of account: String, in database: GRDB.Database
  ) throws {
    let row = try Int64.fetchOne(
      database,
      sql: """
        INSERT INTO archivedStatus (account, statusID, createdAt, json) VALUES (?, ?, ?, ?)
        ON CONFLICT (account, statusID) DO UPDATE SET createdAt = excluded.createdAt, json = excluded.json
        RETURNING id
        """, arguments: [account, status.id.rawValue, status.createdAt.timeIntervalSince1970, json])
    try database.execute(
      sql: "INSERT OR REPLACE INTO archivedText (rowid, text) VALUES (?, ?)", arguments: [row, text(of: status)])
  }

  /// Everything of a post that is searched.
  private static func text(of status: Status) -> String {
    let parts =
      [status.account.displayName, status.account.acct, status.spoilerText, HTMLText.plainText(status.content)]
      + status.mediaAttachments.compactMap(\.description) + (status.poll?.options.map(\.title) ?? [])
      + status.tags.map(\.name)
    return withoutNUL(parts.joined(separator: "\n"))
  }

  private static func prune(_ account: String, in database: GRDB.Database) throws {
    try delete(
      """
      account = ? AND id <= (
        SELECT id FROM archivedStatus WHERE account = ? ORDER BY createdAt DESC, id DESC LIMIT 1 OFFSET \(archiveLimit)
      ) AND createdAt <= (
        SELECT createdAt FROM archivedStatus WHERE account = ? ORDER BY createdAt DESC LIMIT 1 OFFSET \(archiveLimit)
      )
      """, [account, account, account], in: database)
  }

  private static func delete(
    _ condition: String, _ arguments: StatementArguments, in database: GRDB.Database
  ) throws {
    try database.execute(
      sql: "DELETE FROM archivedText WHERE rowid IN (SELECT id FROM archivedStatus WHERE \(condition))",
      arguments: arguments)
    try database.execute(sql: "DELETE FROM archivedStatus WHERE \(condition)", arguments: arguments)
  }

  private static func find(
    _ words: String, _ request: PageRequest, of account: String, in database: GRDB.Database
  ) throws -> (page: Page<Status>, unreadable: Int) {
    let offset = request.archiveOffset
    let pattern = FTS5Pattern(matchingAllPrefixesIn: words)
    guard words.allSatisfy(\.isWhitespace) || pattern != nil else { return (Page([]), 0) }
    let rows = try String.fetchAll(
      database,
      sql: """
        SELECT json FROM archivedStatus WHERE account = ?
        \(pattern == nil ? "" : "AND id IN (SELECT rowid FROM archivedText WHERE archivedText MATCH ?)")
        ORDER BY createdAt DESC, id DESC LIMIT ? OFFSET ?
        """,
      arguments: StatementArguments([account]) + (pattern.map { StatementArguments([$0]) } ?? StatementArguments())
        + [request.limit + 1, offset])
    let shown = rows.prefix(request.limit)
    // One that a damaged disk has left hides no other.
    let statuses = shown.compactMap { try? MastodonJSON.decode(Status.self, from: Data($0.utf8)) }
    let older = rows.count > request.limit ? Cursor(offset: offset + request.limit) : nil
    return (Page(statuses, older: older), shown.count - statuses.count)
  }

  /// Makes the index again for the posts that it does not have.
  static func indexArchive(_ database: GRDB.Database) throws {
    let rows = try Row.fetchAll(
      database,
      sql: "SELECT id, json FROM archivedStatus WHERE id NOT IN (SELECT rowid FROM archivedText)")
    for row in rows {
      let (id, json): (Int64, String) = (row["id"], row["json"])
      // What cannot be read cannot be found.
      guard let status = try? MastodonJSON.decode(Status.self, from: Data(json.utf8)) else { continue }
      try database.execute(
        sql: "INSERT INTO archivedText (rowid, text) VALUES (?, ?)", arguments: [id, text(of: status)])
    }
  }

  /// Deletes what this machine keeps of an account, for good: nothing of it stays in the files.
  ///
  /// - Parameter keepingTexts: Whether its drafts stay, and what waits to be sent, which then waits until it is asked for.
  public func forget(account: String, keepingTexts: Bool) throws(StoreError) {
    try write { database in
      try Self.delete("account = ?", [account], in: database)
      for table in ["recentSearch", "readingPosition", "readBranch", "confirmedPost"] + (keepingTexts ? [] : ["draft", "outbox"]) {
        try database.execute(sql: "DELETE FROM \(table) WHERE account = ?", arguments: [account])
      }
      if keepingTexts { try database.execute(sql: "UPDATE outbox SET date = 0 WHERE account = ?", arguments: [account]) }
      // A deleted text is otherwise in the index until that is written again.
      try database.execute(sql: "INSERT INTO archivedText (archivedText) VALUES ('rebuild')")
    }
    try erase()
  }
}

extension PageRequest {
  /// How many posts come before the page, which is paged by offset.
  fileprivate var archiveOffset: Int {
    switch position {
    case .offset(let offset): offset
    case .older(let cursor): cursor.query.flatMap { Int($0.drop { $0 != "=" }.dropFirst()) } ?? 0
    case .newest, .newer, .since, .between: 0
    }
  }
}
