import MastodonKit
import Testing

@testable import Sandbox

@Suite struct StatusActionTests {
  @Test func favouriteAndBookmarkAreIdempotentAndCanBeUndone() async throws {
    let instance = try await TestInstance()
    let frost = try await instance.status(containing: "First frost")
    let path = "/api/v1/statuses/\(frost.id)"
    for _ in 0..<2 {
      let status: Status = try await instance.post("\(path)/favourite").decoded()
      #expect(status.favourited && status.favouritesCount == frost.favouritesCount + 1)
      #expect(try await instance.post("\(path)/bookmark").decoded(Status.self).bookmarked)
    }
    for _ in 0..<2 {
      let status: Status = try await instance.post("\(path)/unfavourite").decoded()
      #expect(!status.favourited && status.favouritesCount == frost.favouritesCount)
      #expect(try await !instance.post("\(path)/unbookmark").decoded(Status.self).bookmarked)
    }
  }

  @Test func boostWrapsTheBoostedPost() async throws {
    let instance = try await TestInstance()
    let frost = try await instance.status(containing: "First frost")
    let boost: Status = try await instance.post("/api/v1/statuses/\(frost.id)/reblog").decoded()
    #expect(boost.id != frost.id && boost.account.acct == "you")
    #expect(boost.reblog?.id == frost.id && boost.reblog?.reblogged == true && boost.reblogged)
    #expect(boost.reblog?.reblogsCount == frost.reblogsCount + 1)
    let again: Status = try await instance.post("/api/v1/statuses/\(boost.id)/reblog").decoded()
    #expect(again.id == boost.id)
    let favourited: Status = try await instance.post("/api/v1/statuses/\(boost.id)/favourite").decoded()
    #expect(favourited.id == frost.id)
    let undone: Status = try await instance.post("/api/v1/statuses/\(frost.id)/unreblog").decoded()
    #expect(undone.id == frost.id && !undone.reblogged && undone.reblogsCount == frost.reblogsCount)
    #expect(await instance.get("/api/v1/statuses/\(boost.id)").status == 404)
  }

  @Test(arguments: [("private", "you", 200), ("private", "zoe", 403), ("direct", "you", 403), ("unlisted", "zoe", 200)])
  func boostHasNoWiderAudienceThanTheBoostedPost(_ visibility: String, _ reader: String, _ code: Int) async throws {
    let instance = try await TestInstance()
    let status = try await instance.postStatus("@zoe mind the step", ["visibility": visibility])
    let token = reader == "you" ? instance.token : try await instance.token(of: reader)
    let response = await instance.post("/api/v1/statuses/\(status.id)/reblog", token: token)
    #expect(response.status == code)
    if visibility == "private", code == 200 { #expect(try response.decoded(Status.self).visibility == .private) }
  }

  @Test func boostersAndFavouritersAreListed() async throws {
    let instance = try await TestInstance()
    let bicycle = try await instance.status(containing: "My bicycle has begun")
    let fans: [Account] = try await instance.get("/api/v1/statuses/\(bicycle.id)/favourited_by").decoded()
    #expect(Set(fans.map(\.acct)) == ["wren", "rook", "heron"])
    let boosters: [Account] = try await instance.get("/api/v1/statuses/\(bicycle.id)/reblogged_by").decoded()
    #expect(boosters.map(\.acct) == ["rook"])
  }

  @Test func contextIsTheWholeThreadInReadingOrder() async throws {
    let instance = try await TestInstance()
    let root = try await instance.postStatus("root")
    func answer(_ text: String, _ parent: Status) async throws -> Status {
      try await instance.postStatus(text, ["in_reply_to_id": parent.id.rawValue])
    }
    let left = try await answer("left", root)
    let right = try await answer("right", root)
    let leaf = try await answer("left leaf", left)
    _ = try await answer("right leaf", right)
    _ = try await answer("left leaf two", left)
    let below: StatusContext = try await instance.get("/api/v1/statuses/\(root.id)/context").decoded()
    #expect(below.descendants.map(\.words) == ["left", "left leaf", "left leaf two", "right", "right leaf"])
    let above: StatusContext = try await instance.get("/api/v1/statuses/\(leaf.id)/context").decoded()
    #expect(above.ancestors.map(\.words) == ["root", "left"])
    #expect(above.descendants.isEmpty)
  }

  @Test func repliesRemainAfterTheirParentIsDeleted() async throws {
    let instance = try await TestInstance()
    let root = try await instance.postStatus("root")
    let answer = try await instance.postStatus("answer", ["in_reply_to_id": root.id.rawValue])
    _ = await instance.send(SandboxRequest("DELETE", "/api/v1/statuses/\(root.id)", form: [:], token: instance.token))
    let left: Status = try await instance.get("/api/v1/statuses/\(answer.id)").decoded()
    #expect(left.inReplyToID == nil)
  }

  @Test func quotesAreOneLevelDeep() async throws {
    let instance = try await TestInstance()
    let treaty = try await instance.status(containing: "This is how treaties")
    #expect(treaty.quote?.state == .accepted)
    #expect(treaty.quote?.quotedStatus?.account.acct == "rook")
    let made = try await instance.postStatus("Look at this", ["quoted_status_id": treaty.id.rawValue])
    // It is by a remote account, so the quote is accepted later.
    instance.clock.advance(by: 4)
    try await instance.sandbox.step()
    let outer: Status = try await instance.get("/api/v1/statuses/\(made.id)").decoded()
    #expect(outer.quote?.quotedStatus?.id == treaty.id)
    #expect(outer.quote?.quotedStatus?.quote?.quotedStatus == nil)
    #expect(outer.quote?.quotedStatus?.quote?.quotedStatusID == treaty.quote?.quotedStatus?.id)
    let secret = try await instance.postStatus("@zoe secret", ["visibility": "direct"])
    let refused = await instance.post("/api/v1/statuses", ["status": "no", "quoted_status_id": secret.id.rawValue])
    #expect(refused.status == 422)
  }
}
