import MastodonKit
import Testing

@testable import Sandbox

@Suite struct AccountAndSearchTests {
  /// Shared by tests that change nothing.
  private static let instance = Task { try await TestInstance() }

  @Test(arguments: [
    ("wren", "wren"), ("@wren", "wren"), ("WREN@sandbox.example", "wren"), ("pool@shore.example", "pool@shore.example"),
  ]) func lookupAcceptsEveryFormOfName(_ name: String, _ acct: String) async throws {
    #expect(try await Self.instance.value.account(name).acct == acct)
  }

  /// The domain that the instance reports is that of its accounts.
  @Test func addressedHostIsTheDomainOfTheAccounts() async throws {
    let instance = try await TestInstance()
    func send(_ request: SandboxRequest) async throws -> SandboxResponse {
      var request = request
      request.headers.append("Host", "127.0.0.1:4000")
      return await instance.send(request)
    }
    let name = "@wren@127.0.0.1:4000"
    let found: Account = try await send(.get("/api/v1/accounts/lookup?acct=\(name)", token: instance.token)).decoded()
    #expect(found.acct == "wren")
    struct Results: Decodable { var accounts: [Account] }
    let results: Results = try await send(.get("/api/v2/search?q=\(name)&resolve=true", token: instance.token))
      .decoded()
    #expect(results.accounts.map(\.acct) == ["wren"])
    let post = SandboxRequest.post("/api/v1/statuses", form: ["status": "Hello \(name)"], token: instance.token)
    let status: Status = try await send(post).decoded()
    #expect(status.mentions.map(\.acct) == ["wren"])
  }

  @Test func lookupOfUnknownNameFails() async throws {
    #expect(await (try await TestInstance()).get("/api/v1/accounts/lookup?acct=pool").status == 404)
  }

  @Test func countsMatchTheLists() async throws {
    let instance = try await TestInstance()
    for name in ["you", "wren", "pool@shore.example"] {
      let account = try await instance.account(name)
      for (list, count) in [
        ("followers", account.followersCount), ("following", account.followingCount),
        ("statuses", account.statusesCount),
      ] {
        // The only private status is not visible to the user and not by the user.
        let page = await instance.get("/api/v1/accounts/\(account.id)/\(list)?limit=80")
        struct Entry: Decodable { var id: String }
        #expect(try page.decoded([Entry].self).count == count, "\(name) \(list)")
      }
    }
  }

  @Test func followAndUnfollowChangeRelationshipAndCounts() async throws {
    let instance = try await TestInstance()
    let pool = try await instance.account("pool@shore.example")
    let followed: Relationship = try await instance.post("/api/v1/accounts/\(pool.id)/follow").decoded()
    #expect(followed.following && followed.showingReblogs && !followed.notifying && !followed.requested)
    let both: [Relationship] = try await instance.get("/api/v1/accounts/relationships?id[]=1002&id[]=\(pool.id)")
      .decoded()
    #expect(both.map(\.following) == [true, true] && both.map(\.followedBy) == [true, false])
    let left: Relationship = try await instance.post("/api/v1/accounts/\(pool.id)/unfollow").decoded()
    #expect(!left.following)
    #expect(await instance.post("/api/v1/accounts/1001/follow").status == 403)
  }

  @Test func lockedAccountGetsAFollowRequest() async throws {
    let instance = try await TestInstance()
    let moss = try await instance.account("moss")
    let asked: Relationship = try await instance.post("/api/v1/accounts/\(moss.id)/follow").decoded()
    #expect(asked.requested && !asked.following)
    let undone: Relationship = try await instance.post("/api/v1/accounts/\(moss.id)/unfollow").decoded()
    #expect(!undone.requested)
  }

