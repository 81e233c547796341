import FoundationEssentials
import GRDB
import MastodonKit
import Synchronization

/// The wishes of the user about the archive.
public struct ArchiveOptions: Hashable, Sendable {
  public var isOn: Bool
  /// The largest size in bytes; `nil` for none.
  public var limit: Int?
  /// Whether posts are kept that only some accounts may read.
  public var keepsPrivate: Bool

  public init(isOn: Bool, limit: Int?, keepsPrivate: Bool) {
    self.isOn = isOn
    self.limit = limit
    self.keepsPrivate = keepsPrivate
  }
}

/// Whether posts were moved here from the table that earlier versions had, and are still there.
final class EarlierPosts: Sendable {
  let areMoved = Mutex(false)
}

/// The archive of one account: a database of its own, so that its damage or its deletion concerns nothing else.
///
/// What is kept is written in the background, as many responses at once as have come by then. Nobody waits for it, and no
/// command fails by it.
final class ArchiveStore: Sendable {
  /// The file's name has the account's between these.
  static let (prefix, suffix) = ("archive-", ".sqlite")

  let account: String
  let database: Database
  private let earlier: EarlierPosts
  /// Deletes the posts in the table that earlier versions had, once they are here.
  private let finishMove: @Sendable () throws -> Void
  /// What was received by commands that ended at once, and is not in the database yet.
  let received: ReceivedFile
  private let work = Mutex(Work())

  private struct Work {
    var waiting: [Change] = []
    var writing: Task<Void, Never>?
    var examining: Task<Void, Never>?
    /// Whether posts were added that were not read.
    var hasAdded = false
    /// Whether a dry run's copy has what was received.
    var hasCopied = false
    /// Whether a command asks for the error, which is no message then.
    var isWatched = false
    var failure: StoreError?
  }

  enum Change: Sendable {
    case keep(ArchivedResponse)
    case remove(Status.ID)
  }

  init(account: String, beside main: Database) {
    self.account = account
    let earlier = EarlierPosts()
    self.earlier = earlier
    received = ReceivedFile(
      path: FileLocations.join(
        StoredFile.parent(of: main.path), Self.prefix + StoredFile.name(for: account) + ReceivedFile.suffix))
    finishMove = { [weak main] in try main?.deleteEarlierArchive(of: account) }
    database = Database(
      ofArchiveOf: account, beside: main, named: Self.prefix + StoredFile.name(for: account) + Self.suffix,
      schema: Database.Schema(
        migrations: { [weak main] in Self.migrations(account: account, main: main, earlier) }, synchronous: "NORMAL",
        patience: 1,
        // What was read can be read again.
        rescued: []))
  }

  /// The name of the account on its server.
  var username: String { String(account.prefix { $0 != "@" }).lowercased() }
  var host: String { String(account.drop { $0 != "@" }.dropFirst()).lowercased() }

  /// Whether anything was ever kept, so that reading does not create a file.
  var exists: Bool { database.hasContent || StoredFile(path: received.path).exists }

  func writer(_ database: GRDB.Database) -> ArchiveWriter { ArchiveWriter(username: username, database: database) }

  /// Reads from the database, once it has everything.
  func read<Value>(_ work: (GRDB.Database) throws -> Value) throws -> Value {
    if received.isUsed {
      do { try write { _ in } } catch StoreError.busy {
        // What was there before can be read, however long another process writes.
      }
    }
    return try database.read(work)
  }

  /// Changes the database in a transaction that begins with what was received before.
  func write<Value>(_ work: (GRDB.Database) throws -> Value) throws -> Value {
    guard !database.isInMemory else {
      let isNew = self.work.withLock { state in
        defer { state.hasCopied = true }
        return database.isScratch && !state.hasCopied
      }
      let earlier = isNew ? received.responses : []
      return try database.write { database in
        if !earlier.isEmpty { try self.writer(database).keep(earlier, keepsPrivate: true) }
        return try work(database)
      }
    }
    return try received.take(isUnreadable: { database.reportUnreadable(received.path) }) { earlier in
      try database.write { database in
        // It is only used where private posts are kept.
        if !earlier.isEmpty { try self.writer(database).keep(earlier, keepsPrivate: true) }
        return try work(database)
      }
    }
  }

  /// Adds posts that were not read, as JSON, and returns how many were not known before; what is known stays.
  func add(_ posts: [Data], at date: Date, _ options: ArchiveOptions) throws -> Int {
    let added = try write { database in
      let writer = ArchiveWriter(username: username, database: database, keepsKnown: true)
      try writer.keep(posts.map { ArchivedResponse(body: $0, date: date) }, keepsPrivate: options.keepsPrivate)
      return writer.added
    }
    work.withLock { $0.hasAdded = true }
    if let limit = options.limit { try shrink(to: limit) }
    return added
  }

  /// Puts posts into a place, where a search finds them from then on.
  func mark(_ ids: [Status.ID], in place: ArchiveQuery.Place) throws {
    guard !ids.isEmpty else { return }
    try write { database in
      let names = try self.names(of: place, in: database)
      for name in names {
        for id in ids {
          try database.run(
            "INSERT OR IGNORE INTO place (place, status) SELECT ?, row FROM status WHERE id = ?",
            [name, StoredID(id.rawValue)])
        }
      }
    }
  }

