import Glibc
import Synchronization

/// The wait for another process that writes to the database.
///
/// Where one change has waited in vain, those that follow do not wait as long again: a command with several of them would
/// seem to hang.
final class BusyWait: Sendable {
  private struct State {
    var end = ContinuousClock.now
    var gaveUp: ContinuousClock.Instant?
  }

  private let patience: Duration
  private let now: @Sendable () -> ContinuousClock.Instant
  private let state = Mutex(State())

  /// Creates a wait of so many seconds.
  init(seconds: Double, now: @escaping @Sendable () -> ContinuousClock.Instant) {
    patience = .seconds(seconds)
    self.now = now
  }

  /// Whether a change waits on, after so many attempts.
  func goesOn(after attempts: Int) -> Bool {
    let now = now()
    return state.withLock { state in
      if attempts == 0 {
        let isVain = state.gaveUp.map { $0.duration(to: now) < .seconds(30) } ?? false
        state.end = now + (isVain ? .milliseconds(100) : patience)
      }
      guard now >= state.end else { return true }
      state.gaveUp = now
      return false
    }
  }

  /// Waits a little before the next attempt; `false` if it was long enough.
  func pause(after attempts: Int) -> Bool {
    guard goesOn(after: attempts) else { return false }
    usleep(attempts < 10 ? 1000 : 20_000)
    return true
  }
}
