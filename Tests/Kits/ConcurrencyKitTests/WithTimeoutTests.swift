import ConcurrencyKit
import Testing

@MainActor
@Suite(.timeLimit(.minutes(10))) struct WithTimeoutTests {
  private struct Failure: Error {}

  @MainActor
  private final class Flag {
    var isSet = false
  }

  private func wait(until condition: () -> Bool) async {
    while !condition(), !Task.isCancelled { await Task.yield() }
  }

  @Test func resultInTimeIsReturned() async throws {
    #expect(try await withTimeout(.seconds(300)) { 7 } == 7)
  }

  @Test func errorInTimeIsThrown() async {
    await #expect(throws: Failure.self) { try await withTimeout(.seconds(300)) { throw Failure() } }
  }

  @Test func slowWorkTimesOutAndContinues() async throws {
    let (isReleased, isDone) = (Flag(), Flag())
    let result: Bool? = try await withTimeout(.zero) {
      while !isReleased.isSet, !Task.isCancelled { await Task.yield() }
      isDone.isSet = !Task.isCancelled
      return true
    }
    #expect(result == nil)
    isReleased.isSet = true
    await wait { isDone.isSet }
    #expect(isDone.isSet)
  }

  @Test func cancellingTheCallerCancelsTheWork() async {
    let (isRunning, isCancelled) = (Flag(), Flag())
    let caller = Task {
      try await withTimeout(.seconds(300)) {
        isRunning.isSet = true
        while !Task.isCancelled { await Task.yield() }
        isCancelled.isSet = true
      }
    }
    await wait { isRunning.isSet }
    caller.cancel()
    await #expect(throws: CancellationError.self) { try await caller.value }
    await wait { isCancelled.isSet }
    #expect(isCancelled.isSet)
  }
}
