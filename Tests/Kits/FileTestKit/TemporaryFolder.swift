import FoundationEssentials
public import Glibc

/// A folder of its own for one test; it goes with the object.
open class TemporaryFolder: @unchecked Sendable {
  public let path: String

  public init() throws {
    var template = Array("/tmp/howdah-tests-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw FileProblem("/tmp") }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    do { try FileManager.default.removeItem(atPath: path) } catch { fatalError("\(error)") }
  }

  /// Puts a file where another program may have left it; its folder is made if it is missing.
  public func put(_ text: String, at path: String, mode: mode_t = 0o600) throws {
    let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try writeProgram(text, to: path, mode: mode)
  }

  public func text(at path: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
  }

  public func names(in directory: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
  }

  public func mode(of path: String) throws -> String {
    var information = stat()
    guard lstat(path, &information) == 0 else { throw FileProblem(path) }
    return String(information.st_mode & 0o7777, radix: 8)
  }
}
