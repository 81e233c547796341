internal import MastodonKit

/// Runs a ``StreamWatcher`` over a transport: the clock, the chance, the connections and the readers that the value does
/// not have.
///
/// Its readers hold it, and the connections end with the last of them.
actor StreamDriver {
  /// What it needs of the world.
  struct World: Sendable {
    let transport: Transport
    /// What is asked for, with the token of now; `nil` when nobody is signed in.
    let request: @Sendable (StreamWatcher.Plan, AsyncStream<StreamRequest.Outgoing>) async -> StreamRequest?
    /// Waits; throws when cancelled.
    let sleep: @Sendable (Duration) async throws -> Void
    /// Draws from 0..<1.
    let chance: @Sendable () -> Double
    /// How much may wait for a reader.
    var limits = SignalBuffer.Limits()
  }

  private struct Reader {
    let topic: StreamTopic
    let buffer: SignalBuffer
  }

  /// A connection, with a number: what was under way when it was replaced must not be taken for the new one's.
  private struct Connection {
    let number: Int
    let task: Task<Void, Never>
    let outgoing: AsyncStream<StreamRequest.Outgoing>.Continuation
  }

  private let world: World
  private var watcher: StreamWatcher
  private var readers: [ObjectIdentifier: Reader] = [:]
  private var connections: [StreamWatcher.Line: Connection] = [:]
  private var timers: [StreamWatcher.Timer: (number: Int, task: Task<Void, Never>)] = [:]
  private var count = 0

  init(watcher: StreamWatcher, world: World) {
    self.watcher = watcher
    self.world = world
  }

  /// The signals of a stream from now on; the wish for it ends when nobody iterates any more.
  nonisolated func signals(of topic: StreamTopic) -> AsyncStream<StreamSignal> {
    let buffer = SignalBuffer(limits: world.limits)
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

  /// Tries at once where it waits.
  nonisolated func retry() { Task { await handle(.retry) } }

  // MARK: - Readers

  private func join(_ topic: StreamTopic, _ buffer: SignalBuffer) {
    // Who left before coming was never here.
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

  private func handle(_ event: StreamWatcher.Event) {
    for action in watcher.handle(event) { perform(action) }
  }

  private func perform(_ action: StreamWatcher.Action) {
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

  private func connect(_ line: StreamWatcher.Line, _ plan: StreamWatcher.Plan) {
    disconnect(line)
    count += 1
    let (number, world) = (count, world)
    let (messages, outgoing) = AsyncStream<StreamRequest.Outgoing>.makeStream()
    let task = Task { [weak self] in
      let ending = await Self.follow(plan, messages, world) { [weak self] event in
        guard let self else { return .replaced }
        return await self.take(event, line, number)
      }
      await self?.ended(ending, line, number)
    }
    connections[line] = Connection(number: number, task: task, outgoing: outgoing)
  }

  private func disconnect(_ line: StreamWatcher.Line) {
    guard let connection = connections.removeValue(forKey: line) else { return }
    connection.task.cancel()
    connection.outgoing.finish()
  }

  /// What came in on a connection, decoded.
  private enum Arrival: Sendable {
    case opened
    case message(StreamMessage)
    case sign
  }

  /// Follows one connection to its end; decoding is done here, so that the driver is free meanwhile.
  ///
  /// The next frame is read when the last one was taken: who cannot follow slows the server down and fills no memory. Where
  /// a reader is behind, it is let run first: in a burst, on a machine with one core, it would find its buffer overrun.
  @concurrent private static func follow(
    _ plan: StreamWatcher.Plan, _ messages: AsyncStream<StreamRequest.Outgoing>, _ world: World,
    take: @Sendable (Arrival) async -> Standing
  ) async -> StreamWatcher.Ending {
    // Without a token there is no connection at all.
    guard let request = await world.request(plan, messages) else { return .signedOut }
    var code: Int?
    do {
      for try await frame in world.transport.openStream(request) {
        let arrival: Arrival
        switch frame {
        case .opened: arrival = .opened
        case .heartbeat: arrival = .sign
        case .text(let text): arrival = StreamMessage(text).map(Arrival.message) ?? .sign
        case .event(let name, let data): arrival = .message(StreamMessage(event: name, data: data))
        case .closed(let reason):
          code = reason
          continue
        }
        switch await take(arrival) {
        case .abreast: continue
        case .behind: await Task.yield()
        case .replaced: return .closed(code: code)
        }
      }
      return .closed(code: code)
    } catch {
      return .failed(error as? TransportFailure ?? .malformedAnswer)
    }
  }

  /// How a connection stands when something came in on it.
  private enum Standing: Sendable {
    /// Its readers keep up.
    case abreast
    /// More than a little waits for one of them.
    case behind
    /// It is not the one that is wanted any more.
    case replaced
  }

  /// How many signals may wait for a reader before it is let run.
  private static let headStart = 64

  private func take(_ arrival: Arrival, _ line: StreamWatcher.Line, _ number: Int) -> Standing {
    guard connections[line]?.number == number else { return .replaced }
    switch arrival {
    case .opened: handle(.opened(line))
    case .message(let message): handle(.received(message, on: line))
    case .sign: handle(.heard(line))
    }
    return readers.values.contains { $0.buffer.waiting > Self.headStart } ? .behind : .abreast
  }

  private func ended(_ ending: StreamWatcher.Ending, _ line: StreamWatcher.Line, _ number: Int) {
    guard connections[line]?.number == number else { return }
    connections.removeValue(forKey: line)?.outgoing.finish()
    handle(.ended(line, ending, chance: world.chance()))
  }

  // MARK: - Timers

  private func set(_ timer: StreamWatcher.Timer, _ duration: Duration) {
    timers[timer]?.task.cancel()
    count += 1
    let (number, sleep) = (count, world.sleep)
    let task = Task { [weak self] in
      do { try await sleep(duration) } catch { return }  // Cancelled.
      await self?.fired(timer, number)
    }
    timers[timer] = (number, task)
  }

  private func fired(_ timer: StreamWatcher.Timer, _ number: Int) {
    guard timers[timer]?.number == number else { return }
    timers.removeValue(forKey: timer)
    handle(.fired(timer, chance: world.chance()))
  }
}

/// Runs its end once: when it is told to, or when nobody holds it any more.
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
