internal import MastodonKit

/// Keeps the streams of one account connected: a value that takes an event and returns the actions to perform.
///
/// It has no clock, no random numbers and no network, so tests can drive it for hundreds of steps. `StreamDriver` runs it.
///
///     wanted ─► connecting ─opened─► open ─ended─► waiting ─reconnect─► connecting …
///
/// All streams share one line: a WebSocket with a subscription for each. More lines are opened only where the server
/// requires it: for a stream that needs a connection of its own, and for each stream if the server has server-sent events
/// and no WebSocket. A permanent refusal ends a stream; every other failure is retried.
struct StreamStateMachine: Hashable, Sendable {
  /// Waits, limits and timeouts.
  struct Timing: Hashable, Sendable {
    /// The longest wait before the first retry; it doubles with each failure.
    var firstWait = Duration.seconds(1)
    /// The longest wait, unless the server names a longer one.
    var longestWait = Duration.seconds(30)
    /// The shortest wait, so that a server is never overloaded.
    var shortestWait = Duration.milliseconds(250)
    var longestServerWait = Duration.seconds(900)
    /// A connection that lasted this long counts as stable: the next wait is as short as the first.
    var stableAfter = Duration.seconds(15)
    /// The idle time after which a ping is sent; `nil` for in-process streams, which cannot break.
    var silence: Duration? = .seconds(60)
    /// The time for an answer to the ping.
    var answer = Duration.seconds(20)
    /// The failed upgrades after which a server counts as one without WebSockets.
    var failedUpgrades = 3
  }

  /// A connection; there is at most one for each value.
  enum Line: Hashable, Sendable {
    /// The WebSocket for every stream that can be subscribed to.
    case shared
    /// The connection of one stream.
    case own(StreamTopic)
  }

  /// The protocol of a line and the stream that it begins with.
  struct Plan: Hashable, Sendable {
    var carrier: StreamRequest.Carrier
    var topic: StreamTopic
  }

  enum Timer: Hashable, Sendable {
    /// Until the next attempt.
    case reconnect(Line)
    /// Until the connection counts as stable.
    case good(Line)
    /// Until the next check for received frames.
    case silence(Line)
  }

  enum Ending: Hashable, Sendable {
    /// The server closed it, with a reason if it gave one.
    case closed(code: Int?)
    /// It failed, or could not be opened.
    case failed(TransportFailure)
    /// Not attempted, because no account is signed in.
    case signedOut
  }

  /// An event; `chance` is a random number in 0..<1 for the wait that may follow.
  enum Event: Hashable, Sendable {
    /// A stream got its first reader.
    case wanted(StreamTopic)
    /// A stream lost its last reader.
    case unwanted(StreamTopic)
    case opened(Line)
    case received(StreamMessage, on: Line)
    /// Something other than a message was received: a ping, a comment, an unreadable frame.
    case heard(Line)
    /// The connection ended or could not be opened.
    case ended(Line, Ending, chance: Double)
    case fired(Timer, chance: Double)
    /// There is a new token, or the network is available again.
    case retry
  }

  enum Action: Hashable, Sendable {
    case connect(Line, Plan)
    case disconnect(Line)
    /// Subscribe to a stream on the shared line.
    case subscribe(StreamTopic)
    case unsubscribe(StreamTopic)
    case ping(Line)
    /// Start a timer, replacing an older one of its kind.
    case set(Timer, Duration)
    case cancel(Timer)
    /// Deliver a signal to the readers of these streams.
    case deliver(StreamSignal, [StreamTopic])
    case end([StreamTopic])
  }

  struct LineState: Hashable, Sendable {
    enum Phase: Hashable {
      case connecting
      /// Whether anything was received since the silence timer was set, and whether a ping was sent.
      case open(heard: Bool, asked: Bool)
      case waiting
    }

    var plan: Plan
    var phase = Phase.connecting
    var failures = 0
    /// The time before the next attempt, from the failure on.
    var pause = Duration.zero
    /// Whether this connection, or an earlier one of the line, sent anything on its own.
    var hasReceived = false

    var isOpen: Bool { if case .open = phase { true } else { false } }
  }

