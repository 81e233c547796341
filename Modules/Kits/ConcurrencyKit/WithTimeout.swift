/// Runs `work` and returns its result, or `nil` if it takes longer than `duration`; the work then continues.
///
/// - Throws: The error of `work`, or `CancellationError` if the calling task is cancelled, which cancels `work` too.
@MainActor
public func withTimeout<Value: Sendable>(
  _ duration: Duration, _ work: @escaping @MainActor @Sendable () async throws -> Value
) async throws -> Value? {
  let (results, continuation) = AsyncStream.makeStream(of: Result<Value, any Error>?.self)
  let task = Task {
    do {
      continuation.yield(.success(try await work()))
    } catch {
      continuation.yield(.failure(error))
    }
  }
  let timer = Task {
    do { try await Task.sleep(for: duration) } catch { return }
    continuation.yield(nil)
  }
  defer { timer.cancel() }
  for await result in results { return try result?.get() }
  task.cancel()
  throw CancellationError()
}
