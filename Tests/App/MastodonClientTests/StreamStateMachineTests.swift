import CustomDump
import FoundationEssentials
import MastodonKit
import Testing

@testable import MastodonClient

@Suite struct StreamStateMachineTests {
  private var watcher = StreamStateMachine(
    host: "shore.example", dialect: .mastodon, timing: StreamStateMachine.Timing())

  private static func message(_ text: String) throws -> StreamMessage {
    try #require(StreamMessage(text))
  }

  private static let connecting: [StreamStateMachine.Action] = [
    .deliver(.connection(.connecting), [.user]), .connect(.shared, .init(carrier: .webSocket, topic: .user)),
  ]
  private static let opened: [StreamStateMachine.Action] = [
    .deliver(.connection(.connected), [.user]), .set(.good(.shared), .seconds(15)),
    .set(.silence(.shared), .seconds(60)),
  ]
  private static let dropped: [StreamStateMachine.Action] = [
    .disconnect(.shared), .cancel(.reconnect(.shared)), .cancel(.good(.shared)), .cancel(.silence(.shared)),
  ]

  private static func waiting(_ wait: Duration, said seconds: Int) -> [StreamStateMachine.Action] {
    [
      .cancel(.good(.shared)), .cancel(.silence(.shared)), .set(.reconnect(.shared), wait),
      .deliver(.connection(.waiting(seconds: seconds)), [.user]),
    ]
  }

  private static func ended(_ error: MastodonError) -> [StreamStateMachine.Action] {
    [.deliver(.connection(.ended(error)), [.user]), .end([.user])] + dropped
  }

  private mutating func open() {
    _ = watcher.handle(.wanted(.user))
    _ = watcher.handle(.opened(.shared))
  }

  private mutating func fail(_ failure: TransportFailure, chance: Double) -> [StreamStateMachine.Action] {
    watcher.handle(.ended(.shared, .failed(failure), chance: chance))
  }

  private mutating func reconnect() -> [StreamStateMachine.Action] {
    watcher.handle(.fired(.reconnect(.shared), chance: 0))
  }

  // MARK: Life of a line

