import FoundationEssentials
import MastodonKit
import Testing

@testable import Sandbox

@Suite(.timeLimit(.minutes(10))) struct StreamingTests {
  /// A decoded frame.
  struct Frame: Decodable {
    var stream: [String]?
    var event: String?
    var payload: String?
    var error: String?

    func decoded<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
      try MastodonJSON.decode(type, from: Data((payload ?? "").utf8))
    }
  }

  /// Reads a number of frames.
  private func frames(_ count: Int, of stream: AsyncStream<String>) async throws -> [Frame] {
    var frames: [Frame] = []
    for await text in stream {
      frames.append(try JSONDecoder().decode(Frame.self, from: Data(text.utf8)))
      if frames.count == count { break }
    }
    try #require(frames.count == count, "the stream ended, or the test's time did")
    return frames
  }

  @Test func userStreamCarriesHomeAndNotifications() async throws {
    let instance = try await TestInstance()
    let stream = try await instance.sandbox.events(token: instance.token, stream: "user")
    let rook = try await instance.token(of: "rook")
    let moss = try await instance.token(of: "moss")
    try await instance.postStatus("not followed", as: moss)
    let heard = try await instance.postStatus("@you are you awake?", as: rook)
    await instance.post("/api/v1/statuses/\(heard.id)/favourite")
    await instance.post("/api/v2/filters", ["title": "x", "context[]": "home"])
    _ = await instance.send(SandboxRequest("DELETE", "/api/v1/statuses/\(heard.id)", form: [:], token: rook))
    let frames = try await frames(4, of: stream)
    #expect(frames.map(\.event) == ["update", "notification", "filters_changed", "delete"])
    #expect(frames.allSatisfy { $0.stream == ["user"] })
    let update: Status = try frames[0].decoded()
    #expect(update.id == heard.id && update.hasViewerState)
    let notification: MastodonKit.Notification = try frames[1].decoded()
    #expect(notification.kind == .mention && notification.status?.id == heard.id)
    #expect(frames[2].payload == nil)
    #expect(frames[3].payload == heard.id.rawValue)
  }

  @Test func listStreamCarriesDeletions() async throws {
    let instance = try await TestInstance()
    let rook = try await instance.token(of: "rook")
    let list = try await instance.post("/api/v1/lists", ["title": "Birds"]).decoded(MastodonKit.List.self)
    let found = try await instance.get("/api/v1/accounts/lookup?acct=rook").decoded(Account.self)
    await instance.post("/api/v1/lists/\(list.id)/accounts", ["account_ids[]": found.id.rawValue])
    let stream = try await instance.sandbox.events(token: instance.token, stream: "list", list: list.id.rawValue)
    let observed = try await instance.postStatus("not for long", as: rook)
    _ = await instance.send(SandboxRequest("DELETE", "/api/v1/statuses/\(observed.id)", form: [:], token: rook))
    let frames = try await frames(2, of: stream)
    #expect(frames.map(\.event) == ["update", "delete"])
    #expect(frames[1].payload == observed.id.rawValue && frames[1].stream == ["list", list.id.rawValue])
  }

  @Test func reactionToAnAnnouncementIsSentToAll() async throws {
    let instance = try await TestInstance()
    let stream = try await instance.sandbox.events(token: instance.token, stream: "user")
    let announcements: [Announcement] = try await instance.get("/api/v1/announcements").decoded()
    let id = try #require(announcements.first?.id)
    _ = await instance.send(
      SandboxRequest("PUT", "/api/v1/announcements/\(id)/reactions/%F0%9F%90%9F", form: [:], token: instance.token))
    let frame = try #require(try await frames(1, of: stream).first)
    #expect(frame.event == "announcement.reaction")
    #expect(frame.payload == #"{"name":"🐟","count":1,"announcement_id":"\#(id)"}"#)
  }

  @Test(
    arguments: [
      ("public", nil, true, true), ("public:local", nil, true, false), ("public:remote", nil, false, true),
      ("hashtag", "Tide", true, true), ("hashtag:local", "tide", true, false),
    ] as [(String, String?, Bool, Bool)]) func publicStreamsCarryMatchingPosts(
      _ name: String, _ tag: String?, _ local: Bool, _ remote: Bool
    ) async throws
  {
    let instance = try await TestInstance()
    let stream = try await instance.sandbox.events(token: instance.token, stream: name, tag: tag)
    let marker = try await instance.sandbox.events(token: instance.token, stream: "user")
    let rook = try await instance.token(of: "rook")
    try await instance.postStatus("local #tide", as: rook)
    try await instance.postStatus("remote #tide", as: try await instance.token(of: "juniper@shore.example"))
    try await instance.postStatus("hidden #tide", ["visibility": "unlisted"], as: rook)
    let wanted = (local ? ["local #tide"] : []) + (remote ? ["remote #tide"] : [])
    let statuses = try await frames(wanted.count, of: stream).map { try $0.decoded(Status.self) }
    #expect(statuses.map(\.words) == wanted)
    #expect(statuses.allSatisfy { !$0.hasViewerState })
    #expect(try await frames(3, of: marker).count == 3)
  }

  @Test func oneConnectionCarriesSeveralStreams() async throws {
    let instance = try await TestInstance()
    let stream = try #require(try await instance.sandbox.connect(token: instance.token))
    await stream.receive(#"{"type":"subscribe","stream":"hashtag","tag":"Canal"}"#)
    await stream.receive(#"{"type":"subscribe","stream":"user:notification"}"#)
    await stream.receive("not json")
    await stream.receive(#"{"type":"subscribe","stream":"everything"}"#)
    await stream.receive(#"{"type":"subscribe","stream":"hashtag"}"#)
    let heron = try await instance.token(of: "heron")
    try await instance.postStatus("@you cold #canal", as: heron)
    await stream.receive(#"{"type":"unsubscribe","stream":"hashtag","tag":"canal"}"#)
    try await instance.postStatus("colder #canal", as: heron)
    try await instance.postStatus("@you done", as: heron)
    let frames = try await frames(5, of: stream.frames)
    #expect(
      frames.map { $0.error ?? $0.stream?.joined(separator: " ") } == [
        "Unknown channel requested", "Missing tag name parameter", "hashtag canal", "user:notification",
        "user:notification",
      ])
  }

  @Test func tokenNeedsTheScopesOfTheStream() async throws {
    let instance = try await TestInstance()
    let token = try await instance.token(of: "you", scopes: "read:statuses")
    let stream = try await instance.sandbox.events(token: token, stream: "user")
    #expect(try await frames(1, of: stream).first?.error == "Access token does not have the required scopes")
    for await _ in try await instance.sandbox.events(token: "wrong", stream: "user") { Issue.record("nobody listens") }
  }

  @Test func streamEndsWhenReadingStops() async throws {
    let instance = try await TestInstance()
    let task = Task { for await _ in try await instance.sandbox.events(token: instance.token, stream: "user") {} }
    while await instance.sandbox.hub.listeners.isEmpty, !Task.isCancelled { await Task.yield() }
    task.cancel()
    while await !instance.sandbox.hub.listeners.isEmpty, !Task.isCancelled { await Task.yield() }
    #expect(await instance.sandbox.hub.listeners.isEmpty)
  }

  // MARK: Server-sent events

  @Test func everyStreamHasAPathForServerSentEvents() async throws {
    let instance = try await TestInstance()
    for (path, stream) in [
      ("user", "user"), ("user/notification", "user:notification"), ("public", "public"),
      ("public?only_media=true", "public:media"), ("public/local?only_media=1", "public:local:media"),
      ("public/remote", "public:remote"), ("hashtag?tag=Tide", "hashtag"), ("hashtag/local?tag=tide", "hashtag:local"),
      ("direct", "direct"),
    ] {
      let events = try await instance.sandbox.connect(
        eventsFor: .get("/api/v1/streaming/\(path)", token: instance.token))
      let channel = await instance.sandbox.hub.listeners[events.id]?.channels.first
      #expect(channel?.names.first == stream)
      await events.close()
    }
  }

  @Test(arguments: [
    ("user", "read write", 200), ("user", nil, 401), ("user", "write", 401),
    ("user/notification", "read:statuses", 401),
    ("user?access_token=TOKEN", "read", 200), ("everything", "read", 400), ("hashtag", "read", 400),
    ("public", "read:statuses", 200),
  ])
  func serverSentEventsNeedAToken(_ path: String, _ scopes: String?, _ status: Int) async throws {
    let instance = try await TestInstance()
    var token: String?
    if let scopes { token = try await instance.token(of: "you", scopes: scopes) }
    let inQuery = path.contains("TOKEN")
    let target = "/api/v1/streaming/" + path.replacing("TOKEN", with: token ?? "")
    do {
      let events = try await instance.sandbox.connect(eventsFor: .get(target, token: inQuery ? nil : token))
      await events.close()
      #expect(status == 200)
    } catch let apiError as APIError {
      #expect(apiError.status == status)
    }
  }

  @Test func serverSentEventIsTwoLines() async throws {
    let instance = try await TestInstance()
    let events = try await instance.sandbox.connect(eventsFor: .get("/api/v1/streaming/user", token: instance.token))
    let status = try await instance.postStatus("one line\nand another")
    await instance.post("/api/v2/filters", ["title": "x", "context[]": "home"])
    _ = await instance.send(SandboxRequest("DELETE", "/api/v1/statuses/\(status.id)", form: [:], token: instance.token))
    var frames: [String] = []
    for await frame in events.frames {
      frames.append(frame)
      if frames.count == 3 { break }
    }
    try #require(frames.count == 3, "the stream ended, or the test's time did")
    #expect(frames[0].hasPrefix("event: update\ndata: {") && frames[0].hasSuffix("}\n\n"))
    #expect(frames[0].split(separator: "\n").count == 2)
    #expect(frames[1] == "event: filters_changed\ndata: undefined\n\n")
    #expect(frames[2] == "event: delete\ndata: \(status.id)\n\n")
  }

  @Test func streamingHealthCheckResponds() async throws {
    let instance = try await TestInstance()
    let response = await instance.getWithoutToken("/api/v1/streaming/health")
    #expect(response.status == 200 && response.text == "OK")
  }

  @Test func connectionCanStartWithOrWithoutAStream() async throws {
    let instance = try await TestInstance()
    let target = "/api/v1/streaming?stream=hashtag&tag=Tide%20pool"
    let stream = try #require(try await instance.sandbox.connect(token: instance.token, target: target))
    #expect(await instance.sandbox.hub.listeners[stream.id]?.channels.first?.names == ["hashtag", "tide pool"])
    let idle = try #require(try await instance.sandbox.connect(token: instance.token, target: "/api/v1/streaming"))
    #expect(await instance.sandbox.hub.listeners[idle.id]?.channels.isEmpty == true)
    #expect(try await instance.sandbox.connect(token: "wrong", target: target) == nil)
  }
}
