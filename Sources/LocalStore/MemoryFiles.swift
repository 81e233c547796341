import Synchronization

/// In-memory files, for a run that must leave nothing behind: fixtures, previews, tests and dry runs.
///
/// They are released with the last ``FileLocations`` that refers to them.
public final class MemoryFiles: Sendable {
  /// The files that were written, and those that were removed.
  private let contents = Mutex<[String: [UInt8]?]>([:])
  private let turn = Mutex(())
  /// Whether files that were not changed here are those of the disk.
  let isOverDisk: Bool

  public convenience init() { self.init(isOverDisk: false) }

  init(isOverDisk: Bool) { self.isOverDisk = isOverDisk }

  subscript(path: String) -> [UInt8]? {
    get { contents.withLock { $0[path] ?? nil } }
    set { contents.withLock { $0[path] = .some(newValue) } }
  }

  /// Whether a file is here, or was removed here: what the disk has does not count.
  func covers(_ path: String) -> Bool { !isOverDisk || contents.withLock { $0.keys.contains(path) } }

  func names(in directory: String, onDisk: [String] = []) -> [String] {
    let prefix = directory.hasSuffix("/") ? directory : directory + "/"
    return contents.withLock { contents in
      var names = Set(onDisk)
      for (path, content) in contents where path.hasPrefix(prefix) {
        let name = String(path.dropFirst(prefix.count))
        if content == nil { names.remove(name) } else if !name.utf8.contains(UInt8(ascii: "/")) { names.insert(name) }
      }
      return Array(names)
    }
  }

  /// Runs a change under a lock.
  func change<Value>(_ work: () throws(StoreError) -> Value) throws(StoreError) -> Value {
    try turn.withLock { _ throws(StoreError) in try work() }
  }
}

extension MemoryFiles: Hashable {
  public static func == (one: MemoryFiles, other: MemoryFiles) -> Bool { one === other }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
