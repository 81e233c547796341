public import FoundationEssentials
import Glibc

/// Where this person's files are, as the XDG base directory specification has it.
///
/// Computed from an environment that is handed in; nothing is made until something is written.
public struct FileLocations: Hashable, Sendable {
  /// What a person may edit: settings.
  public var config: String
  /// What must last: accounts, secrets, drafts.
  public var data: String
  /// What is nice to keep: history, the numbers last shown.
  public var state: String
  /// What can be fetched again.
  public var cache: String
  /// Where the files are kept if not on the disk.
  ///
  /// What other modules keep by themselves (the prompt's history) has no place then.
  public var memory: MemoryFiles?

  /// Makes locations from four directories that are Howdah's own.
  public init(config: String, data: String, state: String, cache: String) {
    self.config = config
    self.data = data
    self.state = state
    self.cache = cache
  }

  /// Locations on a disk that is in memory and has nothing on it: no file is made.
  public static func inMemory() -> FileLocations {
    var locations = FileLocations(config: "/config", data: "/data", state: "/state", cache: "/cache")
    locations.memory = MemoryFiles()
    return locations
  }

  /// Works out the locations from `XDG_CONFIG_HOME` and its kin, or from `HOME`.
  ///
  /// As the specification demands, a value that is empty or not absolute counts as not set.
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

  /// A file, wherever these locations have theirs.
  func file(_ path: String) -> StoredFile { StoredFile(path: path, memory: memory) }

  /// The prompt's history for an account, `user@host`, which EditLine keeps.
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

  /// Makes one of the directories, and those above it, if it is missing: 0700, as the specification demands.
  ///
  /// A directory that is there already keeps its mode.
  /// - Throws: ``StoreError`` naming the directory that cannot be made.
  public static func make(_ directory: String) throws(StoreError) {
    try Directory(path: directory).make()
  }

  /// Makes an empty file that only its owner can read, and the directory that it is in, if they are missing.
  ///
  /// For a database that another module opens: what SQLite writes beside it gets the mode of the file.
  /// - Throws: ``StoreError`` naming what cannot be made.
  public static func makeFile(_ path: String) throws(StoreError) {
    try make(StoredFile.parent(of: path))
    try StoredFile(path: path).createPrivate()
  }

  /// Whether a database, or what SQLite keeps beside it, cannot grow: the file system is full, or files are limited
  /// (`ulimit -f`) to less than a large database needs.
  public static func isOutOfSpace(at path: String) -> Bool {
    let step: UInt64 = 65_536
    var system = statvfs()
    if statvfs(StoredFile.parent(of: path), &system) == 0, UInt64(system.f_bavail) * UInt64(system.f_frsize) < step {
      return true
    }
    // SQLite takes back what it could not write, so that the files themselves tell nothing.
    var limit = rlimit()
    return getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 && limit.rlim_cur < 1 << 30
  }

  /// Keeps a damaged database, and what SQLite keeps beside it, under another name, and answers that.
  ///
  /// - Throws: ``StoreError`` if it cannot be renamed.
  public static func setAsideDatabase(_ path: String, at moment: Date) throws(StoreError) -> String {
    try StoredFile(path: path).setAside(at: moment, companions: ["-wal", "-shm"])
  }
}
