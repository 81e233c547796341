import FeatureKit
import FeatureTestKit
import FoundationEssentials
import MastodonKit
import MessagesFeature
import TerminalKit
import Testing

@MainActor @Suite struct MessagesTests {
  private func rendered(_ state: Messages.State, _ format: Renderer.Format = .plain, width: Int = 60) -> String {
    Renderer(format: format, width: width, theme: .mono, colors: .none, showsHint: false, hyperlinks: false)
      .render(Messages.view(state, layout: Layout(width: width, now: Date.fixtureNow)))
  }

  @Test func newestMessageIsFirstAndWarningsAreMarked() {
    let lines = rendered(.fixtures.several).split(separator: "\n").dropFirst(2).map(String.init)
    #expect(lines[0].hasSuffix("Sent."))
    #expect(lines[2].contains("! Command history is not saved"))
    #expect(!rendered(.fixtures.several, .spoken).contains("! "))
    #expect(rendered(.fixtures.several, .spoken).contains("Warning: Command history is not saved"))
  }

  @Test func limitOptionSetsTheNumberOfMessages() async throws {
    var limits: [Int] = []
    let model = Messages.Model { limit in
      limits.append(limit)
      return []
    }
    let verb = try #require(Messages.plugin(model: model).verbs.first)
    let context = ArgumentContext(
      highestNumber: { 0 }, shown: { _ in nil }, resolve: { _, _ in throw AppError.notFound("x") })
    for words in [[], ["--limit", "3"]] {
      let arguments = ArgumentList(words.map { ArgumentList.Word($0) })
      _ = try await verb.run(ArgumentReader(arguments, for: verb, context: context))
    }
    #expect(limits == [20, 3])
    let tooMany = ArgumentList(["--limit", "201"].map { ArgumentList.Word($0) })
    await #expect(throws: AppError.self) {
      _ = try await verb.run(ArgumentReader(tooMany, for: verb, context: context))
    }
  }

  @Test func jsonHasKindAndMessageWithoutControlCharacters() {
    let json = rendered(.fixtures.several, .json)
    #expect(json.contains(#""kind":"warning","message":"Command history is not saved"#))
    #expect(!rendered(.fixtures.hostile, .json).contains("\u{1B}"))
  }
}
