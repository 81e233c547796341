import MastodonKit
import Testing

@testable import MastodonClient

/// Whatever happens in whatever order, the rules hold.
@Suite struct StreamWalkTests {
  private static let topics: [StreamTopic] = [
    .user, .notifications, .federated(onlyMedia: false), .local(onlyMedia: true), .hashtag("tide", isLocal: false),
    .hashtag("ebb", isLocal: true), .list("3"), .direct,
  ]

  /// A server and its connections as the actions make them, which knows nothing of the watcher's inside.
  struct World {
    var wanted: Set<StreamTopic> = []
    var connecting: [StreamStateMachine.Line: StreamStateMachine.Plan] = [:]
    var open: [StreamStateMachine.Line: Set<StreamTopic>] = [:]
    var carriers: Set<StreamRequest.Carrier> = []
    var timers: Set<StreamStateMachine.Timer> = []
    var random: SplitMix
    var frames = 0

    mutating func pick<Element>(_ elements: [Element]) -> Element? {
      elements.isEmpty ? nil : elements[Int(random.next() % UInt64(elements.count))]
    }

    var chance: Double { mutating get { Double(random.next() % 1000) / 1000 } }

    /// Draws something that can happen now.
    mutating func draw() -> StreamStateMachine.Event? {
      let sorted = { (lines: [StreamStateMachine.Line]) in lines.sorted { "\($0)" < "\($1)" } }
      switch random.next() % 12 {
      case 0: return pick(StreamWalkTests.topics.filter { !wanted.contains($0) }).map(StreamStateMachine.Event.wanted)
      case 1: return pick(StreamWalkTests.topics.filter(wanted.contains)).map(StreamStateMachine.Event.unwanted)
      case 2, 3, 4: return pick(sorted(Array(connecting.keys))).map(StreamStateMachine.Event.opened)
      case 5, 6, 7:
        return pick(sorted(Array(open.keys))).flatMap { line in
          pick((open[line] ?? []).sorted { "\($0)" < "\($1)" }).map { .received(frame(on: $0, line), on: line) }
        }
      case 8: return pick(sorted(Array(open.keys))).map(StreamStateMachine.Event.heard)
      case 9:
        let endings: [StreamStateMachine.Ending] = [
          .closed(code: nil), .failed(.closedMidResponse), .failed(.timedOut(seconds: 1)), .closed(code: 1001),
          .failed(.streamPostponed(code: 503, seconds: 25)), .failed(.streamRefused(code: 502)),
          .failed(.streamRefused(code: 404)), .failed(.streamRefused(code: 401)), .failed(.streamRefused(code: 403)),
        ]
        guard let line = pick(sorted(Array(connecting.keys) + Array(open.keys))),
          let ending = pick(open[line] == nil ? endings : Array(endings.prefix(4)))
        else { return nil }
        connecting[line] = nil
        open[line] = nil
        return .ended(line, ending, chance: chance)
      case 10: return .retry
      default:
        guard let timer = pick(timers.sorted { "\($0)" < "\($1)" }) else { return nil }
        timers.remove(timer)
        return .fired(timer, chance: chance)
      }
    }

    private mutating func frame(on topic: StreamTopic, _ line: StreamStateMachine.Line) -> StreamMessage {
      frames += 1
      var message = StreamMessage(event: "delete", data: "\(frames)")
      message.stream = line == .shared ? [topic.name] + (topic.argument.map { [$0.value] } ?? []) : []
      return message
    }

    mutating func perform(_ action: StreamStateMachine.Action, of watcher: StreamStateMachine) {
      switch action {
      case .connect(let line, let plan):
        #expect(connecting[line] == nil && open[line] == nil, "two connections for \(line)")
        connecting[line] = plan
        carriers.insert(plan.carrier)
      case .disconnect(let line):
        connecting[line] = nil
        open[line] = nil
      case .subscribe(let topic):
        #expect(wanted.contains(topic), "a subscription without a wish")
        #expect(open[.shared]?.insert(topic).inserted == true, "a subscription twice or without a connection")
      case .unsubscribe(let topic):
        #expect(open[.shared]?.remove(topic) != nil, "an end of what was not asked for")
      case .set(let timer, let duration):
        if case .reconnect = timer {
          #expect(duration >= watcher.timing.shortestWait && duration <= watcher.timing.longestWait)
        }
        timers.insert(timer)
      case .cancel(let timer): timers.remove(timer)
      case .end(let topics): wanted.subtract(topics)
      case .ping(let line): #expect(open[line] != nil)
      case .deliver: break
      }
    }
  }

  @Test(arguments: 0..<30 as Range<UInt64>) func noOrderOfEventsBreaksTheRules(seed: UInt64) {
    let dialect: StreamDialect = seed.isMultiple(of: 3) ? .goToSocial : .mastodon
    var watcher = StreamStateMachine(host: "shore.example", dialect: dialect, timing: StreamStateMachine.Timing())
    var world = World(random: SplitMix(state: seed))
    var delivered = 0
    var sent = 0
    for _ in 0..<600 {
      guard let event = world.draw() else { continue }
      var mayDeliver: (topic: StreamTopic, id: Int)?
      switch event {
      case .wanted(let topic): world.wanted.insert(topic)
      case .unwanted(let topic): world.wanted.remove(topic)
      case .opened(let line):
        let plan = world.connecting.removeValue(forKey: line)
        world.open[line] = plan.map { [$0.topic] } ?? []
      case .received(let message, let line):
        let topic = Self.topics.first { topic in
          if case .own(let own) = line { topic == own } else { topic.isMeant(by: message.stream) }
        }
        mayDeliver = topic.map { ($0, world.frames) }
        sent += 1
      default: break
      }
      let wished = world.wanted
      for action in watcher.handle(event) {
        world.perform(action, of: watcher)
        guard case .deliver(.event(let told), let topics) = action else { continue }
        delivered += 1
        #expect(told == .delete(.init("\(mayDeliver?.id ?? -1)")) && topics == [mayDeliver?.topic].compactMap(\.self))
        #expect(wished.isSuperset(of: topics))
      }
      check(watcher, world)
    }
    // Every frame of a stream that is wanted was told, once.
    #expect(delivered == sent)
    for topic in Array(watcher.wanted) {
      world.wanted.remove(topic)
      for action in watcher.handle(.unwanted(topic)) { world.perform(action, of: watcher) }
    }
    #expect(world.open.isEmpty && world.connecting.isEmpty && world.timers.isEmpty)
  }

  private func check(_ watcher: StreamStateMachine, _ world: World) {
    #expect(Set(watcher.wanted) == world.wanted)
    // No wish is stuck: its line is there, or the time of the next try is known.
    for topic in world.wanted {
      let line = watcher.line(for: topic)
      #expect(
        world.connecting[line] != nil || world.open[line] != nil || world.timers.contains(.reconnect(line)),
        "\(topic) waits for nothing")
    }
    // Nothing is there without a wish, and the server was asked for no less and no more than what is wanted.
    for line in Array(world.connecting.keys) + Array(world.open.keys) {
      #expect(!watcher.topics(of: line).isEmpty, "\(line) without a wish")
    }
    if let subscribed = world.open[.shared] { #expect(subscribed == Set(watcher.topics(of: .shared))) }
    // An open connection is watched.
    for line in world.open.keys { #expect(world.timers.contains(.silence(line))) }
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
