import Glibc

/// A directory that is made when it is first needed.
struct Directory: Sendable {
  var path: String
  /// The disk that it is on, where that is not the machine's.
  var memory: MemoryFiles?

  /// Makes it and those above it, each 0700, whatever the umask says.
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

  /// Makes sure that nobody else can enter it; answers whether somebody could, or nil if it is not there.
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

  /// The names in it; none if it is not there.
  func names() throws(StoreError) -> [String] {
    if let memory { return memory.names(in: path) }
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

  /// Puts its list of names on the disk, so that a rename in it outlives a power cut.
  func synchronize() throws(StoreError) {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw StoreError(code: errno, path: path) }
    defer { close(descriptor) }
    // Some file systems cannot do this for a directory and say EINVAL; the rename itself is done.
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw StoreError(code: errno, path: path) }
  }
}
