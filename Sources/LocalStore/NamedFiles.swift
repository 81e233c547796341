import Glibc

/// The files that a user names, which are not Howdah's own.
public struct NamedFiles: Sendable {
  /// The largest file that is read, in bytes.
  public static let largest = StoredFile.maximumBytes
  private let expand: @Sendable (String) -> String
  /// Where files are written in place of the disk; `nil` for the disk.
  private let memory: MemoryFiles?

  /// Creates the access.
  ///
  /// - Parameters:
  ///   - expand: Replaces a leading `~` in a path.
  ///   - memory: Where files are written in place of the disk; those on the disk can still be read. `nil` for the disk.
  public init(expand: @escaping @Sendable (String) -> String, memory: MemoryFiles? = nil) {
    self.expand = expand
    self.memory = memory
  }

  /// A file on the disk, or the one that hides it.
  private func stored(_ path: String) -> StoredFile {
    let path = expand(path)
    return StoredFile(path: path, memory: memory.flatMap { $0[path] == nil ? nil : $0 })
  }

  /// The file that is written.
  func fresh(_ path: String) -> StoredFile { StoredFile(path: expand(path), memory: memory) }

  /// Whether there is a file with that name.
  public func exists(_ path: String) -> Bool { stored(path).exists }

  /// Reads a whole file; `nil` if it does not exist.
  ///
  /// - Throws: ``StoreError`` for a directory, a pipe, and a file that is too large or cannot be read.
  public func read(_ path: String) throws(StoreError) -> [UInt8]? { try stored(path).read() }

  /// The names in a folder; `nil` for anything else.
  ///
  /// - Throws: ``StoreError`` for a folder that cannot be read.
  public func names(in path: String) throws(StoreError) -> [String]? {
    let path = expand(path)
    var information = stat()
    guard stat(path, &information) == 0, information.st_mode & S_IFMT == S_IFDIR else { return nil }
    return try Directory(path: path).names()
  }

  /// Writes a file, readable by its owner only; it is never seen half-written.
  public func write(_ path: String, _ bytes: [UInt8]) throws(StoreError) {
    try fresh(path).replace(with: bytes)
  }
}
