import MastodonKit
import Testing

@testable import Sandbox

@Suite struct PostingTests {
  /// Shared by tests that change nothing.
  private static let instance = Task { try await TestInstance() }

  @Test(arguments: [
    ("plain", "<p>plain</p>"),
    ("one\ntwo\n\nthree", "<p>one<br />two</p><p>three</p>"),
    ("<b>&\"'", "<p>&lt;b&gt;&amp;&quot;&#39;</p>"),
    (
      "see https://www.reef.example/a/rather/long/path/with?query=1 now.",
      """
      <p>see <a href="https://www.reef.example/a/rather/long/path/with?query=1" target="_blank" \
      rel="nofollow noopener" translate="no"><span class="invisible">https://www.</span>\
      <span class="ellipsis">reef.example/a/rather/long/pat</span><span class="invisible">h/with?query=1</span></a> now.</p>
      """
    ),
    (
      "(https://reef.example/a_(b))",
      """
      <p>(<a href="https://reef.example/a_(b)" target="_blank" rel="nofollow noopener" translate="no">\
      <span class="invisible">https://</span><span class="">reef.example/a_(b)</span><span class="invisible"></span></a>)</p>
      """
    ),
    (
      "#Canal, not 3#4 or #5",
      """
      <p><a href="https://sandbox.example/tags/Canal" class="mention hashtag" rel="tag">#<span>Canal</span></a>, \
      not 3#4 or #5</p>
      """
    ),
    (
      "@wren and @pool@shore.example, not @stranger or a@wren",
      """
      <p><span class="h-card" translate="no"><a href="https://sandbox.example/@wren" class="u-url mention">\
      @<span>wren</span></a></span> and <span class="h-card" translate="no">\
      <a href="https://shore.example/@pool" class="u-url mention">@<span>pool</span></a></span>, \
      not @stranger or a@wren</p>
      """
    ),
  ]) func sourceTextIsFormattedAsMastodonDoes(_ typed: String, _ html: String) async throws {
    let instance = try await Self.instance.value
    #expect(try await instance.postStatus(typed).content == html)
  }

  @Test func mentionsAndTagsAreListedOnce() async throws {
    let status = try await (try await TestInstance()).postStatus("@wren @wren @pool@shore.example #Tide #tide #潮")
    #expect(status.mentions.map(\.acct) == ["wren", "pool@shore.example"])
    #expect(status.tags.map(\.name) == ["tide", "潮"])
  }

  @Test(
    arguments: [
      (["status": ""], 422, "Validation failed: Text can't be blank"),
      (["status": " \n "], 422, "Validation failed: Text can't be blank"),
      (["status": String(repeating: "a", count: 500)], 200, nil),
      (["status": String(repeating: "a", count: 501)], 422, "Validation failed: Text character limit of 500 exceeded"),
      (["status": String(repeating: "👩🏽‍🔧", count: 500)], 200, nil),
      (
        ["status": String(repeating: "a", count: 476) + " https://reef.example/" + String(repeating: "b", count: 90)],
        200, nil
      ),
      (["status": String(repeating: "a", count: 494) + " @pool@shore.example"], 200, nil),
      (
        ["status": String(repeating: "a", count: 490), "spoiler_text": String(repeating: "b", count: 11)], 422,
        "Validation failed: Text character limit of 500 exceeded"
      ),
      (["status": "x", "visibility": "everybody"], 422, "Validation failed: Visibility is not included in the list"),
      (["status": "x", "in_reply_to_id": "1"], 404, "The post you are trying to reply to does not appear to exist."),
      (
        ["status": "x", "poll[options][]": "one", "poll[expires_in]": "600"], 422,
        "Validation failed: Poll must have more than one item"
      ),
    ] as [(KeyValuePairs<String, String>, Int, String?)]) func postingLimitsAreChecked(
      _ form: KeyValuePairs<String, String>, _ status: Int, _ apiError: String?
    ) async throws
  {
    let response = await (try await Self.instance.value).post("/api/v1/statuses", form)
    #expect(response.status == status)
    #expect(response.apiError == apiError)
  }

  @Test func sameIdempotencyKeyPostsOnce() async throws {
    let instance = try await TestInstance()
    func send(_ key: String) async throws -> Status {
      var request = SandboxRequest.post("/api/v1/statuses", form: ["status": "once"], token: instance.token)
      request.headers.append("Idempotency-Key", key)
      return try await instance.send(request).decoded()
    }
    let first = try await send("a")
    #expect(try await send("a").id == first.id)
    #expect(try await send("b").id != first.id)
    instance.clock.advance(by: 3601)
    #expect(try await send("a").id != first.id)
  }

  @Test func idsSortByTimeWithinAMillisecond() async throws {
    let instance = try await TestInstance()
    var ids: [Status.ID] = []
    for number in 0..<5 { ids.append(try await instance.postStatus("\(number)").id) }
    instance.clock.advance(by: 0.001)
    ids.append(try await instance.postStatus("later").id)
    #expect(ids == ids.sorted())
    #expect(Set(ids).count == 6)
  }

