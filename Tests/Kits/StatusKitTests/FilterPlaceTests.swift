import FeatureKit
import FeatureTestKit
import MastodonKit
import StatusKit
import TerminalKit
import Testing

@MainActor
@Suite struct QuoteFilterTests {
  private func text(quoting quoted: Status, isRevealed: Bool = false, context: Filter.Context = .home) -> String {
    var status = Status.fixtures.plain
    status.quote = Quote(state: .accepted, quotedStatus: quoted)
    let view = StatusView(
      status, number: 1, context: context, layout: Layout(width: 72, now: .fixtureNow),
      options: StatusView.Options(isRevealed: isRevealed))
    return Renderer(format: .plain, width: 72, theme: .mono, colors: .none, showsHint: false, hyperlinks: false)
      .render(Document(kind: "status", blocks: [.item(view.item)]))
      + Renderer(format: .spoken, width: 72, theme: .mono, colors: .none, showsHint: false, hyperlinks: false)
      .render(Document(kind: "status", blocks: [.item(view.item)]))
  }

  @Test func aQuoteThatAFilterHidesIsNotShown() {
    let hidden = text(quoting: Status.fixtures.filteredHide)
    #expect(hidden.contains("your filters hide") && !hidden.contains("Extra time"))
  }

  @Test func aQuoteThatAFilterFoldsNamesTheFilterAlone() {
    let folded = text(quoting: Status.fixtures.filteredWarn)
    #expect(folded.contains("the serial") && !folded.contains("lighthouse"))
  }

  @Test func aFilteredQuoteIsShownOnceItIsAskedFor() {
    #expect(text(quoting: Status.fixtures.filteredHide, isRevealed: true).contains("Extra time"))
  }

  @Test func aFilterOfOtherPlacesLeavesAQuoteAlone() {
    #expect(text(quoting: Status.fixtures.filteredHide, context: .account).contains("Extra time"))
  }
}
