import FeatureKit
import FeatureTestKit
import Foundation
import MastodonKit
import StatusKit
import Synchronization
import TerminalKit
import Testing

@testable import FiltersFeature

@MainActor @Suite struct FilterContentsTests {
  /// A server with two filters.
  private final class Server: Sendable {
    let log = Mutex<[String]>([])
    let filters = Mutex<[Filter]>([Filters.FilterFixtures.spoilers, Filters.FilterFixtures.crypto])

    private func note(_ words: String) { log.withLock { $0.append(words) } }

    private static func text(_ draft: FilterDraft) -> String {
      let words = draft.keywords.map { ($0.isRemoved ? "-" : "+") + $0.keyword + ($0.wholeWord == false ? "*" : "") }
      let places = draft.contexts.map(\.rawValue).joined(separator: ",")
      return ([draft.title ?? "", places, draft.action?.rawValue ?? "", draft.seconds.map(String.init) ?? ""] + words)
        .filter { !$0.isEmpty }.joined(separator: " ")
    }

    var service: FilterService {
      FilterService(
        all: { [self] in
          note("list")
          return filters.withLock(\.self)
        },
        filter: { _ in Filters.FilterFixtures.spoilers },
        create: { [self] draft in
          note("create \(Self.text(draft))")
          return Filters.FilterFixtures.crypto
        },
        update: { [self] id, draft in
          note("update \(id) \(Self.text(draft))")
          var filter = Filters.FilterFixtures.spoilers
          filter.keywords.removeAll { keyword in draft.keywords.contains { $0.id == keyword.id } }
          filter.keywords += draft.keywords.filter { !$0.isRemoved }.map {
            Filter.Keyword(id: $0.id ?? "77", keyword: $0.keyword, wholeWord: $0.wholeWord ?? true)
          }
          return filter
        }, delete: { _ in },
        addStatus: { [self] status, filter in
          note("put \(status) \(filter)")
          return FilterStatus(id: "9", statusID: status)
        }, removeStatus: { [self] id in note("take \(id)") })
    }
  }

  private let server = Server()
  /// The changes of posts that the screens received.
  @MainActor private final class Shown { var matches: [String] = [] }
  private let shown = Shown()

  private func type(_ line: [String]) async throws -> Response {
    let (server, screens) = (server, shown)
    let model = Filters.model(server.service)
    let plugin = Filters.plugin(
      model: { model }, action: .fixtures.none,
      contents: Filters.Contents(
        service: server.service, now: { .fixtureNow },
        status: { id in
          var status = Status.fixtures.plain
          status.id = id
          status.filtered = [FilterResult(filter: Filters.FilterFixtures.spoilers, keywordMatches: ["final episode"])]
          return status
        }, changed: { server.log.withLock { $0.append("changed") } },
        match: { id, result, isAdded in screens.matches.append("\(isAdded ? "+" : "-")\(id) \(result.filter.title)") }))
    let context = ArgumentContext.showing((1...3).map { [.status(Status.ID("77777\($0)"))] }) { _, _ in
      .account(Account.fixtures.rook.id)
    }
    return try await plugin.verbs.type(words: line, in: context)
  }

  private func words(_ response: Response) -> String {
    switch response {
    case .toast(let toast): return toast.text.plain
    case .view(let view):
      return Renderer(
        format: .plain, width: 200, theme: .mono, colors: .none, showsHint: false, hyperlinks: false
      ).render(view(Layout(width: 200, now: .fixtureNow)))
    default: return "(else)"
    }
  }

