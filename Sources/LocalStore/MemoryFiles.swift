import Synchronization

/// In-memory files, for a run that must leave nothing behind: fixtures, previews and tests.
///
/// They are released with the last ``FileLocations`` that refers to them.
public final class MemoryFiles: Sendable {
  private let contents = Mutex<[String: [UInt8]]>([:])
  private let turn = Mutex(())

  /// Creates an empty disk.
  public init() {}

  subscript(path: String) -> [UInt8]? {
    get { contents.withLock { $0[path] } }
    set { contents.withLock { $0[path] = newValue } }
  }

  /// The names of the files in a directory.
  func names(in directory: String) -> [String] {
    let prefix = directory.hasSuffix("/") ? directory : directory + "/"
    return contents.withLock { contents in
      contents.keys.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
        .filter { !$0.utf8.contains(UInt8(ascii: "/")) }
    }
  }

  /// Runs a change under a lock.
  func change<Value>(_ work: () throws(StoreError) -> Value) throws(StoreError) -> Value {
    try turn.withLock { _ throws(StoreError) in try work() }
  }
}

extension MemoryFiles: Hashable {
  /// Whether both are the same disk.
  public static func == (one: MemoryFiles, other: MemoryFiles) -> Bool { one === other }

  /// Hashes the disk's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
