import FoundationEssentials
import Glibc
import LocalStore
import PluginKit
import Subprocesses

/// The folders where plugins are looked for, without running one.
struct PluginFolders: Sendable {
  /// The folders with what they are, in the order in which their plugins are preferred.
  let places: [Place]
  let names: @Sendable (_ folder: String) -> [String]

  /// The names in a folder of the disk; none if it cannot be read, since a shell has no commands of it either.
  @Sendable static func names(in folder: String) -> [String] {
    // As it says.
    (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
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

  init(
    folder: String, environment: [String: String], names: @escaping @Sendable (_ folder: String) -> [String]
  ) {
    self.names = names
    var seen: Set<String> = []
    places =
      ([Place(path: folder, origin: .folder)]
      + SearchPath(environment: environment).folders.map { Place(path: $0, origin: .path) })
      .filter { seen.insert($0.path).inserted }
  }

  func content(of place: Place) -> Content {
    var programs: [PluginProgram] = []
    for file in names(place.path).filter({ $0.hasPrefix(PluginProgram.prefix) }).sorted() {
      guard let name = PluginProgram.command(ofFile: file) else { continue }
      let path = place.path.hasSuffix("/") ? place.path + file : "\(place.path)/\(file)"
      guard SearchPath.isProgram(path), let stamp = PluginFiles.stamp(of: path) else { continue }
      programs.append(
        PluginProgram(name: name, path: path, origin: place.origin, stamp: stamp, refusal: Self.refusal(of: path)))
    }
    return Content(realPath: Self.resolved(place.path) ?? place.path, programs: programs)
  }

  /// Why the program at a path is not run: somebody else could replace it, or has written it.
  static func refusal(of path: String) -> String? {
    guard let real = resolved(path) else { return "\(path) does not exist." }
    for file in real == path ? [path] : [real, path] {
      let folder = parent(of: file)
      if let reason = refusal(of: file, isFolder: false) ?? refusal(of: folder, isFolder: true) { return reason }
      // Whoever can rename a folder above can put another one in its place, unless the folder is like /tmp.
      var above = folder
      while above != "/", above != "." {
        above = parent(of: above)
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

  private static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
