import FileTestKit
import Foundation
import GRDB
import MastodonKit
import Testing

@testable import LocalStore

@Suite struct OutboxStoreTests {
  private func favourite(_ id: String, on: Bool = true, age: TimeInterval = 0) -> OutboxItem {
    OutboxItem(
      QueuedRequest(
        template: "/api/v1/statuses/:id/\(on ? "" : "un")favourite", arguments: [id], fields: [["a", "b"]],
        operation: "favourite the post"), at: .fixtureNow - age)
  }

  private func database(_ locations: FileLocations = .inMemory()) -> LocalStore.Database {
    LocalStore.Database(locations: locations, now: { .fixtureNow }, report: { _ in })
  }

  @Test func itemsComeInTheOrderInWhichTheyWereAddedAndTheLaterOfTwoReplacesTheEarlier() throws {
    let database = database()
    let (mine, other) = (database.outboxService(account: "you@sandbox"), database.outboxService(account: "w@x.example"))
    try mine.add(favourite("1", age: 10), false)
    try mine.add(OutboxItem(post: "d1", at: .fixtureNow - 5), false)
    // The clock was set back meanwhile.
    try mine.add(favourite("1", on: false, age: 20), true)
    try other.add(favourite("2"), false)
    let items = try mine.all().items
    #expect(items.map(\.item.content) == [.post("d1"), favourite("1", on: false).content])
    #expect(items.map(\.mayHaveArrived) == [false, true])
    #expect(try mine.next(.min, nil) == items[0])
    #expect(try mine.next(items[0].place, nil) == items[1])
    #expect(try mine.next(.min, .fixtureNow - 5) == items[0])
    #expect(try mine.next(items[0].place, .fixtureNow - 5) == nil)
    #expect(try mine.find("post d1") == items[0])
    try mine.mark(items[0], true)
    #expect(try mine.find("post d1")?.mayHaveArrived == true)
    try mine.delete([favourite("1").id])
    #expect(try mine.all().items.map(\.id) == ["post d1"])
    #expect(try other.all().items.count == 1)
    try mine.delete(nil)
    #expect(try mine.all() == OutboxContents() && other.all().items.count == 1)
  }

