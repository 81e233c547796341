import Dispatch
public import FeatureKit
import Glibc
import Synchronization

extension NamedFiles {
  /// Begins a file that is written bit by bit, readable by its owner only.
  ///
  /// What is written is on its way to the disk at once, so that a killed program leaves all but the last bit.
  /// - Throws: ``StoreError`` if the file cannot be created, or is not a regular file.
  public func begin(_ path: String) throws(StoreError) -> UserFiles.GrowingFile {
    let descriptor = try fresh(path).create()
    let (failures, continuation) = AsyncStream.makeStream(of: AppError.self)
    // A disk may block, so nothing is written on the caller's thread.
    let queue = DispatchQueue(label: "growing file")
    let isOpen = Mutex(true)
    return UserFiles.GrowingFile(
      write: { text in
        queue.async {
          isOpen.withLock { isOpen in
            guard isOpen else { return }
            guard let code = Self.write(Array(text.utf8), to: descriptor) else { return }
            isOpen = false
            close(descriptor)
            continuation.yield(AppError(StoreError(code: code, path: path)))
            continuation.finish()
          }
        }
      },
      close: {
        await withCheckedContinuation { done in
          queue.async {
            isOpen.withLock { isOpen in
              if isOpen { close(descriptor) }
              isOpen = false
            }
            continuation.finish()
            done.resume()
          }
        }
      }, failures: failures)
  }

  /// Writes everything, or returns the error's code.
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
    var offset = 0
    while offset < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        Glibc.write(descriptor, buffer.baseAddress.map { $0 + offset }, bytes.count - offset)
      }
      if count >= 0 {
        offset += count
      } else if errno != EINTR {
        return errno
      }
    }
    return nil
  }
}

extension StoredFile {
  /// Creates the file, or empties it; returns its descriptor.
  fileprivate func create() throws(StoreError) -> Int32 {
    // A file that is kept in memory would never be read.
    guard memory == nil else { throw .failed(path: path, reason: "nothing is written here") }
    let descriptor = open(path, O_WRONLY | O_CREAT | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw errno == EISDIR ? .folder(path: path) : StoreError(code: errno, path: path) }
    do throws(StoreError) {
      try Self.checkIsRegular(descriptor, path)
      guard fchmod(descriptor, 0o600) == 0, ftruncate(descriptor, 0) == 0 else {
        throw StoreError(code: errno, path: path)
      }
      return descriptor
    } catch {
      close(descriptor)
      throw error
    }
  }
}
