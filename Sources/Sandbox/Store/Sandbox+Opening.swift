import GRDB

extension Sandbox {
  /// Opens the database for concurrent use by several processes.
  static func open(_ store: SandboxStore, _ clock: SandboxClock) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.label = "howdah.sandbox"
    configuration.busyMode = .timeout(5)
    configuration.prepareDatabase { database in
      // A power cut may lose the last commits. Waiting for the disk at each post would be slow.
      try database.execute(sql: "PRAGMA synchronous = NORMAL; PRAGMA temp_store = MEMORY")
      // For the expiry conditions in SQL, so that no statement needs an argument for the time.
      database.add(
        function: DatabaseFunction("present", argumentCount: 0) { _ in Moment(clock.now()).milliseconds })
    }
    switch store {
    case .inMemory: return try DatabaseQueue(named: nil, configuration: configuration)
    case .file(let path):
      configuration.journalMode = .wal
      return try DatabaseQueue(path: path, configuration: configuration)
    }
  }

  /// Creates the tables and the seed data of a new file, in one transaction.
  static func create(_ queue: DatabaseQueue, _ instance: InstanceInfo, seed: UInt64, now: Moment) throws {
    try queue.writeWithoutTransaction { database in
      if try version(of: database) == Schema.version { return }
      try database.inTransaction(.immediate) {
        // Another process may have done it in the meantime.
        let version = try version(of: database)
        if version == Schema.version { return .rollback }
        guard version == 0 else { throw SandboxError.unknownVersion(version) }
        try database.execute(sql: Schema.sql)
        try SeedData(seed: seed).insert(in: Transaction(database, now: now, instance: instance))
        return .commit
      }
    }
  }

  private static func version(of database: Database) throws -> Int {
    try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
  }
}

extension SandboxError {
  /// Distinguishes damaged files, which can be renamed and replaced, from other errors.
  init(_ error: DatabaseError, path: String) {
    switch error.resultCode {
    case .SQLITE_FULL: self = .full(path)
    case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH: self = .refused(path)
    // A file that is not a database, or another program's, fails like this when its tables are used.
    case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR, .SQLITE_CONSTRAINT, .SQLITE_MISMATCH: self = .unreadable(path)
    default: self = .unusable(path, reason: error.resultCode.description)
    }
  }
}

extension Transaction {
  /// The stored token, if it is still valid.
  func knownToken(for username: String) throws -> String? {
    guard let token = try meta("token.\(username)"), try bearer(of: token) != nil else { return nil }
    return token
  }

  /// The application of the sandbox's own tokens; registered once.
  func ownApplication() throws -> ApplicationRow {
    if let id = try meta("application").flatMap({ Int64($0) }), let known = try application(id) { return known }
    let made = try register(
      "Howdah", website: nil, [ApplicationRow.outOfBand], Scopes("read write follow push profile"))
    try setMeta("application", String(made.id))
    return made
  }
}
