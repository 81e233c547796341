import FeatureKit
import FeatureTestKit
import MastodonKit
import StatusKit
import TerminalKit
import Testing

@testable import RulesFeature

@MainActor @Suite struct RulesTests {
  private final class Store {
    var rules: [PostRule] = []
  }

  private let store = Store()

  private func verbs(_ posts: [Status] = []) -> [Verb] {
    let store = store
    var action = Rules.Action.fixtures.none
    action.all = { Rules.State(store.rules) }
    action.add = { kind, text in
      store.rules.append(PostRule(id: store.rules.count + 1, kind, text))
      return store.rules[store.rules.count - 1]
    }
    action.delete = { id in store.rules.removeAll { $0.id == id } }
    action.shown = { _ in
      (
        Dictionary(uniqueKeysWithValues: posts.map { ($0.displayed.id, $0) }),
        ArchiveQuery.Reader(place: .home, host: "shore.example", zone: .utc)
      )
    }
    action.check = { query in
      for term in query.groups.flatMap(\.alternatives) where term.condition == .place(.list("Nobody")) {
        throw AppError.usage("You have no list “Nobody”.", suggestion: "Your lists: Boats.")
      }
    }
    return Rules.plugin(action: action).verbs
  }

  private func message(_ response: Response) -> String {
    switch response {
    case .toast(let toast): toast.text.plain
    case .view(let view): text(view(.fixture))
    default: "\(response)"
    }
  }

  private func error(_ line: String) async -> AppError? {
    await #expect(throws: AppError.self) { _ = try await verbs().type(line) }
  }

  @Test func aListThatThereIsNotIsRefused() async throws {
    #expect(await error("rule add hide in:list:Nobody")?.message == "You have no list “Nobody”.")
    #expect(await error("rule try canal in:list:Nobody")?.suggestion == "Your lists: Boats.")
    #expect(store.rules.isEmpty)
  }

  @Test func rulesAreAddedListedAndDeleted() async throws {
    #expect(message(try await verbs().type("rules")).contains("No rules yet."))
    #expect(
      message(try await verbs().type("rule add hide match:/crypto/i in:home"))
        == "Rule 1 hides posts: match:/crypto/i in:home")
    #expect(
      message(try await verbs().type("rule add alert #canal from:@rook"))
        == "Rule 2 tells you of posts: #canal from:@rook")
    let list = message(try await verbs().type("rules"))
    #expect(list.contains("1 hide match:/crypto/i in:home") && list.contains("told you of nothing yet"))
    #expect(message(try await verbs().type("rule delete 2")) == "Deleted rule 2: alert #canal from:@rook")
    #expect(store.rules.map(\.id) == [1])
  }

  @Test func aQuotedRuleLosesItsQuotesAndKeepsThoseInside() async throws {
    let context = ArgumentContext.nothing
    let verb = try #require(verbs().first { $0.name == "rule" })
    for (text, source) in [(#"canal "upper lock""#, #"'canal "upper lock"'"#), ("buy; now", "\"buy; now\"")] {
      let words = [ArgumentList.Word("add"), .init("hide"), .init(text, isQuoted: true, source: source)]
      _ = try await verb.run(ArgumentReader(ArgumentList(words), for: verb, context: context))
    }
    #expect(store.rules.map(\.text) == [#"canal "upper lock""#, "buy; now"])
  }

  @Test func deletingCanBeUndone() async throws {
    _ = try await verbs().type("rule add hide crypto")
    guard case .toast(let toast) = try await verbs().type("rule delete 1") else { return }
    #expect(toast.undo == .command(Hint.Command("rule add hide 'crypto'")))
    #expect(Rules.recreation(of: PostRule(id: 1, .hide, "don't")) == "rule add hide \"don't\"")
    #expect(Rules.recreation(of: PostRule(id: 1, .hide, #"don't "go""#)) == nil)
  }

  @Test func aTrialNamesThePostsOnTheScreen() async throws {
    let posts = [Status.fixtures.plain, Status.fixtures.linkCard]
    let context = ArgumentContext.showing(posts.map { [.status($0.displayed.id)] })
    let word =
      ExcerptText.of(posts[1], limit: 200).split(separator: " ").first { $0.count > 3 && $0.allSatisfy(\.isLetter) }
      ?? ""
    let answer = message(try await verbs(posts).type("rule try \(word)", in: context))
    #expect(answer.contains("of the 2 posts on the screen") && answer.contains("2 "), "\(answer)")
    #expect(message(try await verbs(posts).type("rule try zzz", in: context)).contains("none of the 2 posts"))
    let error = await error("rule try zzz")
    #expect(error?.message == "No posts are on the screen.")
  }

  @Test(arguments: [
    ("rule add", "What is the rule to do?"), ("rule add crypto", "“crypto” is not one of the choices."),
    ("rule add hide", "A rule needs words or operators."), ("rule add hide form:rook", "Unknown operator “form:”."),
    ("rule add hide match:/(/", "match: has a mistake at character 1 of “(”. “(” is never closed."),
    ("rule try", "A rule needs words or operators."), ("rule delete", "Which rule?"), ("rule delete 99", "No rule 99."),
    ("rule delete it", "“it” is not the number of a rule."), ("rule hide crypto", "“hide” is not one of the choices."),
  ])
  func wrongInputIsRefused(_ line: String, _ words: String) async {
    let error = await error(line)
    #expect(error?.message == words)
    #expect(error?.suggestion.isEmpty == false)
  }

  @Test func theSameRuleIsNotAddedTwice() async throws {
    _ = try await verbs().type("rule add hide crypto")
    await #expect(error("rule add hide crypto")?.message == "Rule 1 is the same.")
    _ = try await verbs().type("rule add alert crypto")
  }

  @Test func onlyReadingHasADryRun() async throws {
    let verb = try #require(verbs().first { $0.name == "rule" })
    func effect(_ words: [String]) throws -> Verb.Effect {
      try verb.effect(ArgumentReader(ArgumentList(words.map { .init($0) }), for: verb, context: .nothing))
    }
    #expect(
      try effect([]) == .reads && effect(["try", "a"]) == .reads && effect(["add", "hide", "a"]) == .changesOnlyMachine)
  }
}
