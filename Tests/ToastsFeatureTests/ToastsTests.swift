import FeatureKit
import FoundationEssentials
import MastodonKit
import TerminalKit
import Testing
import ToastsFeature

@MainActor @Suite struct ToastsTests {
  private func words(_ state: Toasts.State, _ format: Renderer.Format = .plain, width: Int = 60) -> String {
    Renderer(format: format, width: width, theme: .mono, colors: .none, showsHint: false, hyperlinks: false)
      .render(Toasts.view(state, layout: Layout(width: width, now: Date.fixtureNow)))
  }

  @Test func theLastIsFirstAndWarningsHaveASign() {
    let lines = words(.fixtures.several).split(separator: "\n").dropFirst(2).map(String.init)
    #expect(lines[0].hasSuffix("Sent."))
    #expect(lines[2].contains("! What is typed is not kept"))
    #expect(!words(.fixtures.several, .spoken).contains("! "))
    #expect(words(.fixtures.several, .spoken).contains("Warning: What is typed is not kept"))
  }

  @Test func aVerbTakesHowManyAreListed() async throws {
    var asked: [Int] = []
    let model = Toasts.Model { limit in
      asked.append(limit)
      return []
    }
    let verb = try #require(Toasts.plugin(model: model).verbs.first)
    let context = ArgumentContext(
      highestNumber: { 0 }, shown: { _ in nil }, resolve: { _, _ in throw AppError.notFound("nobody") })
    for words in [[], ["--limit", "3"]] {
      let arguments = ArgumentList(words.map { ArgumentList.Word($0) })
      _ = try await verb.run(ArgumentReader(arguments, for: verb, context: context))
    }
    #expect(asked == [20, 3])
    let tooMany = ArgumentList(["--limit", "201"].map { ArgumentList.Word($0) })
    await #expect(throws: AppError.self) {
      _ = try await verb.run(ArgumentReader(tooMany, for: verb, context: context))
    }
  }

  @Test func whatScriptsGetIsTheTimeTheKindAndTheWords() {
    let json = words(.fixtures.several, .json)
    #expect(json.contains(#""kind":"warning","message":"What is typed is not kept"#))
    #expect(!words(.fixtures.hostile, .json).contains("\u{1B}"))
  }
}
