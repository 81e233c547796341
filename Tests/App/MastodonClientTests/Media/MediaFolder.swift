import FoundationEssentials
import Glibc

/// A folder of its own for one test, gone afterwards.
struct MediaFolder {
  let path: String

  static func with<Value>(_ body: (MediaFolder) async throws -> Value) async throws -> Value {
    let path = FileManager.default.temporaryDirectory.path + "/howdah-media-\(UInt64.random(in: .min ... .max))"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    do {
      let value = try await body(MediaFolder(path: path))
      try FileManager.default.removeItem(atPath: path)
      return value
    } catch {
      try FileManager.default.removeItem(atPath: path)
      throw error
    }
  }

  /// Writes a file and says where.
  func file(_ name: String, _ bytes: [UInt8]) throws -> String {
    let place = path + "/" + name
    try Data(bytes).write(to: URL(filePath: place))
    return place
  }

  /// A file of this size that takes no room, beginning like a film.
  func film(_ name: String, bytes: Int) throws -> String {
    let place = try file(name, [0, 0, 0, 0x18] + Array("ftypmp42".utf8))
    truncate(place, off_t(bytes))
    return place
  }

  /// The contents of the folder, hidden files too.
  var contents: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() } }

  /// The bits of a file that say who may do what.
  func mode(of path: String) -> Int {
    var facts = stat()
    return stat(path, &facts) == 0 ? Int(facts.st_mode & 0o777) : -1
  }
}

extension [UInt8] {
  static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 0x10, 0x4A, 0x46, 0x49, 0x46]
  /// A picture of one point, whole.
  static let dot: [UInt8] =
    Array("GIF89a".utf8) + [
      1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B,
    ]
  static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
}
