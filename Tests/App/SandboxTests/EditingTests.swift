import FoundationEssentials
import MastodonKit
import Testing

@testable import Sandbox

@Suite(.timeLimit(.minutes(10))) struct EditingTests {
  private struct Version: Decodable {
    struct Poll: Decodable {
      struct Option: Decodable { var title: String }
      var options: [Option]
    }
    var content: String
    var spoilerText: String
    var sensitive: Bool
    var poll: Poll?

    enum CodingKeys: String, CodingKey {
      case content, sensitive, poll
      case spoilerText = "spoiler_text"
    }
  }

  private func edit(
    _ instance: TestInstance, _ id: Status.ID, _ form: KeyValuePairs<String, String>, as token: String? = nil
  ) async -> SandboxResponse {
    await instance.send(SandboxRequest("PUT", "/api/v1/statuses/\(id)", form: form, token: token ?? instance.token))
  }

  @Test func editIsShownRecordedAndStreamed() async throws {
    let instance = try await TestInstance()
    let wren = try await instance.token(of: "wren")
    let status = try await instance.postStatus("Frist frost #canal", ["spoiler_text": "cold"])
    await instance.post("/api/v1/statuses/\(status.id)/reblog", token: wren)
    let frames = try await instance.sandbox.events(token: instance.token, stream: "user")
    instance.clock.advance(by: 60)
    let edited: Status = try await edit(instance, status.id, ["status": "First frost @rook #lock", "language": "de"])
      .decoded()
    #expect(edited.id == status.id && edited.words == "First frost @rook #lock")
    #expect(edited.spoilerText == "" && !edited.sensitive && edited.language == "de")
    #expect(edited.editedAt == .fixtureNow.addingTimeInterval(60))
    #expect(edited.tags.map(\.name) == ["lock"] && edited.mentions.map(\.acct) == ["rook"])
    #expect(edited.reblogsCount == 1)
    let versions: [Version] = try await instance.get("/api/v1/statuses/\(status.id)/history").decoded()
    #expect(versions.map(\.spoilerText) == ["cold", ""])
    #expect(versions.map(\.sensitive) == [true, false])
    #expect(versions.first?.content.contains("Frist") == true && versions.last?.content.contains("First") == true)
    let source = await instance.get("/api/v1/statuses/\(status.id)/source")
    #expect(source.text.contains(#""text":"First frost @rook #lock""#))
    var iterator = frames.makeAsyncIterator()
    #expect(await iterator.next()?.contains(#""event":"status.update""#) == true)
    let tagged: [Status] = try await instance.get("/api/v1/timelines/tag/canal").decoded()
    #expect(!tagged.contains { $0.id == status.id })
  }

  @Test func editWithoutChangesIsNotRecorded() async throws {
    let instance = try await TestInstance()
    let status = try await instance.postStatus("As it is")
    let edited: Status = try await edit(instance, status.id, ["status": "As it is"]).decoded()
    #expect(edited.editedAt == nil)
    #expect(try await instance.get("/api/v1/statuses/\(status.id)/history").decoded([Version].self).count == 1)
  }

  @Test func editNotifiesBoosters() async throws {
    let instance = try await TestInstance()
    let wren = try await instance.token(of: "wren")
    let frost = try await instance.postStatus("Frist", as: wren)
    await instance.post("/api/v1/statuses/\(frost.id)/reblog")
    #expect(await edit(instance, frost.id, ["status": "First"], as: wren).status == 200)
    let update = try #require(try await instance.notifications("?limit=1").first)
    #expect(update.kind.rawValue == "update" && update.status?.id == frost.id)
  }

  @Test(
    arguments: [
      (["status": ""], 422, "Validation failed: Text can't be blank"),
      (["status": String(repeating: "a", count: 501)], 422, "Validation failed: Text character limit of 500 exceeded"),
      (
        ["status": "x", "poll[options][]": "one", "poll[expires_in]": "600"], 422,
        "Validation failed: Poll must have more than one item"
      ),
      (["status": "x", "media_ids[]": "999"], 422, "Media 999 not found or already attached to another post"),
      (
        ["status": "x", "quote_approval_policy": "cousins"], 422,
        "Validation failed: Quote approval policy is not included in the list"
      ),
      (["status": "better"], 200, nil),
    ] as [(KeyValuePairs<String, String>, Int, String?)]) func editingLimitsAreChecked(
      _ form: KeyValuePairs<String, String>, _ code: Int, _ apiError: String?
    ) async throws
  {
    let instance = try await TestInstance()
    let response = await edit(instance, try await instance.postStatus("before").id, form)
    #expect(response.status == code && response.apiError == apiError)
  }

  @Test func onlyTheAuthorEdits() async throws {
    let instance = try await TestInstance()
    let frost = try await instance.status(containing: "First frost")
    #expect(await edit(instance, frost.id, ["status": "mine"]).status == 404)
    let boost: Status = try await instance.post("/api/v1/statuses/\(frost.id)/reblog").decoded()
    #expect(await edit(instance, boost.id, ["status": "mine"]).status == 404)
  }

  @Test func changedOptionsMakeANewPoll() async throws {
    let instance = try await TestInstance()
    let wren = try await instance.token(of: "wren")
    let form: KeyValuePairs = [
      "status": "Tea?", "poll[options][]": "yes", "poll[options][]": "no", "poll[expires_in]": "600",
    ]
    let status: Status = try await instance.post("/api/v1/statuses", form).decoded()
    let poll = try #require(status.poll)
    await instance.post("/api/v1/polls/\(poll.id)/votes", ["choices[]": "0"], token: wren)
    let same: Status = try await edit(
      instance, status.id,
      ["status": "Tea or not?", "poll[options][]": "yes", "poll[options][]": "no", "poll[expires_in]": "600"]
    ).decoded()
    #expect(same.poll?.votesCount == 1)
    let other: Status = try await edit(
      instance, status.id,
      ["status": "Tea?", "poll[options][]": "green", "poll[options][]": "black", "poll[expires_in]": "600"]
    ).decoded()
    #expect(other.poll?.votesCount == 0 && other.poll?.options.map(\.title) == ["green", "black"])
    let none: Status = try await edit(instance, status.id, ["status": "Tea."]).decoded()
    #expect(none.poll == nil)
    let versions: [Version] = try await instance.get("/api/v1/statuses/\(status.id)/history").decoded()
    #expect(
      versions.map { $0.poll?.options.map(\.title) } == [["yes", "no"], ["yes", "no"], ["green", "black"], nil])
  }
}

