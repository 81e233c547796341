import FeatureKit
import TerminalKit
import Testing

/// A handful of named things: what is shown when asking for them, or deleting one, goes wrong.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct EntryFailureTests {
  struct Thing: Identifiable, Hashable, Sendable {
    var id: String
  }

  private func model(
    fetch: @escaping @MainActor () async throws -> [Thing] = { [Thing(id: "a"), Thing(id: "b")] },
    delete: @escaping @MainActor (Thing) async throws -> Void = { _ in }
  ) -> EntriesModel<Thing> {
    EntriesModel(isLocal: false, fetch: fetch, delete: delete, size: { _ in nil })
  }

  @Test func entryIsShownIfDeletingFails() async {
    let model = model(delete: { _ in throw AppError.fixtures.noConnection })
    await model.load()
    await #expect(throws: AppError.fixtures.noConnection) { try await model.delete(Thing(id: "a")) }
    #expect(model.state.all.map(\.id) == ["a", "b"])
  }

  /// Before, every change of a list asked the server for all of them again.
  @Test func changedEntryIsShownWithoutARequest() async {
    var requests = 0
    let model = model(fetch: {
      requests += 1
      return [Thing(id: "a"), Thing(id: "b")]
    })
    await model.show(Thing(id: "b"))
    #expect(requests == 1, "the others are not known yet")
    await model.show(Thing(id: "a"))
    await model.show(Thing(id: "c"))
    #expect(requests == 1 && model.state.all.map(\.id) == ["a", "b", "c"])
  }

  @Test func changesBeforeLoadingAreNotReported() async {
    let model = model()
    let (changes, change) = AsyncThrowingStream<[Thing], any Error>.makeStream()
    var isTold = false
    model.follow({ changes }) { isTold = true }
    change.yield([Thing(id: "c")])
    change.finish()
    for _ in 0..<100 { await Task.yield() }
    #expect(!isTold && model.state.entries == .idle && model.state.all.isEmpty)
  }
}
