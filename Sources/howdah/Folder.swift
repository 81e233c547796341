import Glibc

/// Lists folders, for completion at the prompt.
enum Folder {
  /// The entries of a folder, empty if it cannot be read; `~` at its start is the user's home folder.
  static func entries(of path: String) -> [(name: String, isFolder: Bool)] {
    var path = path
    if path == "~" || path.hasPrefix("~/"), let home = getenv("HOME") {
      path = String(cString: home) + path.dropFirst()
    }
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var entries: [(name: String, isFolder: Bool)] = []
    while entries.count < maximum, let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard name != ".", name != ".." else { continue }
      var isFolder = entry.pointee.d_type == DT_DIR
      if entry.pointee.d_type == DT_LNK || entry.pointee.d_type == DT_UNKNOWN {
        var information = stat()
        isFolder = stat("\(path)/\(name)", &information) == 0 && information.st_mode & S_IFMT == S_IFDIR
      }
      entries.append((name, isFolder))
    }
    return entries
  }

  /// The maximum number of entries that are read: a longer list helps nobody.
  private static let maximum = 10_000
}
