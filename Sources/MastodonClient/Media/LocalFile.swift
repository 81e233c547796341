public import FoundationEssentials
internal import Glibc
public import MastodonKit

/// A local file that is read in chunks, never as a whole.
actor LocalFile {
  static let chunk = 64 << 10

  /// The last component of its path, for messages.
  nonisolated let name: String
  /// The size in bytes when it was opened.
  nonisolated let size: Int
  /// When its content, its name or its attributes were changed last.
  nonisolated let changed: Date
  private let descriptor: Int32

  /// Returns the last component of a path.
  static func name(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

  init(_ path: String) throws(MastodonError) {
    guard !path.isEmpty else { throw .unusableFile(name: "The path", words: "is empty") }
    let name = Self.name(of: path)
    // Without blocking: a pipe would wait for its writer.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw .unusableFile(name: name, words: errno == ENOENT ? "does not exist" : "cannot be read")
    }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw .unusableFile(name: name, words: "is not a file")
    }
    self.name = name
    self.size = Int(facts.st_size)
    self.changed = Date(
      timeIntervalSince1970: Double(facts.st_ctim.tv_sec) + Double(facts.st_ctim.tv_nsec) / 1_000_000_000)
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Reads bytes at an offset, at most a chunk; none at the end.
  func read(at offset: Int, upTo count: Int = LocalFile.chunk) throws(MastodonError) -> Data {
    var bytes = Data(count: min(count, Self.chunk))
    let descriptor = descriptor
    let got = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, off_t(offset)) }
    guard got >= 0 else { throw .unusableFile(name: name, words: "cannot be read") }
    return got == bytes.count ? bytes : bytes.prefix(got)
  }
}

/// A file that appears under its name only when it is complete.
actor NewFile {
  private let folder: String
  private let temporary: String
  private let descriptor: Int32
  private var isOpen = true

  /// Creates an empty file in the folder, readable by its owner only.
  init(in folder: String) throws(MastodonError) {
    let path = folder + "/.download-" + String(UInt64.random(in: .min ... .max), radix: 36) + ".part"
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      let words = errno == ENOENT ? "does not exist" : errno == ENOTDIR ? "is not a folder" : "cannot be written to"
      throw .unusableFolder(name: folder, words: words)
    }
    self.folder = folder
    self.temporary = path
    self.descriptor = descriptor
  }

  func append(_ bytes: Data) throws(MastodonError) {
    var written = 0
    let descriptor = descriptor
    while written < bytes.count {
      let start = written
      let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress.map { $0 + start }, $0.count - start) }
      guard count > 0 else {
        throw .unusableFolder(name: folder, words: errno == ENOSPC ? "is out of space" : "cannot be written to")
      }
      written += count
    }
  }

  /// Gives the file its name, or one with a number if that is taken; returns its path.
  func finish(as name: String) throws(MastodonError) -> String {
    guard fsync(descriptor) == 0 else { throw .unusableFolder(name: folder, words: "cannot be written to") }
    for number in 1...999 {
      let path = folder + "/" + (number == 1 ? name : SafeFileName.numbered(name, number))
      // A link never replaces an existing file.
      if link(temporary, path) == 0 {
        discard()
        return path
      }
      if errno == EEXIST { continue }
      // Some file systems have no links.
      guard access(path, F_OK) != 0, rename(temporary, path) == 0 else { break }
      discard()
      return path
    }
    throw .unusableFolder(name: folder, words: "cannot be written to")
  }

  /// Deletes the unfinished file.
  func discard() {
    guard isOpen else { return }
    isOpen = false
    close(descriptor)
    unlink(temporary)
  }
}

extension DraftFile {
  /// Throws if the file, or the image that stands for it, was changed or replaced after a time.
  public func requireUnchanged(since date: Date) throws(MastodonError) {
    for path in [path, thumbnail].compactMap(\.self) {
      let file = try LocalFile(path)
      guard file.changed <= date else {
        throw .unusableFile(name: file.name, words: "was changed after the post was written")
      }
    }
  }
}
