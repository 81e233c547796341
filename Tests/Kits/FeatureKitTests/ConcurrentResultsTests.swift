import FeatureKit
import Testing

@Suite(.timeLimit(.minutes(1))) struct ConcurrentResultsTests {
  @Test func resultsHaveTheOrderOfWhatWasAskedAndErrorsTheirPlaces() async throws {
    let names = ["heron", "a name that is longer than fifteen bytes", "", "rook"]
    let results = try await names.concurrentResults { name in
      guard !name.isEmpty else { throw AppError.cancelled }
      return (name, name.count)
    }
    #expect(results.count == 4)
    for (name, result) in zip(names, results) {
      if name.isEmpty {
        #expect(throws: AppError.cancelled) { try result.get() }
      } else {
        #expect(try result.get() == (name, name.count))
      }
    }
    #expect(try await [Int]().concurrentResults { $0 }.isEmpty)
  }

  @Test func aCancelledCallerHasNoResults() async {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await [1, 2].concurrentResults { $0 }.count
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
