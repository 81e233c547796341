public import FeatureKit

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
  }
}