  @Test func replyIsCountedAndRefersToItsParent() async throws {
    let instance = try await TestInstance()
    let before = try await instance.status(containing: "First frost")
    let answer = try await instance.postStatus("@wren straw?", ["in_reply_to_id": before.id.rawValue])
    #expect(answer.inReplyToID == before.id)
    #expect(answer.inReplyToAccountID == before.account.id)
    let after = try await instance.status(containing: "First frost")
    #expect(after.repliesCount == before.repliesCount + 1)
  }

  @Test func deletionReturnsTheSourceText() async throws {
    let instance = try await TestInstance()
    let account = try await instance.account("you")
    let status = try await instance.postStatus("Draft #tide", ["spoiler_text": "careful"])
    let deleted: Status = try await instance.send(
      SandboxRequest("DELETE", "/api/v1/statuses/\(status.id)", form: [:], token: instance.token)
    ).decoded()
    #expect(deleted.text == "Draft #tide")
    #expect(deleted.spoilerText == "careful")
    #expect(await instance.get("/api/v1/statuses/\(status.id)").status == 404)
    #expect(try await instance.account("you").statusesCount == account.statusesCount)
  }

  @Test func onlyTheAuthorDeletesButSourceIsVisible() async throws {
    let instance = try await TestInstance()
    let frost = try await instance.status(containing: "First frost")
    let delete = SandboxRequest("DELETE", "/api/v1/statuses/\(frost.id)", form: [:], token: instance.token)
    #expect(await instance.send(delete).status == 404)
    #expect(await instance.get("/api/v1/statuses/\(frost.id)/source").text.contains("First frost"))
    let own = try await instance.status(containing: "My bicycle")
    #expect(await instance.get("/api/v1/statuses/\(own.id)/source").text.contains("My bicycle has begun"))
  }

  @Test func jsonAndMultipartEqualAForm() async throws {
    let instance = try await TestInstance()
    let json = #"{"status":"json","sensitive":true,"poll":{"options":["a","b"],"expires_in":600,"multiple":true}}"#
    let multipart = """
      --x\r\nContent-Disposition: form-data; name="status"\r\n\r\nparts\r\n--x\r\nContent-Disposition: form-data; \
      name="visibility"\r\n\r\nunlisted\r\n--x--\r\n
      """
    func send(_ type: String, _ body: String) async throws -> Status {
      let headers: SandboxHeaders = ["Authorization": "Bearer \(instance.token)", "Content-Type": type]
      return try await instance.send(
        SandboxRequest("POST", "/api/v1/statuses", headers: headers, body: Array(body.utf8))
      ).decoded()
    }
    let first = try await send("application/json; charset=utf-8", json)
    #expect(first.words == "json" && first.sensitive)
    #expect(first.poll?.options.map(\.title) == ["a", "b"])
    #expect(first.poll?.multiple == true)
    let second = try await send("multipart/form-data; boundary=x", multipart)
    #expect(second.words == "parts" && second.visibility == .unlisted)
  }

  @Test(arguments: [
    #"{"status":null}"#, #"{"status":["",{}]}"#, "[1,2]", #""text""#, "null", #"{"poll":{"options":"a"},"status":"x"}"#,
    #"{"media_ids":[[[[1]]]],"in_reply_to_id":{"a":1.5}}"#,
  ]) func unexpectedJSONIsRefused(_ json: String) async throws {
    let instance = try await Self.instance.value
    let headers: SandboxHeaders = ["Authorization": "Bearer \(instance.token)", "Content-Type": "application/json"]
    let response = await instance.send(
      SandboxRequest("POST", "/api/v1/statuses", headers: headers, body: Array(json.utf8)))
    #expect(response.status == 422)
  }

  @Test func pollAcceptsOneVote() async throws {
    let instance = try await TestInstance()
    let kettle = try #require(try await instance.status(containing: "Question from the night shift").poll)
    let votes = try #require(kettle.options[1].votesCount)
    let path = "/api/v1/polls/\(kettle.id)/votes"
    #expect(await instance.post(path, ["choices[]": "9"]).status == 422)
    #expect(await instance.post(path, ["choices[]": "0", "choices[]": "1"]).status == 422)
    let voted: Poll = try await instance.post(path, ["choices[]": "1"]).decoded()
    #expect(voted.voted && voted.ownVotes == [1])
    #expect(voted.options[1].votesCount == votes + 1)
    #expect(
      await instance.post(path, ["choices[]": "1"]).apiError == "Validation failed: You have already voted on this poll"
    )
    let ended = try #require(try await instance.status(containing: "Settle this").poll)
    #expect(ended.expired && ended.ownVotes == [0, 2])
    #expect(
      await instance.post("/api/v1/polls/\(ended.id)/votes", ["choices[]": "1"]).apiError
        == "Validation failed: The poll has already ended")
  }
}
