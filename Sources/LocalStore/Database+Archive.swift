import FoundationEssentials
import GRDB
public import MastodonKit

extension Database {
  /// What was read with an account, `user@host`.
  ///
  /// Errors are thrown as ``StoreError``. Nothing is opened before something is kept or asked for.
  ///
  /// - Parameters:
  ///   - isBrief: Whether the run ends soon and should not wait until everything is in the database.
  ///   - options: Says what the user wants.
  ///   - report: Is told once if nothing can be kept.
  public func archiveService(
    account: String, isBrief: Bool = false, options: @escaping @Sendable () async -> ArchiveOptions,
    report: @escaping @Sendable (StoreError) -> Void
  ) -> ArchiveService {
    let store = archive(of: account)
    let read = { @concurrent @Sendable (work: @Sendable (GRDB.Database) throws -> ArchiveAnswer) in
      await store.settle()
      // What earlier versions kept moves when it is first looked for.
      guard try store.exists || self.hasEarlierArchive(of: account) else { return ArchiveAnswer.nothing }
      return try store.read(work)
    }
    return ArchiveService(
      keep: { store.write(.keep($0), isBrief: isBrief, options: options, report: report) }, answer: store.answer,
      lists: {
        guard case .lists(let lists) = try await read({ .lists(try store.lists(in: $0)) }) else { return [] }
        return lists
      },
      remove: { [self] id in
        // Another account of this machine that read it on the same server must not keep it either.
        for store in [store] + neighbours(of: store) {
          store.write(.remove(id), isBrief: isBrief, options: options, report: report)
        }
      },
      find: { query, request in
        try await self.prepare(store, for: query)
        guard
          case .page(let page, let unreadable) = try await read({ database in
            let (page, unreadable) = try store.find(query, request, in: database)
            return .page(page, unreadable)
          })
        else { return Page([]) }
        store.database.reportUnreadable(unreadable, "archived post")
        return page
      },
      count: { query in
        try await self.prepare(store, for: query)
        guard case .count(let count) = try await read({ .count(try store.count(query, in: $0)) }) else { return 0 }
        return count
      },
      facts: {
        guard case .facts(let facts) = try await read({ .facts(try store.facts(in: $0)) }) else {
          return ArchiveFacts()
        }
        return facts
      },
      clear: { date in
        await store.settle()
        guard store.exists else { return 0 }
        do { return try await Self.clear(store, before: date) } catch  where date == nil {
          // A full disk is a reason to clear it: files can be deleted where nothing can be written.
          guard case .full = StoreError(error, path: store.database.path) else { throw error }
          // What can't be counted goes too.
          let count = (try? store.read { try store.facts(in: $0).posts }) ?? 0
          try self.removeArchive(of: account)
          return count
        }
      },
      posts: { place in
        guard
          case .posts(let posts, let last) = try await read({ database in
            guard let (posts, last) = try store.posts(after: place, in: database) else { return .nothing }
            return .posts(posts, last)
          })
        else { return nil }
        return (posts, last)
      },
      add: { @concurrent [self] posts in
        await store.settle()
        return try store.add(posts, at: now(), await options())
      }, mark: { @concurrent ids, place in try store.mark(ids, in: place) },
      settle: {
        await store.settle()
        store.emptyLogOfAdded()
      },
      watchFailures: {
        store.watchFailures()
        return { await store.failure() }
      })
  }

  /// Lets symbols be found in a part of what earlier versions have kept, and says so if there is more.
  @concurrent private func prepare(_ store: ArchiveStore, for query: ArchiveQuery) async throws {
    guard query.hasSymbols, store.exists, try store.hasEarlierPosts else { return }
    // Where nothing can be written, what is in the index is found anyway.
    if (try? store.examineNewestPosts()) != false { report(.beingIndexed) }
  }

  /// The result of one reading.
  private enum ArchiveAnswer: Sendable {
    /// There is no archive yet.
    case nothing
    case page(Page<Status>, Int)
    case count(Int)
    case posts([String], MastodonKit.Cursor)
    case facts(ArchiveFacts)
    case lists([MastodonKit.List])
  }

  @concurrent private static func clear(_ store: ArchiveStore, before date: Date?) async throws -> Int {
    try store.clear(before: date)
  }

  /// The latest kept posts with a word that begins so, for completion; empty if they cannot be read.
  public func archived(_ beginning: String, of account: String) -> [Status] {
    let store = archive(of: account)
    guard store.exists else { return [] }
    let query = ArchiveQuery([.init([.init(.words(beginning, isPrefix: true))])])
    // An unreadable database only costs its completion.
    return (try? store.read { try store.find(query, PageRequest(limit: 40), in: $0).page.elements }) ?? []
  }

  /// Deletes the archive of every account, or only the posts in it that not everybody may read.
  public func clearArchive(onlyPrivate: Bool = false) throws(StoreError) {
    let accounts = try archiveAccounts()
    guard !onlyPrivate else {
      for store in accounts.map(archive) {
        do { try store.clearPrivate() } catch { throw StoreError(error, path: store.database.path) }
      }
      return
    }
    for account in accounts { try removeArchive(of: account) }
    guard hasContent else { return }
    try write { try Self.deleteEarlierArchive("1", [], in: $0) }
  }

