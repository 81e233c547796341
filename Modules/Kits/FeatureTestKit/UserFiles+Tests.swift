public import FeatureKit
import Synchronization

extension UserFiles {
  /// Files that are read and written, without folders and archives.
  public init(
    read: @escaping @Sendable (_ path: String) async throws -> [UInt8],
    exists: @escaping @Sendable (_ path: String) -> Bool,
    write: @escaping @Sendable (_ path: String, _ bytes: [UInt8]) async throws -> Void
  ) {
    self = .none
    (self.read, self.exists, self.write) = (read, exists, write)
    append = { path, bytes in try await write(path, (exists(path) ? try await read(path) : []) + bytes) }
    parts = { path in
      let all = Mutex<[UInt8]>([])
      return PartFile(
        add: { bytes in all.withLock { $0 += bytes } }, finish: { try await write(path, all.withLock { $0 }) })
    }
  }
}
