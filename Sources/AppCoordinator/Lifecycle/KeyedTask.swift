/// A task that lives as long as its key: when the key changes, it is cancelled and started again.
///
/// What SwiftUI calls `.task(id:)`. Whoever owns this owns the task; releasing it cancels the task.
@MainActor
final class KeyedTask<Key: Equatable & Sendable> {
  /// What the running task was started for.
  private(set) var key: Key?
  private var task: Task<Void, Never>?
  private let body: @MainActor (Key) async -> Void

  /// Makes a keyed task that does not run before it has a key.
  init(_ body: @escaping @MainActor (Key) async -> Void) {
    self.body = body
  }

  deinit { task?.cancel() }

  /// Cancels the task and starts it for the new key; nothing happens if the key is the same, `nil` only cancels.
  func update(_ key: Key?) {
    guard key != self.key else { return }
    task?.cancel()
    self.key = key
    task = key.map { key in Task { [body] in await body(key) } }
  }

  /// Waits until the task for the present key is done, for tests and for leaving in order.
  func finished() async { await task?.value }
}
