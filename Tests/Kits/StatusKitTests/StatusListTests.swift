import FeatureKit
import FeatureTestKit
import MastodonKit
import MastodonTestKit
import StatusKit
import TerminalKit
import Testing

@Suite struct StatusListTests {
  let boost = Status.fixtures.boost
  let quote = Status.fixtures.quote

  @Test func aChangeReachesBoostsAndQuotesOfTheStatus() {
    var list = StatusList([boost, quote, Status.fixtures.threadRoot])
    list.replace(boost.displayed.with { $0.favouritesCount = 78 })
    list.replace(Status.fixtures.threadRoot.with { $0.repliesCount = 9 })
    #expect(list.statuses[0].reblog?.favouritesCount == 78)
    #expect(list.statuses[0].account == Account.fixtures.rook)
    #expect(list.statuses[1].quote?.quotedStatus?.repliesCount == 9)
    #expect(list.statuses[2].repliesCount == 9)
  }

  @Test func changeWithoutViewerFieldsKeepsTheKnownOnes() {
    var list = StatusList([Status.fixtures.marked])
    list.replace(
      Status.fixtures.marked.with {
        $0.favourited = false
        $0.hasViewerState = false
        $0.favouritesCount = 21
      })
    #expect(list.statuses[0].favourited && list.statuses[0].favouritesCount == 21)
  }

  @Test func deletedPostKeepsItsNumber() {
    var list = StatusList([Status.fixtures.plain, boost, Status.fixtures.long])
    list.remove(boost.displayed.id)
    #expect(list.numbered.count == 3)
    let items = Document(kind: "x", blocks: list.blocks(context: .home, layout: layout())).items
    #expect(items.map(\.number) == [1, 2, 3])
    #expect(items.map { $0.references.isEmpty } == [false, true, false])
  }

  @Test func aStatusIsFoundByItsOwnIdAsABoostOrAsAQuote() {
    let list = StatusList([boost, quote])
    #expect(list.status(boost.displayed.id) == boost.displayed)
    #expect(list.status(boost.id) == boost)
    #expect(list.status(Status.fixtures.threadRoot.id) == Status.fixtures.threadRoot)
    #expect(list.status("404") == nil)
  }
}

@MainActor
@Suite struct StatusActsTests {
  /// A screen that remembers each form that a status had on it.
  @MainActor
  final class Screen {
    var list = StatusList([Status.fixtures.plain, Status.fixtures.pollOpen])
    var seen: [Status] = []

    func acts(_ service: StatusService) -> StatusActs {
      StatusActs(
        service: service, known: { self.list.status($0) }, revealed: { self.list.reveal($0) },
        changed: {
          self.seen.append($0)
          self.list.replace($0)
        }, removed: { self.list.remove($0) })
    }
  }

  let screen = Screen()
  let plain = Status.fixtures.plain

  @Test func anActIsShownAtOnceAndPutRightByTheServer() async throws {
    let answer = plain.with {
      $0.favourited = true
      $0.favouritesCount = 25
    }
    var service = StatusService.failing
    service.mark = { _, _, _ in answer }
    let result = try await screen.acts(service).mark(plain.id, .favourite, true)
    #expect(result == answer)
    #expect(screen.seen.map(\.favouritesCount) == [20, 25])
    #expect(screen.seen.map(\.favourited) == [true, true])
  }

  @Test func anActThatFailsIsPutBackAndSaidInWords() async throws {
    await #expect(throws: AppError.fixtures.noConnection) {
      try await screen.acts(.failing).mark(plain.id, .boost(nil), true)
    }
    #expect(screen.seen.map(\.reblogged) == [true, false])
    #expect(screen.list.status(plain.id) == plain)
  }

  @Test func newItemsSurviveAFailure() async throws {
    let (screen, plain) = (screen, plain)
    var service = StatusService.failing
    service.mark = { _, _, _ in
      await MainActor.run { screen.list.replace(plain.with { $0.repliesCount = 7 }) }
      throw MastodonError.fixtures.offline
    }
    await #expect(throws: AppError.self) { try await screen.acts(service).mark(plain.id, .bookmark, true) }
    #expect(screen.list.status(plain.id)?.repliesCount == 7)
    #expect(screen.list.status(plain.id)?.bookmarked == false)
  }

  @Test func failedRepetitionUndoesNothing() async throws {
    let marked = Status.fixtures.marked
    screen.list = StatusList([marked])
    await #expect(throws: AppError.self) { try await screen.acts(.failing).mark(marked.id, .favourite, true) }
    #expect(screen.list.status(marked.id) == marked)
  }

  @Test func aVotePutsTheServersPollOnTheScreen() async throws {
    var service = StatusService.failing
    service.vote = { _, _, choices in choices == [0] ? Poll.fixtures.voted : Poll.fixtures.open }
    _ = try await screen.acts(service).vote(Status.fixtures.pollOpen, [0])
    #expect(screen.list.status(Status.fixtures.pollOpen.id)?.poll == Poll.fixtures.voted)
  }

  @Test func postsThatAreNotOnTheScreenAreRequested() async throws {
    var service = StatusService.failing
    service.status = { _ in Status.fixtures.long }
    let status = try await screen.acts(service).status("1")
    #expect(status == Status.fixtures.long)
    let known = try await screen.acts(.failing).status(plain.id)
    #expect(known == plain)
  }

  @Test func aStatusStaysUntilTheServerHasDeletedIt() async throws {
    await #expect(throws: AppError.self) { try await screen.acts(.failing).delete(plain.id) }
    #expect(screen.list.deleted.isEmpty)
    var service = StatusService.failing
    service.delete = { _, _ in }
    try await screen.acts(service).delete(plain.id)
    #expect(screen.list.deleted == [plain.id])
  }
}