@Suite(.timeLimit(.minutes(10))) struct ScheduledTests {
  private struct Waiting: Decodable {
    struct Params: Decodable {
      var text: String
      var visibility: String?
    }
    var id: String
    var scheduledAt: String
    var params: Params

    enum CodingKeys: String, CodingKey {
      case id, params
      case scheduledAt = "scheduled_at"
    }
  }

  private func time(_ seconds: Double) -> String { MastodonDate.format(.fixtureNow.addingTimeInterval(seconds)) }

  @Test(arguments: [SandboxActivity.quiet, .resident]) func scheduledStatusIsPostedWhenDue(
    _ activity: SandboxActivity
  )
    async throws
  {
    let instance = try await TestInstance(activity: activity)
    let form: KeyValuePairs = ["status": "Later", "scheduled_at": time(600), "visibility": "unlisted"]
    let waiting: Waiting = try await instance.post("/api/v1/statuses", form).decoded()
    #expect(waiting.params.text == "Later" && waiting.params.visibility == "unlisted")
    #expect(waiting.scheduledAt == time(600))
    func posted() async throws -> [Status] {
      try await instance.get("/api/v1/accounts/\(try await instance.account("you").id)/statuses").decoded([Status].self)
        .filter { $0.words == "Later" }
    }
    instance.clock.advance(by: 599)
    try await instance.sandbox.step()
    #expect(try await posted().isEmpty)
    instance.clock.advance(by: 1)
    try await instance.sandbox.step()
    let status = try #require(try await posted().first)
    #expect(status.visibility == .unlisted && status.createdAt == .fixtureNow.addingTimeInterval(600))
    #expect(try await instance.get("/api/v1/scheduled_statuses").decoded([Waiting].self).isEmpty)
    try await instance.sandbox.step()
    #expect(try await posted().count == 1)
  }

  @Test func scheduledStatusCanBeMovedAndCancelled() async throws {
    let instance = try await TestInstance()
    let form: KeyValuePairs = ["status": "Later", "scheduled_at": time(600)]
    let waiting: Waiting = try await instance.post("/api/v1/statuses", form).decoded()
    let path = "/api/v1/scheduled_statuses/\(waiting.id)"
    func put(_ seconds: Double) async -> SandboxResponse {
      await instance.send(SandboxRequest("PUT", path, form: ["scheduled_at": time(seconds)], token: instance.token))
    }
    #expect(await put(299).apiError == "Validation failed: Scheduled at The scheduled date must be in the future")
    #expect(try await put(900).decoded(Waiting.self).scheduledAt == time(900))
    #expect(await instance.get(path, token: try await instance.token(of: "wren")).status == 404)
    #expect(await instance.send(SandboxRequest("DELETE", path, form: [:], token: instance.token)).text == "{}")
    #expect(await instance.get(path).status == 404)
  }

  @Test(arguments: [(299.0, 422), (300.0, 200), (-60.0, 200)]) func scheduleNeedsFiveMinutes(
    _ seconds: Double, _ code: Int
  )
    async throws
  {
    let instance = try await TestInstance()
    let response = await instance.post("/api/v1/statuses", ["status": "x", "scheduled_at": time(seconds)])
    #expect(response.status == code)
    // A time in the past posts immediately.
    if seconds < 0 { #expect(try response.decoded(Status.self).words == "x") }
  }

  @Test func scheduledReplyToADeletedPostIsDropped() async throws {
    let instance = try await TestInstance()
    let parent = try await instance.postStatus("Question")
    let form: KeyValuePairs = [
      "status": "Answer", "scheduled_at": time(600), "in_reply_to_id": parent.id.rawValue,
    ]
    #expect(await instance.post("/api/v1/statuses", form).status == 200)
    _ = await instance.send(SandboxRequest("DELETE", "/api/v1/statuses/\(parent.id)", form: [:], token: instance.token))
    instance.clock.advance(by: 600)
    #expect(try await instance.sandbox.step() != Moment(.fixtureNow).date)
    #expect(try await instance.get("/api/v1/scheduled_statuses").decoded([Waiting].self).isEmpty)
  }
}
