/// Waits for something no longer than this, and answers `nil` where it takes longer; it goes on all the same.
///
/// - Throws: what it throws in time, or `CancellationError` when the one who waits is cancelled; then it is, too.
@MainActor
func briefly<Value: Sendable>(
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
