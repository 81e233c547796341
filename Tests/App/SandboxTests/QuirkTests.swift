import Foundation
import MastodonKit
import Testing

@testable import Sandbox

/// The effects of each quirk.
@Suite struct QuirkTests {
  private func instance(_ quirks: SandboxQuirks) async throws -> TestInstance {
    try await TestInstance(configuration: SandboxConfiguration(quirks: quirks))
  }

  @Test(arguments: [(SandboxQuirks.mastodon, 1), (.goToSocial, 1), (.wordPress, 1), (.snac, 2), (.takahe, 2)])
  func onlySomeServersHonourIdempotencyKeys(_ quirks: SandboxQuirks, _ posts: Int) async throws {
    let instance = try await instance(quirks)
    var request = SandboxRequest.post("/api/v1/statuses", form: ["status": "once"], token: instance.token)
    request.headers.append("Idempotency-Key", "key")
    let answers = [await instance.send(request), await instance.send(request)]
    let ids = try answers.map { try $0.decoded(Status.self).id }
    #expect(Set(ids).count == posts)
  }

  @Test func goToSocialRepeatsPostsOnNewerPagesOnly() async throws {
    let instance = try await instance(.goToSocial)
    let first = try await instance.postStatus("the first")
    let second = try await instance.postStatus("the second")
    let newer: [Status] = try await instance.get("/api/v1/timelines/home?min_id=\(first.id)").decoded()
    #expect(newer.map(\.id) == [second.id, second.id])
    let newest: [Status] = try await instance.get("/api/v1/timelines/home?since_id=\(first.id)").decoded()
    #expect(newest.map(\.id) == [second.id])
  }

  @Test(arguments: [SandboxQuirks.snac, .takahe])
  func linkIsSearchedInTheTextOfPosts(_ quirks: SandboxQuirks) async throws {
    let instance = try await instance(quirks)
    let post = try await instance.postStatus("read https://example.com/some/page today")
    let search: SearchResults = try await instance.get(
      "/api/v2/search?resolve=true&q=https%3A%2F%2Fexample.com%2Fsome%2Fpage"
    ).decoded()
    #expect(search.statuses.map(\.id) == [post.id])
    let own = PercentCoding.encode(post.url ?? "")
    let byLink: SearchResults = try await instance.get("/api/v2/search?resolve=true&q=\(own)").decoded()
    #expect(byLink.statuses.isEmpty, "a post is not found by its own link")
  }

  @Test func wordPressReturnsTheNewestPostForAnyLink() async throws {
    let instance = try await instance(.wordPress)
    let post = try await instance.postStatus("nothing to do with it")
    let search: SearchResults = try await instance.get(
      "/api/v2/search?resolve=true&q=https%3A%2F%2Fsandbox.example%2F%40rook"
    ).decoded()
    #expect(search.statuses.map(\.id) == [post.id])
  }

  @Test(arguments: [(SandboxQuirks.mastodon, 401), (.goToSocial, 401), (.takahe, 400), (.snac, 422)])
  func invalidTokenResponseDependsOnTheServer(_ quirks: SandboxQuirks, _ status: Int) async throws {
    let instance = try await instance(quirks)
    let answer = await instance.get("/api/v1/timelines/home", token: "expired")
    #expect(answer.status == status)
    #expect((answer.headers["Content-Type"]?.hasPrefix("text/html") == true) == (status != 401))
  }

