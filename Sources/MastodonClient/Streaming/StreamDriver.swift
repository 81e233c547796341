internal import MastodonKit

/// Runs a ``StreamStateMachine`` over a transport; adds the clock, the random numbers, the connections and the readers.
///
/// The readers retain it, and the connections close when the last reader ends.
actor StreamDriver {
  struct Dependencies: Sendable {
    let transport: Transport
    /// Creates a request with the current token; `nil` while signed out.
    let request: @Sendable (StreamStateMachine.Plan, AsyncStream<StreamRequest.Outgoing>) async -> StreamRequest?
    /// Waits; throws when cancelled.
    let sleep: @Sendable (Duration) async throws -> Void
    /// Returns a random number in 0..<1.
    let chance: @Sendable () -> Double
    /// The limits of what waits for a reader.
    var limits = SignalBuffer.Limits()
  }

  private struct Reader {
    let topic: StreamTopic
    let buffer: SignalBuffer
  }

  /// A connection and its number: late events of a replaced connection must not be mistaken for the new one's.
  private struct Connection {
    let number: Int
    let task: Task<Void, Never>
    let outgoing: AsyncStream<StreamRequest.Outgoing>.Continuation
  }

  private let dependencies: Dependencies
  private var watcher: StreamStateMachine
  private var readers: [ObjectIdentifier: Reader] = [:]
  private var connections: [StreamStateMachine.Line: Connection] = [:]
  private var timers: [StreamStateMachine.Timer: (number: Int, task: Task<Void, Never>)] = [:]
  private var count = 0

  init(watcher: StreamStateMachine, dependencies: Dependencies) {
    self.watcher = watcher
    self.dependencies = dependencies
  }

  /// The signals of a stream from now on; the stream is dropped when nothing iterates it any more.
  nonisolated func signals(of topic: StreamTopic) -> AsyncStream<StreamSignal> {
    let buffer = SignalBuffer(limits: dependencies.limits)
    let lease = Lease {
      buffer.cancel()
      Task { await self.leave(buffer) }
    }
    Task { await join(topic, buffer) }
    return AsyncStream {
      await lease.holding { await buffer.next() }
    } onCancel: {
      lease.end()
    }
  }

  /// Reconnects at once if it is waiting.
  nonisolated func retry() { Task { await handle(.retry) } }

  // MARK: - Readers

  private func join(_ topic: StreamTopic, _ buffer: SignalBuffer) {
    // The reader ended before it was added.
    guard !buffer.isFinished else { return }
    let isFirst = !watcher.wanted.contains(topic)
    readers[ObjectIdentifier(buffer)] = Reader(topic: topic, buffer: buffer)
    if isFirst {
      handle(.wanted(topic))
    } else if let connection = watcher.connection(of: topic) {
      buffer.push(.connection(connection))
    }
  }

  private func leave(_ buffer: SignalBuffer) {
    guard let reader = readers.removeValue(forKey: ObjectIdentifier(buffer)) else { return }
    if !readers.values.contains(where: { $0.topic == reader.topic }) { handle(.unwanted(reader.topic)) }
  }

  // MARK: - Events

  private func handle(_ event: StreamStateMachine.Event) {
    for action in watcher.handle(event) { perform(action) }
  }

  private func perform(_ action: StreamStateMachine.Action) {
    switch action {
    case .deliver(let signal, let topics):
      for reader in readers.values where topics.contains(reader.topic) { reader.buffer.push(signal) }
    case .connect(let line, let plan): connect(line, plan)
    case .disconnect(let line): disconnect(line)
    case .subscribe(let topic): say("subscribe", topic)
    case .unsubscribe(let topic): say("unsubscribe", topic)
    case .ping(let line): connections[line]?.outgoing.yield(.ping)
    case .set(let timer, let duration): set(timer, duration)
    case .cancel(let timer): timers.removeValue(forKey: timer)?.task.cancel()
    case .end(let topics):
      for (key, reader) in readers where topics.contains(reader.topic) {
        readers.removeValue(forKey: key)
        reader.buffer.finish()
      }
    }
  }

  private func say(_ type: String, _ topic: StreamTopic) {
    connections[.shared]?.outgoing.yield(.text(topic.message(type, watcher.dialect)))
  }

  // MARK: - Connections

  private func connect(_ line: StreamStateMachine.Line, _ plan: StreamStateMachine.Plan) {
    disconnect(line)
    count += 1
    let (number, dependencies) = (count, dependencies)
    let (messages, outgoing) = AsyncStream<StreamRequest.Outgoing>.makeStream()
    let task = Task { [weak self] in
      let ending = await Self.follow(plan, messages, dependencies) { [weak self] event in
        guard let self else { return .replaced }
        return await self.take(event, line, number)
      }
      await self?.ended(ending, line, number)
    }
    connections[line] = Connection(number: number, task: task, outgoing: outgoing)
  }

  private func disconnect(_ line: StreamStateMachine.Line) {
    guard let connection = connections.removeValue(forKey: line) else { return }
    connection.task.cancel()
    connection.outgoing.finish()
  }

  /// A decoded frame of a connection.
  private enum Incoming: Sendable {
    case opened
    case message(StreamMessage)
    case sign
  }

  /// Follows one connection to its end; decodes here, so that the driver stays responsive.
  ///
  /// The next frame is read when the previous one was handled, so a slow reader slows the server down and uses no
  /// memory. A reader that has fallen behind takes a signal first: in a burst on one core, its buffer would overflow.
  @concurrent private static func follow(
    _ plan: StreamStateMachine.Plan, _ messages: AsyncStream<StreamRequest.Outgoing>, _ dependencies: Dependencies,
    take: @Sendable (Incoming) async -> ReaderState
  ) async -> StreamStateMachine.Ending {
    // Without a token there is no connection.
    guard let request = await dependencies.request(plan, messages) else { return .signedOut }
    var code: Int?
    do {
      for try await frame in dependencies.transport.openStream(request) {
        let incoming: Incoming
        switch frame {
        case .opened: incoming = .opened
        case .heartbeat: incoming = .sign
        case .text(let text): incoming = StreamMessage(text).map(Incoming.message) ?? .sign
        case .event(let name, let data): incoming = .message(StreamMessage(event: name, data: data))
        case .closed(let reason):
          code = reason
          continue
        }
        switch await take(incoming) {
        case .caughtUp: continue
        case .behind(let reader): await reader.taking()
        case .replaced: return .closed(code: code)
        }
      }
      return .closed(code: code)
    } catch {
      return .failed(error as? TransportFailure ?? .malformedResponse)
    }
  }

  /// The state of a connection's readers when a frame arrives.
  private enum ReaderState: Sendable {
    /// The readers keep up.
    case caughtUp
    /// One reader has fallen behind.
    case behind(SignalBuffer)
    /// The connection was replaced.
    case replaced
  }

  /// The number of signals that may wait for a reader before it is allowed to run.
  private static let headStart = 64

  private func take(_ incoming: Incoming, _ line: StreamStateMachine.Line, _ number: Int) -> ReaderState {
    guard connections[line]?.number == number else { return .replaced }
    switch incoming {
    case .opened: handle(.opened(line))
    case .message(let message): handle(.received(message, on: line))
    case .sign: handle(.heard(line))
    }
    let slow = readers.values.first { $0.buffer.waiting > Self.headStart }
    return slow.map { .behind($0.buffer) } ?? .caughtUp
  }

  private func ended(_ ending: StreamStateMachine.Ending, _ line: StreamStateMachine.Line, _ number: Int) {
    guard connections[line]?.number == number else { return }
    connections.removeValue(forKey: line)?.outgoing.finish()
    handle(.ended(line, ending, chance: dependencies.chance()))
  }

  // MARK: - Timers

  private func set(_ timer: StreamStateMachine.Timer, _ duration: Duration) {
    timers[timer]?.task.cancel()
    count += 1
    let (number, sleep) = (count, dependencies.sleep)
    let task = Task { [weak self] in
      do { try await sleep(duration) } catch { return }  // Cancelled.
      await self?.fired(timer, number)
    }
    timers[timer] = (number, task)
  }

  private func fired(_ timer: StreamStateMachine.Timer, _ number: Int) {
    guard timers[timer]?.number == number else { return }
    timers.removeValue(forKey: timer)
    handle(.fired(timer, chance: dependencies.chance()))
  }
}

/// Runs a closure once: when told to, or when it is released.
private final class Lease: Sendable {
  private let atEnd: @Sendable () -> Void

  init(_ atEnd: @escaping @Sendable () -> Void) { self.atEnd = atEnd }

  deinit { atEnd() }

  func end() { atEnd() }

  func holding<Value>(_ body: () async -> Value) async -> Value {
    defer { withExtendedLifetime(self) {} }
    return await body()
  }
}
