import Synchronization

/// What goes on beside the connections of a server and comes back to its thread, which must not end before that: whatever
/// is asked of an ended thread is never answered.
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

  /// Begins some work; `nil` where the server is about to end.
  func begin<Value: Sendable>(
    _ work: @escaping @Sendable () async -> Value
  ) -> Task<Value, Never>? {
    state.withLock { state in
      guard !state.isOver else { return nil }
      let number = state.next
      state.next += 1
      let task = Task {
        // However quick it is, it is entered first: this waits for the lock.
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

  /// Cancels what still goes on, waits for it, and lets nothing new begin.
  func end() async {
    let running = state.withLock { state in
      state.isOver = true
      return Array(state.running.values)
    }
    for task in running { task.cancel() }
    for task in running { await task.wait() }
  }
}