  @Test(arguments: [
    (
      ["filter", "add", "Spoilers", "\"season two\"", "rain*"], "update 901 +season two +rain*",
      "Added “season two”, “rain*” to the filter “Spoilers”. Type refresh to apply it to this screen."
    ),
    (
      ["filter", "add", "spoil", "spoil"], "update 901 +spoil",
      "Added “spoil” to the filter “Spoilers”. Type refresh to apply it to this screen."
    ),
    (
      [
        "filter", "edit", "Spoilers", "--action", "hide", "--context", "home,thread", "--expires", "1d", "--keyword",
        "end",
      ],
      "update 901 home,thread hide 86400 +end",
      "Changed the filter “Spoilers”. Type refresh to apply it to this screen."
    ),
    (
      ["filter", "remove", "Spoilers", "Final Episode"], "update 901 -final episode",
      "Removed “Final Episode” from the filter “Spoilers”. Type refresh to apply it to this screen."
    ),
    (["filter-post", "2", "Crypto"], "put 777772 902", "Put 1 post into the filter “Crypto”."),
    (["filter-post", "1-2", "crypto"], "put 777772 902", "Put 2 posts into the filter “Crypto”."),
    (["filter-post", "1,3", "crypto"], "put 777773 902", "Put 2 posts into the filter “Crypto”."),
    (["filter-post", "1", "2", "crypto"], "put 777772 902", "Put 2 posts into the filter “Crypto”."),
    (
      ["unfilter-post", "2"], "list", "No filter is about that post itself. filter why N shows the filters that match."
    ),
    (
      ["unfilter-post", "2", "Crypto"], "list",
      "No filter is about that post itself. filter why N shows the filters that match."
    ),
  ])
  func wordsAndPostsAreChangedInOneLine(_ line: [String], _ request: String, _ answer: String) async throws {
    let response = try await type(line)
    #expect(server.log.withLock { $0.last { $0 != "changed" } } == request)
    #expect(words(response) == answer)
  }

  /// Two filters may have one name, and a post may be in several filters: `undo` names the filter by its id.
  @Test(arguments: [
    (["filter", "add", "Spoilers", "\"season two\"", "rain*"], #"filter remove id:901 "season two" "rain""#),
    (["filter", "remove", "Spoilers", "Final Episode"], #"filter add id:901 "final episode""#),
    (["filter", "edit", "Spoilers", "--action", "hide"], "filter edit id:901 --action warn"),
    (["filter", "rename", "Spoilers", "No", "end"], "filter rename id:901 Spoilers"),
    (["filter-post", "2", "Crypto"], "unfilter-post id:777772 id:902"),
    (["filter-post", "2", "id:902"], "unfilter-post id:777772 id:902"),
  ])
  func undoNamesTheFilterByItsID(_ line: [String], _ undo: String) async throws {
    guard case .toast(let toast) = try await type(line) else { throw AppError.cancelled }
    #expect(toast.undo == .command(.init(undo)), "\(String(describing: toast.undo))")
  }

  @Test func screensHearOfPostsThatWerePutIntoAFilter() async throws {
    _ = try await type(["filter-post", "1-2", "crypto"])
    #expect(shown.matches == ["+777771 Crypto", "+777772 Crypto"])
  }

  @Test func aMatchIsAddedOnceAndRemovedAlone() {
    var status = Status.fixtures.plain
    let filter = Filters.FilterFixtures.spoilers
    let result = FilterResult(filter: filter, statusMatches: [status.id])
    status.filtered = [FilterResult(filter: filter, keywordMatches: ["episode"])]
    let matched = status.matching(result, isAdded: true).matching(result, isAdded: true)
    #expect(matched.filtered.map(\.statusMatches) == [[status.id]])
    #expect(matched.matching(result, isAdded: false).filtered == status.filtered)
    status.filtered = []
    #expect(status.matching(result, isAdded: true).matching(result, isAdded: false).filtered.isEmpty)
  }

  @Test func aFilterIsCreatedInOneLine() async throws {
    let response = try await type([
      "filter", "create", "--keyword", "kettle,boiler*", "--context", "home,thread", "--action", "hide", "--expires",
      "1w", "Kettles",
    ])
    #expect(server.log.withLock(\.self) == ["create Kettles home,thread hide 604800 +kettle +boiler*", "changed"])
    #expect(words(response) == "Created the filter “Crypto”. Type refresh to apply it to this screen.")
  }

  @Test(arguments: [
    ["filter", "create", "Kettles", "--keyword", ""], ["filter", "create", "Kettles", "--keyword", " , *"],
    ["filter", "create", "Kettles", "--keyword", "kettle", "--keyword", ""],
    ["filter", "edit", "Spoilers", "--keyword", ""],
  ])
  func aKeywordWithoutAWordIsRefused(_ line: [String]) async {
    await #expect {
      try await type(line)
    } throws: { error in
      guard case .usage("--keyword needs a word.", let suggestion) = error as? AppError else { return false }
      return suggestion.hasPrefix("Usage: filter ")
    }
    #expect(!server.log.withLock(\.self).contains { $0.hasPrefix("create") || $0.hasPrefix("update") })
  }

  @Test(arguments: [["filter", "add", "Spoilers", ""], ["filter", "remove", "Spoilers", "end", " "]])
  func aWordWithoutCharactersIsRefused(_ line: [String]) async {
    await #expect {
      try await type(line)
    } throws: { AppError($0).message == "Which words?" }
    #expect(!server.log.withLock(\.self).contains { $0.hasPrefix("update") })
  }

