import Glibc

/// Keeps other processes, and other threads of this one, from changing a file at the same moment.
///
/// The lock is on a file of its own beside the one it protects, since a file that is replaced by a rename takes a lock
/// on it along. The kernel drops it with the process, however that ends.
struct FileLock {
  /// The file that is protected.
  var path: String
  /// How often to try, 10 ms apart, before giving up.
  var attempts = 500

  /// Runs the work while nobody else can; the directory must exist.
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
    return try work()
  }
}
