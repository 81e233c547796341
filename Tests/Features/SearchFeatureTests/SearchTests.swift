import FeatureKit
import FeatureTestKit
import SearchFeature
import StatusKit
import Synchronization
import TerminalKit
import Testing

@testable import MastodonKit

@MainActor
@Suite struct SearchTests {
  /// Runs a line, and returns what it asked for.
  private func requests(
    of lines: [String], recent: [RecentSearches.Search] = [], remembers: Bool = true,
    shown: [Int: [Reference]] = [:]
  ) async throws -> (shown: [SearchQuery], noted: [RecentSearches.Search], last: Response?) {
    let noted = Mutex<[RecentSearches.Search]>([])
    var requests: [SearchQuery] = []
    var last: Response?
    let plugin = Search.plugin(
      action: Search.Action(
        show: { query, _ in
          requests.append(query)
          return .screen
        },
        recent: RecentSearches(
          all: { recent }, note: { search in noted.withLock { $0.append(search) } }, clear: { recent.count }),
        remembers: { remembers }))
    let verb = try #require(plugin.verbs.first)
    for line in lines {
      let context = ArgumentContext(
        highestNumber: { shown.keys.max() ?? 0 }, shown: { shown[$0] }, resolve: { _, _ in throw AppError.cancelled })
      let words = line.split(separator: " ").map { word in
        let bare = word.filter { $0 != "\"" }
        return ArgumentList.Word(bare, isQuoted: bare.count < word.count, source: String(word))
      }
      last = try await verb.run(ArgumentReader(ArgumentList(words), for: verb, context: context))
    }
    return (requests, noted.withLock { $0 }, last)
  }

  @Test func operatorsAndQuotesReachTheServerAsTyped() async throws {
    let lines = ["from:@zoe has:media", "\"fog\"", "-from:@rook is:reply before:2026-01-01 --posts"]
    let outcome = try await requests(of: lines)
    #expect(
      outcome.shown.map(\.text) == [
        "from:@zoe has:media", "\"fog\"", "-from:@rook is:reply before:2026-01-01",
      ])
    #expect(outcome.shown.map(\.kind) == [nil, nil, .statuses])
    #expect(outcome.noted.map(\.text) == outcome.shown.map(\.text))
  }

  @Test func onlyAddressesAreLookedUpOnOtherServers() async throws {
    let lines = [
      "@zoe@shore.example", "https://shore.example/@zoe/1", "canal", "from:@zoe@shore.example", "mail me@home",
    ]
    #expect(try await requests(of: lines).shown.map(\.resolves) == [true, true, false, false, false])
  }

  @Test func numberOfARecentSearchRepeatsIt() async throws {
    let search = Reference(kind: .search, id: "statuses upper lock")
    let outcome = try await requests(of: ["1", "2"], shown: [1: [search]])
    #expect(outcome.shown.first == SearchQuery("upper lock", kind: .statuses))
    #expect(outcome.shown.last == SearchQuery("2"), "a number that stands for nothing is searched for")
  }

  @Test func scriptsLeaveNoTrace() async throws {
    #expect(try await requests(of: ["canal"], remembers: false).noted.isEmpty)
  }

  @Test func twoKindsAreRefused() async throws {
    await #expect(throws: AppError.self) { try await requests(of: ["canal --posts --tags"]) }
  }

  @Test func clearingSaysHowManyThereWere() async throws {
    let outcome = try await requests(of: ["--clear"], recent: [.init("canal"), .init("fog")])
    guard case .toast(let toast) = outcome.last else {
      Issue.record("no confirmation")
      return
    }
    #expect(toast.text.plain == "Deleted 2 recent searches.")
  }

  @Test func onlyASearchForPostsSaysThatNotEveryPostIsFound() {
    func text(_ kind: SearchQuery.Kind?) -> String { Search.results(SearchQuery("fog", kind: kind)).emptyText }
    #expect(text(.accounts) == "No accounts for “fog”." && text(.hashtags) == "No tags for “fog”.")
    #expect(text(.statuses).hasSuffix("help search.") && text(nil).hasSuffix("help search."))
    #expect(
      Search.results(SearchQuery("for cats")).emptyText == "No results for “for cats”. Perhaps: search cats")
  }

  @Test func resultsOfAllKindsShareOneSequenceOfNumbers() async {
    let service = SearchService(search: { query, request in
      #expect(request.limit == Search.overviewLimit && query.kind == nil)
      return Linked(
        SearchResults(accounts: [.fixtures.wren], statuses: [Status.fixtures.plain], hashtags: [.fixtures.rising]))
    })
    let query = SearchQuery("canal")
    let model = Search.model(
      query, pageSize: 20, showing: TimelineOptions(), service: service, in: .fixture(), kept: { _ in [] })
    let screen = Search.screen(query, model: model)
    await screen.load()
    let document = screen.document(Layout(now: .fixtureNow))
    #expect((1...3).compactMap { document.references(numbered: $0)?.first?.kind } == [.account, .tag, .status])
  }

  @Test func favouriteGivenElsewhereIsShown() async throws {
    let service = SearchService(search: { _, _ in Linked(SearchResults(statuses: [Status.fixtures.plain])) })
    let query = SearchQuery("canal", kind: .statuses)
    let container = Search.model(
      query, pageSize: 20, showing: TimelineOptions(), service: service, in: .fixture(), kept: { _ in [] })
    let screen = Search.screen(query, model: container)
    await screen.load()
    var status = try #require(container.shownStatus(Status.fixtures.plain.id))
    status.favourited = true
    container.replace(status)
    #expect(container.shownStatus(status.id)?.favourited == true)
    container.remove(status.id)
    #expect(screen.document(Layout(now: .fixtureNow)).items.first?.spoken.hasPrefix("Deleted") == true)
  }

  @Test func aServerThatCannotBeReachedLeavesWhatWasRead() async {
    let error = MastodonError.unreachable(host: "shore.example", reason: .offline, operation: "search")
    let service = SearchService(search: { _, _ in throw error })
    for (kept, isTold) in [([Status.fixtures.plain], true), ([], false)] {
      let model = Search.model(
        SearchQuery("heron"), pageSize: 20, showing: TimelineOptions(), service: service, in: .fixture(),
        kept: { _ in kept })
      let refusal = await #expect(throws: AppError.self) { try await model.rows.refresh() }
      #expect((refusal?.suggestion == "For what you read: find heron") == isTold)
      #expect(refusal?.message == AppError(error).message)
    }
  }
}
