import Dispatch
import Testing

/// Runs each test of a suite on a thread of its own, since these tests wait for other programs; ten at once.
///
/// The threads of Swift's pool are as few as the cores; tests that block them would stop the sandbox and the app that run
/// within this process for other tests. If all began at once, their programs would take so much of a slow machine that
/// a sign-in gets no response in its twenty seconds.
struct OwnThread: SuiteTrait, TestTrait, TestScoping {
  let isRecursive = true

  @concurrent func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable @concurrent () async throws -> Void
  ) async throws {
    await Turns.all.take()
    let result: Result<Void, any Error>
    do {
      result = .success(try await withTaskExecutorPreference(QueueExecutor(label: test.name)) { try await function() })
    } catch { result = .failure(error) }
    await Turns.all.giveBack()
    try result.get()
  }
}

extension Trait where Self == OwnThread {
  /// A thread of its own for each test.
  static var ownThread: OwnThread { OwnThread() }
}

/// The tests that may run, in the order in which they ask.
private actor Turns {
  static let all = Turns(10)

  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(_ number: Int) { free = number }

  func take() async {
    if free > 0 { free -= 1 } else { await withCheckedContinuation { waiting.append($0) } }
  }

  func giveBack() {
    if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
  }
}

/// A serial queue as an executor.
private final class QueueExecutor: TaskExecutor {
  private let queue: DispatchQueue

  init(label: String) { queue = DispatchQueue(label: label) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
