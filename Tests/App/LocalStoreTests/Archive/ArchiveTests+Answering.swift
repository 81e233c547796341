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
    #expect(try await archive.answer(request("/api/v1/statuses/1/context")) == nil)
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
