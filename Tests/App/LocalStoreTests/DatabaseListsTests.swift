import CustomDump
import FileTestKit
import FoundationEssentials
import GRDB
import Glibc
import MastodonKit
import Testing

@testable import LocalStore

@Suite(.timeLimit(.minutes(10))) struct DatabaseListsTests {
  let home: TemporaryHome

  init() throws { home = try TemporaryHome() }

  @Test func timelinesAndGroupsAreSortedReplacedAndForgotten() throws {
    let database = home.database
    let timelines = database.savedServerService
    for name in ["zebra.example", "Ant.example", "bee.example"] {
      try timelines.save(SavedServer(id: name, name: name, host: name))
    }
    #expect(try timelines.all().map(\.name) == ["Ant.example", "bee.example", "zebra.example"])
    try timelines.save(SavedServer(id: "zebra.example", name: "A zebra", host: "zebra.example"))
    try timelines.delete("bee.example")
    try timelines.delete("never was")
    #expect(try timelines.all().map(\.name) == ["A zebra", "Ant.example"])

    let groups = database.tagGroupService
    for group in TagGroup.fixtures.all.reversed() { try groups.save(group) }
    expectNoDifference(try home.database.tagGroupService.all(), TagGroup.fixtures.all)
    try groups.delete(TagGroup.fixtures.frost.id)
    #expect(try groups.all() == [TagGroup.fixtures.garden])
  }

  @Test func theTagsUsedLastComeFirstAndNoMoreThanALimitAreKept() throws {
    let tags = home.database.recentTags
    for tag in ["bees", "Frost", "märz", "BEES"] { try tags.note(tag) }
    #expect(try tags.all("") == ["BEES", "märz", "Frost"])
    #expect(try tags.all("M") == ["märz"])
    #expect(try tags.all("fr") == ["Frost"])
    #expect(try tags.all("%") == [])
    for number in 0..<RecentTags.limit { try tags.note("t\(number)") }
    #expect(try tags.all("").count == RecentTags.limit)
    #expect(try tags.all("bee") == [])
  }

  @Test func aReadingPositionGoesForwardOnly() throws {
    let database = home.database
    let positions = database.readingPositions(account: "a@x")
    #expect(try positions.position("home") == nil)
    try positions.keep("99", "home")
    try positions.keep("109", "home")
    try positions.keep("100", "home")
    #expect(try positions.position("home") == "109")
    #expect(try positions.position("local") == nil)
    #expect(try database.readingPositions(account: "b@x").position("home") == nil)
  }

  @Test func readBranchesOutliveTheProcessAndAreKeptByAccount() throws {
    let branches = home.database.readBranches(account: "a@x")
    try branches.mark("1", ["2", "3"])
    try branches.mark("7", ["8"])
    #expect(try home.database.readBranches(account: "a@x").all() == ["1": ["2", "3"], "7": ["8"]])
    #expect(try home.database.readBranches(account: "b@x").all().isEmpty)
    try branches.mark("1", ["2", "3", "4"])
    try branches.forget(["7"])
    #expect(try branches.all() == ["1": ["2", "3", "4"]])
    for number in 0..<ReadBranches.limit { try branches.mark(Status.ID("n\(number)"), ["x"]) }
    let kept = try branches.all()
    #expect(kept.count == ReadBranches.limit && kept["1"] == nil, "the oldest mark goes first")
  }

  @Test func theSourcesAndConditionsOfAGroupAreStored() throws {
    var group = TagGroup.fixtures.boats
    group.all = ["b", "märz"]
    try home.database.tagGroupService.save(group)
    #expect(try home.database.tagGroupService.all() == [group])
    group.sources.append(.search("two\nlines"))
    try home.database.tagGroupService.save(group)
    #expect(try home.database.tagGroupService.all()[0].sources.last == .search("two lines"))
  }

  /// Another connection is to this one what another process is.
  @Test func changesOfSeveralProcessesAreAllKept() async throws {
    let (group, post) = (TagGroup.fixtures.boats, Status.ID("1"))
    try home.database.tagGroupService.save(group)
    let databases = (0..<6).map { _ in home.database }
    try await withThrowingTaskGroup { tasks in
      for (number, database) in databases.enumerated() {
        tasks.addTask {
          _ = try database.tagGroupService.change(group.id) { $0.sources.append(.tag("t\(number)")) }
          _ = try database.bookmarkMarks(account: "a@x").change(post) { old in
            var mark = old ?? BookmarkMark(id: post, address: "", date: Date(timeIntervalSince1970: 0))
            mark.tags.append("t\(number)")
            return mark
          }
        }
      }
      try await tasks.waitForAll()
    }
    let tags = Set((0..<6).map { "t\($0)" })
    #expect(try Set(home.database.tagGroupService.all()[0].tags).isSuperset(of: tags))
    #expect(try Set(home.database.bookmarkMarks(account: "a@x").mark(post)?.tags ?? []) == tags)
    #expect(try home.database.tagGroupService.change("gone") { $0.title = "x" } == nil)
  }

  @Test func hashtagsOfAnEarlierVersionBecomeSources() throws {
    let old = try DatabaseQueue()
    try Database.migrations.migrate(old, upTo: "sizes of archived posts")
    try old.write { database in
      try database.execute(sql: "INSERT INTO tagGroup (id, title, symbol, tags) VALUES ('g', 'G', '#', 'canal märz')")
    }
    try Database.migrations.migrate(old)
    let stored = try old.read { try String.fetchOne($0, sql: "SELECT sources FROM tagGroup") }
    #expect(stored == "#canal\n#märz")
  }

  /// The file that 0.1 left behind, made with its own SQL.
  @Test func firstVersionOfTheDatabaseIsMigrated() throws {
    let path = home.locations.data + "/howdah.sqlite"
    try FileLocations.makeFile(path)
    let old = try DatabaseQueue(path: path)
    try old.write { database in
      try database.execute(
        sql: """
          CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
          INSERT INTO grdb_migrations VALUES ('1 drafts');
          CREATE TABLE "draft" ("id" TEXT PRIMARY KEY NOT NULL, "account" TEXT NOT NULL, "text" TEXT NOT NULL,
            "spoilerText" TEXT NOT NULL, "visibility" TEXT NOT NULL, "language" TEXT, "inReplyToID" TEXT,
            "replyingTo" TEXT, "updatedAt" DOUBLE NOT NULL);
          CREATE INDEX "draft_on_account" ON "draft"("account");
          INSERT INTO draft VALUES ('d1', 'a@x', 'kept', '', 'private', 'en', NULL, NULL, 1795000000);
          """)
    }
    try old.close()
    let database = home.database
    let drafts = try database.draftService(account: "a@x").all()
    #expect(drafts.map(\.content.text) == ["kept"] && drafts.map(\.content.visibility) == [.private])
    try database.tagGroupService.save(.fixtures.frost)
    #expect(home.notices == [])
    // A new file has the same shape as one that was led here.
    func shape(_ database: LocalStore.Database) throws -> Set<String> {
      try database.read {
        try Set(
          String.fetchAll($0, sql: "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")
            .map { $0.filter { !$0.isWhitespace } })
      }
    }
    #expect(try shape(database) == shape(try TemporaryHome().database))
  }

  @Test func everyChangeIsReported() async throws {
    let watching = home.database
    var heard = watching.tagGroupService.changes().makeAsyncIterator()
    #expect(try await heard.next() == [])
    try watching.tagGroupService.save(.fixtures.frost)
    #expect(try await heard.next() == [.fixtures.frost])
    // Another connection is to this one what another process is.
    try home.database.tagGroupService.save(.fixtures.garden)
    #expect(try await heard.next() == TagGroup.fixtures.all)
    // What changes nothing of it is not told.
    try watching.recentTags.note("bees")
    try watching.tagGroupService.delete(TagGroup.fixtures.garden.id)
    #expect(try await heard.next() == [.fixtures.frost])
  }

  @Test func pollingStopsWithTheLastReader() async throws {
    let database = home.database
    let task = Task {
      for try await _ in database.savedServerService.changes() {}
    }
    while database.bell.listeners == 0, !Task.isCancelled { await Task.yield() }
    task.cancel()
    try await task.value
    while database.bell.listeners > 0, !Task.isCancelled { await Task.yield() }
  }
}
