import Glibc
import Synchronization

/// A file that is written part by part and has its name once it is finished; if it never is, what was there stays.
///
/// A pipe or a device gets each part as it comes.
public final class PartFile: Sendable {
  private let file: StoredFile?
  private let mode: mode_t
  /// The new file beside the other one, under another name; `nil` in memory, for a pipe, and once it is finished.
  private let staged: Mutex<StoredFile.Staged?>
  private let pipe: OpenedFile?
  private let bytes = Mutex<[UInt8]>([])

  init(_ file: StoredFile, mode: mode_t) throws(StoreError) {
    self.file = file
    self.mode = mode
    staged = Mutex(try file.memory == nil ? file.staged(isOurFolder: false) : nil)
    pipe = nil
  }

  init(pipe: consuming OpenedFile) {
    file = nil
    mode = 0
    staged = Mutex(nil)
    self.pipe = consume pipe
  }

  deinit { staged.withLock { $0?.discard() } }

  /// Adds to the file.
  ///
  /// - Throws: ``StoreError``
  public func add(_ more: [UInt8]) throws(StoreError) {
    if let isWritten = try pipe?.write(more) { return isWritten }
    try staged.withLock { staged throws(StoreError) in
      if let staged { try staged.write(more) } else { bytes.withLock { $0 += more } }
    }
  }

  /// Gives the file its name, in place of what has it.
  ///
  /// - Throws: ``StoreError``; what is there stays.
  public func finish() throws(StoreError) {
    guard let file else { return }
    try staged.withLock { staged throws(StoreError) in
      guard let done = staged else { return try file.replace(with: bytes.withLock { $0 }) }
      try done.finish(mode: mode, durable: true)
      staged = nil
    }
  }
}
