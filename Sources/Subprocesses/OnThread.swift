public import Dispatch
import Synchronization

/// Runs work that blocks its thread on a thread of its own, and tells it when the caller's task is cancelled.
///
/// On a machine with one or two cores the concurrency pool has as many threads, so nothing else would go on while one of them
/// waits. The caller does not wait for a thread that the system keeps, such as one that starts a program on a server that is
/// gone.
///
/// - Parameters:
///   - queue: Where the work runs; a queue of its own unless one thing has to come after the other.
///   - limit: The time to wait, in milliseconds, and the error that is thrown after it; `nil` for as long as it takes.
///   - stopped: The error that is thrown when the task was cancelled and the work does not end.
///   - grace: The time to wait once the task was cancelled, in milliseconds.
public func onThread<Value: Sendable>(
  _ queue: DispatchQueue = DispatchQueue(label: "blocking work"), limit: (milliseconds: Int, failure: any Error)? = nil,
  stopped: any Error, grace: Int = 2000,
  _ work: @escaping @Sendable (_ isCancelled: @escaping @Sendable () -> Bool) throws -> Value
) async throws -> Value {
  let answer = Answer<Value>()
  return try await withTaskCancellationHandler {
    try await withCheckedThrowingContinuation { continuation in
      answer.wait(continuation)
      queue.async { answer.resume(with: Result { try work { answer.isCancelled.load(ordering: .relaxed) } }) }
      if let limit { answer.giveUp(limit.failure, after: limit.milliseconds) }
    }
  } onCancel: {
    answer.isCancelled.store(true, ordering: .relaxed)
    answer.giveUp(stopped, after: grace)
  }
}

/// The caller that waits for a thread, which is resumed once.
private final class Answer<Value: Sendable>: Sendable {
  let isCancelled = Atomic(false)
  private let state = Mutex(State())

  private struct State {
    var caller: CheckedContinuation<Value, any Error>?
    var result: Result<Value, any Error>?
  }

  func wait(_ caller: CheckedContinuation<Value, any Error>) {
    let result = state.withLock { state in
      if state.result == nil { state.caller = caller }
      return state.result
    }
    if let result { caller.resume(with: result) }
  }

  func resume(with result: Result<Value, any Error>) {
    let caller = state.withLock { state in
      defer { state.caller = nil }
      state.result = state.result ?? result
      return state.caller
    }
    caller?.resume(with: result)
  }

  func giveUp(_ failure: any Error, after milliseconds: Int) {
    guard milliseconds > 0 else { return resume(with: .failure(failure)) }
    DispatchQueue(label: "limit").asyncAfter(deadline: .now() + .milliseconds(milliseconds)) {
      self.isCancelled.store(true, ordering: .relaxed)
      self.resume(with: .failure(failure))
    }
  }
}
