import FoundationEssentials
import MastodonKit
import Testing

@testable import Sandbox

@Suite struct StreamingTests {
  /// One frame as a client reads it.
  struct Frame: Decodable {
    var stream: [String]?
    var event: String?
    var payload: String?
    var error: String?

    func decoded<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
      try MastodonJSON.decode(type, from: Data((payload ?? "").utf8))
    }
  }

  /// Reads frames until so many have come.
  private func frames(_ count: Int, of stream: AsyncStream<String>) async throws -> [Frame] {
    var frames: [Frame] = []
    for await text in stream {
      frames.append(try JSONDecoder().decode(Frame.self, from: Data(text.utf8)))
      if frames.count == count { break }
    }
    return frames
  }

  @Test func userHearsOfHomeAndNotifications() async throws {
    let town = try await TestTown()
    let stream = try await town.sandbox.events(token: town.token, stream: "user")
    let rook = try await town.token(of: "rook")
    let moss = try await town.token(of: "moss")
    try await town.say("not followed", as: moss)
    let heard = try await town.say("@you are you awake?", as: rook)
    await town.post("/api/v1/statuses/\(heard.id)/favourite")
    await town.post("/api/v2/filters", ["title": "x", "context[]": "home"])
    _ = await town.send(SandboxRequest("DELETE", "/api/v1/statuses/\(heard.id)", form: [:], token: rook))
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

  @Test(
    arguments: [
      ("public", nil, true, true), ("public:local", nil, true, false), ("public:remote", nil, false, true),
      ("hashtag", "Tide", true, true), ("hashtag:local", "tide", true, false),
    ] as [(String, String?, Bool, Bool)]) func publicStreamsTakeTheirShare(
      _ name: String, _ tag: String?, _ local: Bool, _ remote: Bool
    ) async throws
  {
    let town = try await TestTown()
    let stream = try await town.sandbox.events(token: town.token, stream: name, tag: tag)
    let marker = try await town.sandbox.events(token: town.token, stream: "user")
    let rook = try await town.token(of: "rook")
    try await town.say("local #tide", as: rook)
    try await town.say("remote #tide", as: try await town.token(of: "juniper@shore.example"))
    try await town.say("hidden #tide", ["visibility": "unlisted"], as: rook)
    let wanted = (local ? ["local #tide"] : []) + (remote ? ["remote #tide"] : [])
    let statuses = try await frames(wanted.count, of: stream).map { try $0.decoded(Status.self) }
    #expect(statuses.map(\.words) == wanted)
    #expect(statuses.allSatisfy { !$0.hasViewerState })
    #expect(try await frames(3, of: marker).count == 3)
  }

  @Test func oneConnectionCarriesSeveralStreams() async throws {
    let town = try await TestTown()
    let stream = try #require(try await town.sandbox.connect(token: town.token))
    await stream.receive(#"{"type":"subscribe","stream":"hashtag","tag":"Canal"}"#)
    await stream.receive(#"{"type":"subscribe","stream":"user:notification"}"#)
    await stream.receive("not json")
    await stream.receive(#"{"type":"subscribe","stream":"everything"}"#)
    await stream.receive(#"{"type":"subscribe","stream":"hashtag"}"#)
    let heron = try await town.token(of: "heron")
    try await town.say("@you cold #canal", as: heron)
    await stream.receive(#"{"type":"unsubscribe","stream":"hashtag","tag":"canal"}"#)
    try await town.say("colder #canal", as: heron)
    try await town.say("@you done", as: heron)
    let frames = try await frames(5, of: stream.frames)
    #expect(
      frames.map { $0.error ?? $0.stream?.joined(separator: " ") } == [
        "Unknown channel requested", "Missing tag name parameter", "hashtag canal", "user:notification",
        "user:notification",
      ])
  }

  @Test func aTokenMustAllowWhatItHears() async throws {
    let town = try await TestTown()
    let token = try await town.token(of: "you", scopes: "read:statuses")
    let stream = try await town.sandbox.events(token: token, stream: "user")
    #expect(try await frames(1, of: stream).first?.error == "Access token does not have the required scopes")
    for await _ in try await town.sandbox.events(token: "wrong", stream: "user") { Issue.record("nobody listens") }
  }

  @Test func whoStopsReadingIsForgotten() async throws {
    let town = try await TestTown()
    let task = Task { for await _ in try await town.sandbox.events(token: town.token, stream: "user") {} }
    while await town.sandbox.hub.listeners.isEmpty { await Task.yield() }
    task.cancel()
    while await !town.sandbox.hub.listeners.isEmpty { await Task.yield() }
    #expect(await town.sandbox.hub.listeners.isEmpty)
  }
}
