import FeatureKit
import FeatureTestKit
import FoundationEssentials
import MastodonKit
import MastodonTestKit
import StatusKit
import Synchronization
import TerminalKit
import Testing

/// The pages of a timeline such as that of a list, a tag group or another server.
@MainActor
@Suite struct StatusTimelinePagingTests {
  /// Gives its answers one after the other.
  final class Server: Sendable {
    let answers: Mutex<[Result<Page<Status>, MastodonError>]>
    let asked = Mutex(0)

    init(_ answers: [Result<Page<Status>, MastodonError>]) { self.answers = Mutex(answers) }

    func answer() throws -> Page<Status> {
      asked.withLock { $0 += 1 }
      return try answers.withLock { try $0.removeFirst().get() }
    }
  }

  private func model(_ server: Server) -> StatusTimeline.Model {
    StatusTimeline.Model(
      state: StatusTimeline.State(kind: "list", title: "List", label: "list", context: .home, emptyText: "Nothing."),
      in: .fixture(), heading: { _ in ListHeading(title: "The canal · list", label: "The canal") },
      visit: { _ in nil }
    ) { _ in try server.answer() }
  }

  @Test func onlyFiltersOfTheTimelinesContextHidePosts() async {
    let hidden = Status.fixtures.filteredHide
    var elsewhere = Status.fixtures.filteredHide
    elsewhere.id = "4711"
    elsewhere.filtered[0].filter.contexts = [.public]
    let model = model(Server([.success(Page([Status.fixtures.plain, hidden, elsewhere]))]))
    await model.load()
    #expect(model.state.list.statuses.map(\.id) == [Status.fixtures.plain.id, "4711"])
  }

  @Test func aFailedRefreshLeavesThePageThatIsShown() async {
    let model = model(Server([.success(Page([Status.fixtures.plain])), .failure(.fixtures.offline)]))
    await model.load()
    await #expect(throws: AppError.fixtures.noConnection) { try await model.refresh() }
    #expect(model.state.page.isLoaded)
    #expect(model.state.list.statuses == [Status.fixtures.plain])
  }

  @Test func aFirstFailureIsShown() async {
    let model = model(Server([.failure(.fixtures.offline)]))
    await model.load()
    #expect(model.state.page.error == .fixtures.noConnection)
  }

  @Test func noPageIsRequestedAfterTheLast() async throws {
    let server = Server([.success(Page([Status.fixtures.plain], older: Cursor("7"))), .success(Page([], older: nil))])
    let model = model(server)
    await model.load()
    #expect(try await model.older() == false)
    #expect(try await model.older() == false)
    #expect(server.asked.withLock(\.self) == 2)
    #expect(model.state.list.statuses == [Status.fixtures.plain])
  }

  @Test func aPostThatAFilterHidesIsNotShown() async {
    let hidden = Status.fixtures.filteredHide
    #expect(hidden.filterVerdict(in: .home, at: .fixtureNow) == .hide)
    let model = model(Server([.success(Page([Status.fixtures.plain, hidden]))]))
    await model.load()
    #expect(model.state.list.statuses == [Status.fixtures.plain])
  }

  @Test func aQuoteThatAFilterHidesIsNotShown() {
    let hidden = Status.fixtures.filteredHide
    let quoting = Status.fixtures.plain.with { $0.quote = Quote(state: .accepted, quotedStatus: hidden) }
    let shown = item(quoting)
    #expect(text(shown.blocks).contains("A quoted post that your filters hide."))
    #expect(!text(shown.blocks).contains("Extra time") && !shown.spoken.contains("Extra time"))
    let revealed = item(quoting, options: StatusView.Options(isRevealed: true))
    #expect(text(revealed.blocks).contains("Extra time"))
  }
}
