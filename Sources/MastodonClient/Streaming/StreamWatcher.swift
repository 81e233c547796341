internal import MastodonKit

/// Keeps one user stream alive: a value that takes an event and returns what is to be done.
///
/// It has no clock, no chance and no network, so that hundreds of steps can be driven in a test. `StreamDriver` runs it.
///
///     idle ─start─► connecting ─opened─► open ─ended─► waiting ─reconnect─► connecting …
///
/// A server that refuses for good (no token, no streaming) ends it; everything else is tried again.
struct StreamWatcher: Hashable, Sendable {
  /// How patient it is.
  struct Patience: Hashable, Sendable {
    /// The longest wait before the first new try; it doubles with each failure.
    var firstWait = Duration.seconds(1)
    /// The longest wait at all.
    var longestWait = Duration.seconds(60)
    /// No wait is shorter, whatever chance says, so that a server is never hammered.
    var shortestWait = Duration.milliseconds(250)
    /// A connection that lasted this long was a good one: the next failure waits as the first did.
    var goodAfter = Duration.seconds(60)
    /// How long silence is trusted before the other side is asked; `nil` never asks (in-process streams cannot break).
    var silence: Duration? = .seconds(60)
    /// How long an answer to that question may take.
    var answer = Duration.seconds(20)
  }

  /// What may be waited for.
  enum Timer: Hashable, Sendable {
    /// Until the next try.
    case reconnect
    /// Until the connection counts as good.
    case good
    /// Until it is looked whether anything came in.
    case silence
  }

  /// What happened.
  enum Event: Hashable, Sendable {
    /// Somebody wants the stream.
    case start
    /// The connection is there.
    case opened
    /// Something came in.
    case received(StreamMessage?)
    /// The connection is gone or was never made; `chance` in 0..<1 is drawn for the wait.
    case ended(TransportFailure?, chance: Double)
    /// A timer ran out.
    case fired(Timer, chance: Double)
    /// Nobody wants the stream any more.
    case stop
  }

  /// What is to be done.
  enum Action: Hashable, Sendable {
    /// Open a connection.
    case connect
    /// Drop the connection, whatever it is doing.
    case disconnect
    /// Ask the other side whether it is alive.
    case ping
    /// Set a timer, in place of an older one of its kind.
    case set(Timer, Duration)
    /// Forget a timer.
    case cancel(Timer)
    /// Tell the person.
    case yield(StreamSignal)
    /// Nothing more will come.
    case finish
  }

  private enum State: Hashable {
    case idle
    case connecting
    /// Whether anything came in since the silence timer was set, and whether the other side was asked.
    case open(heard: Bool, asked: Bool)
    case waiting
    case finished
  }

  private let patience: Patience
  private var state = State.idle
  private var failures = 0

  init(patience: Patience) { self.patience = patience }

  /// Takes one event; what does not fit the state (a frame that was under way when the connection was dropped) is ignored.
  mutating func handle(_ event: Event) -> [Action] {
    switch (state, event) {
    case (.finished, _): []
    case (_, .stop): finish()
    case (.idle, .start): connect()
    case (.connecting, .opened): open()
    case (.open, .received(let message)): receive(message)
    case (.connecting, .ended(let failure, let chance)), (.open, .ended(let failure, let chance)):
      end(failure, chance: chance)
    case (.waiting, .fired(.reconnect, _)): connect()
    case (.open, .fired(.good, _)): settle()
    case (.open(heard: true, _), .fired(.silence, _)): listen()
    case (.open(heard: false, asked: false), .fired(.silence, _)): ask()
    case (.open(heard: false, asked: true), .fired(.silence, let chance)): giveUp(chance: chance)
    default: []
    }
  }

  private mutating func connect() -> [Action] {
    state = .connecting
    return [.yield(.connection(.connecting)), .connect]
  }

  private mutating func open() -> [Action] {
    [.yield(.connection(.connected)), .set(.good, patience.goodAfter)] + listen()
  }

  /// Only notes that something came in: setting a timer for each of a thousand events would cost more than the events.
  private mutating func receive(_ message: StreamMessage?) -> [Action] {
    state = .open(heard: true, asked: false)
    return message?.event.map { [.yield(.event($0))] } ?? []
  }

  private mutating func settle() -> [Action] {
    failures = 0
    return []
  }

  private mutating func listen() -> [Action] {
    state = .open(heard: false, asked: false)
    return patience.silence.map { [.set(.silence, $0)] } ?? []
  }

  private mutating func ask() -> [Action] {
    state = .open(heard: false, asked: true)
    return [.ping, .set(.silence, patience.answer)]
  }

  /// A half-open connection: packets vanish, and nobody says so.
  private mutating func giveUp(chance: Double) -> [Action] { [.disconnect] + wait(chance: chance) }

  private mutating func end(_ failure: TransportFailure?, chance: Double) -> [Action] {
    if let failure, failure.isFinal { return finish() }
    return wait(chance: chance)
  }

  private mutating func wait(chance: Double) -> [Action] {
    state = .waiting
    let wait = pause(chance: chance)
    failures += 1
    return [
      .cancel(.good), .cancel(.silence), .set(.reconnect, wait), .yield(.connection(.waiting(seconds: wait.roundedUp))),
    ]
  }

  /// Full jitter: anywhere below a ceiling that doubles, so that a server's clients do not all return at once.
  private func pause(chance: Double) -> Duration {
    let ceiling = min(patience.longestWait, patience.firstWait * (1 << min(failures, 16)))
    return max(patience.shortestWait, ceiling * min(max(chance, 0), 1))
  }

  private mutating func finish() -> [Action] {
    state = .finished
    return [.disconnect, .cancel(.reconnect), .cancel(.good), .cancel(.silence), .finish]
  }
}

extension TransportFailure {
  /// Whether trying again cannot help: the token is refused, or the server has no stream.
  fileprivate var isFinal: Bool {
    switch self {
    case .cancelled, .unreachable(.plainText): true
    case .streamRefused(let code): [400, 401, 403, 404, 405, 410, 501].contains(code)
    default: false
    }
  }
}

extension Duration {
  fileprivate var roundedUp: Int { Int(components.seconds) + (components.attoseconds > 0 ? 1 : 0) }
}
