import FoundationEssentials
import GRDB
import MastodonKit
import Testing

@testable import Sandbox

@Suite struct SchemaTests {
  private func withFile(_ body: (String) async throws -> Void) async throws {
    let path = "\(FileManager.default.temporaryDirectory.path)/schema-\(UUID().uuidString).sqlite"
    defer {
      for end in ["", "-wal", "-shm"] { do { try FileManager.default.removeItem(atPath: path + end) } catch {} }
    }
    try await body(path)
  }

  @Test func closedFileHoldsTheWholeStateAlone() async throws {
    try await withFile { path in
      let sandbox = try Sandbox(store: .file(path), seed: 1, clock: TestClock().clock, activity: .quiet)
      let token = try await sandbox.token(for: "you")
      try await sandbox.close()
      try FileManager.default.copyItem(atPath: path, toPath: path + ".copy")
      let copy = try Sandbox(store: .file(path + ".copy"), seed: 2, clock: TestClock().clock, activity: .quiet)
      #expect(try await copy.token(for: "you") == token)
    }
  }

  @Test(arguments: [3, 9999]) func fileOfAnotherVersionIsRefusedAndUnchanged(version: Int) async throws {
    try await withFile { path in
      let queue = try DatabaseQueue(path: path)
      try await queue.write { try $0.execute(sql: "PRAGMA user_version = \(version)") }
      #expect(throws: SandboxError.unknownVersion(version)) {
        _ = try Sandbox(store: .file(path), seed: 1, clock: TestClock().clock, activity: .quiet)
      }
      let tables = try await queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM sqlite_master") }
      #expect(tables == 0)
    }
  }

  @Test func fileThatIsNotADatabaseIsRefused() async throws {
    try await withFile { path in
      try Data("Not at all what was expected here, and long enough to be sure of it.".utf8).write(
        to: URL(filePath: path))
      #expect(throws: SandboxError.unreadable(path)) {
        _ = try Sandbox(store: .file(path), seed: 1, clock: TestClock().clock, activity: .quiet)
      }
      // A path that cannot be opened is not a damaged file.
      let within = path + "/in/a/file"
      #expect(throws: SandboxError.refused(within)) {
        _ = try Sandbox(store: .file(within), seed: 1, clock: TestClock().clock, activity: .quiet)
      }
    }
  }
}