  @Test(arguments: [
    (SandboxQuirks.snac, "POST", "/api/v1/reports", 422, "text/html"),
    (.snac, "PUT", "/api/v1/lists/1", 404, "text/html"), (.snac, "GET", "/api/v1/markers", 200, "application/json"),
    (.takahe, "POST", "/api/v1/reports", 404, "text/html"), (.takahe, "GET", "/api/v1/lists/1", 404, "text/html"),
    (.takahe, "GET", "/api/v1/lists", 200, "application/json"),
    (.goToSocial, "GET", "/api/v2/notifications", 404, "application/json"),
    (.goToSocial, "GET", "/api/v1/streaming/user", 404, "application/json"),
    (.wordPress, "POST", "/api/v1/reports", 200, "application/json"),
    (.wordPress, "GET", "/api/v1/lists/7/accounts", 200, "application/json"),
  ])
  func missingFeatureResponseDependsOnTheServer(
    _ quirks: SandboxQuirks, _ method: String, _ path: String, _ status: Int, _ type: String
  ) async throws {
    let instance = try await instance(quirks)
    let answer = await instance.send(SandboxRequest(method, path, form: [:], token: instance.token))
    #expect(answer.status == status)
    #expect(answer.headers["Content-Type"]?.hasPrefix(type) == true)
  }

  @Test func snacListsTheNewestPostsAsPinned() async throws {
    let instance = try await instance(.snac)
    let post = try await instance.postStatus("nothing special")
    let own: Account = try await instance.get("/api/v1/accounts/verify_credentials").decoded()
    let answer = await instance.get("/api/v1/accounts/\(own.id)/statuses?pinned=true")
    #expect(try answer.decoded([Status].self).first?.id == post.id)
    #expect(answer.text.contains(#""pinned":false"#))
  }

  @Test func wordPressNamesTheMissingRoute() async throws {
    let instance = try await instance(.wordPress)
    let answer = await instance.post("/api/v1/accounts/1002/mute")
    #expect(answer.status == 404 && answer.text.contains(#""code":"rest_no_route""#))
  }

  @Test func pleromaFindsAPostByThePageOfItsNotice() async throws {
    let instance = try await instance(.pleroma)
    let post = try await instance.postStatus("Low water.")
    let found: SearchResults = try await instance.get(
      "/api/v2/search?resolve=true&q=https%3A%2F%2Fpl.example%2Fnotice%2F\(post.id)"
    ).decoded()
    #expect(found.statuses.map(\.id) == [post.id])
    #expect(found.statuses.first?.url?.contains("notice") == false)
  }

  @Test func snacAnswersForOneRelationshipOnly() async throws {
    let instance = try await instance(.snac)
    let ids = [try await instance.account("rook").id, try await instance.account("wren").id]
    let answer: [Relationship] = try await instance.get(
      "/api/v1/accounts/relationships?id[]=\(ids[0])&id[]=\(ids[1])"
    ).decoded()
    #expect(answer.map(\.id) == [ids[0]])
  }

  @Test func takaheReportsAnInvalidLanguage() async throws {
    let instance = try await instance(.takahe)
    #expect(await instance.get("/api/v1/accounts/verify_credentials").text.contains(#""language":"unk""#))
  }

  @Test(arguments: SandboxQuirks.all.filter { $0.software != nil }) func eachSetNamesItsSoftware(
    _ quirks: SandboxQuirks
  ) async throws {
    let instance = try await instance(quirks)
    #expect(await instance.getWithoutToken("/nodeinfo/2.0").text.contains(#""name":"\#(quirks.name)""#))
    let info = await instance.getWithoutToken("/api/v1/instance").text
    #expect(info.contains(quirks.software?.instanceVersion ?? "?"))
    #expect(await !instance.getWithoutToken("/api/v2/instance").text.contains("api_versions"))
    #expect(SandboxQuirks(named: quirks.name.uppercased()) == quirks)
  }

  @Test func documentationListsEveryQuirk() throws {
    let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "docs/other-servers.md")
    #expect(
      try String(contentsOf: page, encoding: .utf8).contains(SandboxQuirks.table),
      "docs/other-servers.md needs this table:\n\(SandboxQuirks.table)")
  }

  @Test(arguments: SandboxQuirks.all) func helpDescribesEverySet(_ quirks: SandboxQuirks) {
    #expect(SandboxQuirks.help.contains("\(quirks.name):\n"))
  }
}
