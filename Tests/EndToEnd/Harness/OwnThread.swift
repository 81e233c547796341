import Dispatch
import Testing

/// Runs each test of a suite on a thread of its own, since these tests wait for other programs.
///
/// The threads of Swift's pool are as few as the cores; tests that block them would stop the sandbox and the app that run
/// within this process for other tests.
struct OwnThread: SuiteTrait, TestTrait, TestScoping {
  let isRecursive = true

  @concurrent func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable @concurrent () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(QueueExecutor(label: test.name)) { try await function() }
  }
}

extension Trait where Self == OwnThread {
  /// A thread of its own for each test.
  static var ownThread: OwnThread { OwnThread() }
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
