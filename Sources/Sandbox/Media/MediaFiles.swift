import FoundationEssentials
import GRDB

/// Stores the bytes of uploads: in a folder beside the database file, or in a table of an in-memory database.
struct MediaFiles: Sendable {
  /// `nil` for an in-memory instance.
  let folder: String?

  init(_ store: SandboxStore) {
    switch store {
    case .inMemory: folder = nil
    case .file(let path): folder = "\(path)-media"
    }
  }

  func write(_ body: [UInt8], as name: String, _ database: Database) throws {
    guard let folder else {
      try database.run("INSERT OR REPLACE INTO files(name, body) VALUES (?, ?)", [name, Data(body)])
      return
    }
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try Data(body).write(to: URL(filePath: "\(folder)/\(name)"), options: .atomic)
  }

  /// `nil` if there is no file with this name.
  func read(_ name: String, _ database: Database) throws -> [UInt8]? {
    guard let folder else {
      return try database.value(Data.self, "SELECT body FROM files WHERE name = ?", [name]).map { [UInt8]($0) }
    }
    let path = "\(folder)/\(name)"
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    return [UInt8](try Data(contentsOf: URL(filePath: path)))
  }

  func remove(_ name: String, _ database: Database) throws {
    guard let folder else {
      try database.run("DELETE FROM files WHERE name = ?", [name])
      return
    }
    let path = "\(folder)/\(name)"
    if FileManager.default.fileExists(atPath: path) { try FileManager.default.removeItem(atPath: path) }
  }
}
