public import FoundationEssentials
import Synchronization

/// A clock that starts at a chosen time, runs at a chosen speed, and can be put forward, to test what takes days.
public final class AdjustableClock: Sendable {
  /// The start of the sandbox's time and of the machine's, and how many of the sandbox's seconds are one.
  private struct State {
    var start: Date
    var origin: ContinuousClock.Instant
    var speed: Double

    func now(_ instant: ContinuousClock.Instant) -> Date {
      start.addingTimeInterval((instant - origin) / .seconds(1) * speed)
    }
  }

  private let first: State
  private let state: Mutex<State>

  /// Creates a clock; speed 0 stops it.
  public init(at start: Date, speed: Double) {
    first = State(start: start, origin: .now, speed: speed)
    state = Mutex(first)
  }

  var now: Date { state.withLock { $0.now(.now) } }
  var speed: Double { state.withLock(\.speed) }

  /// Returns to the time and the speed of the start.
  func reset() {
    state.withLock {
      $0 = first
      $0.origin = .now
    }
  }

  /// Changes the time, the speed, or both.
  func set(to time: Date?, speed: Double?) {
    state.withLock { state in
      let instant = ContinuousClock.now
      state = State(start: time ?? state.now(instant), origin: instant, speed: speed ?? state.speed)
    }
  }

  /// The clock for an instance.
  public var clock: SandboxClock {
    SandboxClock(
      now: { [self] in now },
      sleep: { [self] seconds in
        // The clock may be put forward meanwhile, and a stopped one may be started.
        let speed = self.speed
        await SandboxClock.system.sleep(speed > 0 ? min(max(seconds / speed, 0.02), 2) : 0.2)
      })
  }
}
