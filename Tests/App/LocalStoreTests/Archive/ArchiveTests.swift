import FileTestKit
import Foundation
import GRDB
import MastodonKit
import Synchronization
import Testing

@testable import LocalStore

/// What is read is kept, found, answered with, and deleted.
@Suite(.timeLimit(.minutes(10))) struct ArchiveTests {
  let database = LocalStore.Database(locations: .inMemory(), now: { .fixtureNow }, report: { _ in })

  func status(
    _ id: String, _ text: String, age: TimeInterval = 0, visibility: Visibility = .public
  ) -> Status {
    var status = Status.fixtures.plain
    status.id = Status.ID(id)
    status.content = "<p>\(text)</p>"
    status.createdAt = .fixtureNow - age
    status.visibility = visibility
    return status
  }

  func json(_ statuses: [Status]) throws -> Data { try MastodonJSON.makeEncoder().encode(statuses) }

  func archive(
    _ account: String = "you@shore.example", in database: LocalStore.Database? = nil,
    options: ArchiveOptions = ArchiveOptions(isOn: true, limit: nil, keepsPrivate: true),
    report: @escaping @Sendable (StoreError) -> Void = { _ in }
  ) -> ArchiveService {
    (database ?? self.database).archiveService(account: account, options: { options }, report: report)
  }

  func keep(_ statuses: [Status], in archive: ArchiveService) async throws {
    archive.keep(ArchivedResponse(body: try json(statuses), date: .fixtureNow))
    await archive.settle()
  }

  func words(_ text: String) -> ArchiveQuery {
    ArchiveQuery(text.split(separator: " ").map { .init([.init(.words(String($0), isPrefix: true))]) })
  }

  func found(_ query: ArchiveQuery, in archive: ArchiveService, limit: Int = 20) async throws -> [String] {
    try await archive.find(query, PageRequest(limit: limit)).elements.map(\.id.rawValue)
  }

  func found(_ text: String, in archive: ArchiveService, limit: Int = 20) async throws -> [String] {
    try await found(words(text), in: archive, limit: limit)
  }

  func found(_ condition: ArchiveQuery.Condition, in archive: ArchiveService) async throws -> [String] {
    try await found(ArchiveQuery([.init([.init(condition)])]), in: archive)
  }

  // MARK: - Finding

  /// Of one or two characters too, in a text without spaces.
  @Test func aPartOfATextWithoutSpacesIsFound() async throws {
    let archive = archive()
    try await keep(
      [
        status("1", "東京タワーへ行きました", age: 4), status("2", "我们在运河边喝咖啡", age: 3), status("3", "오늘은 학교에서 놀았다", age: 2),
        status("4", "วันนี้อากาศดี", age: 1),
      ], in: archive)
    for (word, id) in [
      ("東京", "1"), ("タワー", "1"), ("京", "1"), ("运河", "2"), ("咖啡", "2"), ("학교", "3"), ("อากาศ", "4"),
    ] {
      #expect(try await found(word, in: archive) == [id], "\(word)")
    }
    #expect(try await found("河运", in: archive) == [])
  }

  @Test func emojiAndOtherSymbolsAreFound() async throws {
    let archive = archive()
    try await keep(
      [
        status("1", "A duck 🦆", age: 4), status("2", "👩🏽‍💻🇩🇪 at work", age: 3), status("3", "20€ → ❤️", age: 2),
        status("4", "duck pond", age: 1),
      ], in: archive)
    for (words, ids) in [
      ("🦆", ["1"]), ("duck 🦆", ["1"]), ("👩", ["2"]), ("👩🏽‍💻", ["2"]), ("🇩🇪", ["2"]), ("🇫🇷", []), ("€", ["3"]),
      ("❤", ["3"]), ("→", ["3"]), ("😀", []),
    ] {
      #expect(try await found(words, in: archive) == ids, "\(words)")
    }
    archive.remove("1")
    await archive.settle()
    #expect(try await found("🦆", in: archive) == [])
    #expect(try await archive.find(ArchiveQuery(), PageRequest(limit: 9)).elements.count == 3)
  }

  @Test func countsFollowEveryChange() async throws {
    let archive = archive()
    try await keep((1...5).map { status("\($0)", "canal", age: 1) }, in: archive)
    try await keep([status("5", "lock", visibility: .private)], in: archive)
    archive.remove("1")
    await archive.settle()
    let facts = try await archive.facts()
    #expect(facts.posts == 4 && facts.privatePosts == 1)
    _ = try await archive.clear(nil)
    #expect(try await archive.facts().posts == 0)
  }

  @Test func conditionsAreCombined() async throws {
    let archive = archive()
    var reply = status("2", "canal lock", age: 10)
    (reply.inReplyToID, reply.inReplyToAccountID) = ("1", Status.fixtures.plain.account.id)
    reply.account = Account.fixtures.wren
    var picture = status("3", "heron", age: 5, visibility: .private)
    picture.language = "pt-BR"
    picture.mediaAttachments = [MediaAttachment.fixtures.heron]
    picture.tags = [MastodonKit.Tag(name: "Towpath", url: "")]
    try await keep([status("1", "canal boat", age: 20), reply, picture], in: archive)
    func all(_ groups: [[ArchiveQuery.Term]]) async throws -> [String] {
      try await found(ArchiveQuery(groups.map { .init($0) }), in: archive)
    }
    let canal = ArchiveQuery.Term(.words("canal", isPrefix: true))
    #expect(try await all([[canal], [.init(.words("lock", isPrefix: false), isExcluded: true)]]) == ["1"])
    #expect(
      try await all([[.init(.words("boat", isPrefix: false)), .init(.words("heron", isPrefix: false))]]) == ["3", "1"])
    #expect(try await all([[canal], [.init(.from(Account.fixtures.wren.acct))]]) == ["2"])
    #expect(try await all([[.init(.to(Status.fixtures.plain.account.acct))]]) == ["2"])
    #expect(try await all([[.init(.has(.media))]]) == ["3"])
    #expect(try await all([[.init(.has(.alt))]]) == ["3"])
    #expect(try await all([[.init(.kind(.reply))]]) == ["2"])
    #expect(try await all([[.init(.kind(.private))]]) == ["3"])
    #expect(try await all([[.init(.language("pt"))]]) == ["3"])
    #expect(try await all([[.init(.hashtag("towpath"))]]) == ["3"])
    #expect(try await all([[.init(.before(.fixtureNow - 15))]]) == ["1"])
    #expect(try await all([[.init(.after(.fixtureNow - 15))], [.init(.has(.media), isExcluded: true)]]) == ["2"])
    #expect(try await all([[.init(.words("boat lock", isPrefix: false))]]) == [])
    #expect(try await archive.count(words("boat")) == 1)
  }

  @Test func theBestMatchComesFirstIfThatIsWanted() async throws {
    let archive = archive()
    try await keep(
      [status("1", "canal canal canal", age: 20), status("2", "a long walk along some water and a canal", age: 10)],
      in: archive)
    var query = words("canal")
    #expect(try await found(query, in: archive) == ["2", "1"])
    query.sort = .relevance
    #expect(try await found(query, in: archive) == ["1", "2"])
  }

  @Test func aBoostIsFoundAsThePostThatItBoosts() async throws {
    let archive = archive()
    var boost = status("9", "")
    boost.reblog = status("1", "canal", age: 50)
    try await keep([boost, status("2", "canal", age: 60)], in: archive)
    #expect(try await found("canal", in: archive) == ["1", "2"])
    #expect(try await found(.kind(.boost), in: archive) == ["1"])
  }

  @Test func postsAreFoundWhereTheyWereRead() async throws {
    let archive = archive()
    let home = ArchiveRequest(
      path: "/api/v1/timelines/home", parameters: "", page: PageRequest(limit: 20), isPagedByID: true)
    archive.keep(ArchivedResponse(request: home, body: try json([status("1", "canal")]), date: .fixtureNow))
    var own = status("2", "canal", age: 9)
    (own.account.id, own.account.acct) = ("77", "You")
    own.bookmarked = true
    try await keep([own], in: archive)
    #expect(try await found(.place(.home), in: archive) == ["1"])
    #expect(try await found(.place(.mine), in: archive) == ["2"])
    #expect(try await found(.place(.bookmarks), in: archive) == ["2"])
    own.bookmarked = false
    try await keep([own], in: archive)
    #expect(try await found(.place(.bookmarks), in: archive) == [])
    #expect(try await found(.place(.list("Friends")), in: archive) == [])
  }

  @Test func pagesFollowEachOther() async throws {
    let archive = archive()
    try await keep((1...5).map { status("\($0)", "canal", age: Double($0)) }, in: archive)
    let first = try await archive.find(words("canal"), PageRequest(limit: 2))
    #expect(first.elements.map(\.id.rawValue) == ["1", "2"])
    let second = try await archive.find(words("canal"), PageRequest(.older(than: #require(first.older)), limit: 2))
    #expect(second.elements.map(\.id.rawValue) == ["3", "4"])
    let last = try await archive.find(words("canal"), PageRequest(.older(than: #require(second.older)), limit: 2))
    #expect(last.elements.map(\.id.rawValue) == ["5"])
    #expect(last.older == nil)
  }

  // MARK: - Keeping

  @Test func aPostIsKeptOnceInItsLastForm() async throws {
    let archive = archive()
    try await keep([status("1", "canal")], in: archive)
    try await keep([status("1", "towpath")], in: archive)
    #expect(try await found("canal", in: archive) == [])
    #expect(try await found("towpath", in: archive) == ["1"])
    archive.remove("1")
    #expect(try await found("", in: archive) == [])
  }

  @Test func privatePostsAreLeftOutIfTheUserWants() async throws {
    let open = archive("wren@shore.example")
    let closed = archive(options: ArchiveOptions(isOn: true, limit: nil, keepsPrivate: false))
    let posts = [
      status("1", "canal", visibility: .direct), status("2", "canal"), status("3", "canal", visibility: .private),
    ]
    try await keep(posts, in: open)
    try await keep(posts, in: closed)
    #expect(try await found("canal", in: closed) == ["2"])
    #expect(Set(try await found("canal", in: open)) == ["1", "2", "3"])
    try database.clearArchive(onlyPrivate: true)
    #expect(try await found("canal", in: open) == ["2"])
    try database.clearArchive()
    #expect(try await found("canal", in: open) == [])
  }

  @Test func nothingIsKeptWhereTheUserWantsNothing() async throws {
    let archive = archive(options: ArchiveOptions(isOn: false, limit: nil, keepsPrivate: true))
    try await keep([status("1", "canal")], in: archive)
    #expect(try await archive.facts().posts == 0)
  }

  @Test func accountsAreApart() async throws {
    let (one, other) = (archive(), archive("wren@shore.example"))
    try await keep([status("1", "canal")], in: one)
    try await keep([status("3", "canal")], in: other)
    #expect(try await found("canal", in: one) == ["1"])
    #expect(try await one.clear(nil) == 1)
    #expect(try await found("canal", in: one) == [])
    #expect(try await found("canal", in: other) == ["3"])
  }

  @Test func theOldestGoWhenTheFileIsTooLarge() async throws {
    let limit = 600_000
    let archive = archive(options: ArchiveOptions(isOn: true, limit: limit, keepsPrivate: true))
    for number in 0..<8 {
      let posts = (0..<20).map { index in
        let id = number * 20 + index
        // Words that are all different can't be compressed.
        let text = (0..<300).map { "heron\(id * 300 + $0)" }.joined(separator: " ")
        return status("\(id)", text, age: Double(1000 - id))
      }
      try await keep(posts, in: archive)
    }
    #expect(try await archive.facts().bytes <= limit)
    let kept = try await found("", in: archive, limit: 200)
    #expect(kept.first == "159" && kept.count > 20 && !kept.contains("0"))
  }

  @Test func postsFromBeforeADateAreDeleted() async throws {
    let archive = archive()
    try await keep([status("1", "canal", age: 5_000_000), status("2", "canal")], in: archive)
    #expect(try await archive.clear(.fixtureNow - 1000) == 1)
    #expect(try await found("", in: archive) == ["2"])
  }

  /// Neither the file, nor its log, nor the index has a word of what was deleted.
  @Test func aDeletedPostLeavesNothing() async throws {
    let home = try TemporaryHome()
    let database = home.database
    let one = archive("you@shore.example", in: database)
    let other = archive("wren@shore.example", in: database)
    let elsewhere = archive("you@pond.example", in: database)
    for kept in [one, other, elsewhere] { try await keep((1...60).map { status("\($0)", "canal") }, in: kept) }
    for kept in [one, other] { try await keep([status("77", "Kingfishersecret")], in: kept) }
    one.remove("77")
    for kept in [one, other] {
      await kept.settle()
      #expect(try await found("Kingfishersecret", in: kept) == [])
    }
    #expect(try await found("canal", in: elsewhere, limit: 80).count == 60)
    try database.close()
    let folder = try #require(FileManager.default.enumerator(atPath: home.path))
    for case let name as String in folder {
      let data = FileManager.default.contents(atPath: "\(home.path)/\(name)") ?? Data()
      #expect(data.range(of: Data("ingfishersecret".utf8)) == nil, "\(name)")
    }
  }

  @Test func aDamagedFileIsSetAsideAndFillsAgain() async throws {
    let home = try TemporaryHome()
    let name = "archive-you@shore.example.sqlite"
    do {
      let database = home.database
      try await keep([status("1", "canal")], in: archive(in: database))
      try database.close()
    }
    let path = "\(home.locations.data)/\(name)"
    try Data(repeating: 7, count: 5000).write(to: URL(fileURLWithPath: path))
    let again = archive(in: home.database)
    try await keep([status("2", "canal")], in: again)
    #expect(try await found("canal", in: again) == ["2"])
    #expect(home.notices.count == 1)
    #expect(try home.names(in: home.locations.data).count { $0.hasPrefix(name) && $0.contains("damaged") } >= 0)
  }

  @Test func aFileThatCannotBeWrittenIsReportedOnce() async throws {
    let home = try TemporaryHome()
    let name = "\(home.locations.data)/archive-you@shore.example.sqlite"
    try FileManager.default.createDirectory(atPath: name, withIntermediateDirectories: true)
    let errors = Mutex<[StoreError]>([])
    let archive = archive(in: home.database, report: { error in errors.withLock { $0.append(error) } })
    for number in 1...3 { try await keep([status("\(number)", "canal")], in: archive) }
    #expect(errors.withLock(\.count) == 1)
    await #expect(throws: MastodonError.self) { try await archive.answer(Self.home()) }
  }

  @Test func oneUnreadablePostHidesNoOther() async throws {
    let home = try TemporaryHome()
    let database = home.database
    let archive = archive(in: database)
    try await keep([status("1", "canal"), status("2", "canal")], in: archive)
    try database.archive(of: "you@shore.example").database.write {
      try $0.execute(sql: "UPDATE status SET json = x'7b' WHERE id = 2")
    }
    #expect(try await found("", in: archive) == ["1"])
    #expect(
      home.notices.count == 1
        && home.notices.first?.words.hasSuffix("keeps 1 archived post that can't be read.") == true)
  }

  @Test func aSignOutDeletesTheArchive() async throws {
    let home = try TemporaryHome()
    let database = home.database
    try await keep([status("1", "canal")], in: archive(in: database))
    try await keep([status("1", "canal")], in: archive("wren@shore.example", in: database))
    try database.forget(account: "you@shore.example", keepingTexts: true)
    let files = try home.names(in: home.locations.data).filter { $0.hasPrefix("archive-") && $0.hasSuffix(".sqlite") }
    #expect(files == ["archive-wren@shore.example.sqlite"])
  }

  @Test func whatIsAddedDoesNotReplaceWhatIsKept() async throws {
    let archive = archive()
    try await keep([status("1", "canal")], in: archive)
    #expect(try await archive.add([json([status("1", "older lock")]), json([status("2", "older gate")])]) == 1)
    #expect(try await found("older", in: archive) == ["2"])
    #expect(try await archive.add([json([status("2", "gate")])]) == 0)
    let open = self.archive(options: ArchiveOptions(isOn: true, limit: nil, keepsPrivate: false))
    #expect(try await open.add([json([status("3", "secret", visibility: .direct)])]) == 0)
  }

  /// Of a large archive, the newest posts are searched first; what was read late may be old.
  @Test func theNewestPostsComeFirstHoweverManyAreSearchedFirst() async throws {
    let archive = archive()
    let ages: [TimeInterval] = [50, 90, 10, 70, 30, 20, 80, 40, 60]
    let posts = ages.enumerated().map { index, age in
      status("\(index)", age.truncatingRemainder(dividingBy: 20) == 0 ? "canal lock" : "canal gate", age: age)
    }
    let store = database.archive(of: "you@shore.example")
    for (index, post) in posts.enumerated() {
      try await keep([post], in: archive)
      // As many others, read in between, are older than all of these.
      guard index % 4 == 1 else { continue }
      try store.write { try $0.execute(sql: "UPDATE sqlite_sequence SET seq = seq + 5000 WHERE name = 'status'") }
    }
    for text in ["", "canal", "lock", "gate", "heron"] {
      for offset in [0, 2] {
        let request = PageRequest(.offset(offset), limit: 3)
        let pages = try [[], [1], [2, 5], [4], [8, 100]].map { windows in
          try store.read { try store.find(words(text), request, windows: windows, in: $0).page }
        }
        #expect(pages.allSatisfy { $0.elements == pages[0].elements && $0.older == pages[0].older }, "\(text)")
      }
    }
  }
}
