extension Array where Element: Sendable {
  /// Runs an operation on all elements at once, and returns what became of each, in their order.
  ///
  /// - Throws: `CancellationError` if the calling task is cancelled.
  public func concurrentResults<Value: Sendable>(
    _ operation: @escaping @Sendable (Element) async throws -> Value
  ) async throws -> [Result<Value, any Error>] {
    let results = await withTaskGroup(of: ConcurrentResult<Value>.self) { tasks in
      for (index, element) in enumerated() {
        tasks.addTask {
          do {
            return ConcurrentResult(index: index, result: .success(try await operation(element)))
          } catch {
            return ConcurrentResult(index: index, result: .failure(error))
          }
        }
      }
      var results: [Result<Value, any Error>?] = map { _ in nil }
      for await one in tasks { results[one.index] = one.result }
      return results
    }
    // Its time is over: what was not answered is no answer.
    try Task.checkCancellation()
    return results.compactMap { $0 }
  }
}

/// A result with its place.
private struct ConcurrentResult<Value: Sendable>: Sendable {
  let index: Int
  let result: Result<Value, any Error>
}