  @Test func replacementOfASentItemStays() throws {
    let store = database().outboxService(account: "you@sandbox")
    try store.add(favourite("1"), false)
    let sent = try #require(try store.next(.min, nil))
    // The user takes the favourite back while it is being sent.
    try store.add(favourite("1", on: false, age: -1), false)
    try store.settle(sent)
    var failed = sent
    failed.item.problem = "It was refused."
    try store.mark(failed, false)
    #expect(try store.all().items.map(\.item) == [favourite("1", on: false, age: -1)], "not even its problem is taken")
    try store.settle(try #require(try store.next(.min, nil)))
    #expect(try store.all() == OutboxContents())
  }

  @Test func theReasonWhyAnItemWaitsIsKeptForOtherProcesses() throws {
    let home = try TemporaryHome()
    let stores = (0..<2).map { _ in database(home.locations).outboxService(account: "you@sandbox") }
    try stores[0].add(OutboxItem(post: "d1", at: .fixtureNow), false)
    var waiting = try #require(try stores[0].next(.min, nil))
    waiting.item.problem = "The text is too long."
    try stores[0].mark(waiting, false)
    #expect(try stores[1].all().items.map(\.item.problem) == ["The text is too long."])
  }

  @Test func oneProcessSendsAtATime() throws {
    let home = try TemporaryHome()
    let stores = (0..<2).map { _ in database(home.locations).outboxService(account: "you@sandbox") }
    var lock = try stores[0].lock()
    #expect(lock != nil)
    #expect(try stores[1].lock() == nil)
    #expect(try database(home.locations).outboxService(account: "w@x.example").lock() != nil, "another account's")
    lock = nil
    lock = try stores[1].lock()
    #expect(lock != nil)
    let memory = database()
    let own = try memory.outboxService(account: "you@sandbox").lock()
    #expect(own != nil)
    #expect(try memory.outboxService(account: "you@sandbox").lock() == nil)
    withExtendedLifetime((lock, own)) {}
  }

  /// It would be sent, and then not be found for its deletion.
  @Test func anItemWithoutAReadableDateIsNotSent() throws {
    let database = database()
    let store = database.outboxService(account: "you@sandbox")
    try store.add(favourite("1"), false)
    try database.write { try $0.execute(sql: "UPDATE outbox SET date = 'abc'") }
    #expect(try store.next(.min, nil) == nil)
    #expect(try store.all() == OutboxContents(unreadable: 1))
  }

  @Test func oneUnreadableRowHidesNoOther() throws {
    let database = database()
    let store = database.outboxService(account: "you@sandbox")
    for (id, json) in [("a", "no JSON"), ("b", ""), ("c", #"{"id":"c","content":{"poem":{}},"date":1}"#)] {
      try database.write {
        try $0.execute(
          sql: "INSERT INTO outbox (id, account, item, date) VALUES (?, 'you@sandbox', ?, 9e9)", arguments: [id, json])
      }
    }
    try store.add(favourite("1"), false)
    let contents = try store.all()
    #expect(contents.items.map(\.id) == [favourite("1").id] && contents.unreadable == 3)
    #expect(try store.next(.min, nil)?.id == favourite("1").id)
    try store.settle(contents.items[0])
    #expect(try store.all() == OutboxContents(unreadable: 3), "they are kept")
  }

  @Test func aWaitingPostGoesWithItsDraft() throws {
    let database = database()
    let (drafts, store) = (
      database.draftService(account: "you@sandbox"), database.outboxService(account: "you@sandbox")
    )
    var draft = Draft(id: "d1", account: "you@sandbox", content: StatusDraft(text: "Snow"), updatedAt: .fixtureNow)
    (draft.contentKey, draft.isThread) = ("k2", true)
    try drafts.save(draft)
    #expect(try drafts.all() == [draft])
    try store.add(OutboxItem(post: "d1", at: .fixtureNow), false)
    try drafts.delete("d1")
    #expect(try store.all() == OutboxContents())
  }

  /// A dry run reads the files, and leaves them as they are.
  @Test func aDryRunWritesNoFile() throws {
    let home = try TemporaryHome()
    let dry = database(home.locations.scratch())
    let tried = dry.outboxService(account: "you@sandbox")
    try tried.add(favourite("1"), false)
    #expect(try tried.all().items.count == 1, "what is written can be read")
    #expect(!home.locations.file(dry.path).exists)

    let store = database(home.locations).outboxService(account: "you@sandbox")
    try store.add(favourite("1"), false)
    for copy in [database(home.locations.scratch()), database(home.locations).scratch()] {
      let copied = copy.outboxService(account: "you@sandbox")
      try copied.delete(nil)
      #expect(try copied.all().items.isEmpty)
    }
    #expect(try store.all().items.count == 1)
  }

  @Test func aDryRunChangesFilesInMemoryAlone() throws {
    let home = try TemporaryHome()
    func file(_ name: String, _ locations: FileLocations) -> StoredFile {
      locations.file(FileLocations.join(locations.data, name))
    }
    for name in ["kept", "changed", "removed"] {
      let file = file(name, home.locations)
      try file.change { () throws(StoreError) in try file.replace(with: [1]) }
    }
    let dry = home.locations.scratch()
    try file("changed", dry).replace(with: [2])
    try file("new", dry).replace(with: [3])
    try file("removed", dry).remove()
    #expect(try ["kept", "changed", "new", "removed"].map { try file($0, dry).read() } == [[1], [2], [3], nil])
    #expect(
      try Directory(path: dry.data, memory: dry.memory).names().filter { !$0.hasSuffix(".lock") }.sorted()
        == ["changed", "kept", "new"])
    #expect(
      try ["kept", "changed", "new", "removed"].map { try file($0, home.locations).read() } == [[1], [1], nil, [1]])
    #expect(dry.kept == home.locations)
  }
}