  let host: String
  let dialect: StreamDialect
  let timing: Timing
  /// The streams with readers, in the order in which they were requested.
  var wanted: [StreamTopic] = []
  var lines: [Line: LineState] = [:]
  var carrier = StreamRequest.Carrier.webSocket
  var hasEventSource = false
  var failedUpgrades = 0
  /// The streams that were open before: when they open again, signals are missing in between.
  var begun: Set<StreamTopic> = []
  /// The number of unknown events, by name.
  private(set) var unknown: [String: Int] = [:]

  /// Handles one event; one that does not fit the state, such as a late frame of a closed line, is ignored.
  mutating func handle(_ event: Event) -> [Action] {
    switch event {
    case .wanted(let topic): want(topic)
    case .unwanted(let topic): forget(topic)
    case .opened(let line): open(line)
    case .received(let message, let line): receive(message, on: line)
    case .heard(let line):
      hear(line)
    case .ended(let line, let ending, let chance): end(line, ending, chance: chance)
    case .fired(.reconnect(let line), _): lines[line]?.phase == .waiting ? connect(line) : []
    case .fired(.good(let line), _): settle(line)
    case .fired(.silence(let line), let chance): listen(line, chance: chance)
    case .retry: retry()
    }
  }

  /// The state of a stream, for a reader that joins later.
  func connection(of topic: StreamTopic) -> StreamConnection? {
    lines[line(for: topic)].map { state in
      switch state.phase {
      case .open: .connected
      case .connecting: .connecting
      case .waiting: .waiting(seconds: state.pause.roundedUp)
      }
    }
  }

  func line(for topic: StreamTopic) -> Line {
    carrier == .webSocket && dialect.canSubscribe(to: topic) ? .shared : .own(topic)
  }

  func topics(of line: Line) -> [StreamTopic] { wanted.filter { self.line(for: $0) == line } }
}

// MARK: - Received frames

extension StreamStateMachine {
  /// Only records that something was received: restarting a timer for each of a thousand events would cost more.
  private mutating func hear(_ line: Line) -> [Action] {
    guard lines[line]?.isOpen == true else { return [] }
    lines[line]?.phase = .open(heard: true, asked: false)
    lines[line]?.hasReceived = true
    return []
  }

  private mutating func receive(_ message: StreamMessage, on line: Line) -> [Action] {
    guard let state = lines[line], state.isOpen else { return [] }
    _ = hear(line)
    guard let event = message.event else { return message.refusal.map { refuse($0, on: line) } ?? [] }
    if case .unknown(let name) = event { count(name) }
    let topics =
      switch line {
      case .own(let topic): [topic]
      case .shared where message.stream.isEmpty: wanted.filter { $0 == state.plan.topic }
      case .shared: wanted.filter { $0.isMeant(by: message.stream) && self.line(for: $0) == .shared }
      }
    return topics.isEmpty ? [] : [.deliver(.event(event), topics)]
  }

  /// A refusal need not name its stream, so it counts only if there is no doubt.
  private mutating func refuse(_ code: Int, on line: Line) -> [Action] {
    let topics = topics(of: line)
    guard topics.count == 1, let topic = topics.first else { return [] }
    return give(up: topic, error: Self.error(code: code, host: host))
  }

  /// Bounded, since the names come from the network.
  private mutating func count(_ name: String) {
    guard unknown[name] != nil || unknown.count < 32 else { return }
    unknown[name, default: 0] += 1
  }

  private mutating func settle(_ line: Line) -> [Action] {
    guard lines[line]?.isOpen == true else { return [] }
    lines[line]?.failures = 0
    failedUpgrades = 0
    return []
  }

  private mutating func listen(_ line: Line, chance: Double) -> [Action] {
    guard let state = lines[line], case .open(let heard, let asked) = state.phase else { return [] }
    if heard { return listen(line) }
    if !asked {
      lines[line]?.phase = .open(heard: false, asked: true)
      // Server-sent events are one-way: no ping can be sent, only waited a little longer.
      let question: [Action] = state.plan.carrier == .webSocket ? [.ping(line)] : []
      return question + [.set(.silence(line), timing.answer)]
    }
    // A server that has never sent a comment may simply be idle.
    if state.plan.carrier == .eventSource, !state.hasReceived { return listen(line) }
    // A half-open connection loses packets silently.
    return [.disconnect(line)] + wait(line, chance: chance)
  }

  /// Starts the silence timer.
  mutating func listen(_ line: Line) -> [Action] {
    lines[line]?.phase = .open(heard: false, asked: false)
    return timing.silence.map { [.set(.silence(line), $0)] } ?? []
  }
}
