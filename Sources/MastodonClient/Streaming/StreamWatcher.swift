internal import MastodonKit

/// Keeps the streams of one account alive: a value that takes an event and returns what is to be done.
///
/// It has no clock, no chance and no network, so that hundreds of steps can be driven in a test. `StreamDriver` runs it.
///
///     wanted ─► connecting ─opened─► open ─ended─► waiting ─reconnect─► connecting …
///
/// All streams share one line, a WebSocket on which each is subscribed to. There are more lines only where the server
/// leaves no choice: a stream that it gives to a connection of its own, and one line for each stream where it has
/// server-sent events and no WebSocket. What a server refuses for good ends; everything else is tried again.
struct StreamWatcher: Hashable, Sendable {
  /// How patient it is.
  struct Patience: Hashable, Sendable {
    /// The longest wait before the first new try; it doubles with each failure.
    var firstWait = Duration.seconds(1)
    /// The longest wait at all, unless the server names a longer one.
    var longestWait = Duration.seconds(60)
    /// No wait is shorter, whatever chance says, so that a server is never hammered.
    var shortestWait = Duration.milliseconds(250)
    /// The longest wait that a server may name.
    var longestHeeded = Duration.seconds(900)
    /// A connection that lasted this long was a good one: the next failure waits as the first did.
    var goodAfter = Duration.seconds(60)
    /// How long silence is trusted before the other side is asked; `nil` never asks (in-process streams cannot break).
    var silence: Duration? = .seconds(60)
    /// How long an answer to that question may take.
    var answer = Duration.seconds(20)
    /// How many times a server may fail at the upgrade before it is taken not to know WebSockets.
    var failedUpgrades = 3
  }

  /// A connection that there is at most once.
  enum Line: Hashable, Sendable {
    /// The WebSocket that carries every stream that can be subscribed to.
    case shared
    /// The connection of one stream.
    case own(StreamTopic)
  }

  /// How a line is opened, and the stream that it begins with.
  struct Plan: Hashable, Sendable {
    var carrier: StreamRequest.Carrier
    var topic: StreamTopic
  }

  /// What may be waited for.
  enum Timer: Hashable, Sendable {
    /// Until the next try.
    case reconnect(Line)
    /// Until the connection counts as good.
    case good(Line)
    /// Until it is looked whether anything came in.
    case silence(Line)
  }

  /// Why a connection ended.
  enum Ending: Hashable, Sendable {
    /// The server closed it, with a reason if it gave one.
    case closed(code: Int?)
    /// It broke, or was never made.
    case failed(TransportFailure)
    /// Nobody is signed in, so none was tried.
    case signedOut
  }

  /// What happened; `chance` in 0..<1 is drawn for the wait that may follow.
  enum Event: Hashable, Sendable {
    /// Somebody wants a stream that nobody wanted before.
    case wanted(StreamTopic)
    /// Nobody wants it any more.
    case unwanted(StreamTopic)
    /// The connection is there.
    case opened(Line)
    /// A message came in.
    case received(StreamMessage, on: Line)
    /// Something came in that is no message: a ping, a comment, rubbish.
    case heard(Line)
    /// The connection is gone or was never made.
    case ended(Line, Ending, chance: Double)
    /// A timer ran out.
    case fired(Timer, chance: Double)
    /// There is a new token, or the network is back.
    case retry
  }

  /// What is to be done.
  enum Action: Hashable, Sendable {
    /// Open a line.
    case connect(Line, Plan)
    /// Drop a line, whatever it is doing.
    case disconnect(Line)
    /// Ask for a stream on the shared line.
    case subscribe(StreamTopic)
    /// Ask for it no longer.
    case unsubscribe(StreamTopic)
    /// Ask the other side whether it is alive.
    case ping(Line)
    /// Set a timer, in place of an older one of its kind.
    case set(Timer, Duration)
    /// Forget a timer.
    case cancel(Timer)
    /// Tell those who want these streams.
    case deliver(StreamSignal, [StreamTopic])
    /// Nothing more will come on these streams.
    case end([StreamTopic])
  }

  struct LineState: Hashable, Sendable {
    enum Phase: Hashable {
      case connecting
      /// Whether anything came in since the silence timer was set, and whether the other side was asked.
      case open(heard: Bool, asked: Bool)
      case waiting
    }

    var plan: Plan
    var phase = Phase.connecting
    var failures = 0
    /// Whether this connection, or an earlier one of the line, sent anything without being asked.
    var hasSpoken = false

    var isOpen: Bool { if case .open = phase { true } else { false } }
  }

  let host: String
  let dialect: StreamDialect
  let patience: Patience
  /// What somebody wants, in the order in which it was asked for.
  var wanted: [StreamTopic] = []
  var lines: [Line: LineState] = [:]
  /// Whether the server is spoken to over WebSockets or by server-sent events.
  var carrier = StreamRequest.Carrier.webSocket
  var hasEventSource = false
  var failedUpgrades = 0
  /// The streams that were there once: when they are there again, something is missing between.
  var begun: Set<StreamTopic> = []
  /// How many events came that this version does not know, by name.
  private(set) var unknown: [String: Int] = [:]

  init(host: String, dialect: StreamDialect, patience: Patience) {
    self.host = host
    self.dialect = dialect
    self.patience = patience
  }

  /// Takes one event; what does not fit the state (a frame that was under way when the line was dropped) is ignored.
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

  /// What a stream is doing at this moment, for somebody who comes to it late.
  func connection(of topic: StreamTopic) -> StreamConnection? {
    switch lines[line(for: topic)]?.phase {
    case .open: .connected
    case .connecting: .connecting
    case .waiting, nil: nil
    }
  }

  /// The line that carries a stream.
  func line(for topic: StreamTopic) -> Line {
    carrier == .webSocket && dialect.canSubscribe(to: topic) ? .shared : .own(topic)
  }

  /// The streams that a line carries.
  func topics(of line: Line) -> [StreamTopic] { wanted.filter { self.line(for: $0) == line } }
}

// MARK: - What comes in

extension StreamWatcher {
  /// Only notes that something came in: setting a timer for each of a thousand events would cost more than the events.
  private mutating func hear(_ line: Line) -> [Action] {
    guard lines[line]?.isOpen == true else { return [] }
    lines[line]?.phase = .open(heard: true, asked: false)
    lines[line]?.hasSpoken = true
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

  /// A server's words need not name the stream that they are about: they are taken only where there is no doubt.
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
      // Server-sent events go one way: nothing can be asked, only waited for a little longer.
      let question: [Action] = state.plan.carrier == .webSocket ? [.ping(line)] : []
      return question + [.set(.silence(line), patience.answer)]
    }
    // A server that has never sent a comment may just have nothing to say.
    if state.plan.carrier == .eventSource, !state.hasSpoken { return listen(line) }
    // A half-open connection: packets vanish, and nobody says so.
    return [.disconnect(line)] + wait(line, chance: chance)
  }

  /// Begins to wait for a sign of life.
  mutating func listen(_ line: Line) -> [Action] {
    lines[line]?.phase = .open(heard: false, asked: false)
    return patience.silence.map { [.set(.silence(line), $0)] } ?? []
  }
}
