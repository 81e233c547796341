import AboutFeature
import FeatureKit
import FoundationEssentials
import MastodonKit
import TerminalKit
import Testing

@MainActor @Suite struct AboutTests {
  private func words(_ state: About.State, _ format: Renderer.Format = .plain) -> String {
    Renderer(format: format, width: 76, theme: .mono, colors: .none, showsHint: false, hyperlinks: false)
      .render(About.view(state, layout: Layout(width: 76, now: Date.fixtureNow)))
  }

  @Test func whateverTheLicenceSaysEverythingWorks() {
    for preview in About.previews {
      let text = Renderer(format: .spoken, width: 76, theme: .mono, colors: .none, showsHint: false, hyperlinks: false)
        .render(preview.document(Layout(width: 76, now: Date.fixtureNow)))
      #expect(text.contains("It is free, and everything in it works for everybody."), "\(preview.id)")
    }
  }

  @Test func whereNothingIsSoldNobodyIsAskedForALicence() {
    #expect(words(.fixtures.plain).contains("There is nothing to buy."))
    #expect(!words(.fixtures.plain).contains("licence"))
    #expect(words(.fixtures.nobody).contains("\n/home/wren/.config/howdah/licence\n"))
  }

  @Test func aSupporterIsThankedAndNobodyElse() {
    #expect(
      words(.fixtures.supporter).contains("Thank you, Wren Alder: you have supported Howdah since November 2026."))
    #expect(
      words(About.State(version: "1", support: .supporter(name: "Rook", since: "2026-13"))).contains("since 2026-13."))
    #expect(!words(.fixtures.plain).contains("Thank you"))
    #expect(!words(.fixtures.nobody).contains("Thank you"))
    #expect(!words(.fixtures.unreadable).contains("Thank you"))
    #expect(words(.fixtures.supporter, .json).contains(#""supporter":{"name":"Wren Alder","since":"2026-11"}"#))
    #expect(words(.fixtures.unreadable).contains("! The licence is not as it was signed."))
    #expect(words(.fixtures.unreadable, .json).contains(#""supporter":null"#))
  }
}
