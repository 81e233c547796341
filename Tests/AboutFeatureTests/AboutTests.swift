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

@MainActor private final class Flag {
  var isOn = false
}
