import MastodonKit
import Testing

@testable import Sandbox

/// Details that developers of other clients have reported.
@Suite struct MastodonDetailTests {
  @Test func invalidTagHasNoPosts() async throws {
    let instance = try await TestInstance()
    let answer = await instance.get("/api/v1/timelines/tag/:hashtag")
    #expect(answer.status == 200 && answer.text == "[]")
  }

  @Test func multipleChoicePollAcceptsAnotherChoiceLater() async throws {
    let instance = try await TestInstance()
    let rook = try await instance.token(of: "rook")
    let post = try await instance.postStatus(
      "which?", ["poll[options][]": "a", "poll[options][]": "b", "poll[expires_in]": "600", "poll[multiple]": "true"],
      as: rook)
    let path = "/api/v1/polls/\(try #require(post.poll).id)/votes"
    let first: Poll = try await instance.post(path, ["choices[]": "0"]).decoded()
    #expect(first.ownVotes == [0])
    #expect(await instance.post(path, ["choices[]": "0"]).status == 422)
    let second: Poll = try await instance.post(path, ["choices[]": "1"]).decoded()
    #expect(Set(second.ownVotes) == [0, 1])
    #expect(second.votersCount == 1 && second.votesCount == 2)
  }

  @Test func healthCheckIsTextUnlessJSONIsRequested() async throws {
    let instance = try await TestInstance()
    #expect(await instance.getWithoutToken("/health").text == "OK")
    var request = SandboxRequest.get("/health")
    request.headers.append("Accept", "application/json")
    #expect(await instance.send(request).text == #"{"status":"OK"}"#)
  }

  @Test func rootIsAPage() async throws {
    let instance = try await TestInstance()
    let page = await instance.getWithoutToken("/")
    #expect(page.status == 200 && page.text.contains("<h1>The Sandbox</h1>"))
  }

  @Test func nulIsRemovedFromPosts() async throws {
    let instance = try await TestInstance()
    let form = try await instance.postStatus("before\0after")
    #expect(form.content == "<p>beforeafter</p>")
    let headers: SandboxHeaders = ["Authorization": "Bearer \(instance.token)", "Content-Type": "application/json"]
    let json = await instance.send(
      SandboxRequest(
        "POST", "/api/v1/statuses", headers: headers, body: Array(#"{"status":"first\u0000second"}"#.utf8)))
    #expect(try json.decoded(Status.self).content == "<p>firstsecond</p>")
  }

  @Test func onlyOwnListsAreStreamed() async throws {
    let instance = try await TestInstance()
    let rook = try await instance.token(of: "rook")
    let list: MastodonKit.List = try await instance.post("/api/v1/lists", ["title": "Mine"], token: rook).decoded()
    let path = "/api/v1/streaming/list?list=\(list.id)"
    _ = try await instance.sandbox.connect(eventsFor: .get(path, token: rook))
    await #expect(throws: APIError(status: 401, message: "Not authorized to stream this list")) {
      try await instance.sandbox.connect(eventsFor: .get(path, token: instance.token))
    }
    await #expect(throws: APIError.self) {
      try await instance.sandbox.connect(eventsFor: .get("/api/v1/streaming/list?list=x", token: instance.token))
    }
  }
}
