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

  /// A file as the first release wrote it, with a thread and a quote.
  private func writeFirstRelease(_ path: String) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.write { database in
      try Schema.firstRelease.migrate(database)
      try database.execute(
        sql: """
          PRAGMA user_version = 1;
          INSERT INTO accounts(id, acct, username, display_name, note, note_source, fields, bot, locked, created_at)
            VALUES (1, 'you', 'you', 'You', '', '', '[]', 0, 0, 0), (2, 'wren', 'wren', 'Wren', '', '', '[]', 0, 0, 0);
          INSERT INTO users(account_id, privacy, sensitive, language) VALUES (1, 'public', 0, 'en');
          INSERT INTO statuses(id, account_id, created_at, visibility, in_reply_to_id, quote_of_id, local, text, content,
            spoiler_text, sensitive, mentions, tags, media)
            VALUES (10, 2, 0, 0, NULL, NULL, 1, 'root', '<p>root</p>', '', 0, '[]', '[]', '[]'),
              (11, 1, 0, 0, 10, NULL, 1, 'answer', '<p>answer</p>', '', 0, '[]', '[]', '[]'),
              (12, 1, 0, 2, NULL, 10, 1, 'quote', '<p>quote</p>', '', 0, '[]', '[]', '[]');
          """)
    }
  }

  @Test func fileOfTheFirstReleaseIsMigrated() async throws {
    try await withFile { path in
      try writeFirstRelease(path)
      let clock = TestClock()
      let sandbox = try Sandbox(store: .file(path), seed: 1, clock: clock.clock, activity: .quiet)
      let token = try await sandbox.token(for: "you")
      func status(_ id: Int) async throws -> Status {
        try await sandbox.respond(to: .get("/api/v1/statuses/\(id)", token: token)).decoded()
      }
      #expect(try await status(11).words == "answer")
      #expect(try await status(12).quote?.state == .accepted)
      let conversations = try await sandbox.read {
        try $0.database.values(Int64.self, "SELECT conversation_id FROM statuses ORDER BY id")
      }
      #expect(conversations == [10, 10, 12])
      let version = try await sandbox.read { try $0.database.value(Int.self, "PRAGMA user_version") }
      #expect(version == Schema.version)
      // The migration has not inserted seed data again.
      #expect(try await sandbox.accounts().count == 2)
    }
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

  @Test func fileOfANewerVersionIsRefusedAndUnchanged() async throws {
    try await withFile { path in
      try writeFirstRelease(path)
      let queue = try DatabaseQueue(path: path)
      try await queue.write { try $0.execute(sql: "PRAGMA user_version = 9999") }
      #expect(throws: SandboxError.unknownVersion(9999)) {
        _ = try Sandbox(store: .file(path), seed: 1, clock: TestClock().clock, activity: .quiet)
      }
      let tables = try await queue.read {
        try Int.fetchOne($0, sql: "SELECT count(*) FROM sqlite_master WHERE name = 'blocks'")
      }
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

  @Test func failedMigrationLeavesTheFileUnchanged() async throws {
    try await withFile { path in
      try writeFirstRelease(path)
      let queue = try DatabaseQueue(path: path)
      try await queue.write { try $0.execute(sql: "CREATE TABLE pins(id INTEGER)") }
      #expect(throws: (any Error).self) {
        _ = try Sandbox(store: .file(path), seed: 1, clock: TestClock().clock, activity: .quiet)
      }
      let version = try await queue.read { try Int.fetchOne($0, sql: "PRAGMA user_version") }
      #expect(version == 1)
    }
  }
}