  @Test func emptyKeywordsAreIgnored() async throws {
    _ = try await type(["filter", "create", "Kettles", "--keyword", "kettle, ,boiler*"])
    #expect(server.log.withLock { $0.first }?.hasSuffix(" +kettle +boiler*") == true)
  }

  private func deletion(_ words: [String]) async throws -> (question: String, toast: Toast) {
    guard case .confirm(let confirmation) = try await type(words),
      case .toast(let toast) = try await confirmation.proceed()
    else { throw AppError.cancelled }
    return (confirmation.question, toast)
  }

  @Test func aDeletedFilterIsMadeAgainUnlessItIsAboutSinglePosts() async throws {
    var filter = Filter(
      id: "5", title: "Two words", contexts: [.home, .thread], action: .hide,
      expiresAt: Date.fixtureNow.addingTimeInterval(7200),
      keywords: [
        Filter.Keyword(id: "1", keyword: "season two", wholeWord: true),
        Filter.Keyword(id: "2", keyword: "rain", wholeWord: false),
      ])
    #expect(
      Filters.recreation(of: filter, now: .fixtureNow)
        == "filter create \"Two words\" --keyword \"season two\" --keyword \"rain*\" --context home,thread "
        + "--action hide --expires \"2 h\"")
    #expect(Filters.recreation(of: filter, now: Date.fixtureNow.addingTimeInterval(9000)) == nil)
    filter.expiresAt = nil
    filter.keywords[0].keyword = "one, two"
    #expect(Filters.recreation(of: filter, now: .fixtureNow) == nil)
    let (question, toast) = try await deletion(["filter", "delete", "Spoilers"])
    #expect(
      Filters.FilterFixtures.spoilers.statuses.isEmpty
        == (toast.undo != nil) && question.hasSuffix(toast.undo == nil ? "This can't be undone." : "You can undo this.")
    )
  }

  @Test func aPostIsTakenOutOfItsFilter() async throws {
    server.filters.withLock {
      $0[1].statuses = [FilterStatus(id: "5", statusID: "777771")]
    }
    #expect(words(try await type(["unfilter-post", "1"])) == "Took 1 post out of the filter.")
    #expect(server.log.withLock(\.self) == ["list", "take 5", "changed"])
  }

  @Test func postThatExistsIsNotSent() async throws {
    server.filters.withLock { $0[1].statuses = [FilterStatus(id: "5", statusID: "777771")] }
    #expect(words(try await type(["filter-post", "1", "Crypto"])) == "The filter “Crypto” has it already.")
    #expect(server.log.withLock { !$0.contains { $0.hasPrefix("put") } })
  }

  @Test(arguments: [String(repeating: "ab ", count: 350_000), "e" + String(repeating: "\u{301}", count: 500_000)])
  func aPlaceThatNoClientKnowsFillsNoScreen(_ place: String) {
    let filter = Filter(id: "905", title: place, contexts: [.unknown(place)], action: .warn)
    let lines = words(.view { Filters.State(.loaded([filter])).document(Filters.face, layout: $0) }).split(
      separator: "\n")
    #expect(lines.count < 60)
    #expect(lines.contains { $0.contains("…") })
  }

  @Test func whyNamesTheFilterAndItsWords() async throws {
    let text = words(try await type(["filter", "why", "1"]))
    #expect(text.contains("Spoilers: folded in home, public, because it contains “final episode”."))
    #expect(server.log.withLock(\.self).isEmpty, "nothing is asked for that the post says itself")
  }

  @Test(arguments: [
    ["filter", "add", "Spoilers"], ["filter", "remove", "Spoilers", "nothing"], ["filter", "add", "Nobody", "x"],
    ["filter", "create", "--context", "attic", "Name"], ["filter", "delete", "--expires", "1d", "Spoilers"],
    ["filter-post", "1"], ["filter", "why"],
  ])
  func incompleteInputIsRefusedAndSendsNothing(_ line: [String]) async {
    await #expect(throws: AppError.self) { _ = try await type(line) }
    #expect(server.log.withLock { !$0.contains { $0 != "list" } })
  }
}
