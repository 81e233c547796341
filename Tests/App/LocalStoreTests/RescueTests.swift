import FileTestKit
import FoundationEssentials
import GRDB
import MastodonKit
import Testing

@testable import LocalStore

/// One bad row or page hides no other, and what was deleted for good is in no file.
@Suite struct RescueTests {
  private let home: TemporaryHome
  private let path: String
  private let account = "wren@shore.example"

  init() throws {
    home = try TemporaryHome()
    path = home.locations.data + "/howdah.sqlite"
  }

  private func draft(_ id: String, _ text: String) -> Draft {
    Draft(id: id, account: account, content: StatusDraft(text: text), updatedAt: .fixtureNow)
  }

  private func fill(_ database: LocalStore.Database) throws {
    for number in 1...3 {
      try database.draftService(account: account).save(draft("d\(number)", "Written by hand \(number)"))
    }
    try database.outboxService(account: account).add(OutboxItem(post: "d1", at: .fixtureNow), false)
    try database.postKeys(account: account).note(#require(PostKey("day/1")), PostKeys.Sent(id: "117", url: nil))
    // A post of the archive as earlier versions kept it.
    try database.write { database in
      try database.execute(
        sql: """
          INSERT INTO archivedStatus (account, statusID, createdAt, json) VALUES (?, '1', 7, 'unmistakable');
          INSERT INTO archivedText (rowid, text) VALUES (last_insert_rowid(), 'unmistakable');
          """, arguments: [account])
    }
  }

  @Test func aFileGetsItsNameBackWhereNoOtherCanBeMade() throws {
    try fill(home.database)
    let (file, companions) = (StoredFile(path: path), ["-wal", "-shm"])
    let before = try home.names(in: home.locations.data)
    let kept = try file.setAside(at: .fixtureNow, companions: companions)
    try file.createPrivate()
    try StoredFile(path: path + "-wal").createPrivate()
    file.putBack(kept, companions: companions)
    #expect(try home.names(in: home.locations.data) == before)
    #expect(try home.database.draftService(account: account).all().count == 3)
  }

  @Test func aDamagedIndexCostsNothingElse() throws {
    do {
      let database = home.database
      try fill(database)
      // The blocks of the full-text index make no sense any more.
      try database.write { try $0.execute(sql: "UPDATE archivedText_data SET block = x'5a5a5a5a5a5a5a5a5a5a5a5a'") }
      try database.close()
    }
    let database = home.database
    try database.deleteEarlierArchive(of: "rook@shore.example")
    #expect(try database.earlierArchive(of: account).count == 1)
    #expect(try database.draftService(account: account).all().count == 3)
    #expect(try database.outboxService(account: account).all().items.map(\.id) == ["post d1"])
    // A post under the same key does not go out again.
    #expect(try database.postKeys(account: account).find(#require(PostKey("day/1")))?.id == "117")
    guard case .rescued(path, let kept, rows: 6) = home.notices.first else {
      Issue.record("\(home.notices)")
      return
    }
    #expect(try home.names(in: home.locations.data).contains(kept.split(separator: "/").last.map(String.init) ?? ""))
  }

  @Test func aDamagedPageCostsTheRowsOnIt() throws {
    do {
      let database = home.database
      let drafts = database.draftService(account: account)
      for number in 1...60 { try drafts.save(draft("d\(number)", String(repeating: "word \(number) ", count: 120))) }
      try database.close()
    }
    var bytes = try Data(contentsOf: URL(filePath: path))
    let needle = Data("word 30 word 30".utf8)
    let place = try #require(bytes.firstRange(of: needle)?.lowerBound)
    let page = place / 4096 * 4096
    bytes.replaceSubrange(page..<(page + 4096), with: Data(repeating: 0x5A, count: 4096))
    try bytes.write(to: URL(filePath: path))
    let drafts = try home.database.draftService(account: account).all()
    #expect(drafts.count >= 50 && drafts.contains { $0.id == "d1" } && drafts.contains { $0.id == "d60" })
  }

  @Test func oneUnreadableDraftHidesNoOther() throws {
    let database = home.database
    try fill(database)
    try database.write {
      try $0.execute(sql: "UPDATE draft SET details = '{' WHERE id = 'd2'")
      try $0.execute(sql: "UPDATE draft SET files = 'no' WHERE id = 'd3'")
    }
    let drafts = database.draftService(account: account)
    #expect(try drafts.all().map(\.id) == ["d1"])
    _ = try drafts.all()
    #expect(home.notices == [.unreadable(path: path, rows: "2 drafts")], "it is said once")
    #expect(home.notices.first?.words == "\(path) keeps 2 drafts that can't be read.")
  }

  /// A server would publish it for everyone.
  @Test(arguments: ["secret", ""]) func draftWithAnUnknownVisibilityIsUnreadable(_ visibility: String) throws {
    let database = home.database
    try fill(database)
    try database.write {
      try $0.execute(sql: "UPDATE draft SET visibility = ? WHERE id = 'd2'", arguments: [visibility])
    }
    #expect(try !database.draftService(account: account).all().contains { $0.id == "d2" })
    #expect(home.notices == [.unreadable(path: path, rows: "1 draft")])
  }

  @Test func columnsOfAnotherTypeEndNoProgram() throws {
    let database = home.database
    try database.write { database in
      for (table, texts) in [
        ("tagGroup", ["title", "symbol", "allTags", "noneTags", "sources"]), ("localTimeline", ["name", "host"]),
        ("bookmarkMark", ["statusID", "address", "tags", "note", "date"]),
        ("recentSearch", ["text", "kind", "number"]),
        ("readBranch", ["statusID", "replies", "number"]), ("postRule", ["action", "text", "hits"]),
      ] {
        let isOwned = !["tagGroup", "localTimeline", "postRule"].contains(table)
        let columns =
          (isOwned ? ["account"] : []) + texts + (["tagGroup", "localTimeline"].contains(table) ? ["id"] : [])
        let values = columns.map { $0 == "account" ? "'\(account)'" : "x'FFFE'" }
        try database.execute(
          sql: "INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(values.joined(separator: ", ")))")
      }
    }
    #expect(try database.tagGroupService.all().count == 1)
    #expect(try database.savedServerService.all().count == 1)
    #expect(try database.bookmarkMarks(account: account).all().count == 1)
    #expect(try database.recentSearches(account: account).all().count == 1)
    #expect(try database.readBranches(account: account).all().count == 1)
    #expect(try database.postRuleService.all().damaged == 1)
  }

  /// After a sign-out nobody reads the texts of the account, in the file or in its log.
  @Test func textOfADeletedDraftIsInNoFile() throws {
    let drafts = home.database.draftService(account: account)
    try drafts.save(
      Draft(id: "d1", account: account, content: StatusDraft(text: "unmistakable"), updatedAt: .fixtureNow))
    try drafts.save(Draft(id: "d1", account: account, content: StatusDraft(text: "clear"), updatedAt: .fixtureNow))
    try drafts.delete("d1")
    for name in try home.names(in: home.locations.data) where name.hasPrefix("howdah.sqlite") {
      let bytes = try Data(contentsOf: URL(filePath: home.locations.data + "/" + name))
      #expect(bytes.firstRange(of: Data("unmistakable".utf8)) == nil, "it is in \(name)")
    }
  }

  @Test func deletedTextIsInNoFile() throws {
    let database = home.database
    try fill(database)
    try database.draftService(account: "rook@shore.example").save(
      Draft(id: "r1", account: "rook@shore.example", content: StatusDraft(text: "Stays."), updatedAt: .fixtureNow))
    try database.forget(account: account, keepingTexts: false)
    #expect(try database.draftService(account: account).all().isEmpty)
    #expect(try database.outboxService(account: account).all() == OutboxContents())
    #expect(try database.draftService(account: "rook@shore.example").all().count == 1)
    let keys = database.postKeys(account: account)
    #expect(try keys.find(#require(PostKey("day/1"))) == nil)
    for name in try home.names(in: home.locations.data) where name.hasPrefix("howdah.sqlite") {
      let bytes = try Data(contentsOf: URL(filePath: home.locations.data + "/" + name))
      for text in ["Written by hand", "unmistakable"] {
        #expect(bytes.firstRange(of: Data(text.utf8)) == nil, "\(text) is in \(name)")
      }
    }
  }

  @Test func itemsKeptAtASignOutAreSentOnlyOnDemand() throws {
    let database = home.database
    try fill(database)
    try database.forget(account: account, keepingTexts: true)
    #expect(try database.draftService(account: account).all().count == 3)
    let store = database.outboxService(account: account)
    #expect(try store.next(.min, .fixtureNow - 86_400) == nil)
    #expect(try store.next(.min, nil)?.id == "post d1")
    #expect(try database.earlierArchive(of: account).isEmpty)
  }
}
