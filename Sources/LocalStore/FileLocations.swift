public import FoundationEssentials
import Glibc

/// The user's files according to the XDG base directory specification.
///
/// Computed from the environment that is passed in; nothing is created until something is written.
public struct FileLocations: Hashable, Sendable {
  /// For what the user may edit: settings.
  public var config: String
  /// For what must last: accounts, secrets, drafts.
  public var data: String
  /// For what may be lost: history, the numbers on the last screen.
  public var state: String
  /// For what can be requested again.
  public var cache: String
  /// The in-memory disk of the files; `nil` for the real one.
  ///
  /// Files of other modules (the prompt's history) are not kept then.
  public var memory: MemoryFiles?

  public init(config: String, data: String, state: String, cache: String) {
    self.config = config
    self.data = data
    self.state = state
    self.cache = cache
  }

  /// Returns locations on an empty in-memory disk.
  public static func inMemory() -> FileLocations {
    var locations = FileLocations(config: "/config", data: "/data", state: "/state", cache: "/cache")
    locations.memory = MemoryFiles()
    return locations
  }

  /// The same files for a dry run: they are read, and what is written stays in memory.
  public func scratch() -> FileLocations {
    guard memory == nil else { return self }
    var locations = self
    locations.memory = MemoryFiles(isOverDisk: true)
    return locations
  }

  /// The same locations on the disk, for what also a dry run must keep.
  public var kept: FileLocations {
    var locations = self
    if memory?.isOverDisk == true { locations.memory = nil }
    return locations
  }

  /// Determines the locations from `XDG_CONFIG_HOME` and similar variables, or from `HOME`.
  ///
  /// As the specification demands, an empty or relative value counts as not set.
  ///
  /// - Throws: ``StoreError/noHome`` if a directory depends on `HOME`, and that is not an absolute path either.
  public init(environment: [String: String]) throws(StoreError) {
    func directory(_ variable: String, fallback: String) throws(StoreError) -> String {
      if let value = environment[variable], value.hasPrefix("/") { return Self.join(value, "howdah") }
      guard let home = environment["HOME"], home.hasPrefix("/") else { throw .noHome }
      return Self.join(home, fallback + "/howdah")
    }
    config = try directory("XDG_CONFIG_HOME", fallback: ".config")
    data = try directory("XDG_DATA_HOME", fallback: ".local/share")
    state = try directory("XDG_STATE_HOME", fallback: ".local/state")
    cache = try directory("XDG_CACHE_HOME", fallback: ".cache")
  }

  /// Returns a file on the disk of these locations.
  func file(_ path: String) -> StoredFile { StoredFile(path: path, memory: memory) }

  /// The path of the prompt's history for an account, `user@host`, which EditLine writes.
  public func history(of account: String) -> String { Self.join(histories, StoredFile.name(for: account)) }

  private var histories: String { Self.join(state, "histories") }

  /// Whether a prompt of any account has a history.
  public var hasHistory: Bool {
    // An unreadable folder is reported when the history is opened.
    (try? Directory(path: histories, memory: memory).names().isEmpty) == false
  }

  static func join(_ directory: String, _ name: String) -> String {
    directory.hasSuffix("/") ? directory + name : directory + "/" + name
  }

  /// Creates a directory and its parents with mode 0700 if it is missing.
  ///
  /// An existing directory keeps its mode.
  ///
  /// - Throws: ``StoreError`` with the directory that cannot be created.
  public static func make(_ directory: String) throws(StoreError) {
    try Directory(path: directory).make()
  }

  /// Creates an empty file that only its owner can read, and its directory, if they are missing.
  ///
  /// For a database that another module opens: SQLite's companion files get the mode of the file.
  ///
  /// - Throws: ``StoreError`` with the file that cannot be created.
  public static func makeFile(_ path: String) throws(StoreError) {
    try make(StoredFile.parent(of: path))
    try StoredFile(path: path).createPrivate()
  }

  /// Whether a database or its companion files cannot grow: the disk is full, or the file size limit (`ulimit -f`) is
  /// too small for a large database.
  public static func isOutOfSpace(at path: String) -> Bool {
    let step: UInt64 = 65_536
    var system = statvfs()
    if statvfs(StoredFile.parent(of: path), &system) == 0, UInt64(system.f_bavail) * UInt64(system.f_frsize) < step {
      return true
    }
    // SQLite rolls back what it could not write, so the files themselves do not show it.
    var limit = rlimit()
    return getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 && limit.rlim_cur < 1 << 30
  }

  /// Renames a damaged database and its companion files; returns the new path.
  ///
  /// - Throws: ``StoreError`` if it cannot be renamed.
  public static func setAsideDatabase(_ path: String, at moment: Date) throws(StoreError) -> String {
    try StoredFile(path: path).setAside(at: moment, companions: ["-wal", "-shm"])
  }
}
