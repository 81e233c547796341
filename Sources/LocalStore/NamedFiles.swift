import Glibc
import Subprocesses

/// The files that a user names, which are not Howdah's own.
public struct NamedFiles: Sendable {
  public static let largest = StoredFile.maximumBytes
  private let expand: @Sendable (String) -> String
  /// The files in memory that replace the disk; `nil` for the disk.
  private let memory: MemoryFiles?

  /// Creates the access.
  ///
  /// - Parameters:
  ///   - expand: Replaces a leading `~` in a path.
  ///   - memory: The files in memory that replace the disk; those on the disk can still be read. `nil` for the disk.
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

  /// Whether there is a regular file with that name, which writing replaces.
  ///
  /// Where files are written in memory, the disk is not asked: nothing there is replaced.
  public func exists(_ path: String) -> Bool {
    let path = expand(path)
    return memory.map { $0[path] != nil } ?? (Self.information(path).map(Self.kind) == S_IFREG)
  }

  /// Reads a whole file; `nil` if it does not exist.
  ///
  /// - Throws: ``StoreError`` for a directory, a pipe, and a file that is too large or cannot be read.
  public func read(_ path: String) throws(StoreError) -> [UInt8]? { try stored(path).read() }

  /// Opens a file for its elements; `nil` if it does not exist.
  ///
  /// - Throws: ``StoreError`` for a directory, a pipe, and a file that cannot be read.
  public func items(_ path: String, names: Set<String>) throws(StoreError) -> PackedItems? {
    try PackedItems(expand(path), names: names)
  }

  /// The entries of a folder; `nil` for anything else.
  ///
  /// - Throws: ``StoreError`` for a folder that cannot be read.
  public func entries(of path: String) throws(StoreError) -> [(name: String, isFolder: Bool)]? {
    let path = expand(path)
    guard Self.isFolder(path) else { return nil }
    return try Directory(path: path).names().map { ($0, Self.isFolder("\(path)/\($0)")) }
  }

  private static func isFolder(_ path: String) -> Bool { information(path).map(kind) == S_IFDIR }

  /// Writes a file, which is never seen half-written; a pipe or a device is written to instead.
  ///
  /// A new file is readable by its owner only; one that is replaced keeps who may read it.
  ///
  /// - Throws: ``StoreError``; what is there stays.
  public func write(_ path: String, _ bytes: [UInt8]) throws(StoreError) {
    let file = fresh(path)
    guard memory == nil, let information = Self.information(file.path) else {
      return try file.replace(with: bytes, isOurFolder: false)
    }
    guard Self.kind(information) != S_IFREG else {
      return try file.replace(with: bytes, mode: information.st_mode & 0o777, isOurFolder: false)
    }
    try OpenedFile(file.path, O_WRONLY).write(bytes)
  }

  /// Adds to a file, readable by its owner only if it is new, or writes to a pipe or a device.
  ///
  /// - Throws: ``StoreError``; what is there stays as it was.
  public func append(_ path: String, _ bytes: [UInt8]) throws(StoreError) {
    let file = fresh(path)
    guard memory == nil else { return try file.replace(with: (file.read() ?? []) + bytes) }
    try OpenedFile(file.path, O_WRONLY | O_APPEND | O_CREAT).write(bytes)
  }

  /// Begins a file that is written part by part, with the rules of ``write(_:_:)``.
  ///
  /// - Throws: ``StoreError``
  public func parts(_ path: String) throws(StoreError) -> PartFile {
    let file = fresh(path)
    let information = memory == nil ? Self.information(file.path) : nil
    guard let information, Self.kind(information) != S_IFREG else {
      return try PartFile(file, mode: information.map { $0.st_mode & 0o777 } ?? 0o600)
    }
    return PartFile(pipe: try OpenedFile(file.path, O_WRONLY))
  }

  private static func information(_ path: String) -> stat? {
    var information = stat()
    return stat(path, &information) == 0 ? information : nil
  }

  fileprivate static func kind(_ information: stat) -> mode_t { information.st_mode & S_IFMT }
}

/// A file that is written where it is.
struct OpenedFile: ~Copyable {
  private let path: String
  private let descriptor: Int32

  /// The time for which a pipe may be full, in milliseconds.
  private static let limit: Int32 = 10_000

  /// Opens a file; nothing waits for the reader of a pipe.
  init(_ path: String, _ flags: Int32) throws(StoreError) {
    self.path = path
    descriptor = open(path, flags | O_NOCTTY | O_NONBLOCK | O_CLOEXEC, 0o600)
    guard descriptor < 0 else { return }
    throw Self.error(errno, path)
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Writes everything; if that fails, a regular file is as long as before.
  func write(_ bytes: [UInt8]) throws(StoreError) {
    var information = stat()
    let isRegular = fstat(descriptor, &information) == 0 && NamedFiles.kind(information) == S_IFREG
    var rest = bytes[...]
    while !rest.isEmpty {
      let (count, code) = withoutPipeSignal {
        rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      }
      if count > 0 {
        rest = rest.dropFirst(count)
        continue
      }
      if code == EINTR { continue }
      if code == EAGAIN {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        if poll(&waiting, 1, Self.limit) > 0 { continue }
      }
      if isRegular { ftruncate(descriptor, information.st_size) }
      throw Self.error(code, path)
    }
  }

  private static func error(_ code: Int32, _ path: String) -> StoreError {
    switch code {
    case EISDIR: .folder(path: path)
    case ENXIO, EAGAIN, EPIPE: .unreadPipe(path: path)
    default: StoreError(code: code, path: path)
    }
  }
}
