public import FoundationEssentials
import GRDB
import MastodonKit
import Synchronization

/// A SQLite database in the data folder: `howdah.sqlite`, for everything that lasts and is more than a small file, or the
/// archive of an account.
///
/// Opened on first use, so that a command that does not need it does not pay for it. Safe with several processes. A
/// damaged file is set aside, never deleted, and a new one replaces it.
public final class Database: Sendable {
  public let path: String
  private let place: Place
  private let schema: Schema
  private let archives = Mutex<[String: ArchiveStore]>([:])
  let now: @Sendable () -> Date
  let report: @Sendable (StoreNotice) -> Void
  private let connection = Mutex<DatabaseQueue?>(nil)
  /// The accounts for which something is being sent, where no file can be locked.
  private let sending = Mutex<Set<String>>([])
  private let complaints = Mutex<Set<String>>([])
  let bell = ChangeNotifier()
  /// The id of this use of the database, by which others know what is open here.
  let process: String

  struct Schema: Sendable {
    let migrations: @Sendable () -> DatabaseMigrator
    /// How each change is written: a draft must survive a power failure, and what was read can be read again.
    let synchronous: String
    /// The seconds to wait for another process that writes.
    let patience: Double
    /// The tables that are copied from a damaged file, those with what a person wrote first.
    let rescued: [String]
  }

  private enum Place {
    case file
    /// Empty, and gone with this object.
    case memory
    /// A temporary one, with what another one has, or with what the file has.
    case copy(of: Database?)
  }

  /// Creates the store; nothing is opened yet.
  ///
  /// `now` dates the name of a damaged file that is set aside; `report` is told about it.
  public init(
    locations: FileLocations, now: @escaping @Sendable () -> Date, report: @escaping @Sendable (StoreNotice) -> Void
  ) {
    path = FileLocations.join(locations.data, "howdah.sqlite")
    place = locations.memory.map { $0.isOverDisk ? .copy(of: nil) : .memory } ?? .file
    process = "\(UniqueID.make(at: now()))@\(RunningProcess.own)"
    schema = Schema(migrations: { Self.migrations }, synchronous: "FULL", patience: 5, rescued: Self.rescued)
    self.now = now
    self.report = report
  }

  /// Creates the database of an account's archive.
  init(ofArchiveOf account: String, beside main: Database, named name: String, schema: Schema) {
    path = FileLocations.join(StoredFile.parent(of: main.path), name)
    place =
      switch main.place {
      case .file: .file
      case .memory: .memory
      case .copy(let original): .copy(of: original?.archive(of: account).database)
      }
    process = main.process
    now = main.now
    report = main.report
    self.schema = schema
  }

  /// The archive of an account; made at the first use, and opened at the first use of what it has.
  func archive(of account: String) -> ArchiveStore {
    archives.withLock { archives in
      if let archive = archives[account] { return archive }
      let archive = ArchiveStore(account: account, beside: self)
      archives[account] = archive
      return archive
    }
  }

  /// The accounts whose archives were used.
  var openArchives: [String] { archives.withLock { Array($0.keys) } }

  private init(copying original: Database) {
    path = original.path
    place = .copy(of: original)
    process = original.process
    schema = original.schema
    now = original.now
    report = original.report
  }

  /// A copy in memory, made at its first use: what is written to it is gone with it.
  public func scratch() -> Database { Database(copying: self) }

  /// Closes the file if it is open; the next use opens it again.
  public func close() throws(StoreError) {
    for archive in archives.withLock({ Array($0.values) }) { try archive.database.close() }
    let open = connection.withLock { kept in
      defer { kept = nil }
      return kept
    }
    do { try open?.close() } catch { throw StoreError(error, path: path) }
  }

  /// Reads one state of the database.
  ///
  /// Not by GRDB's `read`: it forbids changes meanwhile, and with each switch SQLite prepares all statements again.
  func read<Value>(_ work: (GRDB.Database) throws -> Value) throws(StoreError) -> Value {
    try perform { queue in
      try queue.inDatabase { database in
        try database.beginTransaction(.deferred)
        do {
          let value = try work(database)
          try database.commit()
          return value
        } catch {
          // The error that matters is the first.
          try? database.rollback()
          throw error
        }
      }
    }
  }

  func write<Value>(_ work: (GRDB.Database) throws -> Value) throws(StoreError) -> Value {
    let value = try perform { queue in try queue.write(work) }
    bell.ring()
    return value
  }

  /// Runs one statement in a transaction of its own.
  func run(_ sql: String, _ arguments: StatementArguments = StatementArguments()) throws(StoreError) {
    try write { try $0.run(sql, arguments) }
  }

