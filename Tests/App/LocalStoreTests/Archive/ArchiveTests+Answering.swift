import FileTestKit
import Foundation
import GRDB
import MastodonKit
import Testing

@testable import LocalStore

extension ArchiveTests {
  // MARK: - Answering

  static func home(_ page: PageRequest = PageRequest(limit: 3)) -> ArchiveRequest {
    ArchiveRequest(path: "/api/v1/timelines/home", parameters: "", page: page, isPagedByID: true)
  }

  private func answer(_ request: ArchiveRequest, in archive: ArchiveService) async throws -> [String]? {
    guard let kept = try await archive.answer(request) else { return nil }
    return try MastodonJSON.decode([Status].self, from: kept.body).map(\.id.rawValue)
  }

  @Test func anArchiveThatCannotBeReadSaysWhy() async throws {
    let home = try TemporaryHome()
    let path = home.database.archive(of: "you@shore.example").database.path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    await #expect {
      try await archive(in: home.database).answer(Self.home())
    } throws: { error in
      guard case .unavailable(let words, _) = error as? MastodonError else { return false }
      return words.hasPrefix("The archive can't be read. \(path) ")
    }
  }

  @Test func aTimelineIsAnsweredAsItWasRead() async throws {
    let archive = archive()
    let ids = ["9", "8", "7"]
    archive.keep(
      ArchivedResponse(
        request: Self.home(), body: try json(ids.map { status($0, "canal") }), older: "7", namesCursors: true,
        date: .fixtureNow - 60))
    #expect(try await answer(Self.home(), in: archive) == ids)
    #expect(try await answer(Self.home(PageRequest(limit: 2)), in: archive) == ["9", "8"])
    let kept = try #require(try await archive.answer(Self.home()))
    #expect(kept.date == .fixtureNow - 60 && kept.older == "7")
    archive.remove("8")
    #expect(try await answer(Self.home(), in: archive) == ["9", "7"])
    #expect(try await answer(Self.home(PageRequest(limit: 2)), in: archive) == ["9", "7"], "it takes no place")
    archive.remove("9")
    #expect(try await answer(Self.home(PageRequest(limit: 1)), in: archive) == ["7"])
    try await keep([status("9", "edited")], in: archive)
    let whole = try #require(try await archive.answer(Self.home()))
    #expect(try MastodonJSON.decode([Status].self, from: whole.body).first?.content == "<p>edited</p>")
    #expect(try await answer(Self.home(PageRequest(.older(than: "7"), limit: 3)), in: archive) == [])
    #expect(try await archive.answer(Self.home(PageRequest(.older(than: "77"), limit: 3))) == nil)
  }

  @Test func whatWasReadLastIsTheAnswerAlsoWhereTheClockWentBack() async throws {
    let archive = archive()
    for (ids, time) in [(["8", "7"], 86_400.0), (["9", "8", "7"], 0)] {
      archive.keep(
        ArchivedResponse(
          request: Self.home(), body: try json(ids.map { status($0, "at \(time)") }), older: "7", namesCursors: true,
          date: .fixtureNow + time))
    }
    let kept = try #require(try await archive.answer(Self.home()))
    let posts = try MastodonJSON.decode([Status].self, from: kept.body)
    #expect(posts.map(\.id) == ["9", "8", "7"] && posts.allSatisfy { $0.content == "<p>at 0.0</p>" })
    #expect(kept.date == .fixtureNow)
  }

  @Test func aPostAndAnAccountAreAnsweredFromWhereverTheyWereRead() async throws {
    let archive = archive()
    try await keep([status("1", "canal")], in: archive)
    func request(_ path: String, _ parameters: String = "") -> ArchiveRequest {
      ArchiveRequest(path: path, parameters: parameters, page: nil, isPagedByID: false)
    }
    let account = Status.fixtures.plain.account
    let post = try #require(try await archive.answer(request("/api/v1/statuses/1")))
    #expect(try MastodonJSON.decode(Status.self, from: post.body).id == "1")
    for path in [
      request("/api/v1/accounts/\(account.id.rawValue)"),
      request("/api/v1/accounts/lookup", "acct=\(PercentCoding.encode(account.acct))"),
    ] {
      let kept = try #require(try await archive.answer(path))
      #expect(try MastodonJSON.decode(Account.self, from: kept.body) == account)
    }
    #expect(try await archive.answer(request("/api/v1/statuses/2")) == nil)
    #expect(try await archive.answer(request("/api/v1/statuses/2/context")) == nil)
  }

  @Test func threadIsPutTogetherFromPostsThatWereReadElsewhere() async throws {
    let archive = archive()
    let author = Status.fixtures.plain.account.id
    func reply(_ id: String, to parent: String, age: TimeInterval) -> Status {
      var status = status(id, "reply", age: age)
      (status.inReplyToID, status.inReplyToAccountID) = (Status.ID(parent), author)
      return status
    }
    try await keep(
      [
        status("1", "canal", age: 50), reply("2", to: "1", age: 40), reply("3", to: "2", age: 30),
        reply("4", to: "3", age: 20), reply("5", to: "3", age: 10), reply("6", to: "77", age: 5),
      ], in: archive)
    let request = ArchiveRequest(path: "/api/v1/statuses/3/context", parameters: "", page: nil, isPagedByID: false)
    let kept = try #require(try await archive.answer(request))
    let context = try MastodonJSON.decode(StatusContext.self, from: kept.body)
    #expect(context.ancestors.map(\.id) == ["1", "2"] && context.descendants.map(\.id) == ["4", "5"])
    #expect(kept.isComposed && kept.date == .fixtureNow)
  }

  /// Home loses posts also because somebody is no longer followed.
  @Test(arguments: [("accounts/7/statuses", ["9", "7"]), ("timelines/home", ["9", "8", "7"])])
  func postThatItsAccountNoLongerHasIsNotFound(_ path: String, _ left: [String]) async throws {
    let archive = archive()
    func read(_ ids: [String]) throws {
      archive.keep(
        ArchivedResponse(
          request: ArchiveRequest(
            path: "/api/v1/\(path)", parameters: "", page: PageRequest(limit: 3), isPagedByID: true),
          body: try json(ids.map { status($0, "canal", age: 10 - (Double($0) ?? 0)) }), older: "7", namesCursors: true,
          date: .fixtureNow))
    }
    try read(["9", "8", "7"])
    try read(["9", "7"])
    #expect(try await found("canal", in: archive) == left)
  }

  @Test func unbookmarkedElsewhereIsNoBookmark() async throws {
    let archive = archive()
    for ids in [["9", "8", "7"], ["9", "7"]] {
      archive.keep(
        ArchivedResponse(
          request: ArchiveRequest(
            path: "/api/v1/bookmarks", parameters: "", page: PageRequest(limit: 3), isPagedByID: false),
          body: try json(ids.map { status($0, "canal", age: 10 - (Double($0) ?? 0)) }), older: "c", namesCursors: true,
          date: .fixtureNow))
    }
    #expect(try await found(.place(.bookmarks), in: archive) == ["9", "7"])
    #expect(try await found("canal", in: archive).count == 3)
  }

  @Test func listIsFoundByItsLastNameAlsoOnceItWasDeleted() async throws {
    let archive = archive()
    func keep(_ path: String, _ body: String, _ page: PageRequest? = nil) {
      archive.keep(
        ArchivedResponse(
          request: ArchiveRequest(path: "/api/v1/\(path)", parameters: "", page: page, isPagedByID: true),
          body: Data(body.utf8), date: .fixtureNow))
    }
    keep("lists", #"[{"id":"7","title":"Boats"},{"id":"8","title":"Cats"}]"#)
    let posts = String(decoding: try json([status("1", "canal")]), as: UTF8.self)
    keep("timelines/list/7", posts, PageRequest(limit: 3))
    #expect(try await found(.place(.list("boats")), in: archive) == ["1"])
    keep("lists/7", #"{"id":"7","title":"Ships"}"#)
    #expect(try await found(.place(.list("Ships")), in: archive) == ["1"])
    #expect(try await found(.place(.list("Boats")), in: archive) == [])
    keep("lists", #"[{"id":"8","title":"Cats"}]"#)
    #expect(try await found(.place(.list("Ships")), in: archive) == ["1"])
    #expect(Set(try await archive.lists().map(\.title)) == ["Ships", "Cats"])
  }

  // MARK: - Earlier versions

  /// The files of earlier versions: with the first table, and with the sizes that came later.
  @Test(arguments: ["8 archive", "11 posts that a server has confirmed", "sizes of archived posts"])
  func theEarlierArchiveMovesHere(_ migration: String) async throws {
    let home = try TemporaryHome()
    try FileManager.default.createDirectory(atPath: home.locations.data, withIntermediateDirectories: true)
    let path = "\(home.locations.data)/howdah.sqlite"
    do {
      let queue = try DatabaseQueue(path: path)
      try LocalStore.Database.migrations.migrate(queue, upTo: migration)
      let text = String(decoding: try MastodonJSON.makeEncoder().encode(status("1", "canal")), as: UTF8.self)
      try await queue.write { database in
        for account in ["you@shore.example", "wren@shore.example"] {
          try database.execute(
            sql: "INSERT INTO archivedStatus (account, statusID, createdAt, json) VALUES (?, '1', 7, ?)",
            arguments: [account, text])
        }
      }
      try queue.close()
    }
    let database = home.database
    let archive = archive(in: database)
    #expect(try await found("canal", in: archive) == ["1"])
    try await keep([status("2", "heron")], in: archive)
    #expect(try await found("", in: archive).count == 2)
    #expect(try database.earlierArchive(of: "you@shore.example").isEmpty)
    #expect(try database.earlierArchive(of: "wren@shore.example").count == 1)
  }

  @Test func meIsTheAccountAlone() async throws {
    let archive = archive()
    var (own, other, mention) = (status("1", "mine"), status("2", "theirs"), status("3", "to you"))
    own.account = .fixtures.you
    other.account = .fixtures.you
    (other.account.id, other.account.acct) = ("77", "you@far.example")
    mention.mentions = [Mention(id: own.account.id, username: "you")]
    try await keep([own, other, mention], in: archive)
    #expect(try await found(.from("me"), in: archive) == ["1"])
    #expect(try await found(.mentions("me"), in: archive) == ["3"])
  }
}
