/// A task tied to a key: when the key changes, the task is cancelled and started again.
///
/// The counterpart of SwiftUI's `.task(id:)`. Releasing the keyed task cancels the running task.
@MainActor
public final class KeyedTask<Key: Equatable & Sendable> {
  /// The key that the running task was started for.
  public private(set) var key: Key?
  private var task: Task<Void, Never>?
  private let body: @MainActor (Key) async -> Void

  /// Creates a keyed task that runs `body` once it has a key.
  public init(_ body: @escaping @MainActor (Key) async -> Void) {
    self.body = body
  }

  deinit { task?.cancel() }

  /// Cancels the running task and starts it for the new key; does nothing if the key is unchanged.
  ///
  /// With `nil` it only cancels.
  public func update(_ key: Key?) {
    guard key != self.key else { return }
    task?.cancel()
    self.key = key
    task = key.map { key in Task { [body] in await body(key) } }
  }

  /// Waits until the task for the current key has finished.
  public func finished() async { await task?.value }
}
