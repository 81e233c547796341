import Foundation
import MastodonKit
import Testing

@testable import LocalStore

@Suite struct ArchiveTests {
  private let database = Database(locations: .inMemory(), now: { .fixtureNow }, report: { _ in })

  private func status(
    _ id: String, _ text: String, age: TimeInterval = 0, visibility: Visibility = .public
  ) -> Status {
    var status = Status.fixtures.plain
    status.id = Status.ID(id)
    status.content = "<p>\(text)</p>"
    status.createdAt = .fixtureNow - age
    status.visibility = visibility
    return status
  }

  private func found(_ words: String, in archive: ArchiveService, limit: Int = 20) throws -> [String] {
    try archive.find(words, PageRequest(limit: limit)).elements.map(\.id.rawValue)
  }

  @Test func everyWordIsFoundWhateverItsCaseAndAccents() throws {
    let archive = database.archiveService(account: "you@sandbox")
    try archive.add([
      status("1", "Low water at the Canal", age: 20), status("2", "Café by the canals", age: 10),
      status("3", "A heron"),
    ])
    #expect(try found("canal", in: archive) == ["2", "1"])
    #expect(try found("cafe canal", in: archive) == ["2"])
    #expect(try found("", in: archive) == ["3", "2", "1"])
    #expect(try found("train", in: archive) == [])
  }

  @Test(arguments: ["\"", "canal OR", "NEAR(", "*", "a:b", "-", "🚲", "'; DROP TABLE archivedStatus; --"])
  func searchWordsAreNotQuerySyntax(_ words: String) throws {
    let archive = database.archiveService(account: "you@sandbox")
    try archive.add([status("1", "canal")])
    _ = try found(words, in: archive)
    #expect(try found("canal", in: archive) == ["1"])
  }

  @Test func aPostIsKeptOnceInItsLastForm() throws {
    let archive = database.archiveService(account: "you@sandbox")
    try archive.add([status("1", "canal")])
    try archive.add([status("1", "towpath")])
    #expect(try found("canal", in: archive) == [])
    #expect(try found("towpath", in: archive) == ["1"])
    try archive.remove("1")
    #expect(try found("", in: archive) == [])
  }

  @Test func directPostsAndOtherAccountsPostsAreNotFound() throws {
    let archive = database.archiveService(account: "you@sandbox")
    let other = database.archiveService(account: "wren@shore.example")
    try archive.add([status("1", "canal", visibility: .direct), status("2", "canal")])
    try other.add([status("3", "canal")])
    #expect(try found("canal", in: archive) == ["2"])
    try archive.clear()
    #expect(try found("canal", in: archive) == [])
    #expect(try found("canal", in: other) == ["3"])
    try database.clearArchive()
    #expect(try found("canal", in: other) == [])
  }

  @Test func theOldestGoWhenThereAreTooManyOrTheyAreTooLong() throws {
    let few = database.archiveService(account: "you@sandbox", (posts: 3, bytes: .max))
    try few.add((1...5).map { status("\($0)", "canal", age: Double($0)) })
    #expect(try found("canal", in: few) == ["1", "2", "3"])
    let short = database.archiveService(account: "you@sandbox", (posts: 20, bytes: 30_000))
    try short.add((6...9).map { status("\($0)", String(repeating: "heron ", count: 2000), age: Double($0) - 10) })
    #expect(try found("", in: short) == ["6", "7"])
    #expect(try found("canal", in: short) == [])
    // One that is longer than any real one is not kept at all, and costs no other.
    try short.add([status("10", String(repeating: "swan ", count: 300_000), age: -10)])
    #expect(try found("", in: short) == ["6", "7"])
  }

  /// Neither the file, nor its log, nor the index has a word of what was deleted.
  @Test func aDeletedPostLeavesNothing() throws {
    let home = try TemporaryHome()
    let database = home.database
    let archive = database.archiveService(account: "you@shore.example")
    let other = database.archiveService(account: "wren@shore.example")
    let elsewhere = database.archiveService(account: "you@pond.example")
    for kept in [archive, other, elsewhere] { try kept.add((1...60).map { status("\($0)", "canal") }) }
    for kept in [archive, other] { try kept.add([status("77", "Kingfishersecret")]) }
    try archive.remove("77")
    #expect(try found("Kingfishersecret", in: archive) == [])
    #expect(try found("Kingfishersecret", in: other) == [])
    #expect(try found("canal", in: elsewhere, limit: 80).count == 60)
    let folder = try #require(FileManager.default.enumerator(atPath: home.path))
    for case let name as String in folder {
      let data = FileManager.default.contents(atPath: "\(home.path)/\(name)") ?? Data()
      #expect(data.range(of: Data("ingfishersecret".utf8)) == nil, "\(name)")
    }
  }

  @Test func pagesFollowEachOther() throws {
    let archive = database.archiveService(account: "you@sandbox")
    try archive.add((1...5).map { status("\($0)", "canal", age: Double($0)) })
    let first = try archive.find("canal", PageRequest(limit: 2))
    #expect(first.elements.map(\.id.rawValue) == ["1", "2"])
    let second = try archive.find("canal", PageRequest(.older(than: try #require(first.older)), limit: 2))
    #expect(second.elements.map(\.id.rawValue) == ["3", "4"])
    let last = try archive.find("canal", PageRequest(.older(than: try #require(second.older)), limit: 2))
    #expect(last.elements.map(\.id.rawValue) == ["5"])
    #expect(last.older == nil)
  }
}
