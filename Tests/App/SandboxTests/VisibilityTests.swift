import MastodonKit
import Testing

@testable import Sandbox

@Suite struct VisibilityTests {
  /// Zoe follows the user, Heron does not; Heron is mentioned in the direct post.
  @Test(arguments: [
    ("public", true, true, true), ("unlisted", true, true, true), ("private", true, false, false),
    ("direct", false, true, false),
  ]) func audienceDecidesVisibility(
    _ visibility: String, _ follower: Bool, _ named: Bool, _ anybody: Bool
  ) async throws {
    let instance = try await TestInstance()
    let words = visibility == "direct" ? "@heron between us" : "for whom it may concern"
    let status = try await instance.postStatus(words, ["visibility": visibility])
    let path = "/api/v1/statuses/\(status.id)"
    for (reader, isSeen) in [("zoe", follower), ("heron", named)] {
      let token = try await instance.token(of: reader)
      #expect(await instance.get(path, token: token).status == (isSeen ? 200 : 404))
      #expect(await instance.get("\(path)/context", token: token).status == (isSeen ? 200 : 404))
      #expect(await instance.post("\(path)/favourite", token: token).status == (isSeen ? 200 : 404))
      let page: [Status] = try await instance.get("/api/v1/accounts/\(status.account.id)/statuses", token: token)
        .decoded()
      #expect(page.contains { $0.id == status.id } == isSeen)
    }
    #expect(await instance.getWithoutToken(path).status == (anybody ? 200 : 404))
    #expect(await instance.get(path).status == 200)
    for timeline in ["public", "public?local=true"] {
      let page: [Status] = try await instance.getWithoutToken("/api/v1/timelines/\(timeline)").decoded()
      #expect(page.contains { $0.id == status.id } == (visibility == "public"))
    }
  }

  @Test func invisiblePostsAreNotInSearchOrThreads() async throws {
    let instance = try await TestInstance()
    let moss = try await instance.token(of: "moss")
    let secret = try await instance.postStatus("Inventory secret", ["visibility": "private"], as: moss)
    let open = try await instance.postStatus("open answer", ["in_reply_to_id": secret.id.rawValue], as: moss)
    let found: SearchResults = try await instance.get("/api/v2/search?q=inventory").decoded()
    #expect(found.statuses.isEmpty)
    let context: StatusContext = try await instance.get("/api/v1/statuses/\(open.id)/context").decoded()
    #expect(context.ancestors.isEmpty)
  }

  @Test func homeContainsFollowedAccountsWithoutForeignReplies() async throws {
    let instance = try await TestInstance()
    let home: [Status] = try await instance.get("/api/v1/timelines/home?limit=40").decoded()
    #expect(home.count == 40)
    let names = Set(home.map(\.account.acct))
    #expect(names.isSubset(of: ["you", "wren", "rook", "heron", "chinatsu", "zoe", "tides", "juniper@shore.example"]))
    #expect(home.contains { $0.reblog?.account.acct == "pool@shore.example" })
    let moss = try await instance.token(of: "moss")
    let stranger = try await instance.postStatus("Overdue.", as: moss)
    let rook = try await instance.token(of: "rook")
    let answer = try await instance.postStatus("@moss By how much?", ["in_reply_to_id": stranger.id.rawValue], as: rook)
    let later: [Status] = try await instance.get("/api/v1/timelines/home").decoded()
    #expect(!later.contains { $0.id == stranger.id || $0.id == answer.id })
  }

  @Test func boostOfARecentPostIsLeftOut() async throws {
    let instance = try await TestInstance()
    let new = try await instance.postStatus("Fresh paint on the lower gate.", as: try await instance.token(of: "rook"))
    let heron = try await instance.token(of: "heron")
    await instance.post("/api/v1/statuses/\(new.id)/reblog", token: heron)
    let home: [Status] = try await instance.get("/api/v1/timelines/home").decoded()
    #expect(home.filter { $0.displayed.id == new.id }.map(\.id) == [new.id])
  }

  @Test func boostsOfAFollowedAccountCanBeHidden() async throws {
    let instance = try await TestInstance()
    let rook = try await instance.account("rook")
    await instance.post("/api/v1/accounts/\(rook.id)/follow", ["reblogs": "false"])
    let home: [Status] = try await instance.get("/api/v1/timelines/home?limit=40").decoded()
    #expect(!home.contains { $0.account.id == rook.id && $0.reblog != nil })
    #expect(home.contains { $0.account.id == rook.id })
  }
}
