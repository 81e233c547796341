import CustomDump
import MastodonKit
import Testing

@testable import MastodonClient

@Suite struct StreamWatcherTests {
  private var watcher = StreamWatcher(patience: StreamWatcher.Patience())

  private static let connecting: [StreamWatcher.Action] = [.yield(.connection(.connecting)), .connect]
  private static let opened: [StreamWatcher.Action] = [
    .yield(.connection(.connected)), .set(.good, .seconds(60)), .set(.silence, .seconds(60)),
  ]
  private static let finished: [StreamWatcher.Action] = [
    .disconnect, .cancel(.reconnect), .cancel(.good), .cancel(.silence), .finish,
  ]

  private static func waiting(_ wait: Duration, said seconds: Int) -> [StreamWatcher.Action] {
    [
      .cancel(.good), .cancel(.silence), .set(.reconnect, wait), .yield(.connection(.waiting(seconds: seconds))),
    ]
  }

  private mutating func open() {
    _ = watcher.handle(.start)
    _ = watcher.handle(.opened)
  }

  @Test mutating func itConnectsOpensAndTellsEvents() throws {
    expectNoDifference(watcher.handle(.start), Self.connecting)
    expectNoDifference(watcher.handle(.opened), Self.opened)
    let message = try #require(StreamMessage(#"{"stream":["user"],"event":"delete","payload":"7"}"#))
    expectNoDifference(watcher.handle(.received(message)), [.yield(.event(.delete("7")))])
    expectNoDifference(watcher.handle(.received(nil)), [])
    expectNoDifference(watcher.handle(.stop), Self.finished)
    expectNoDifference(watcher.handle(.start), [])
  }

  @Test mutating func theWaitDoublesUpToAMinuteAndIsDrawnFromAllOfIt() {
    _ = watcher.handle(.start)
    for ceiling in [1, 2, 4, 8, 16, 32, 60, 60, 60] {
      expectNoDifference(
        watcher.handle(.ended(.closedBeforeAnswer, chance: 0.75)),
        Self.waiting(.seconds(ceiling) * 0.75, said: Int((Double(ceiling) * 0.75).rounded(.up))))
      expectNoDifference(watcher.handle(.fired(.reconnect, chance: 0)), Self.connecting)
    }
  }

  @Test mutating func howeverSmallTheChanceAServerIsNotHammered() {
    _ = watcher.handle(.start)
    for _ in 0..<200 {
      expectNoDifference(
        watcher.handle(.ended(nil, chance: 0)), Self.waiting(.milliseconds(250), said: 1))
      _ = watcher.handle(.fired(.reconnect, chance: 0))
      _ = watcher.handle(.opened)
    }
  }

  @Test mutating func aGoodMinuteForgetsTheFailuresAndAShorterOneDoesNot() {
    _ = watcher.handle(.start)
    for _ in 0..<4 {
      _ = watcher.handle(.ended(nil, chance: 1))
      _ = watcher.handle(.fired(.reconnect, chance: 0))
    }
    _ = watcher.handle(.opened)
    expectNoDifference(watcher.handle(.ended(nil, chance: 0.5)), Self.waiting(.seconds(8), said: 8))
    _ = watcher.handle(.fired(.reconnect, chance: 0))
    _ = watcher.handle(.opened)
    expectNoDifference(watcher.handle(.fired(.good, chance: 0)), [])
    expectNoDifference(watcher.handle(.ended(nil, chance: 1)), Self.waiting(.seconds(1), said: 1))
  }

  @Test mutating func silenceIsAskedAboutOnceAndThenTheConnectionIsGivenUp() {
    open()
    _ = watcher.handle(.received(nil))
    expectNoDifference(watcher.handle(.fired(.silence, chance: 0)), [.set(.silence, .seconds(60))])
    expectNoDifference(watcher.handle(.fired(.silence, chance: 0)), [.ping, .set(.silence, .seconds(20))])
    _ = watcher.handle(.received(nil))
    expectNoDifference(watcher.handle(.fired(.silence, chance: 0)), [.set(.silence, .seconds(60))])
    expectNoDifference(watcher.handle(.fired(.silence, chance: 0)), [.ping, .set(.silence, .seconds(20))])
    expectNoDifference(
      watcher.handle(.fired(.silence, chance: 0.5)), [.disconnect] + Self.waiting(.milliseconds(500), said: 1))
    // What was still under way on the dropped connection changes nothing.
    expectNoDifference(watcher.handle(.received(nil)), [])
    expectNoDifference(watcher.handle(.ended(nil, chance: 0)), [])
    expectNoDifference(watcher.handle(.fired(.reconnect, chance: 0)), Self.connecting)
  }

  @Test func anInProcessStreamIsNeverAsked() {
    var patience = StreamWatcher.Patience()
    patience.silence = nil
    var watcher = StreamWatcher(patience: patience)
    _ = watcher.handle(.start)
    expectNoDifference(
      watcher.handle(.opened), [.yield(.connection(.connected)), .set(.good, .seconds(60))])
  }

  @Test(arguments: [400, 401, 403, 404, 405, 410, 501]) mutating func aRefusalForGoodEndsIt(code: Int) {
    _ = watcher.handle(.start)
    expectNoDifference(watcher.handle(.ended(.streamRefused(code: code), chance: 0)), Self.finished)
    expectNoDifference(watcher.handle(.fired(.reconnect, chance: 0)), [])
  }

  @Test(arguments: [429, 500, 502, 503]) mutating func aTroubleThatPassesIsTriedAgain(code: Int) {
    _ = watcher.handle(.start)
    expectNoDifference(
      watcher.handle(.ended(.streamRefused(code: code), chance: 1)), Self.waiting(.seconds(1), said: 1))
  }

  /// Whatever comes in whatever order, the rules hold.
  @Test(arguments: 0..<20 as Range<UInt64>) func noOrderOfEventsBreaksTheRules(seed: UInt64) throws {
    var random = SplitMix(state: seed)
    var watcher = StreamWatcher(patience: StreamWatcher.Patience())
    var isConnected = false
    var waits: Set<StreamWatcher.Timer> = []
    let message = try #require(StreamMessage(#"{"event":"filters_changed"}"#))
    let events: [StreamWatcher.Event] = [
      .start, .opened, .received(message), .received(nil), .ended(nil, chance: 0.3),
      .ended(.timedOut(seconds: 1), chance: 0.9),
      .fired(.reconnect, chance: 0.5), .fired(.good, chance: 0.5), .fired(.silence, chance: 0.5),
    ]
    for step in 0..<500 {
      let event = step == 0 ? .start : events[Int(random.next() % UInt64(events.count))]
      // A timer that is not set cannot run out, and a connection that is not there cannot end.
      if case .fired(let timer, _) = event, waits.remove(timer) == nil { continue }
      if case .ended = event, !isConnected { continue }
      if case .ended = event { isConnected = false }
      for action in watcher.handle(event) {
        switch action {
        case .connect:
          #expect(!isConnected)
          isConnected = true
        case .disconnect: isConnected = false
        case .set(let timer, let duration):
          #expect(duration > .zero && duration <= .seconds(60))
          waits.insert(timer)
        case .cancel(let timer): waits.remove(timer)
        case .ping, .yield: break
        case .finish: Issue.record("nothing asked it to finish")
        }
      }
      // Never stuck: there is a connection, or the time of the next try is known.
      #expect(isConnected || waits.contains(.reconnect))
    }
    #expect(watcher.handle(.stop).last == .finish)
  }
}

/// A generator that gives the same numbers for the same seed.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