  /// Writes a change in the background.
  ///
  /// - Parameters:
  ///   - isBrief: Whether the run ends soon, so that what it receives is put into the database by another one.
  ///   - options: Says what the user wants, when it is written.
  ///   - report: Is told once if it cannot be written.
  func write(
    _ change: Change, isBrief: Bool, options: @escaping @Sendable () async -> ArchiveOptions,
    report: @escaping @Sendable (StoreError) -> Void
  ) {
    // A dry run keeps nothing.
    if database.isScratch { return }
    work.withLock { work in
      work.waiting.append(change)
      guard work.writing == nil else { return }
      work.writing = Task.detached(priority: .utility) { [self] in
        await writeAll(isBrief: isBrief, options, report)
      }
    }
  }

  private func writeAll(
    isBrief: Bool, _ options: @Sendable () async -> ArchiveOptions, _ report: @Sendable (StoreError) -> Void
  ) async {
    while true {
      let changes = work.withLock { work in
        defer { work.waiting = [] }
        if work.waiting.isEmpty { work.writing = nil }
        return work.waiting
      }
      guard !changes.isEmpty else { return }
      let options = await options()
      guard options.isOn else { continue }
      do {
        let responses = changes.compactMap { if case .keep(let response) = $0 { response } else { nil } }
        if isBrief, options.keepsPrivate, responses.count == changes.count, !database.isInMemory,
          // Where the file can't be written, the database may be.
          (try? received.append(responses)) == true
        {
          // What was put there by readers, or before the limit was lower, goes also where no prompt is ever open.
          if let limit = options.limit, StoredFile(path: database.path).version.map({ Int($0.bytes) > limit }) == true {
            try shrink(to: limit)
          }
          continue
        }
        try write { database in
          let writer = self.writer(database)
          try writer.keep(responses, keepsPrivate: options.keepsPrivate)
          for case .remove(let id) in changes {
            try writer.delete("id = ?", [StoredID(id.rawValue)])
            // Until the index is merged, it still has the words.
            try Self.mergeIndex(in: database)
          }
        }
        let areMoved = earlier.areMoved.withLock { areMoved in
          defer { areMoved = false }
          return areMoved
        }
        if areMoved { try finishMove() }
        if !isBrief { examineInBackground() }
        if let limit = options.limit { try shrink(to: limit) }
      } catch {
        let error = StoreError(error, path: database.path)
        let isNew = work.withLock { work in
          defer { work.failure = error }
          return work.failure == nil && !work.isWatched
        }
        if isNew { report(error) }
      }
    }
  }

  /// Returns an error from now on, which is then no message.
  func watchFailures() { work.withLock { ($0.isWatched, $0.failure) = (true, nil) } }

  /// The error by which something was not kept, after everything so far; `nil` if everything is.
  func failure() async -> StoreError? {
    await settle()
    return work.withLock { work in
      work.isWatched = false
      return work.failure
    }
  }

  /// Examines the posts of an earlier version, once for each prompt; nobody waits for that.
  private func examineInBackground() {
    work.withLock { work in
      if work.examining != nil { return }
      work.examining = Task.detached(priority: .background) { [self] in await examineEarlierPosts() }
    }
  }

  /// Waits until everything so far is written.
  func settle() async {
    // Another change may come meanwhile, which its own task writes.
    await work.withLock { $0.writing }?.value
  }

  /// Empties the log after posts were added, which fill it: whoever opens the database next reads all of it.
  func emptyLogOfAdded() {
    let hasAdded = work.withLock { work in
      defer { work.hasAdded = false }
      return work.hasAdded
    }
    // What stays in the log is only read again.
    if hasAdded { try? database.emptyLog() }
  }

  /// Deletes the oldest posts if the file is too large, and a few more, so that this is not due again at once.
  private func shrink(to limit: Int) throws {
    for _ in 0..<3 {
      let size = try database.read(Self.size)
      guard size > limit else { return }
      let count = try database.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM status") } ?? 0
      var excess = count == 0 ? 0 : min((size - limit) / max(size / count, 1) + count / 50 + 1, count)
      // Each transaction is short: whoever reads waits for its end.
      while excess > 0 {
        let part = min(excess, 500)
        try database.write {
          try writer($0).delete("row IN (SELECT row FROM status ORDER BY createdAt LIMIT ?)", [part])
        }
        excess -= part
      }
      try database.write(Self.deleteWhatIsOlderThanThePosts)
    }
  }

  /// Deletes accounts that no kept post is of, and responses, where they were kept before every post.
  private static func deleteWhatIsOlderThanThePosts(_ database: GRDB.Database) throws {
    // The first rows are the oldest, unless a response is read again.
    let oldest = try Int.fetchOne(database, sql: "SELECT keptAt FROM status ORDER BY row LIMIT 1") ?? .max
    try database.run(
      """
      DELETE FROM account WHERE keptAt < ? AND NOT EXISTS (SELECT 1 FROM status WHERE author = account.row)
      """, [oldest])
    try database.run("DELETE FROM response WHERE date < ?", [oldest])
    if oldest == .max { try database.run("DELETE FROM list") }
    try mergeIndex(in: database)
  }

  /// Frees what the index still has of deleted posts; in a large one, a part of it.
  static func mergeIndex(in database: GRDB.Database) throws {
    let isSmall = try Int.fetchOne(database, sql: "SELECT 1 FROM status LIMIT 1 OFFSET 20000") == nil
    try database.run(
      isSmall ? "INSERT INTO text (text) VALUES ('optimize')" : "INSERT INTO text (text, rank) VALUES ('merge', -200)")
  }

  /// The bytes of the file that are in use.
  static func size(in database: GRDB.Database) throws -> Int {
    func number(_ name: String) throws -> Int { try Int.fetchOne(database, sql: "PRAGMA \(name)") ?? 0 }
    return try (number("page_count") - number("freelist_count")) * number("page_size")
  }
}
