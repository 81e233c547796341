import FoundationEssentials
import MastodonKit
import Testing

@testable import Sandbox

@Suite(.timeLimit(.minutes(10))) struct ResidentActivityTests {
  /// Advances the clock second by second.
  private func live(_ instance: TestInstance, seconds: Int) async throws {
    for _ in 0..<seconds {
      instance.clock.advance(by: 1)
      try await instance.sandbox.step()
    }
  }

  @Test func postGetsAReplyAndFavouritesWithinSeconds() async throws {
    let instance = try await TestInstance(activity: .resident)
    let status = try await instance.postStatus("Does anybody here bake bread?")
    try await live(instance, seconds: 40)
    let context: StatusContext = try await instance.get("/api/v1/statuses/\(status.id)/context").decoded()
    let reply = try #require(context.descendants.first)
    #expect(reply.account.acct == "pool@shore.example")
    #expect(reply.words.hasPrefix("@you "))
    #expect(reply.createdAt.timeIntervalSince(status.createdAt) < 10)
    let kinds = Set(try await instance.notifications("?limit=10").map(\.kind.rawValue))
    #expect(kinds.isSuperset(of: ["mention", "favourite"]))
  }

  /// Reactions are planned after the requests, because planning takes longer than posting.
  @Test func burstOfPostsIsReadByTheResidentsAfterwards() async throws {
    let instance = try await TestInstance(activity: .resident)
    func count(_ table: String) async throws -> Int? {
      try await instance.sandbox.read { try $0.database.value(Int.self, "SELECT count(*) FROM \(table)") }
    }
    let schedule = try await instance.sandbox.read { try $0.residentSchedule() }
    for number in 1...250 { try await instance.postStatus("Bees \(number)") }
    #expect(try await instance.sandbox.read { try $0.residentSchedule() } == schedule)
    #expect(try await count("resident_inbox") == 250)
    let gone = try await instance.status(containing: "Bees 250")
    _ = await instance.send(
      SandboxRequest("DELETE", "/api/v1/statuses/\(gone.id)", form: [:], token: instance.token))
    // The next step is due at once, and reads a part.
    #expect(try #require(try await instance.sandbox.step()) <= instance.clock.clock.now())
    #expect(try await count("resident_inbox") == 49)
    try await instance.sandbox.step()
    #expect(try await count("resident_inbox") == 0)
    try await live(instance, seconds: 10)
    #expect(try await instance.notifications("?types[]=mention").first?.status?.words.contains("@you") == true)
  }

  @Test func replyKeepsContentWarningAndAudience() async throws {
    let instance = try await TestInstance(activity: .resident)
    let frost = try await instance.status(containing: "First frost")
    let status = try await instance.postStatus(
      "@wren and the third?",
      ["in_reply_to_id": frost.id.rawValue, "visibility": "unlisted", "spoiler_text": "bees"])
    try await live(instance, seconds: 12)
    let context: StatusContext = try await instance.get("/api/v1/statuses/\(status.id)/context").decoded()
    let reply = try #require(context.descendants.first)
    #expect(reply.account.acct == "wren" && reply.visibility == .unlisted && reply.spoilerText == "bees")
  }

  @Test func residentsFollowBackAndAcceptFollowRequests() async throws {
    let instance = try await TestInstance(activity: .resident)
    let moss = try await instance.account("moss")
    let heron = try await instance.account("heron")
    await instance.post("/api/v1/accounts/\(moss.id)/follow")
    await instance.post("/api/v1/accounts/\(heron.id)/unfollow")
    await instance.post("/api/v1/accounts/\(heron.id)/follow")
    try await live(instance, seconds: 20)
    let both: [Relationship] = try await instance.get(
      "/api/v1/accounts/relationships?id[]=\(moss.id)&id[]=\(heron.id)"
    ).decoded()
    #expect(both.map(\.following) == [true, true] && both.map(\.followedBy) == [true, true])
    #expect(both.map(\.requested) == [false, false])
  }

  @Test func residentsVoteAndEndedPollsNotify() async throws {
    let instance = try await TestInstance(activity: .resident)
    let status = try await instance.postStatus(
      "Tea or coffee?", ["poll[options][]": "tea", "poll[options][]": "coffee", "poll[expires_in]": "300"])
    try await live(instance, seconds: 70)
    let poll = try #require(try await instance.get("/api/v1/statuses/\(status.id)").decoded(Status.self).poll)
    #expect(poll.votesCount > 2)
    instance.clock.advance(by: 300)
    try await instance.sandbox.step()
    #expect(try await instance.notifications("?types[]=poll&limit=1").first?.status?.id == status.id)
  }

  @Test func streamCarriesActionsOfResidents() async throws {
    let instance = try await TestInstance(activity: .resident)
    let frames = try await instance.sandbox.events(token: instance.token, stream: "public")
    instance.clock.advance(by: 60)
    try await instance.sandbox.step()
    var iterator = frames.makeAsyncIterator()
    #expect(await iterator.next()?.contains(#""event":"update""#) == true)
  }

  /// All content as one text.
  private func story(seed: UInt64) async throws -> String {
    let instance = try await TestInstance(seed: seed, activity: .resident)
    try await instance.postStatus("Good morning. Who is awake?")
    try await live(instance, seconds: 180)
    let home = await instance.get("/api/v1/timelines/home?limit=40").text
    return home + (await instance.get("/api/v1/notifications?limit=80").text)
  }

  @Test func sameSeedGivesSameContent() async throws {
    let first = try await story(seed: 11)
    #expect(try await story(seed: 11) == first)
    #expect(try await story(seed: 12) != first)
  }

  @Test func quietInstanceHasNoActivity() async throws {
    let instance = try await TestInstance(activity: .quiet)
    let status = try await instance.postStatus("Hello?")
    instance.clock.advance(by: 600)
    try await instance.sandbox.step()
    let home: [Status] = try await instance.get("/api/v1/timelines/home?limit=1").decoded()
    #expect(home.first?.id == status.id)
  }

  @Test func residentsStopWithTheirTask() async throws {
    let instance = try await TestInstance(activity: .resident)
    let residents = Task { await instance.sandbox.runResidents() }
    instance.clock.advance(by: 60)
    let newest: @Sendable () async throws -> String? = {
      try await instance.get("/api/v1/timelines/public?limit=1").decoded([Status].self).first?.id.rawValue
    }
    let before = try await newest()
    while try await newest() == before, !Task.isCancelled {
      instance.clock.advance(by: 10)
      await Task.yield()
    }
    residents.cancel()
    await residents.value
  }

  @Test func twoProcessesPerformEachActionOnce() async throws {
    let path = "\(FileManager.default.temporaryDirectory.path)/sandbox-\(UUID().uuidString).sqlite"
    defer {
      for end in ["", "-wal", "-shm"] { do { try FileManager.default.removeItem(atPath: path + end) } catch {} }
    }
    let clock = TestClock()
    func open() throws -> Sandbox { try Sandbox(store: .file(path), seed: 1, clock: clock.clock, activity: .resident) }
    let (one, two) = (try open(), try open())
    let token = try await one.token(for: "you")
    #expect(try await two.token(for: "you") == token)
    let posted: Status = try await one.respond(to: .post("/api/v1/statuses", form: ["status": "Hello"], token: token))
      .decoded()
    let stream = try await two.events(token: token, stream: "user")
    try await two.step()
    var iterator = stream.makeAsyncIterator()
    #expect(await iterator.next()?.contains(posted.id.rawValue) == true)
    clock.advance(by: 30)
    // Both find the same due actions; one of them performs each.
    async let first = one.step()
    async let second = two.step()
    _ = try await (first, second)
    let target = "/api/v1/statuses/\(posted.id)/context"
    let context: StatusContext = try await two.respond(to: .get(target, token: token)).decoded()
    let words = context.descendants.map(\.words)
    #expect(!words.isEmpty && Set(words).count == words.count)
    #expect(await one.respond(to: .get(target, token: token)).text == two.respond(to: .get(target, token: token)).text)
  }
}
