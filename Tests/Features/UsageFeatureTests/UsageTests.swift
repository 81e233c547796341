import FeatureKit
import FeatureTestKit
import FoundationEssentials
import MastodonKit
import TerminalKit
import Testing
import UsageFeature

@MainActor @Suite struct UsageTests {
  private func rendered(_ state: Usage.State, width: Int = 60) -> String {
    Renderer(format: .plain, width: width, theme: .mono, colors: .none, showsHint: false, hyperlinks: false)
      .render(Usage.view(state, layout: Layout(width: width, now: Date.fixtureNow)))
  }

  @Test func totalsAreSortedByNumberOfRuns() {
    let totals = Usage.State.fixtures.several.totals
    #expect(totals.map(\.command) == ["fav", "home", "open", "post"])
    #expect(totals.map(\.count) == [3, 2, 1, 1])
    #expect(totals[1].average == 5312)
    #expect(totals[0].slowest == 125_000)
    #expect(Usage.State.fixtures.several.slowest.map(\.milliseconds) == [125_000, 10_412, 733, 212, 88])
  }

  @Test func durationsAreRounded() {
    let text = rendered(.fixtures.several)
    #expect(text.contains("home     2     5.3 s    10.4 s   10.6 s"))
    #expect(text.contains("fav      3     41.6 s   2 min    2 min"))
    #expect(text.contains("fav      2 min   3 min"))
  }

  @Test func screenExplainsHowToTurnRecordingOn() {
    #expect(rendered(.fixtures.off).contains("Usage is not recorded. To turn it on, type:\n  set usage-log on\n"))
    #expect(rendered(.fixtures.stopped).contains("Usage is not recorded. To turn it on, type:\n"))
    #expect(rendered(.fixtures.empty).contains("No commands recorded yet."))
  }

  @Test(arguments: ["log in", "log out", "usage off"]) func signingInIsNotTheLog(_ line: String) async {
    let plugin = Usage.plugin(
      model: Usage.Model { .fixtures.several }, action: Usage.Action(clear: { Issue.record("cleared") }))
    let error = await #expect(throws: AppError.self) { try await plugin.verbs.type(line) }
    #expect(error?.suggestion == "Sign in or out: login HOST, logout.")
  }

  @Test func clearDeletesTheLog() async throws {
    var cleared = 0
    let model = Usage.Model { .fixtures.several }
    let plugin = Usage.plugin(model: model, action: Usage.Action(clear: { cleared += 1 }))
    let verb = try #require(plugin.verbs.first)
    let context = ArgumentContext(
      highestNumber: { 0 }, shown: { _ in nil }, resolve: { _, _ in throw AppError.notFound("x") })
    let arguments = ArgumentList([ArgumentList.Word("clear")])
    _ = try await verb.run(ArgumentReader(arguments, for: verb, context: context))
    #expect(cleared == 1)
  }

  @Test func usageListsTheClearArgument() {
    let verbs = Usage.plugin(model: Usage.Model { .fixtures.several }, action: .fixtures.none).verbs
    #expect(verbs.map(\.usage) == ["usage [clear]"])
  }
}
