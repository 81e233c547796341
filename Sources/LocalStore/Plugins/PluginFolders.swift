import Crypto
import Glibc
import PluginKit

/// The folders where plugins are looked for, without running one.
struct PluginFolders: Sendable {
  /// The folders with what they are, in the order in which their plugins are preferred.
  let places: [Place]
  var names: @Sendable (_ folder: String) -> [String] = { folder in
    // A folder that cannot be read has no commands for a shell either.
    (try? Directory(path: folder).names()) ?? []
  }

  struct Place: Hashable, Sendable {
    var path: String
    var origin: PluginProgram.Origin
  }

  /// A folder that was read.
  struct Content: Sendable {
    /// Its path without links; the same folder may be listed by two names.
    var realPath: String
    var programs: [PluginProgram]
  }

  init(folder: String, environment: [String: String]) {
    // An empty or relative entry means the current directory, where any user may have put a program.
    let path = (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":").map(String.init)
      .filter { $0.hasPrefix("/") }
    var seen: Set<String> = []
    places = ([Place(path: folder, origin: .folder)] + path.map { Place(path: $0, origin: .path) })
      .filter { seen.insert($0.path).inserted }
  }

  func content(of place: Place) -> Content {
    var programs: [PluginProgram] = []
    for file in names(place.path).filter({ $0.hasPrefix(PluginProgram.prefix) }).sorted() {
      guard let name = PluginProgram.command(ofFile: file) else { continue }
      let path = FileLocations.join(place.path, file)
      guard StoredFile(path: path).isProgram, let stamp = Self.stamp(of: path) else { continue }
      programs.append(
        PluginProgram(name: name, path: path, origin: place.origin, stamp: stamp, refusal: Self.refusal(of: path)))
    }
    return Content(realPath: Self.resolved(place.path) ?? place.path, programs: programs)
  }

  /// The time and size of a file, wherever links lead.
  static func stamp(of path: String) -> PluginProgram.Stamp? {
    var information = stat()
    guard stat(path, &information) == 0 else { return nil }
    return PluginProgram.Stamp(modified: information.st_mtim.tv_sec, size: Int(information.st_size))
  }

  /// Why the program at a path is not run: somebody else could replace it, or has written it.
  static func refusal(of path: String) -> String? {
    guard let real = resolved(path) else { return "\(path) does not exist." }
    for file in real == path ? [path] : [real, path] {
      let folder = StoredFile.parent(of: file)
      if let reason = refusal(of: file, isFolder: false) ?? refusal(of: folder, isFolder: true) { return reason }
      // Whoever can rename a folder above can put another one in its place, unless the folder is like /tmp.
      var above = folder
      while above != "/", above != "." {
        above = StoredFile.parent(of: above)
        guard let information = information(above) else { continue }
        if information.st_mode & S_IWOTH != 0, information.st_mode & S_ISVTX == 0 {
          return "Every user of this machine can change the folder \(above)."
        }
      }
    }
    return nil
  }

  private static func refusal(of path: String, isFolder: Bool) -> String? {
    guard let information = information(path) else { return "\(path) cannot be read." }
    let noun = isFolder ? "the folder " : ""
    if information.st_uid != 0, information.st_uid != getuid() {
      return "\(isFolder ? "The folder " : "")\(path) belongs to another user."
    }
    if information.st_mode & S_IWOTH != 0 { return "Every user of this machine can change \(noun)\(path)." }
    return nil
  }

  private static func information(_ path: String) -> stat? {
    var information = stat()
    return stat(path, &information) == 0 ? information : nil
  }

  private static func resolved(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  /// The SHA-256 of a file of at most 64 MB, in hexadecimal.
  static func digest(of path: String) throws(StoreError) -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw StoreError(code: errno, path: path) }
    defer { close(descriptor) }
    var hash = SHA256()
    var chunk = [UInt8](repeating: 0, count: 65_536)
    var total = 0
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw StoreError(code: errno, path: path) }
      if count == 0 { break }
      total += count
      guard total <= 64 << 20 else { throw .failed(path: path, reason: "it is larger than 64 MB") }
      hash.update(data: chunk[..<count])
    }
    return hash.finalize().map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
  }
}
