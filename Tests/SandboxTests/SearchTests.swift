import GRDB
import MastodonKit
import Testing

@testable import Sandbox

@Suite struct SearchTests {
  private func found(_ town: TestTown, _ query: String) async throws -> [String] {
    let results: SearchResults = try await town.get("/api/v2/search?type=statuses&\(query)").decoded()
    return results.statuses.map { $0.words.split(separator: " ").first.map(String.init) ?? "" }
  }

  @Test(arguments: [
    ("q=zucchini", ["three", "two", "one"]), ("q=%22zucchini+soup%22", ["two", "one"]), ("q=zucchini+-soup", ["three"]),
    ("q=zucchini+from:rook", ["three"]), ("q=zucchini+from:me", ["two", "one"]), ("q=zucchini+-from:me", ["three"]),
    ("q=zucchini+is:reply", ["two"]), ("q=zucchini+is:sensitive", ["one"]), ("q=zucchini+language:fr", ["three"]),
    ("q=zucchini+in:library", ["two", "one"]), ("q=zucchini+has:poll", []),
    ("q=zucchini+-has:media", ["three", "two", "one"]),
    ("q=zucchini+after:2020-01-01", ["three", "two", "one"]), ("q=zucchini+before:2020-01-01", []),
    ("q=zucchini&limit=1", ["three"]), ("q=zucchini&offset=1&limit=1", ["two"]), ("q=zucchini&offset=3", []),
    ("q=zucchini&account_id=1001", ["two", "one"]), ("q=zucchini+nonsense:x", []),
  ]) func operatorsNarrow(_ query: String, _ expected: [String]) async throws {
    let town = try await Self.town.value
    #expect(try await found(town, query) == expected)
  }

  private static let town = Task {
    let town = try await TestTown()
    let one = try await town.say("one zucchini soup", ["sensitive": "true"])
    try await town.say("two zucchini soup", ["in_reply_to_id": one.id.rawValue])
    try await town.say("three zucchini", ["language": "fr"], as: try await town.token(of: "rook"))
    return town
  }

  @Test func cursorsNarrow() async throws {
    let town = try await TestTown()
    var ids: [Status.ID] = []
    for word in ["one", "two", "three"] { ids.append(try await town.say("\(word) zucchini").id) }
    #expect(try await found(town, "q=zucchini&max_id=\(ids[2])") == ["two", "one"])
    #expect(try await found(town, "q=zucchini&min_id=\(ids[0])&limit=1") == ["two"])
  }

  @Test func whoDoesNotWantToBeFoundIsNotUnlessOneHasToDoWithIt() async throws {
    let town = try await TestTown()
    try await town.sandbox.write {
      _ = try $0.database.run("UPDATE accounts SET indexable = 0 WHERE acct = 'rook'")
    }
    let post = try await town.say("zucchini", as: try await town.token(of: "rook"))
    #expect(try await found(town, "q=zucchini").isEmpty)
    await town.post("/api/v1/statuses/\(post.id)/bookmark")
    #expect(try await found(town, "q=zucchini") == ["zucchini"])
  }

  @Test(arguments: [
    ("q=wren", 200, nil), ("q=wren&resolve=true", 401, "resolve remote resources"),
    ("q=wren&type=accounts&offset=1", 401, "pagination"),
  ]) func thePublicSearchesLess(_ query: String, _ status: Int, _ words: String?) async throws {
    let response = await (try await Self.town.value).getOpenly("/api/v2/search?\(query)")
    #expect(response.status == status)
    if let words { #expect(response.refusal?.contains(words) == true) }
    if status == 200 {
      let found = try response.decoded(SearchResults.self)
      #expect(found.accounts.first?.acct == "wren" && found.statuses.isEmpty)
    }
  }

  @Test func onlyThoseOneFollowsIfAsked() async throws {
    let town = try await Self.town.value
    let all: SearchResults = try await town.get("/api/v2/search?type=accounts&q=moss").decoded()
    let followed: SearchResults = try await town.get("/api/v2/search?type=accounts&following=true&q=moss").decoded()
    #expect(all.accounts.map(\.acct) == ["moss"] && followed.accounts.isEmpty)
  }
}
