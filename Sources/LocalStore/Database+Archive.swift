import FoundationEssentials
import GRDB
public import MastodonKit
import TerminalKit

extension Database {
  /// The posts that were read with an account, `user@host`.
  ///
  /// Errors are thrown as ``StoreError``. The full-text index is SQLite's FTS5 (https://www.sqlite.org/fts5.html): case and
  /// accents make no difference.
  public func archiveService(account: String) -> ArchiveService { archiveService(account: account, Self.archiveLimit) }

  func archiveService(account: String, _ limit: (posts: Int, bytes: Int)) -> ArchiveService {
    ArchiveService(
      add: { [self] statuses in
        let statuses = statuses.map(\.displayed).filter { $0.visibility != .direct }
        guard !statuses.isEmpty else { return }
        let rows = try statuses.map { ($0, String(decoding: try JSONEncoder().encode($0), as: UTF8.self)) }
          .filter { $0.1.utf8.count <= Self.archivedPostLimit }
        try write { database in
          for (status, json) in rows { try Self.archive(status, json, of: account, in: database) }
          try Self.prune(account, limit, in: database)
        }
      },
      remove: { [self] id in
        // Another account of this machine that read it on the same server must not keep it either.
        let isGone = try write { database in
          try Self.delete(
            "statusID = ? AND SUBSTR(account, INSTR(account, '@')) = SUBSTR(?, INSTR(?, '@'))",
            [id.rawValue, account, account], in: database)
        }
        // Until the index is merged, it still has the words.
        if isGone { try settle { try $0.execute(sql: "INSERT INTO archivedText (archivedText) VALUES ('optimize')") } }
      },
      find: { [self] words, request in
        let (page, unreadable) = try read { try Self.find(words, request, of: account, in: $0) }
        reportUnreadable(unreadable, "archived post")
        return page
      },
      clear: { [self] in try write { _ = try Self.delete("account = ?", [account], in: $0) } })
  }

  /// The latest kept posts with a word that begins so, for completion; empty if they cannot be read.
  public func archived(_ beginning: String, of account: String) -> [Status] {
    // An unreadable database only costs its completion.
    do { return try archiveService(account: account).find(beginning, PageRequest(limit: 40)).elements } catch {
      return []
    }
  }

  /// Deletes the kept posts of every account.
  public func clearArchive() throws(StoreError) { try write { _ = try Self.delete("1", [], in: $0) } }

  /// The maximum number of posts that are kept for an account, and of their bytes; the oldest are removed.
  static let archiveLimit = (posts: 20_000, bytes: 200 << 20)
  /// The longest post that is kept, in bytes.
  static let archivedPostLimit = 1 << 20

  private static func archive(
    _ status: Status, _ json: String, of account: String, in database: GRDB.Database
  ) throws {
    let row = try Int64.fetchOne(
      database,
      sql: """
        INSERT INTO archivedStatus (account, statusID, createdAt, json, bytes) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (account, statusID) DO UPDATE
        SET createdAt = excluded.createdAt, json = excluded.json, bytes = excluded.bytes
        RETURNING id
        """,
      arguments: [account, status.id.rawValue, status.createdAt.timeIntervalSince1970, json, json.utf8.count])
    try database.execute(
      sql: "INSERT OR REPLACE INTO archivedText (rowid, text) VALUES (?, ?)", arguments: [row, text(of: status)])
  }

  /// The searchable text of a post.
  private static func text(of status: Status) -> String {
    let parts =
      [status.account.displayName, status.account.acct, status.spoilerText, HTMLText.plainText(status.content)]
      + status.mediaAttachments.compactMap(\.description) + (status.poll?.options.map(\.title) ?? [])
      + status.tags.map(\.name)
    return withoutNUL(parts.joined(separator: "\n"))
  }

  private static func prune(
    _ account: String, _ limit: (posts: Int, bytes: Int), in database: GRDB.Database
  ) throws {
    // The index has all that this reads, so a full archive costs no more than a few milliseconds.
    let kept = try Row.fetchOne(
      database, sql: "SELECT COUNT(*), TOTAL(bytes) FROM archivedStatus WHERE account = ?", arguments: [account])
    let (posts, bytes): (Int, Double) = (kept?[0] ?? 0, kept?[1] ?? 0)
    guard posts > limit.posts || bytes > Double(limit.bytes) else { return }
    try delete(
      """
      id IN (
        SELECT id FROM (
          SELECT id, ROW_NUMBER() OVER newest AS number, SUM(bytes) OVER newest AS bytes FROM archivedStatus
          WHERE account = ? WINDOW newest AS (ORDER BY createdAt DESC, id DESC)
        ) WHERE number > \(limit.posts) OR bytes > \(limit.bytes)
      )
      """, [account], in: database)
  }

  /// Deletes posts and what is searched of them; returns whether there were any.
  @discardableResult
  private static func delete(
    _ condition: String, _ arguments: StatementArguments, in database: GRDB.Database
  ) throws -> Bool {
    try database.execute(
      sql: "DELETE FROM archivedText WHERE rowid IN (SELECT id FROM archivedStatus WHERE \(condition))",
      arguments: arguments)
    try database.execute(sql: "DELETE FROM archivedStatus WHERE \(condition)", arguments: arguments)
    return database.changesCount > 0
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

  /// Creates the index again for the posts that it does not have.
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
      for table in ["recentSearch", "readingPosition", "readBranch", "confirmedPost"]
        + (keepingTexts ? [] : ["draft", "outbox"])
      {
        try database.execute(sql: "DELETE FROM \(table) WHERE account = ?", arguments: [account])
      }
      if keepingTexts {
        try database.execute(sql: "UPDATE outbox SET date = 0 WHERE account = ?", arguments: [account])
      }
      // A deleted text is otherwise in the index until that is written again.
      try database.execute(sql: "INSERT INTO archivedText (archivedText) VALUES ('rebuild')")
    }
    try erase()
    // Its name has the account's. A prompt that sends meanwhile keeps the lock that it has.
    try? StoredFile(path: sendingLockPath(account: account), memory: nil).remove()
  }
}

extension PageRequest {
  /// The number of posts before the page, which is paged by offset.
  fileprivate var archiveOffset: Int {
    switch position {
    case .offset(let offset): offset
    case .older(let cursor): cursor.query.flatMap { Int($0.drop { $0 != "=" }.dropFirst()) } ?? 0
    case .newest, .newer, .since, .between: 0
    }
  }
}
