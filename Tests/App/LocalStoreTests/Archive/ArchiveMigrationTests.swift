import FileTestKit
import Foundation
import GRDB
import MastodonKit
import Testing

@testable import LocalStore

/// A file of the first schema, read in the sandbox: 48 posts with 7 boosts, a thread, lists.
extension ArchiveTests {
  private func earlierFile(_ home: TemporaryHome) throws {
    try FileManager.default.createDirectory(atPath: home.locations.data, withIntermediateDirectories: true)
    let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(5).joined(separator: "/")
    try FileManager.default.copyItem(
      atPath: "\(root)/Fixtures/archives/1.sqlite",
      toPath: home.database.archive(of: "you@shore.example").database.path)
  }

  @Test func theFirstSchemaIsCompressedAndKeepsEverything() async throws {
    let home = try TemporaryHome()
    try earlierFile(home)
    let archive = archive(in: home.database)
    let facts = try await archive.facts()
    #expect(facts.posts == 48 && facts.accounts == 11 && facts.lists == 6 && facts.responses == 6)
    #expect(try await found("", in: archive, limit: 100).count == 48)
    #expect(try await found("kettle", in: archive).isEmpty == false)
    let byRook = try await archive.find(ArchiveQuery([.init([.init(.from("rook"))])]), PageRequest(limit: 40))
    #expect(!byRook.elements.isEmpty && byRook.elements.allSatisfy { $0.account.acct == "rook" })
    let request = ArchiveRequest(
      path: "/api/v1/timelines/home", parameters: "", page: PageRequest(limit: 40), isPagedByID: true)
    let page = try MastodonJSON.decode([Status].self, from: try #require(try await archive.answer(request)).body)
    #expect(page.count == 40 && page.contains { $0.reblog != nil })
    #expect(home.notices.isEmpty)
  }

  @Test func aPostOfTheFirstSchemaCanBeDeleted() async throws {
    let home = try TemporaryHome()
    try earlierFile(home)
    let archive = archive(in: home.database)
    let posts = try await archive.find(words("heron"), PageRequest(limit: 40)).elements
    #expect(!posts.isEmpty)
    for post in posts { archive.remove(post.id) }
    await archive.settle()
    #expect(try await found("heron", in: archive).isEmpty)
    // Nothing is left in the index, which has no copy of the texts.
    let database = home.database.archive(of: "you@shore.example").database
    let count = try database.read { database in
      try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM text WHERE text MATCH 'heron'") ?? 0
    }
    #expect(count == 0)
  }

  /// A file of the second schema has posts whose symbols are not in the index.
  @Test func symbolsOfEarlierPostsAreIndexedWhenTheyAreLookedFor() async throws {
    let home = try TemporaryHome()
    try earlierFile(home)
    let store = home.database.archive(of: "you@shore.example")
    try await DatabaseQueue(path: store.database.path).write { database in
      try database.execute(
        sql: """
          UPDATE status SET json = CAST(replace(CAST(json AS TEXT), 'kettle', 'kettle 🦆') AS BLOB);
          UPDATE text SET body = replace(body, 'kettle', 'kettle 🦆'), alt = replace(alt, 'kettle', 'kettle 🦆');
          """)
    }
    let archive = archive(in: home.database)
    let posts = try await archive.find(ArchiveQuery(), PageRequest(limit: 100)).elements
    #expect(try store.hasEarlierPosts)
    #expect(try await archive.facts().posts == 48)
    let withKettle = try await found("kettle", in: archive, limit: 100)
    #expect(!withKettle.isEmpty)
    #expect(try await archive.count(words("🦆")) == withKettle.count)
    #expect(try await found("🦆", in: archive, limit: 100) == withKettle)
    #expect(try !store.hasEarlierPosts)
    #expect(try await archive.facts().posts == 48)
    for post in posts { archive.remove(post.id) }
    await archive.settle()
    // Every word was removed as it was added.
    let left = try store.database.write { database in
      try database.execute(sql: "CREATE VIRTUAL TABLE temp.term USING fts5vocab(main, text, row)")
      return try String.fetchAll(database, sql: "SELECT term FROM temp.term")
    }
    #expect(left == [])
    #expect(try await archive.facts().posts == 0)
  }

  @Test func everyTextComesBackFromItsCompressedForm() throws {
    let compressor = EntityCompressor()
    var generator = SystemRandomNumberGenerator()
    for length in [0, 1, 40, 1000, 70_000] {
      let noise = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
      let texts = [noise, Array(String(repeating: #"{"id":"1","content":"<p>"#, count: length / 20).utf8)]
      for text in texts where text.first != 1 {
        #expect(EntityCompressor.text(of: compressor.compress(text)) == text)
      }
    }
    var damaged = compressor.compress(Array("canal and lock".utf8))
    damaged.removeLast(3)
    #expect(EntityCompressor.text(of: damaged) == nil)
  }
}
