import Synchronization
import Testing

@testable import LocalStore

@Suite struct BusyWaitTests {
  @Test func onlyTheFirstOfSeveralChangesWaitsInVainForLong() {
    let clock = Mutex(ContinuousClock.now)
    let wait = BusyWait(seconds: 5) { clock.withLock(\.self) }
    /// Tries a change until it gives up, and returns the milliseconds.
    func change() -> Int {
      var attempts = 0
      while wait.goesOn(after: attempts) {
        attempts += 1
        clock.withLock { $0 += .milliseconds(20) }
      }
      return attempts * 20
    }
    #expect([change(), change(), change()] == [5000, 100, 100])
    clock.withLock { $0 += .seconds(31) }
    #expect(change() == 5000)
  }
}