  private func archiveAccounts() throws(StoreError) -> [String] {
    if isInMemory { return openArchives }
    let folder = Directory(path: StoredFile.parent(of: path), memory: nil)
    return try folder.names().compactMap { name in
      guard name.hasPrefix(ArchiveStore.prefix),
        let suffix = [ArchiveStore.suffix, ReceivedFile.suffix].first(where: name.hasSuffix)
      else { return nil }
      return StoredFile.owner(of: String(name.dropFirst(ArchiveStore.prefix.count).dropLast(suffix.count)))
    }.droppingRepeats(of: \.self)
  }

  /// Whether anything is kept of what an account reads.
  public func hasArchive(of account: String) throws(StoreError) -> Bool { try archiveAccounts().contains(account) }

  /// Makes the archive of an account, with nothing in it; false if there is one, or if it can't be made.
  public func beginArchive(of account: String) -> Bool {
    // What can't be read or written is reported where something is kept.
    guard !isScratch, (try? hasArchive(of: account)) == false else { return false }
    let store = archive(of: account)
    // As above.
    return isInMemory || (try? store.received.append([])) == true
  }

  private func removeArchive(of account: String) throws(StoreError) {
    let store = archive(of: account)
    guard !isInMemory else {
      do { _ = try store.clear(before: nil) } catch { throw StoreError(error, path: store.database.path) }
      return
    }
    try store.database.close()
    for suffix in ["", "-wal", "-shm", ".lock"] { try StoredFile(path: store.database.path + suffix).remove() }
    try StoredFile(path: store.received.path).remove()
    try StoredFile(path: store.database.path).removeSetAside()
  }

  /// The archives of the other accounts on the same server.
  private func neighbours(of store: ArchiveStore) -> [ArchiveStore] {
    // A folder that cannot be read has been reported.
    let accounts = (try? archiveAccounts()) ?? []
    return accounts.filter { $0 != store.account && $0.hasSuffix("@\(store.host)") }.map { archive(of: $0) }
  }

  /// Deletes what this machine keeps of an account, for good: nothing of it stays in the files.
  ///
  /// - Parameter keepingTexts: Whether its drafts, its keys of posts and its tags and notes on bookmarks stay, and what waits to be sent, which then waits until it is asked for.
  public func forget(account: String, keepingTexts: Bool) throws(StoreError) {
    // First what needs no room on the disk.
    try removeArchive(of: account)
    try write { database in
      try Self.deleteEarlierArchive("account = ?", [account], in: database)
      // Any table, so that none that is added later is left out.
      let tables = try String.fetchAll(
        database,
        sql: """
          SELECT t.name FROM sqlite_master t JOIN pragma_table_info(t.name) c ON c.name = 'account'
          WHERE t.type = 'table'
          """)
      let texts = keepingTexts ? ["draft", "outbox", "bookmarkMark", "postKey"] : []
      for table in tables where !texts.contains(table) {
        try database.run("DELETE FROM \(table) WHERE account = ?", [account])
      }
      if keepingTexts {
        try database.run("UPDATE outbox SET date = 0 WHERE account = ?", [account])
      }
    }
    try erase()
    // Its name has the account's. A prompt that sends meanwhile keeps the lock that it has.
    try? StoredFile(path: sendingLockPath(account: account), memory: nil).remove()
  }

  /// The posts of an account in the table that earlier versions had for all accounts, as JSON.
  func earlierArchive(of account: String) throws(StoreError) -> [Data] {
    guard hasContent else { return [] }
    return try read { database in
      try String.fetchAll(
        database, sql: "SELECT json FROM archivedStatus WHERE account = ? ORDER BY createdAt", arguments: [account]
      ).map { Data($0.utf8) }
    }
  }

  private func hasEarlierArchive(of account: String) throws(StoreError) -> Bool {
    guard hasContent else { return false }
    return try read { database in
      try Bool.fetchOne(
        database, sql: "SELECT EXISTS (SELECT 1 FROM archivedStatus WHERE account = ?)", arguments: [account]) ?? false
    }
  }

  /// Deletes the posts of an account in that table, which its archive has now.
  func deleteEarlierArchive(of account: String) throws(StoreError) {
    try write { try Self.deleteEarlierArchive("account = ?", [account], in: $0) }
  }

  private static func deleteEarlierArchive(
    _ condition: String, _ arguments: StatementArguments, in database: GRDB.Database
  ) throws {
    try database.execute(
      sql: "DELETE FROM archivedText WHERE rowid IN (SELECT id FROM archivedStatus WHERE \(condition))",
      arguments: arguments)
    try database.execute(sql: "DELETE FROM archivedStatus WHERE \(condition)", arguments: arguments)
    // A deleted text is otherwise in the index until that is written again.
    try database.execute(sql: "INSERT INTO archivedText (archivedText) VALUES ('optimize')")
  }
}
