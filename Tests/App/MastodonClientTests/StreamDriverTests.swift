import FoundationEssentials
import MastodonKit
import Testing

@testable import MastodonClient

@Suite(.timeLimit(.minutes(10))) struct StreamDriverTests {
  /// A stream that a test feeds by hand.
  final class ScriptedStreams: Sendable {
    typealias Continuation = AsyncThrowingStream<StreamFrame, any Error>.Continuation
    let opened: AsyncStream<(StreamRequest, Continuation)>
    private let open: AsyncStream<(StreamRequest, Continuation)>.Continuation

    init() { (opened, open) = AsyncStream.makeStream() }

    var transport: Transport {
      Transport(
        send: { _ in throw TransportFailure.unreachable(.refused) },
        openStream: { [open] request in
          let (frames, continuation) = AsyncThrowingStream<StreamFrame, any Error>.makeStream()
          open.yield((request, continuation))
          return frames
        })
    }
  }

  /// A clock whose time never passes by itself.
  final class StoppedClock: Sendable {
    let waits: AsyncStream<(Duration, AsyncStream<Void>.Continuation)>
    private let wait: AsyncStream<(Duration, AsyncStream<Void>.Continuation)>.Continuation

    init() { (waits, wait) = AsyncStream.makeStream() }

    @Sendable func sleep(_ duration: Duration) async throws {
      let (end, passed) = AsyncStream<Void>.makeStream()
      wait.yield((duration, passed))
      for await _ in end { return }
      throw CancellationError()
    }
  }

  private func driver(
    _ streams: ScriptedStreams, _ clock: StoppedClock, token: Secret? = Secret("t"),
    limits: SignalBuffer.Limits = .init()
  ) throws -> StreamDriver {
    let client = MastodonClient(
      server: try ServerAddress(parsing: "shore.example"), transport: streams.transport,
      tokens: token.map(TokenSource.fixed) ?? .signedOut, userAgent: "howdah-tests",
      now: { Date(timeIntervalSince1970: 0) })
    return StreamDriver(
      watcher: StreamStateMachine(host: "shore.example", dialect: .mastodon, timing: StreamStateMachine.Timing()),
      dependencies: StreamDriver.Dependencies(
        transport: streams.transport,
        request: { plan, outgoing in
          guard let token = await client.tokens.current() else { return nil }
          return client.streamRequest(
            plan, to: client.streamingServer(.advertised("wss://stream.example")), dialect: .mastodon, token: token,
            outgoing: outgoing)
        },
        sleep: clock.sleep, chance: { 0.5 }, limits: limits))
  }

  private static func frame(_ event: String, _ payload: String, on stream: String = "user") -> StreamFrame {
    .text(#"{"stream":["\#(stream)"],"event":"\#(event)","payload":"\#(payload)"}"#)
  }

  @Test func itConnectsTellsEventsAndConnectsAgain() async throws {
    let streams = ScriptedStreams()
    let clock = StoppedClock()
    var signals = try driver(streams, clock).signals(of: .user).makeAsyncIterator()
    var opened = streams.opened.makeAsyncIterator()
    var waits = clock.waits.makeAsyncIterator()

    #expect(await signals.next() == .connection(.connecting))
    let (request, first) = try #require(await opened.next())
    #expect(request.server.origin == "https://stream.example")
    #expect("\(request)" == "STREAM /api/v1/streaming?stream=user")
    #expect(request.headers.first { $0.name == "Authorization" }?.value == "Bearer t")

    first.yield(.opened)
    #expect(await signals.next() == .connection(.connected))
    first.yield(Self.frame("delete", "7"))
    first.yield(.text("rubbish"))
    first.yield(.heartbeat)
    first.yield(.text(#"{"event":"filters_changed"}"#))
    #expect(await signals.next() == .event(.delete("7")))
    #expect(await signals.next() == .event(.filtersChanged))

    first.finish(throwing: TransportFailure.closedMidResponse)
    #expect(await signals.next() == .connection(.waiting(seconds: 1)))
    while let (duration, passed) = await waits.next() {
      guard duration == .milliseconds(500) else { continue }
      passed.yield()
      break
    }
    #expect(await signals.next() == .connection(.connecting))
    let (_, second) = try #require(await opened.next())
    // The first connection is gone; what it still says is not heard.
    first.yield(Self.frame("delete", "8"))
    second.yield(.opened)
    second.yield(Self.frame("delete", "9"))
    #expect(await signals.next() == .connection(.connected))
    #expect(await signals.next() == .gap)
    #expect(await signals.next() == .event(.delete("9")))
  }

  @Test func twoReadersOfAStreamShareItAndTheLastOneClosesIt() async throws {
    let streams = ScriptedStreams()
    let driver = try driver(streams, StoppedClock())
    var one: AsyncStream<StreamSignal>? = driver.signals(of: .user)
    var opened = streams.opened.makeAsyncIterator()
    let (request, frames) = try #require(await opened.next())
    var said = request.outgoing.makeAsyncIterator()
    let (closed, close) = AsyncStream<Void>.makeStream()
    frames.onTermination = { _ in close.yield() }
    frames.yield(.opened)
    #expect(await first(.connection(.connected), of: &one))

    var two: AsyncStream<StreamSignal>? = driver.signals(of: .user)
    #expect(await first(.connection(.connected), of: &two))
    var list: AsyncStream<StreamSignal>? = driver.signals(of: .list("3"))
    #expect(await first(.connection(.connected), of: &list))
    #expect(await said.next() == .text(#"{"type":"subscribe","stream":"list","list":"3"}"#))
    frames.yield(Self.frame("delete", "7"))
    #expect(await first(.event(.delete("7")), of: &one))
    #expect(await first(.event(.delete("7")), of: &two))

    one = nil
    list = nil
    #expect(await said.next() == .text(#"{"type":"unsubscribe","stream":"list","list":"3"}"#))
    frames.yield(Self.frame("delete", "8"))
    #expect(await first(.event(.delete("8")), of: &two))
    two = nil
    for await _ in closed { break }
  }

  /// Reads until a signal comes.
  private func first(_ wanted: StreamSignal, of stream: inout AsyncStream<StreamSignal>?) async -> Bool {
    guard let stream else { return false }
    for await signal in stream where signal == wanted { return true }
    return false
  }

  @Test func idleConnectionIsPinged() async throws {
    let streams = ScriptedStreams()
    let clock = StoppedClock()
    let signals = try driver(streams, clock).signals(of: .user)
    var opened = streams.opened.makeAsyncIterator()
    let (request, frames) = try #require(await opened.next())
    frames.yield(.opened)
    for await (duration, passed) in clock.waits where duration == .seconds(60) {
      // The silence passes.
      passed.yield()
      break
    }
    for await message in request.outgoing {
      #expect(message == .ping)
      break
    }
    withExtendedLifetime(signals) {}
  }

  @Test func withoutATokenItNeverConnectsAndEnds() async throws {
    let transport = Transport(
      send: { _ in throw TransportFailure.cancelled },
      openStream: { _ in
        Issue.record("connected")
        return AsyncThrowingStream { $0.finish() }
      })
    let client = MastodonClient(
      server: try ServerAddress(parsing: "shore.example"), transport: transport, tokens: .signedOut,
      userAgent: "howdah-tests", now: { Date(timeIntervalSince1970: 0) })
    for topic: StreamTopic in [.user, .federated(onlyMedia: false)] {
      var said: [StreamSignal] = []
      let service = client.streamService(
        at: .unknown, dialect: .mastodon, keepsAlive: true,
        sleep: { try await Task.sleep(for: $0) }, chance: { 0.5 })
      for await signal in service.signals(topic) { said.append(signal) }
      #expect(said == [.connection(.connecting), .connection(.ended(.signedOut))])
    }
  }

  @Test func aServerThatSaysItHasNoStreamsIsNotAsked() async throws {
    let client = MastodonClient(
      server: try ServerAddress(parsing: "shore.example"), transport: ScriptedStreams().transport,
      tokens: .fixed(Secret("t")), userAgent: "howdah-tests", now: { Date(timeIntervalSince1970: 0) })
    var said: [StreamSignal] = []
    let service = client.streamService(
      at: .nowhere, dialect: .mastodon, keepsAlive: true,
      sleep: { try await Task.sleep(for: $0) }, chance: { 0.5 })
    for await signal in service.signals(.user) { said.append(signal) }
    #expect(said == [.connection(.ended(.unsupported(host: "shore.example", operation: "receive live updates")))])
  }

  @Test(arguments: [
    ("https://shore.example", "wss://streaming.shore.example", "https://streaming.shore.example"),
    ("https://shore.example", "wss://elsewhere.example:4000", "https://elsewhere.example:4000"),
    ("https://shore.example", "ws://streaming.shore.example", "https://shore.example"),
    ("https://shore.example", "ws://127.0.0.1:9", "https://shore.example"),
    ("https://shore.example", "wss://localhost", "https://shore.example"),
    ("https://shore.example", "wss://10.0.0.7:4000", "https://shore.example"),
    ("https://shore.example", "wss://shore.example:4000", "https://shore.example:4000"),
    ("https://shore.example", "wss://a@elsewhere.example", "https://shore.example"),
    ("https://localhost:3000", "wss://localhost:4000", "https://localhost:4000"),
    ("https://localhost:3000", "ws://localhost:4000", "https://localhost:3000"),
    ("https://shore.example", "not a place", "https://shore.example"),
    ("http://127.0.0.1:3000", "ws://127.0.0.1:3000", "http://127.0.0.1:3000"),
    ("http://127.0.0.1:3000", "ws://127.0.0.1:4000", "http://127.0.0.1:3000"),
    ("http://localhost:3000", "ws://localhost:4000", "http://localhost:3000"),
    ("http://127.0.0.1:3000", "wss://elsewhere.example", "http://127.0.0.1:3000"),
  ])
  func aTokenGoesOnlyWhereItMay(_ server: String, _ advertised: String, _ used: String) throws {
    let client = MastodonClient(
      server: try ServerAddress(parsing: server), transport: ScriptedStreams().transport, tokens: .signedOut,
      userAgent: "howdah-tests", now: { Date(timeIntervalSince1970: 0) })
    #expect(client.streamingServer(.advertised(advertised)).origin == used)
  }

  @Test func lastReaderClosesTheConnection() async throws {
    let streams = ScriptedStreams()
    let signals = try driver(streams, StoppedClock()).signals(of: .user)
    let listener = Task { for await _ in signals {} }
    var opened = streams.opened.makeAsyncIterator()
    let (_, frames) = try #require(await opened.next())
    let (closed, close) = AsyncStream<Void>.makeStream()
    frames.onTermination = { _ in close.yield() }
    listener.cancel()
    for await _ in closed { break }
  }

  @Test func aBurstLosesNothing() async throws {
    let streams = ScriptedStreams()
    let signals = try driver(streams, StoppedClock()).signals(of: .user)
    var opened = streams.opened.makeAsyncIterator()
    let (_, frames) = try #require(await opened.next())
    frames.yield(.opened)
    for id in 0..<1000 { frames.yield(Self.frame("delete", "\(id)")) }
    frames.finish(throwing: TransportFailure.closedMidResponse)
    var ids: [String] = []
    for await signal in signals {
      if case .event(.delete(let id)) = signal { ids.append(id.rawValue) }
      if case .connection(.waiting) = signal { break }
    }
    #expect(ids == (0..<1000).map(String.init))
  }
}