  /// Writes the file again without what was deleted, and empties its log.
  func erase() throws(StoreError) {
    if isInMemory { return }
    try perform { queue in try queue.vacuum() }
    try emptyLog()
  }

  /// Empties the log, which still has what was deleted.
  func emptyLog() throws(StoreError) {
    if isInMemory { return }
    try perform { queue in
      try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
    }
  }

  /// Whether nothing that is written stays.
  var isInMemory: Bool { if case .file = place { false } else { true } }

  /// Whether there is anything to read, so that reading makes no file.
  var hasContent: Bool {
    switch place {
    case .memory: true
    case .file: StoredFile(path: path).exists
    case .copy(let original): original?.isInMemory == true || StoredFile(path: path).exists
    }
  }

  /// Whether it is a copy, for a run that changes nothing.
  var isScratch: Bool { if case .copy = place { true } else { false } }

  /// Begins to send for an account; `nil` if another process or prompt does.
  func sendingLock(account: String) throws(StoreError) -> SendingLock? {
    guard !isInMemory else {
      guard sending.withLock({ $0.insert(account).inserted }) else { return nil }
      return SendingLock { [self] in sending.withLock { _ = $0.remove(account) } }
    }
    let folder = StoredFile.parent(of: path)
    try Directory(path: folder).make()
    guard let lock = try HeldLock(path: sendingLockPath(account: account)) else { return nil }
    return SendingLock { withExtendedLifetime(lock) {} }
  }

  /// The file that is locked while something is sent for an account.
  func sendingLockPath(account: String) -> String {
    FileLocations.join(StoredFile.parent(of: path), "sending-\(StoredFile.name(for: account)).lock")
  }

  /// Runs the work; repeats it with a new connection, then with a new file, if the present one seems to be damaged.
  private func perform<Value>(_ work: (DatabaseQueue) throws -> Value) throws(StoreError) -> Value {
    var queue = try opened()
    // A page of the search index that could not be read once is damage to SQLite, too.
    for isDamaged in [false, true] {
      do {
        return try work(queue)
      } catch {
        guard case .damaged = StoreError(error, path: path), !isInMemory else { throw StoreError(error, path: path) }
      }
      queue = try replaced(queue, isDamaged: isDamaged)
    }
    do { return try work(queue) } catch { throw StoreError(error, path: path) }
  }

  private func opened() throws(StoreError) -> DatabaseQueue {
    try connection.withLock { kept throws(StoreError) in
      if let kept { return kept }
      let queue = try open()
      kept = queue
      return queue
    }
  }

  /// Connects again, and sets the file aside if it is damaged, unless another thread has done so already.
  private func replaced(_ present: DatabaseQueue, isDamaged: Bool) throws(StoreError) -> DatabaseQueue {
    try connection.withLock { kept throws(StoreError) in
      if let kept, kept !== present { return kept }
      kept = nil
      // Closing a damaged file properly may fail; its connection ends with the object.
      do { try present.close() } catch { _ = error }
      let queue =
        isDamaged ? try StoredFile(path: path).change { () throws(StoreError) in try self.renewed() } : try open()
      kept = queue
      return queue
    }
  }

  /// Opens and migrates the file under a lock.
  private func open() throws(StoreError) -> DatabaseQueue {
    switch place {
    case .memory: return try migrated { try DatabaseQueue() }
    case .copy(let original):
      // A file that does not exist yet is not made for this.
      guard hasContent else { return try migrated { try DatabaseQueue() } }
      return try migrated {
        // Without a name it is a temporary file: an archive may be large.
        let copy = try DatabaseQueue(path: "")
        try (original?.opened() ?? connectUnchanged()).backup(to: copy)
        return copy
      }
    case .file:
      do throws(StoreError) {
        return try StoredFile(path: path).change { () throws(StoreError) in
          do throws(StoreError) {
            return try self.connect()
          } catch .damaged {
            return try self.renewed()
          }
        }
      } catch .readOnly(let folder) {
        return try connectUnchanged(in: folder)
      }
    }
  }

  /// Opens the file where nothing can be written: what is in it can still be read.
  ///
  /// - Throws: ``StoreError/readOnly(folder:)`` if there is none, or it has a log that would have to be written into it first.
  func connectUnchanged(in folder: String) throws(StoreError) -> DatabaseQueue {
    let log = StoredFile(path: path + "-wal").version?.bytes ?? 0
    guard StoredFile(path: path).exists, log == 0 else { throw .readOnly(folder: folder) }
    do {
      let queue = try connectUnchanged(isLocked: false)
      guard try queue.read(schema.migrations().hasCompletedMigrations) else {
        throw StoreError.readOnly(folder: folder)
      }
      return queue
    } catch {
      throw StoreError(error, path: path)
    }
  }

