import Glibc

/// The few things that tests ask of files.
enum Files {
  static func read(_ path: String) throws -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Problem("\(path) cannot be read: \(errno)") }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
    }
  }

  static func text(_ path: String) throws -> String { String(decoding: try read(path), as: UTF8.self) }

  static func write(_ text: String, to path: String) throws { try write(bytes: Array(text.utf8), to: path) }

  static func write(bytes: [UInt8], to path: String) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Problem("\(path) cannot be written: \(errno)") }
    defer { close(descriptor) }
    let written = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    guard written == bytes.count else { throw Problem("\(path) was not written whole: \(errno)") }
  }

  /// The names in a folder, sorted; none where there is no folder.
  static func names(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// Every file and folder below a folder, as paths.
  static func all(below folder: String) throws -> [(path: String, isFolder: Bool, mode: UInt32)] {
    try names(in: folder).flatMap { name -> [(path: String, isFolder: Bool, mode: UInt32)] in
      let path = "\(folder)/\(name)"
      var status = stat()
      guard lstat(path, &status) == 0 else { throw Problem("\(path) is gone: \(errno)") }
      let isFolder = status.st_mode & S_IFMT == S_IFDIR
      return [(path, isFolder, status.st_mode & 0o777)] + (isFolder ? try all(below: path) : [])
    }
  }
}
