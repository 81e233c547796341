import FoundationEssentials
import MastodonKit
import Testing

@testable import MastodonClient

@Suite struct StreamDriverTests {
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

  private func driver(_ streams: ScriptedStreams, _ clock: StoppedClock, token: Secret? = Secret("t")) throws
    -> StreamDriver
  {
    let client = MastodonClient(
      server: try ServerAddress(parsing: "shore.example"), transport: streams.transport,
      tokens: token.map(TokenSource.fixed) ?? .signedOut, userAgent: "howdah-tests",
      now: { Date(timeIntervalSince1970: 0) })
    return StreamDriver(
      transport: streams.transport, patience: StreamWatcher.Patience(),
      request: { outgoing in
        guard let token = await client.tokens.current() else { return nil }
        return client.streamRequest(
          to: client.streamingServer("wss://stream.example"), token: token, outgoing: outgoing)
      },
      sleep: clock.sleep, chance: { 0.5 })
  }

  @Test func itConnectsTellsEventsAndConnectsAgain() async throws {
    let streams = ScriptedStreams()
    let clock = StoppedClock()
    var signals = try driver(streams, clock).signals().makeAsyncIterator()
    var opened = streams.opened.makeAsyncIterator()
    var waits = clock.waits.makeAsyncIterator()

    #expect(await signals.next() == .connection(.connecting))
    let (request, first) = try #require(await opened.next())
    #expect(request.server.origin == "https://stream.example")
    #expect("\(request)" == "STREAM /api/v1/streaming?stream=user")
    #expect(request.headers.first { $0.name == "Authorization" }?.value == "Bearer t")

    first.yield(.opened)
    #expect(await signals.next() == .connection(.connected))
    first.yield(.text(#"{"event":"delete","payload":"7"}"#))
    first.yield(.text("rubbish"))
    first.yield(.heartbeat)
    first.yield(.text(#"{"event":"filters_changed"}"#))
    #expect(await signals.next() == .event(.delete("7")))
    #expect(await signals.next() == .event(.filtersChanged))

    first.finish(throwing: TransportFailure.closedMidAnswer)
    #expect(await signals.next() == .connection(.waiting(seconds: 1)))
    while let (duration, passed) = await waits.next() {
      guard duration == .milliseconds(500) else { continue }
      passed.yield()
      break
    }
    #expect(await signals.next() == .connection(.connecting))
    let (_, second) = try #require(await opened.next())
    // The first connection is gone; what it still says is not heard.
    first.yield(.text(#"{"event":"delete","payload":"8"}"#))
    second.yield(.opened)
    #expect(await signals.next() == .connection(.connected))
  }

  @Test func silenceIsAskedAboutOnTheConnection() async throws {
    let streams = ScriptedStreams()
    let clock = StoppedClock()
    let signals = try driver(streams, clock).signals()
    var opened = streams.opened.makeAsyncIterator()
    let (request, frames) = try #require(await opened.next())
    frames.yield(.opened)
    var longWaits = 0
    for await (duration, passed) in clock.waits where duration == .seconds(60) {
      // The good minute and the silence: both pass.
      passed.yield()
      longWaits += 1
      if longWaits == 2 { break }
    }
    for await message in request.outgoing {
      #expect(message == .ping)
      break
    }
    withExtendedLifetime(signals) {}
  }

  @Test func withoutATokenItNeverConnectsAndEnds() async throws {
    let streams = ScriptedStreams()
    var said: [StreamSignal] = []
    for await signal in try driver(streams, StoppedClock(), token: nil).signals() { said.append(signal) }
    #expect(said == [.connection(.connecting)])
  }

  @Test func whoStopsListeningClosesTheConnection() async throws {
    let streams = ScriptedStreams()
    let signals = try driver(streams, StoppedClock()).signals()
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
    let signals = try driver(streams, StoppedClock()).signals()
    var opened = streams.opened.makeAsyncIterator()
    let (_, frames) = try #require(await opened.next())
    frames.yield(.opened)
    for id in 0..<1000 { frames.yield(.text(#"{"event":"delete","payload":"\#(id)"}"#)) }
    frames.finish(throwing: TransportFailure.streamRefused(code: 401))
    var ids: [String] = []
    for await case .event(.delete(let id)) in signals { ids.append(id.rawValue) }
    #expect(ids == (0..<1000).map(String.init))
  }
}