  /// Opens the file to read it.
  ///
  /// - Parameter isLocked: Whether another process may be writing it, as one does that has its log.
  private func connectUnchanged(isLocked: Bool? = nil) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.readonly = true
    let wait = BusyWait(seconds: schema.patience) { .now }
    configuration.busyMode = .callback { wait.pause(after: $0) }
    if isLocked ?? StoredFile(path: path + "-wal").exists {
      return try DatabaseQueue(path: path, configuration: configuration)
    }
    let escaped = path.map { "%?#".contains($0) ? "%\(String($0.asciiValue ?? 0, radix: 16))" : "\($0)" }.joined()
    return try DatabaseQueue(path: "file:\(escaped)?immutable=1", configuration: configuration)
  }

  /// Sets the damaged file aside, and makes a new one with what can still be read of it.
  private func renewed() throws(StoreError) -> DatabaseQueue {
    let (file, companions) = (StoredFile(path: path), ["-wal", "-shm"])
    let kept = try file.setAside(at: now(), companions: companions)
    let queue: DatabaseQueue
    do {
      queue = try connect()
    } catch {
      // It is the disk that fails, and perhaps for a moment.
      file.putBack(kept, companions: companions)
      throw error
    }
    let rows = rescue(schema, from: kept, into: queue)
    report(rows == 0 ? .setAside(path: path, keptAs: kept) : .rescued(path: path, keptAs: kept, rows: rows))
    return queue
  }

  /// Says once for each kind of row that some cannot be read; they are kept.
  func reportUnreadable(_ count: Int, _ noun: String) {
    guard count > 0, complaints.withLock({ $0.insert(noun).inserted }) else { return }
    report(.unreadable(path: path, rows: "\(count) \(noun)\(count == 1 ? "" : "s")"))
  }

  /// Says once that a file beside the database cannot be read; it is kept and left out.
  func reportUnreadable(_ path: String) {
    if complaints.withLock({ $0.insert(path).inserted }) { report(.unreadableFile(path: path)) }
  }

  private func connect() throws(StoreError) -> DatabaseQueue {
    // SQLite gives its companion files the mode of this one.
    try StoredFile(path: path).createPrivate()
    var configuration = Configuration()
    configuration.label = "howdah"
    let wait = BusyWait(seconds: schema.patience) { .now }
    configuration.busyMode = .callback { wait.pause(after: $0) }
    configuration.prepareDatabase { [synchronous = schema.synchronous] database in
      // Not by GRDB's `journalMode`, which also relaxes `synchronous`: a draft must survive a power failure.
      try database.execute(
        sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = \(synchronous); PRAGMA secure_delete = ON")
    }
    return try migrated { try DatabaseQueue(path: path, configuration: configuration) }
  }

  private func migrated(_ make: () throws -> DatabaseQueue) throws(StoreError) -> DatabaseQueue {
    do {
      let queue = try make()
      let migrations = schema.migrations()
      guard try !queue.read(migrations.hasBeenSuperseded) else { throw StoreError.newer(path: path) }
      try migrations.migrate(queue)
      return queue
    } catch {
      throw StoreError(error, path: path)
    }
  }
}

extension GRDB.Database {
  /// Runs one statement, which is prepared once.
  func run(_ sql: String, _ arguments: StatementArguments = StatementArguments()) throws {
    try cachedStatement(sql: sql).execute(arguments: arguments)
  }
}

extension StoreError {
  /// Converts SQLite's error; nothing of the statement or its arguments is kept.
  init(_ error: any Error, path: String) {
    switch error {
    case let error as StoreError:
      self = error
    case let error as DatabaseError:
      switch error.resultCode {
      case .SQLITE_FULL: self = .full(path: path)
      // What SQLite maps into memory, such as the index of its log, fails like this on a full disk.
      case .SQLITE_IOERR where FileLocations.isOutOfSpace(at: path),
        .SQLITE_CANTOPEN where FileLocations.isOutOfSpace(at: path):
        self = .full(path: path)
      case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH: self = .refusal(of: path)
      case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .damaged(path: path)
      case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_PROTOCOL: self = .busy(path: path)
      default:
        // “10 (disk I/O error)”, without the number.
        let words = error.resultCode.description.drop { $0 != "(" }.dropFirst().dropLast()
        self = .failed(path: path, reason: String(words))
      }
    default:
      self = .failed(path: path, reason: "\(type(of: error))")
    }
  }
}
