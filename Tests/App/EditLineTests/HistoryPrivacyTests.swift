import Foundation
import Testing

@testable import EditLine

/// The privacy of typed lines.
struct HistoryPrivacyTests {
  @Test(arguments: [0o644, 0o666, 0o640, 0o604])
  func existingHistoryFileIsMadePrivate(_ mode: Int) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("history")
    try Data("_HiStOrY_V2_\nhome\n".utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    var history = HistoryFile(path: path, limit: 10)
    #expect(try history.load() == ["home"])
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect((attributes[.posixPermissions] as? Int) == 0o600)
  }
}
