import Foundation
import LocalStore
import MastodonKit
import Testing

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
  func whateverIsTypedIsNoSyntax(_ words: String) throws {
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
