import Glibc

/// A directory that is created when it is first needed.
struct Directory: Sendable {
  var path: String
  /// The in-memory disk that it is on; `nil` for the real one.
  var memory: MemoryFiles?

  /// Creates it and its parents with mode 0700, whatever the umask is.
  func make() throws(StoreError) {
    guard memory == nil else { return }
    if mkdir(path, 0o700) == 0 { return }
    switch errno {
    case EEXIST:
      return
    case ENOENT where path.contains("/"):
      try Directory(path: StoredFile.parent(of: path)).make()
      guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw StoreError(code: errno, path: path) }
    case let code:
      throw StoreError(code: code, path: path)
    }
  }

  /// Removes the access of others; returns whether they had any, or `nil` if the directory does not exist.
  func makePrivate() throws(StoreError) -> Bool? {
    guard memory == nil else { return false }
    var information = stat()
    guard stat(path, &information) == 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw StoreError(code: errno, path: path)
    }
    guard information.st_mode & 0o077 != 0 else { return false }
    guard chmod(path, 0o700) == 0 else { throw StoreError(code: errno, path: path) }
    return true
  }

  /// The names in it; none if it does not exist.
  func names() throws(StoreError) -> [String] {
    if let memory {
      return memory.names(in: path, onDisk: memory.isOverDisk ? try Directory(path: path).names() : [])
    }
    guard let stream = opendir(path) else {
      if errno == ENOENT || errno == ENOTDIR { return [] }
      throw StoreError(code: errno, path: path)
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// Writes its entries to disk, so that a rename in it survives a power failure.
  func synchronize() throws(StoreError) {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw StoreError(code: errno, path: path) }
    defer { close(descriptor) }
    // Some file systems cannot do this for a directory and return EINVAL; the rename itself is done.
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw StoreError(code: errno, path: path) }
  }
}
