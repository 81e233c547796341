import AboutFeature
import FeatureKit
import FoundationEssentials
import MastodonKit
import TerminalKit
import Testing

@MainActor @Suite struct AboutTests {
  private func text(_ state: About.State, _ format: Renderer.Format = .plain) -> String {
    Renderer(format: format, width: 76, theme: .mono, colors: .none, showsHint: false, hyperlinks: false)
      .render(About.view(state, layout: Layout(width: 76, now: Date.fixtureNow)))
  }

  @Test func everyFeatureWorksForEveryone() {
    for state in [About.State.fixtures.plain, .fixtures.supporter] {
      #expect(text(state).contains("It is free, and every feature works for everyone."))
    }
  }

  @Test func onlyASupporterIsThanked() {
    #expect(text(.fixtures.supporter).contains("Thank you for supporting Howdah."))
    #expect(!text(.fixtures.plain).contains("Thank you"))
  }

  @Test func jsonHasTheSupporterFlagAsABoolean() {
    #expect(text(.fixtures.supporter, .json).contains(#""supporter":true"#))
    #expect(text(.fixtures.plain, .json).contains(#""supporter":false"#))
  }

  @Test func theFlagIsReadEachTimeTheScreenIsShown() {
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
