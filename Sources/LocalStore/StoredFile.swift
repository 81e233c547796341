import FoundationEssentials
import Glibc
import MastodonKit

/// A small file that is read and replaced as a whole, so that it is never seen half-written.
struct StoredFile: Sendable {
  var path: String
  /// The in-memory disk that it is on; `nil` for the real one.
  var memory: MemoryFiles?

  static let maximumBytes = 16 << 20

  /// Refuses a pipe, a device and a directory.
  static func checkIsRegular(_ descriptor: Int32, _ path: String) throws(StoreError) {
    var information = stat()
    guard fstat(descriptor, &information) == 0 else { throw StoreError(code: errno, path: path) }
    switch information.st_mode & S_IFMT {
    case S_IFREG: return
    case S_IFDIR: throw StoreError(code: EISDIR, path: path)
    default: throw .failed(path: path, reason: "it is not a regular file")
    }
  }

  static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  var exists: Bool {
    if let memory, memory.covers(path) { return memory[path] != nil }
    return access(path, F_OK) == 0
  }

  /// What is different after another process has replaced or changed the file; `nil` if there is none.
  struct Version: Hashable {
    var inode: ino_t
    var bytes: off_t
    var seconds: time_t
    var nanoseconds: Int
  }

  var version: Version? {
    var information = stat()
    guard memory == nil, stat(path, &information) == 0 else { return nil }
    return Version(
      inode: information.st_ino, bytes: information.st_size, seconds: information.st_mtim.tv_sec,
      nanoseconds: information.st_mtim.tv_nsec)
  }