  @Test(arguments: [
    ("q=wren", ["wren"], 0, []), ("q=@pool@shore.example", ["pool@shore.example"], 0, []),
    ("q=beekeep", [], 0, ["beekeeping"]), ("q=%23tides", [], 0, ["tides"]), ("q=frost&type=statuses", [], 1, []),
    ("q=FROST+parliament&type=statuses", [], 0, []), ("q=100%25&type=statuses", [], 0, []),
    ("q=https://sandbox.example/@wren&resolve=true", ["wren"], 0, []),
    ("q=https://shore.example/users/juniper", ["juniper@shore.example"], 0, []),
    ("q=https://nowhere.example/@wren", [], 0, []),
  ]) func searchFinds(_ query: String, _ accounts: [String], _ statuses: Int, _ tags: [String]) async throws {
    let found: SearchResults = try await (try await Self.instance.value).get("/api/v2/search?\(query)").decoded()
    #expect(found.accounts.map(\.acct).filter { accounts.contains($0) } == accounts)
    #expect(found.hashtags.map(\.name) == tags)
    if query.contains("type=statuses") { #expect(found.statuses.count == statuses) }
  }

  @Test func statusIsFoundByItsURL() async throws {
    let instance = try await TestInstance()
    let frost = try await instance.status(containing: "First frost")
    for address in [frost.url, frost.uri] {
      let found: SearchResults = try await instance.get("/api/v2/search?resolve=true&q=\(address ?? "")").decoded()
      #expect(found.statuses.map(\.id) == [frost.id])
    }
    #expect(await instance.get("/api/v2/search?q=").status == 400)
  }

  @Test func instanceReportsItsLimits() async throws {
    let instance = try await TestInstance()
    let info: Instance = try await instance.getWithoutToken("/api/v2/instance").decoded()
    #expect(info.domain == "sandbox.example" && info.apiVersions["mastodon"] == 11)
    #expect(info.configuration.maxCharacters == 500)
    #expect(info.streamingURL == "wss://sandbox.example")
    var request = SandboxRequest.get("/api/v2/instance")
    request.headers.append("Host", "127.0.0.1:4000")
    #expect(try await instance.send(request).decoded(Instance.self).streamingURL == "ws://127.0.0.1:4000")
    #expect(
      await instance.getWithoutToken("/api/v1/instance").text.contains(#""streaming_api":"wss://sandbox.example""#))
    #expect(await instance.getWithoutToken("/nodeinfo/2.0").text.contains(#""name":"mastodon""#))
    let owner: Account = try await instance.get("/api/v1/accounts/verify_credentials").decoded()
    #expect(owner.acct == "you" && owner.source?.privacy == .public)
    let preferences: Preferences = try await instance.get("/api/v1/preferences").decoded()
    #expect(preferences.visibility == .public)
  }

  @Test func filtersAreAppliedByTheServer() async throws {
    let instance = try await TestInstance()
    let filter: Filter = try await instance.post(
      "/api/v2/filters",
      [
        "title": "winter", "context[]": "home", "filter_action": "hide", "expires_in": "600",
        "keywords_attributes[][keyword]": "frost", "keywords_attributes[][whole_word]": "true",
        "keywords_attributes[][keyword]": "parl", "keywords_attributes[][whole_word]": "true",
      ]
    ).decoded()
    #expect(filter.keywords.map(\.keyword) == ["frost", "parl"])
    let frost = try await instance.status(containing: "First frost")
    #expect(frost.filtered.map(\.filter.title) == ["winter"])
    #expect(frost.filtered.first?.keywordMatches == ["frost"])
    #expect(try await instance.status(containing: "Parliament.").filtered.isEmpty)
    #expect(try await instance.postStatus("defrosting").filtered.isEmpty)
    let named = try await instance.status(containing: "Hive report")
    await instance.post("/api/v2/filters/\(filter.id)/statuses", ["status_id": named.id.rawValue])
    #expect(try await instance.status(containing: "Hive report").filtered.first?.statusMatches == [named.id])
    let open: Status = try await instance.getWithoutToken("/api/v1/statuses/\(frost.id)").decoded()
    #expect(open.filtered.isEmpty)
    instance.clock.advance(by: 601)
    #expect(try await instance.status(containing: "First frost").filtered.isEmpty)
    let path = "/api/v2/filters/\(filter.id)"
    #expect(await instance.send(SandboxRequest("DELETE", path, form: [:], token: instance.token)).text == "{}")
    #expect(await instance.get(path).status == 404)
    #expect(await instance.post("/api/v2/filters", ["title": "x", "context[]": "kitchen"]).status == 422)
  }
}
