internal import MastodonKit

/// Runs a ``StreamWatcher`` over a transport: the clock, the chance and the connection that the value does not have.
struct StreamDriver: Sendable {
  let transport: Transport
  let patience: StreamWatcher.Patience
  /// What is asked for, with the token of now; `nil` when nobody is signed in.
  let request: @Sendable (AsyncStream<StreamRequest.Outgoing>) async -> StreamRequest?
  /// Waits; throws when cancelled.
  let sleep: @Sendable (Duration) async throws -> Void
  /// Draws from 0..<1.
  let chance: @Sendable () -> Double

  /// The signals from now on; the connection is closed when nobody iterates any more.
  func signals() -> AsyncStream<StreamSignal> {
    let (signals, continuation) = AsyncStream<StreamSignal>.makeStream()
    let task = Task { await run(into: continuation) }
    continuation.onTermination = { _ in task.cancel() }
    return signals
  }

  /// What the machine is told, with the number of the connection or timer that it concerns: what was under way when it
  /// was replaced must not be taken for the new one's.
  private enum Happening: Sendable {
    case frame(StreamFrame, connection: Int)
    case ended(TransportFailure?, connection: Int)
    case fired(StreamWatcher.Timer, number: Int)
  }

  private func run(into signals: AsyncStream<StreamSignal>.Continuation) async {
    let (happenings, inbox) = AsyncStream<Happening>.makeStream()
    var watcher = StreamWatcher(patience: patience)
    var session = Session(driver: self, inbox: inbox, signals: signals)
    defer { session.cancelAll() }

    session.perform(watcher.handle(.start))
    // Ends when the task is cancelled: nothing else finishes the inbox before the machine says so.
    for await happening in happenings {
      guard let event = session.event(for: happening) else { continue }
      session.perform(watcher.handle(event))
      if session.isFinished { break }
    }
    signals.finish()
  }

  /// The one connection and the timers of a run.
  private struct Session {
    let driver: StreamDriver
    let inbox: AsyncStream<Happening>.Continuation
    let signals: AsyncStream<StreamSignal>.Continuation
    var isFinished = false
    private var connection:
      (number: Int, task: Task<Void, Never>, outgoing: AsyncStream<StreamRequest.Outgoing>.Continuation)?
    private var timers: [StreamWatcher.Timer: (number: Int, task: Task<Void, Never>)] = [:]
    private var count = 0

    init(
      driver: StreamDriver, inbox: AsyncStream<Happening>.Continuation,
      signals: AsyncStream<StreamSignal>.Continuation
    ) {
      self.driver = driver
      self.inbox = inbox
      self.signals = signals
    }

    func event(for happening: Happening) -> StreamWatcher.Event? {
      switch happening {
      case .frame(let frame, let number):
        guard number == connection?.number else { return nil }
        return switch frame {
        case .opened: .opened
        case .heartbeat: .received(nil)
        case .text(let text): .received(StreamMessage(text))
        }
      case .ended(let failure, let number):
        return number == connection?.number ? .ended(failure, chance: driver.chance()) : nil
      case .fired(let timer, let number):
        return number == timers[timer]?.number ? .fired(timer, chance: driver.chance()) : nil
      }
    }

    mutating func perform(_ actions: [StreamWatcher.Action]) {
      for action in actions {
        switch action {
        case .connect: connect()
        case .disconnect: disconnect()
        case .ping: connection?.outgoing.yield(.ping)
        case .set(let timer, let duration): set(timer, duration)
        case .cancel(let timer): timers.removeValue(forKey: timer)?.task.cancel()
        case .yield(let signal): signals.yield(signal)
        case .finish: isFinished = true
        }
      }
    }

    mutating func cancelAll() {
      disconnect()
      for timer in timers.values { timer.task.cancel() }
      timers = [:]
      inbox.finish()
    }

    private mutating func connect() {
      disconnect()
      count += 1
      let (number, driver, inbox) = (count, driver, inbox)
      let (stream, outgoing) = AsyncStream<StreamRequest.Outgoing>.makeStream()
      let task = Task {
        // Without a token there is no connection at all.
        guard let request = await driver.request(stream) else {
          inbox.yield(.ended(.streamRefused(code: 401), connection: number))
          return
        }
        do {
          for try await frame in driver.transport.openStream(request) {
            inbox.yield(.frame(frame, connection: number))
          }
          inbox.yield(.ended(nil, connection: number))
        } catch {
          inbox.yield(.ended(error as? TransportFailure ?? .malformedAnswer, connection: number))
        }
      }
      connection = (number, task, outgoing)
    }

    private mutating func disconnect() {
      connection?.task.cancel()
      connection?.outgoing.finish()
      connection = nil
    }

    private mutating func set(_ timer: StreamWatcher.Timer, _ duration: Duration) {
      timers[timer]?.task.cancel()
      count += 1
      let (number, sleep, inbox) = (count, driver.sleep, inbox)
      let task = Task {
        do { try await sleep(duration) } catch { return }
        inbox.yield(.fired(timer, number: number))
      }
      timers[timer] = (number, task)
    }
  }
}
