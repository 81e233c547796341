import Synchronization

/// Tasks that use the server's event loop.
///
/// They must end before the event loop does, because it never completes futures afterwards.
final class ServerTasks: Sendable {
  private struct Entry {
    var cancel: @Sendable () -> Void
    var wait: @Sendable () async -> Void
  }

  private struct State {
    var running: [Int: Entry] = [:]
    var next = 0
    var isOver = false
  }

  private let state = Mutex(State())

  /// Starts a task; returns `nil` if the server is stopping.
  func begin<Value: Sendable>(
    _ work: @escaping @Sendable () async -> Value
  ) -> Task<Value, Never>? {
    state.withLock { state in
      guard !state.isOver else { return nil }
      let number = state.next
      state.next += 1
      let task = Task {
        // The task is registered before this runs, because it waits for the lock.
        defer { didEnd(number) }
        return await work()
      }
      state.running[number] = Entry(cancel: task.cancel, wait: { _ = await task.value })
      return task
    }
  }

  private func didEnd(_ number: Int) {
    state.withLock { _ = $0.running.removeValue(forKey: number) }
  }

  /// Cancels and awaits all tasks and prevents new ones.
  func end() async {
    let running = state.withLock { state in
      state.isOver = true
      return Array(state.running.values)
    }
    for task in running { task.cancel() }
    for task in running { await task.wait() }
  }
}
