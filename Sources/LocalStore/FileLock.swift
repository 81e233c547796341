import Glibc

/// Prevents other processes and threads from changing a file at the same time.
///
/// The lock is on a separate file, because replacing a file by a rename would replace its lock too. The kernel releases
/// it when the process ends.
struct FileLock {
  var path: String
  /// The number of attempts, every 10 ms, before giving up.
  var attempts = 500

  /// Runs the work under the lock; the directory must exist.
  func hold<Value>(_ work: () throws(StoreError) -> Value) throws(StoreError) -> Value {
    let descriptor = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw StoreError(code: errno, path: path) }
    defer { close(descriptor) }
    var left = attempts
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else { throw StoreError(code: errno, path: path) }
      left -= 1
      guard left > 0 else { throw .busy(path: path) }
      poll(nil, 0, 10)
    }
    // Closing alone would not release it while a child that another thread forked still has the descriptor.
    defer { flock(descriptor, LOCK_UN) }
    return try work()
  }
}

/// A lock that is held from one call to another, until it is released or the process ends.
final class HeldLock: Sendable {
  private let descriptor: Int32

  /// Takes the lock of a file; `nil` if another process or thread has it.
  init?(path: String) throws(StoreError) {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw StoreError(code: errno, path: path) }
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      let code = errno
      if code == EINTR { continue }
      close(descriptor)
      guard code == EWOULDBLOCK else { throw StoreError(code: code, path: path) }
      return nil
    }
    self.descriptor = descriptor
  }

  deinit {
    // Closing alone would not release it while a child that another thread forked still has the descriptor.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}
