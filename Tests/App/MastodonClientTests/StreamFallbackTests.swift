import CustomDump
import MastodonKit
import Testing

@testable import MastodonClient

/// Streams of a server that has no WebSocket.
@Suite struct StreamFallbackTests {
  private var watcher = StreamStateMachine(
    host: "shore.example", dialect: .mastodon, timing: StreamStateMachine.Timing())

  private mutating func refuse(_ line: StreamStateMachine.Line, _ code: Int) -> [StreamStateMachine.Action] {
    watcher.handle(.ended(line, .failed(.streamRefused(code: code)), chance: 1))
  }

  private static func plans(_ actions: [StreamStateMachine.Action]) -> [StreamStateMachine.Plan] {
    actions.compactMap { if case .connect(_, let plan) = $0 { plan } else { nil } }
  }

  @Test(arguments: [200, 400, 404, 405, 410, 426, 501]) mutating func serverWithoutWebSocketsGetsEventSource(code: Int)
  {
    _ = watcher.handle(.wanted(.user))
    _ = watcher.handle(.wanted(.direct))
    expectNoDifference(
      Self.plans(refuse(.shared, code)),
      [.init(carrier: .eventSource, topic: .user), .init(carrier: .eventSource, topic: .direct)])
    _ = watcher.handle(.opened(.own(.user)))
    expectNoDifference(
      Self.plans(watcher.handle(.wanted(.list("3")))), [.init(carrier: .eventSource, topic: .list("3"))])
    // A line that breaks is made again in the same way.
    _ = watcher.handle(.ended(.own(.user), .failed(.closedMidResponse), chance: 1))
    expectNoDifference(
      Self.plans(watcher.handle(.fired(.reconnect(.own(.user)), chance: 0))),
      [.init(carrier: .eventSource, topic: .user)])
  }

  @Test(arguments: [500, 502, 503, 504]) mutating func failedUpgradesFallBackOnTheThirdAttempt(code: Int) {
    _ = watcher.handle(.wanted(.user))
    for _ in 0..<2 {
      #expect(Self.plans(refuse(.shared, code)).isEmpty)
      _ = watcher.handle(.fired(.reconnect(.shared), chance: 0))
    }
    expectNoDifference(Self.plans(refuse(.shared, code)), [.init(carrier: .eventSource, topic: .user)])
    // And if that fails too, it begins again, patiently.
    let actions = refuse(.own(.user), code)
    #expect(actions.contains(.set(.reconnect(.shared), .seconds(8))))
    expectNoDifference(
      Self.plans(watcher.handle(.fired(.reconnect(.shared), chance: 0))), [.init(carrier: .webSocket, topic: .user)])
  }

  @Test(arguments: [400, 404, 405, 410, 501]) mutating func serverWithoutStreamingEndsTheStreamOnce(code: Int) {
    _ = watcher.handle(.wanted(.user))
    _ = refuse(.shared, 404)
    let actions = refuse(.own(.user), code)
    let error = MastodonError.unsupported(host: "shore.example", operation: "receive live updates")
    expectNoDifference(
      Array(actions.prefix(2)), [.deliver(.connection(.ended(error)), [.user]), .end([.user])])
    #expect(watcher.wanted.isEmpty && watcher.lines.isEmpty)
  }

  @Test mutating func idleEventStreamIsTrustedUntilItsFirstFrame() throws {
    _ = watcher.handle(.wanted(.user))
    _ = refuse(.shared, 404)
    let line = StreamStateMachine.Line.own(.user)
    _ = watcher.handle(.opened(line))
    let silence = StreamStateMachine.Event.fired(.silence(line), chance: 1)
    // Nothing is sent on a stream that goes one way, and a server without comments may have nothing to say.
    for _ in 0..<3 {
      expectNoDifference(watcher.handle(silence), [.set(.silence(line), .seconds(20))])
      expectNoDifference(watcher.handle(silence), [.set(.silence(line), .seconds(60))])
    }
    _ = watcher.handle(.heard(line))
    for _ in 0..<2 { _ = watcher.handle(silence) }
    expectNoDifference(watcher.handle(silence).first, .disconnect(line))
  }
}
