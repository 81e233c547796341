public import FoundationEssentials
import GRDB
import Synchronization

/// The SQLite database `howdah.sqlite` in the data folder, for everything that lasts and is more than a small file.
///
/// Opened on first use, so that a command that does not need it does not pay for it. Safe with several processes. A
/// damaged file is set aside, never deleted, and a new one replaces it.
public final class Database: Sendable {
  /// The path of the file.
  public let path: String
  private let isInMemory: Bool
  /// The database that this one begins as a copy of; `nil` for an empty one.
  private let original: Database?
  private let now: @Sendable () -> Date
  private let report: @Sendable (StoreNotice) -> Void
  private let connection = Mutex<DatabaseQueue?>(nil)
  let bell = ChangeNotifier()

  /// Creates the store; nothing is opened yet.
  ///
  /// `now` dates the name of a damaged file that is set aside; `report` is told about it.
  public init(
    locations: FileLocations, now: @escaping @Sendable () -> Date, report: @escaping @Sendable (StoreNotice) -> Void
  ) {
    path = FileLocations.join(locations.data, "howdah.sqlite")
    isInMemory = locations.memory != nil
    original = nil
    self.now = now
    self.report = report
  }

  private init(copying original: Database) {
    path = original.path
    isInMemory = true
    self.original = original
    now = original.now
    report = original.report
  }

  /// A copy in memory, made at its first use: what is written to it is gone with it.
  public func scratch() -> Database { Database(copying: self) }

  /// Closes the file if it is open; the next use opens it again.
  public func close() throws(StoreError) {
    let open = connection.withLock { kept in
      defer { kept = nil }
      return kept
    }
    do { try open?.close() } catch { throw StoreError(error, path: path) }
  }

  func read<Value>(_ work: (GRDB.Database) throws -> Value) throws(StoreError) -> Value {
    try perform { queue in try queue.read(work) }
  }

  func write<Value>(_ work: (GRDB.Database) throws -> Value) throws(StoreError) -> Value {
    let value = try perform { queue in try queue.write(work) }
    bell.ring()
    return value
  }

  /// Runs the work; repeats it with a new file if the present one turns out to be damaged.
  private func perform<Value>(_ work: (DatabaseQueue) throws -> Value) throws(StoreError) -> Value {
    let queue = try opened()
    do {
      return try work(queue)
    } catch {
      guard case .damaged = StoreError(error, path: path) else { throw StoreError(error, path: path) }
    }
    let fresh = try replaced(queue)
    do { return try work(fresh) } catch { throw StoreError(error, path: path) }
  }

  private func opened() throws(StoreError) -> DatabaseQueue {
    try connection.withLock { kept throws(StoreError) in
      if let kept { return kept }
      let queue = try open()
      kept = queue
      return queue
    }
  }

  /// Sets the damaged file aside, unless another thread has done so already.
  private func replaced(_ damaged: DatabaseQueue) throws(StoreError) -> DatabaseQueue {
    try connection.withLock { kept throws(StoreError) in
      if let kept, kept !== damaged { return kept }
      kept = nil
      // Closing a damaged file properly may fail; its connection ends with the object.
      do { try damaged.close() } catch { _ = error }
      let queue = try StoredFile(path: path).change { () throws(StoreError) in
        try self.setAside()
        return try self.connect()
      }
      kept = queue
      return queue
    }
  }

  /// Opens and migrates the file under a lock.
  private func open() throws(StoreError) -> DatabaseQueue {
    if let original {
      // A file that does not exist yet is not made for this.
      guard original.isInMemory || StoredFile(path: path).exists else { return try migrated { try DatabaseQueue() } }
      let source = try original.opened()
      return try migrated {
        let copy = try DatabaseQueue()
        try source.backup(to: copy)
        return copy
      }
    }
    if isInMemory { return try migrated { try DatabaseQueue() } }
    return try StoredFile(path: path).change { () throws(StoreError) in
      do throws(StoreError) {
        return try self.connect()
      } catch .damaged {
        try self.setAside()
        return try self.connect()
      }
    }
  }

  private func setAside() throws(StoreError) {
    let file = StoredFile(path: path)
    report(.setAside(path: path, keptAs: try file.setAside(at: now(), companions: ["-wal", "-shm"])))
  }

  private func connect() throws(StoreError) -> DatabaseQueue {
    // SQLite gives its companion files the mode of this one.
    try StoredFile(path: path).createPrivate()
    var configuration = Configuration()
    configuration.label = "howdah"
    configuration.busyMode = .timeout(5)
    configuration.prepareDatabase { database in
      // Not by GRDB's `journalMode`, which also relaxes `synchronous`: a draft must survive a power failure.
      try database.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
    }
    return try migrated { try DatabaseQueue(path: path, configuration: configuration) }
  }

  private func migrated(_ make: () throws -> DatabaseQueue) throws(StoreError) -> DatabaseQueue {
    do {
      let queue = try make()
      guard try !queue.read(Self.migrations.hasBeenSuperseded) else { throw StoreError.newer(path: path) }
      try Self.migrations.migrate(queue)
      return queue
    } catch {
      throw StoreError(error, path: path)
    }
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
      case .SQLITE_IOERR where FileLocations.isOutOfSpace(at: path): self = .full(path: path)
      case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH: self = .refused(path: path)
      case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .damaged(path: path)
      case .SQLITE_BUSY, .SQLITE_LOCKED: self = .busy(path: path)
      default: self = .failed(path: path, reason: error.resultCode.description)
      }
    default:
      self = .failed(path: path, reason: "\(type(of: error))")
    }
  }
}