  @Test mutating func itConnectsOpensAndTellsEvents() throws {
    expectNoDifference(watcher.handle(.wanted(.user)), Self.connecting)
    expectNoDifference(watcher.handle(.opened(.shared)), Self.opened)
    let message = try Self.message(#"{"stream":["user"],"event":"delete","payload":"7"}"#)
    expectNoDifference(watcher.handle(.received(message, on: .shared)), [.deliver(.event(.delete("7")), [.user])])
    expectNoDifference(watcher.handle(.heard(.shared)), [])
    expectNoDifference(watcher.handle(.unwanted(.user)), Self.dropped)
    expectNoDifference(watcher.handle(.received(message, on: .shared)), [])
    // A new wish is a new beginning.
    expectNoDifference(watcher.handle(.wanted(.user)), Self.connecting)
  }

  @Test mutating func theWaitDoublesUpToHalfAMinuteAndIsDrawnFromAllOfIt() {
    _ = watcher.handle(.wanted(.user))
    for ceiling in [1, 2, 4, 8, 16, 30, 30, 30] {
      expectNoDifference(
        fail(.closedBeforeResponse, chance: 0.75),
        Self.waiting(.seconds(ceiling) * 0.75, said: Int((Double(ceiling) * 0.75).rounded(.up))))
      expectNoDifference(reconnect(), Self.connecting)
    }
  }

  @Test mutating func streamThatIsWantedMeanwhileIsToldOfTheWait() {
    _ = watcher.handle(.wanted(.user))
    _ = fail(.streamRefused(code: 503), chance: 1)
    expectNoDifference(
      watcher.handle(.wanted(.direct)), [.deliver(.connection(.waiting(seconds: 1)), [.direct])])
    #expect(watcher.connection(of: .user) == .waiting(seconds: 1))
  }

  @Test mutating func waitIsNeverShorterThanTheMinimum() {
    _ = watcher.handle(.wanted(.user))
    for _ in 0..<200 {
      expectNoDifference(
        watcher.handle(.ended(.shared, .closed(code: nil), chance: 0)), Self.waiting(.milliseconds(250), said: 1))
      _ = reconnect()
      _ = watcher.handle(.opened(.shared))
    }
  }

  @Test mutating func stableConnectionResetsTheBackOff() {
    _ = watcher.handle(.wanted(.user))
    for _ in 0..<4 {
      _ = fail(.closedMidResponse, chance: 1)
      _ = reconnect()
    }
    _ = watcher.handle(.opened(.shared))
    expectNoDifference(fail(.closedMidResponse, chance: 0.5), Self.waiting(.seconds(8), said: 8))
    _ = reconnect()
    _ = watcher.handle(.opened(.shared))
    expectNoDifference(watcher.handle(.fired(.good(.shared), chance: 0)), [])
    expectNoDifference(fail(.closedMidResponse, chance: 1), Self.waiting(.seconds(1), said: 1))
  }

  @Test mutating func reconnectDeliversTheGapFirst() {
    open()
    _ = fail(.closedMidResponse, chance: 1)
    _ = watcher.handle(.wanted(.direct))
    _ = reconnect()
    expectNoDifference(
      watcher.handle(.opened(.shared)),
      [
        .subscribe(.direct), .deliver(.connection(.connected), [.user, .direct]), .deliver(.gap, [.user]),
        .set(.good(.shared), .seconds(15)), .set(.silence(.shared), .seconds(60)),
      ])
  }

  @Test mutating func idleConnectionIsPingedOnceAndThenClosed() {
    open()
    let silence = StreamStateMachine.Event.fired(.silence(.shared), chance: 0.5)
    let asked: [StreamStateMachine.Action] = [.ping(.shared), .set(.silence(.shared), .seconds(20))]
    let listening: [StreamStateMachine.Action] = [.set(.silence(.shared), .seconds(60))]
    _ = watcher.handle(.heard(.shared))
    expectNoDifference(watcher.handle(silence), listening)
    expectNoDifference(watcher.handle(silence), asked)
    _ = watcher.handle(.heard(.shared))
    expectNoDifference(watcher.handle(silence), listening)
    expectNoDifference(watcher.handle(silence), asked)
    expectNoDifference(
      watcher.handle(silence), [.disconnect(.shared)] + Self.waiting(.milliseconds(500), said: 1))
    // What was still under way on the dropped connection changes nothing.
    expectNoDifference(watcher.handle(.heard(.shared)), [])
    expectNoDifference(fail(.closedMidResponse, chance: 0), [])
    expectNoDifference(reconnect(), Self.connecting)
  }

  @Test func inProcessStreamIsNeverPinged() {
    var timing = StreamStateMachine.Timing()
    timing.silence = nil
    var watcher = StreamStateMachine(host: "shore.example", dialect: .mastodon, timing: timing)
    _ = watcher.handle(.wanted(.user))
    expectNoDifference(watcher.handle(.opened(.shared)), Array(Self.opened.prefix(2)))
  }

  @Test mutating func aNewTokenOrTheNetworksReturnEndsTheWait() {
    _ = watcher.handle(.wanted(.user))
    expectNoDifference(watcher.handle(.retry), [])
    _ = fail(.unreachable(.offline), chance: 1)
    expectNoDifference(watcher.handle(.retry), [.cancel(.reconnect(.shared))] + Self.connecting)
  }

  // MARK: Endings

  @Test(
    arguments: [
      (.failed(.streamRefused(code: 401)), .unauthorized(host: "shore.example")),
      (.closed(code: 1008), .unauthorized(host: "shore.example")),
      (.signedOut, .signedOut),
      (.failed(.unreachable(.plainText)), .unreachable(host: "shore.example", reason: .plainText)),
      (.failed(.cancelled), .cancelled),
    ] as [(StreamStateMachine.Ending, MastodonError)])
  mutating func permanentFailureEndsTheStreamWithItsReason(_ ending: StreamStateMachine.Ending, _ error: MastodonError)
  {
    _ = watcher.handle(.wanted(.user))
    if case .closed = ending { _ = watcher.handle(.opened(.shared)) }
    expectNoDifference(watcher.handle(.ended(.shared, ending, chance: 0)), Self.ended(error))
    expectNoDifference(reconnect(), [])
  }

  @Test mutating func aForbiddenStreamEndsWithoutALoop() {
    _ = watcher.handle(.wanted(.user))
    let actions = fail(.streamRefused(code: 403), chance: 0)
    guard case .deliver(.connection(.ended(.forbidden)), [.user])? = actions.first else {
      Issue.record("\(actions)")
      return
    }
    expectNoDifference(Array(actions.dropFirst()), [.end([.user])] + Self.dropped)
  }

  @Test mutating func serversRetryTimeIsHonouredUpToALimit() {
    _ = watcher.handle(.wanted(.user))
    expectNoDifference(
      fail(.streamPostponed(code: 429, seconds: 30), chance: 0.5), Self.waiting(.seconds(30), said: 30))
    _ = reconnect()
    expectNoDifference(
      fail(.streamPostponed(code: 503, seconds: 1_000_000), chance: 0.5), Self.waiting(.seconds(900), said: 900))
  }

  // MARK: Several streams

  @Test mutating func streamsShareAConnectionAndEventsReachTheirReaders() throws {
    open()
    for topic: StreamTopic in [.hashtag("Tide", isLocal: false), .list("3"), .local(onlyMedia: false)] {
      expectNoDifference(
        watcher.handle(.wanted(topic)), [.subscribe(topic), .deliver(.connection(.connected), [topic])])
      expectNoDifference(watcher.handle(.wanted(topic)), [])
    }
    for (stream, topics) in [
      (#"["user"]"#, [.user]), (#"["hashtag","tide"]"#, [.hashtag("Tide", isLocal: false)]),
      (#"["hashtag"]"#, [.hashtag("Tide", isLocal: false)]), (#"["hashtag","ebb"]"#, []),
      (#"["list","3"]"#, [.list("3")]),
      (#"["list","4"]"#, []), (#"["public:local"]"#, [.local(onlyMedia: false)]), (#"["public"]"#, []),
      ("[]", [.user]),
    ] as [(String, [StreamTopic])] {
      let message = try Self.message(#"{"stream":\#(stream),"event":"delete","payload":"7"}"#)
      expectNoDifference(
        watcher.handle(.received(message, on: .shared)),
        topics.isEmpty ? [] : [.deliver(.event(.delete("7")), topics)], stream)
    }
    expectNoDifference(watcher.handle(.unwanted(.list("3"))), [.unsubscribe(.list("3"))])
  }

  @Test mutating func streamUnwantedWhileConnectingIsUnsubscribed() {
    _ = watcher.handle(.wanted(.user))
    _ = watcher.handle(.wanted(.direct))
    _ = watcher.handle(.unwanted(.user))
    expectNoDifference(Array(watcher.handle(.opened(.shared)).prefix(2)), [.unsubscribe(.user), .subscribe(.direct)])
  }

  @Test func streamGetsItsOwnConnectionWhereRequired() {
    var watcher = StreamStateMachine(host: "gts.example", dialect: .goToSocial, timing: .init())
    _ = watcher.handle(.wanted(.user))
    let tag = StreamTopic.hashtag("tide", isLocal: false)
    expectNoDifference(
      watcher.handle(.wanted(tag)),
      [
        .deliver(.connection(.connecting), [tag]), .connect(.own(tag), .init(carrier: .webSocket, topic: tag)),
      ])
    _ = watcher.handle(.opened(.own(tag)))
    _ = watcher.handle(.opened(.shared))
    expectNoDifference(watcher.handle(.wanted(.direct)).first, .subscribe(.direct))
    // What breaks one line does not touch the other.
    let actions = watcher.handle(.ended(.own(tag), .closed(code: nil), chance: 1))
    #expect(actions.contains(.set(.reconnect(.own(tag)), .seconds(1))))
    #expect(watcher.connection(of: .user) == .connected && watcher.connection(of: tag) == .waiting(seconds: 1))
  }

  @Test mutating func aRefusedSubscriptionEndsTheStreamItIsAbout() throws {
    open()
    let refusal = try Self.message(#"{"error":"Unknown stream type","status":400}"#)
    expectNoDifference(
      watcher.handle(.received(refusal, on: .shared)),
      Self.ended(.unsupported(host: "shore.example", operation: "receive live updates")))
  }

  @Test mutating func unknownEventsAreCounted() throws {
    open()
    for name in ["encrypted_message", "pleroma:respond", "pleroma:respond"] {
      _ = watcher.handle(
        .received(try Self.message(#"{"stream":["user"],"event":"\#(name)","payload":"{}"}"#), on: .shared))
    }
    #expect(watcher.unknown == ["encrypted_message": 1, "pleroma:respond": 2])
  }
}
