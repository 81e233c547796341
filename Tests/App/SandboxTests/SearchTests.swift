import GRDB
import MastodonKit
import Testing

@testable import Sandbox

@Suite struct SearchTests {
  private func found(_ instance: TestInstance, _ query: String) async throws -> [String] {
    let results: SearchResults = try await instance.get("/api/v2/search?type=statuses&\(query)").decoded()
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
  ]) func operatorsNarrowTheSearch(_ query: String, _ expected: [String]) async throws {
    let instance = try await Self.instance.value
    #expect(try await found(instance, query) == expected)
  }

  private static let instance = Task {
    let instance = try await TestInstance()
    let one = try await instance.postStatus("one zucchini soup", ["sensitive": "true"])
    try await instance.postStatus("two zucchini soup", ["in_reply_to_id": one.id.rawValue])
    try await instance.postStatus("three zucchini", ["language": "fr"], as: try await instance.token(of: "rook"))
    return instance
  }

  @Test func cursorsNarrowTheSearch() async throws {
    let instance = try await TestInstance()
    var ids: [Status.ID] = []
    for word in ["one", "two", "three"] { ids.append(try await instance.postStatus("\(word) zucchini").id) }
    #expect(try await found(instance, "q=zucchini&max_id=\(ids[2])") == ["two", "one"])
    #expect(try await found(instance, "q=zucchini&min_id=\(ids[0])&limit=1") == ["two"])
  }

  @Test func postsOfUnindexedAccountsAreFoundOnlyIfRelatedToTheUser() async throws {
    let instance = try await TestInstance()
    try await instance.sandbox.write {
      _ = try $0.database.run("UPDATE accounts SET indexable = 0 WHERE acct = 'rook'")
    }
    let post = try await instance.postStatus("zucchini", as: try await instance.token(of: "rook"))
    #expect(try await found(instance, "q=zucchini").isEmpty)
    await instance.post("/api/v1/statuses/\(post.id)/bookmark")
    #expect(try await found(instance, "q=zucchini") == ["zucchini"])
  }

  @Test(arguments: [
    ("q=wren", 200, nil), ("q=wren&resolve=true", 401, "resolve remote resources"),
    ("q=wren&type=accounts&offset=1", 401, "pagination"),
  ]) func searchWithoutTokenIsLimited(_ query: String, _ status: Int, _ words: String?) async throws {
    let response = await (try await Self.instance.value).getWithoutToken("/api/v2/search?\(query)")
    #expect(response.status == status)
    if let words { #expect(response.apiError?.contains(words) == true) }
    if status == 200 {
      let found = try response.decoded(SearchResults.self)
      #expect(found.accounts.first?.acct == "wren" && found.statuses.isEmpty)
    }
  }

  @Test func searchCanBeLimitedToFollowedAccounts() async throws {
    let instance = try await Self.instance.value
    let all: SearchResults = try await instance.get("/api/v2/search?type=accounts&q=moss").decoded()
    let followed: SearchResults = try await instance.get("/api/v2/search?type=accounts&following=true&q=moss").decoded()
    #expect(all.accounts.map(\.acct) == ["moss"] && followed.accounts.isEmpty)
  }
}
