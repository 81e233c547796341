import AboutFeature
import FeatureKit
import FoundationEssentials
import MastodonKit
import TerminalKit
import Testing

@MainActor @Suite struct AboutTests {
  private func text(_ state: About.State) -> String {
    Renderer(format: .plain, width: 76, theme: .mono, colors: .none, showsHint: false, hyperlinks: false)
      .render(About.view(state, layout: Layout(width: 76, now: Date.fixtureNow)))
  }

  @Test func everyFeatureWorksForEveryone() {
    for state in [About.State.fixtures.plain, .fixtures.supporter] {
      #expect(text(state).contains("It is free, and every feature works for everyone."))
    }
  }

  @Test func onlySupportersAreThanked() {
    #expect(text(.fixtures.supporter).contains("Thank you for supporting Howdah."))
    #expect(!text(.fixtures.plain).contains("Thank you"))
  }

  @Test func jsonHasTheSupporterFlagAsABoolean() {
    for (state, flag) in [(About.State.fixtures.supporter, true), (.fixtures.plain, false)] {
      let data = About.view(state, layout: Layout(width: 76, now: Date.fixtureNow)).data
      #expect(data == [.init("version", .string(state.version)), .init("supporter", .bool(flag))])
    }
  }

  @Test(arguments: ["about", "version"])
  func commandPrintsThePresentState(_ name: String) async throws {
    let flag = Flag()
    let plugin = About.plugin(model: About.Model(version: "1", isSupporter: { flag.isOn }))
    flag.isOn = true
    let verb = try #require(plugin.verbs.first { $0.matches(name) })
    let context = ArgumentContext(
      highestNumber: { 0 }, shown: { _ in nil }, resolve: { _, _ in throw AppError.cancelled })
    guard case .view(let view) = try await verb.run(ArgumentReader(ArgumentList([]), for: verb, context: context))
    else { throw AppError.cancelled }
    let layout = Layout(width: 76, now: Date.fixtureNow)
    #expect(view(layout) == About.view(About.State(version: "1", isSupporter: true), layout: layout))
  }

  @Test func supporterFlagIsReadEachTimeTheScreenIsShown() {
    let flag = Flag()
    let model = About.Model(version: "1", isSupporter: { flag.isOn })
    #expect(!model.state.isSupporter)
    flag.isOn = true
    #expect(model.state.isSupporter)
  }
}

/// The command `server`.
@MainActor @Suite struct ServerTests {
  @Test func limitsAreShownAndNumbersForScripts() async throws {
    let plugin = About.serverPlugin { Instance.fixtures.shore }
    let verb = try #require(plugin.verbs.first { $0.matches("server") })
    let context = ArgumentContext(
      highestNumber: { 0 }, shown: { _ in nil }, resolve: { _, _ in throw AppError.cancelled })
    guard case .view(let view) = try await verb.run(ArgumentReader(ArgumentList([]), for: verb, context: context))
    else { throw AppError.cancelled }
    let document = view(Layout(width: 76, now: Date.fixtureNow))
    let text = Renderer(format: .plain, width: 76, theme: .mono, colors: .none, showsHint: false, hyperlinks: false)
      .render(document)
    #expect(text.contains("Harbour people and their kitchens."))
    #expect(text.contains("5000, a link counts 25"))
    #expect(text.contains("6 options of 50 characters, 5 minutes to 30 days"))
    #expect(text.contains("open, moderators approve"))
    #expect(document.data.contains(.init("max_characters", 5000)))
    #expect(document.data.contains(.init("max_image_bytes", 41_943_040)))
    #expect(
      document.data.contains(
        .init("poll", ["max_options": 6, "max_characters": 50, "min_seconds": 300, "max_seconds": 2_629_746])))
    #expect(document.data.contains(.init("registrations", ["enabled": true, "approval_required": true])))
  }

  @Test func rulesAndLanguagesAreListed() {
    let document = About.view(Instance.fixtures.sandbox)
    #expect(document.data.contains(.init("languages", ["en", "ja"])))
    #expect(document.blocks.count { if case .listItem = $0 { true } else { false } } == 3)
  }
}

@MainActor private final class Flag {
  var isOn = false
}