  /// Reads the content; `nil` if it does not exist.
  func read() throws(StoreError) -> [UInt8]? {
    if let memory, memory.covers(path) { return memory[path] }
    // Opening a pipe would wait for its writer; with this flag it is opened at once and refused below.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw StoreError(code: errno, path: path)
    }
    defer { close(descriptor) }
    try Self.checkIsRegular(descriptor, path)
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count == 0 { return bytes }
      if count > 0 {
        bytes += chunk[..<count]
        guard bytes.count <= Self.maximumBytes else {
          throw .failed(path: path, reason: "it is larger than \(Self.maximumBytes >> 20) MB")
        }
      } else if errno != EINTR {
        throw StoreError(code: errno, path: path)
      }
    }
  }

  /// Runs a change under a lock; creates the directory if it is missing.
  func change<Value>(_ work: () throws(StoreError) -> Value) throws(StoreError) -> Value {
    if let memory { return try memory.change(work) }
    try Directory(path: Self.parent(of: path)).make()
    return try FileLock(path: path).hold(work)
  }

  /// Replaces the content, readable by its owner only unless `mode` says otherwise; only within ``change(_:)``.
  ///
  /// A symbolic link is followed, so that settings can live in a repository. `durable` waits for the disk: after a
  /// power failure the file has the old or the new content. `isOurFolder` says that a leftover with the name and `.new` may be
  /// removed; elsewhere it may be a file of the user's.
  ///
  /// - Throws: ``StoreError`` if it still has the old content.
  func replace(
    with bytes: [UInt8], durable: Bool = true, mode: mode_t = 0o600, isOurFolder: Bool = true
  ) throws(StoreError) {
    if let memory { return memory[path] = bytes }
    let staged = try staged(isOurFolder: isOurFolder)
    do throws(StoreError) {
      try staged.write(bytes)
      try staged.finish(mode: mode, durable: durable)
    } catch {
      staged.discard()
      throw error
    }
  }

  /// A new file beside the one that it will replace.
  struct Staged {
    fileprivate let path: String
    fileprivate let target: String
    fileprivate let name: String
    fileprivate let descriptor: Int32

    func write(_ bytes: [UInt8]) throws(StoreError) {
      if let code = NamedFiles.write(bytes, to: descriptor) { throw StoreError(code: code, path: path) }
    }

    /// Takes the place of the other file, and is closed; if it fails, it is still to be discarded.
    func finish(mode: mode_t, durable: Bool) throws(StoreError) {
      // A leftover of a killed process may have another mode.
      guard fchmod(descriptor, mode) == 0, !durable || fsync(descriptor) == 0, rename(name, target) == 0 else {
        throw StoreError(code: errno, path: path)
      }
      close(descriptor)
      // The new content is there; a disk that fails now may lose it, but saying that it was not written would be wrong.
      if durable { try? Directory(path: StoredFile.parent(of: target)).synchronize() }
    }

    func discard() {
      close(descriptor)
      unlink(name)
    }
  }

  /// Creates the file that is to replace this one on the disk.
  func staged(isOurFolder: Bool) throws(StoreError) -> Staged {
    let target = resolved()
    let (name, descriptor) = try isOurFolder ? openedAnew(target + ".new") : openedBeside(target)
    return Staged(path: path, target: target, name: name, descriptor: descriptor)
  }

  /// Creates a file in place of whatever has the name: a leftover of a killed process, or a pipe that nobody reads.
  private func openedAnew(_ name: String) throws(StoreError) -> (name: String, descriptor: Int32) {
    guard unlink(name) == 0 || errno == ENOENT else { throw StoreError(code: errno, path: name) }
    return try opened(name)
  }

  private func opened(_ name: String) throws(StoreError) -> (name: String, descriptor: Int32) {
    let descriptor = open(name, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_EXCL, 0o600)
    guard descriptor >= 0 else { throw StoreError(code: errno, path: path) }
    return (name, descriptor)
  }

  /// Creates a file in the same folder under a name that no other file has.
  private func openedBeside(_ target: String) throws(StoreError) -> (name: String, descriptor: Int32) {
    var number = 0
    var name: String { "\(target).howdah-\(getpid())-\(number)" }
    var information = stat()
    while number < 1000, lstat(name, &information) == 0 { number += 1 }
    return try opened(name)
  }

  private func resolved() -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  func remove() throws(StoreError) {
    if let memory { return memory[path] = nil }
    guard unlink(path) == 0 || errno == ENOENT || errno == ENOTDIR else { throw StoreError(code: errno, path: path) }
  }

  /// Renames the file to an unused name with the time in it; returns the new path.
  ///
  /// `companions` are suffixes of files that are renamed with it.
  func setAside(at moment: Date, companions: [String] = []) throws(StoreError) -> String {
    if let memory {
      let kept = "\(path).damaged"
      memory[kept] = try read()
      memory[path] = nil
      return kept
    }
    let stamp = moment.formatted(.iso8601.dateSeparator(.omitted).timeSeparator(.omitted))
    var kept = "\(path).damaged-\(stamp)"
    var number = 2
    while access(kept, F_OK) == 0 {
      kept = "\(path).damaged-\(stamp)-\(number)"
      number += 1
    }
    for suffix in [""] + companions {
      guard rename(path + suffix, kept + suffix) == 0 || errno == ENOENT else {
        throw StoreError(code: errno, path: path + suffix)
      }
    }
    return kept
  }

  /// Gives a file that was set aside its name back, in place of what has it now.
  ///
  /// - Parameter companions: As above; what has their names belongs to the file that goes.
  func putBack(_ kept: String, companions: [String] = []) {
    for suffix in companions { unlink(path + suffix) }
    // On a disk that takes no new name, it stays where it is.
    for suffix in companions + [""] { rename(kept + suffix, path + suffix) }
  }

  /// Removes what was set aside of it, and its companions.
  func removeSetAside() throws(StoreError) {
    let folder = Self.parent(of: path)
    let prefix = path.dropFirst(folder.count + 1) + ".damaged-"
    for name in try Directory(path: folder, memory: memory).names() where name.hasPrefix(prefix) {
      try StoredFile(path: FileLocations.join(folder, name), memory: memory).remove()
    }
  }

  /// Creates an empty file that only its owner can read, or removes the access of others from an existing one.
  func createPrivate() throws(StoreError) {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw StoreError(code: errno, path: path) }
    defer { close(descriptor) }
    try Self.checkIsRegular(descriptor, path)
    guard fchmod(descriptor, 0o600) == 0 else { throw StoreError(code: errno, path: path) }
  }

  /// Removes the access of others; returns whether they had any, `false` if the file does not exist.
  func makePrivate() throws(StoreError) -> Bool {
    guard memory == nil else { return false }
    var information = stat()
    guard stat(path, &information) == 0 else {
      if errno == ENOENT || errno == ENOTDIR { return false }
      throw StoreError(code: errno, path: path)
    }
    guard information.st_mode & 0o077 != 0 else { return false }
    guard chmod(path, 0o600) == 0 else { throw StoreError(code: errno, path: path) }
    return true
  }

  /// Returns a file name for an account, `user@host` or any other name.
  ///
  /// Everything except letters, digits, `@ _ -` and dots within is written as `%XX`: no name leaves its directory, and
  /// no two are the same.
  static func name(for account: String) -> String {
    var result = ""
    for (index, byte) in account.utf8.enumerated() {
      switch byte {
      case 0x30...0x39, 0x40...0x5A, 0x61...0x7A, 0x5F, 0x2D: result.unicodeScalars.append(Unicode.Scalar(byte))
      case 0x2E where index > 0: result += "."
      default: result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
    return result
  }

  /// The account or host of a file name; `nil` if it belongs to none.
  static func owner(of name: String) -> String? {
    guard let owner = PercentCoding.bytes(name).flatMap({ String(validating: $0, as: UTF8.self) }),
      self.name(for: owner) == name
    else { return nil }
    return owner
  }
}
