import CustomDump
import FileTestKit
import FoundationEssentials
import GRDB
import Glibc
import MastodonKit
import Testing

@testable import LocalStore

@Suite struct DatabaseTests {
  let home: TemporaryHome
  let path: String

  init() throws {
    home = try TemporaryHome()
    path = home.locations.data + "/howdah.sqlite"
  }

  private func draft(_ id: String, _ text: String, account: String = "wren@shore.example", at seconds: Double = 0)
    -> Draft
  {
    Draft(
      id: id, account: account, content: StatusDraft(text: text),
      updatedAt: Date(timeIntervalSince1970: 1_795_000_000 + seconds))
  }

  @Test func isNotOpenedBeforeItIsUsed() throws {
    let database = home.database
    _ = database.draftService(account: "wren@shore.example")
    #expect(access(home.locations.data, F_OK) != 0)
    try database.close()
  }

  @Test func allFilesAreReadableByTheOwnerOnly() throws {
    try home.put("", at: path, mode: 0o644)
    let drafts = home.database.draftService(account: "wren@shore.example")
    try drafts.save(draft("1", "First frost."))
    for suffix in ["", "-wal", "-shm", ".lock"] { #expect(try home.mode(of: path + suffix) == "600") }
  }

  @Test func draftIsLoadedAsItWasSaved() throws {
    var whole = Draft(
      id: "d1", account: "wren@shore.example",
      content: StatusDraft(
        text: "Straw,\nand tar paper. 🐝 e\u{301}", spoilerText: "bees", visibility: .unknown("local"),
        language: "en", inReplyToID: "109",
        files: [DraftFile(path: "/home/wren/hive 3.jpg", description: "“Straw”\u{301}", mediaID: "7")], sensitive: true),
      replyingTo: "Rook: What do you wrap them in?", updatedAt: Date(timeIntervalSince1970: 1_795_000_000.125))
    // Only an edit may have a visibility that is not known: it stays as it is.
    whole.content.editedStatusID = "110"
    try home.database.draftService(account: "wren@shore.example").save(whole)
    expectNoDifference(try home.database.draftService(account: "wren@shore.example").all(), [whole])
  }

  @Test func draftsAreReplacedSortedAndDeleted() throws {
    let drafts = home.database.draftService(account: "wren@shore.example")
    try drafts.save(draft("a", "one", at: 1))
    try drafts.save(draft("b", "two", at: 2))
    try drafts.save(draft("a", "one, longer", at: 3))
    #expect(try drafts.all().map(\.content.text) == ["one, longer", "two"])
    try drafts.delete("a")
    try drafts.delete("never was")
    #expect(try drafts.all().map(\.id) == ["b"])
  }

  @Test func draftsOfAnotherAccountAreNotSeen() throws {
    let database = home.database
    try database.draftService(account: "wren@shore.example").save(draft("a", "mine"))
    #expect(try database.draftService(account: "rook@shore.example").all().isEmpty)
  }

  @Test func twoConnectionsWriteAtOnceAndLoseNothing() async throws {
    let services = (0..<2).map { _ in home.database.draftService(account: "wren@shore.example") }
    let drafts = (0..<60).map { draft("\($0)", "text \($0)") }
    await withTaskGroup { group in
      for (number, draft) in drafts.enumerated() {
        group.addTask { #expect(throws: Never.self) { try services[number % 2].save(draft) } }
      }
    }
    for service in services { #expect(try Set(service.all().map(\.id)) == Set(drafts.map(\.id))) }
  }

  @Test func textAfterANULIsKept() throws {
    let drafts = home.database.draftService(account: "wren@shore.example")
    try drafts.save(draft("a", "before\0after"))
    #expect(try drafts.all().map(\.content.text) == ["beforeafter"])
  }

  @Test func fileThatIsNotADatabaseIsSetAsideAndReported() throws {
    let text = "not a database, and longer than a header: " + String(repeating: "x", count: 200)
    try home.put(text, at: path)
    let drafts = home.database.draftService(account: "wren@shore.example")
    try drafts.save(draft("a", "kept all the same"))
    #expect(try drafts.all().map(\.id) == ["a"])
    let kept = path + ".damaged-20261118T110640Z"
    #expect(home.notices == [.setAside(path: path, keptAs: kept)])
    #expect(try home.text(at: kept) == text)
  }

  @Test func damageFoundWhileSavingDoesNotLoseTheDraft() throws {
    do {
      let database = home.database
      try database.draftService(account: "wren@shore.example").save(draft("a", String(repeating: "x", count: 9_000)))
      try database.close()
    }
    // The header stays, so that the file opens; the rest makes no sense.
    var bytes = try Data(contentsOf: URL(filePath: path))
    bytes.replaceSubrange(4_096..., with: Data(repeating: 0x5A, count: bytes.count - 4_096))
    try bytes.write(to: URL(filePath: path))

    let drafts = home.database.draftService(account: "wren@shore.example")
    try drafts.save(draft("b", "typed just now"))
    #expect(try drafts.all().map(\.id) == ["b"])
    #expect(home.notices.count == 1)
    #expect(try home.names(in: home.locations.data).contains("howdah.sqlite.damaged-20261118T110640Z"))
  }

  /// Each migration was the last one of some version.
  @Test(arguments: Database.migrations.migrations)
  func fileOfEachReleasedSchemaIsMigrated(_ last: String) throws {
    try home.put("", at: path, mode: 0o600)
    let old = try DatabaseQueue(path: path)
    try Database.migrations.migrate(old, upTo: last)
    try old.write {
      try $0.execute(
        sql: """
          INSERT INTO draft(id, account, text, spoilerText, visibility, updatedAt)
          VALUES ('d1', 'wren@shore.example', 'First frost.', '', 'public', 1795000000)
          """)
    }
    try old.close()
    #expect(try home.database.draftService(account: "wren@shore.example").all().map(\.content.text) == ["First frost."])
    #expect(home.notices.isEmpty)
  }

  @Test func aFileOfALaterVersionIsLeftAlone() throws {
    let database = home.database
    try database.write {
      try $0.execute(sql: "INSERT INTO grdb_migrations (identifier) VALUES ('9 something later')")
    }
    try database.close()
    #expect(throws: StoreError.newer(path: path)) {
      try home.database.draftService(account: "wren@shore.example").all()
    }
    #expect(home.notices.isEmpty)
  }

  @Test func fullDiskKeepsTheOldDraft() throws {
    let database = home.database
    let drafts = database.draftService(account: "wren@shore.example")
    try drafts.save(draft("a", "short"))
    try database.read { try $0.execute(sql: "PRAGMA max_page_count = 1") }
    #expect(throws: StoreError.full(path: path)) {
      try drafts.save(draft("a", String(repeating: "long ", count: 20_000)))
    }
    #expect(try drafts.all().map(\.content.text) == ["short"])
  }

  @Test func unwritablePathIsNamedInTheError() {
    let locations = FileLocations(config: "/sys/c", data: "/sys/howdah", state: "/sys/s", cache: "/sys/t")
    let database = Database(locations: locations, now: home.now, report: home.report)
    #expect(throws: StoreError.refused(path: "/sys/howdah")) {
      try database.draftService(account: "wren@shore.example").all()
    }
  }

  @Test func canBeUsedAgainAfterItWasClosed() throws {
    let database = home.database
    let drafts = database.draftService(account: "wren@shore.example")
    try drafts.save(draft("a", "one"))
    try database.close()
    #expect(try drafts.all().map(\.id) == ["a"])
  }
}
