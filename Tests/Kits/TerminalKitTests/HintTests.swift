import Testing

@testable import TerminalKit

/// The hint, which has one line and never more.
@Suite struct HintTests {
  private func line(_ hint: Hint, _ width: Int) -> String { hint.fitted(to: width).plain }

  @Test(arguments: [
    (60, "title … · set NAME VALUE · add WORD · remove WORD · save · close"),
    (50, "title … · set NAME VALUE · add WORD · save · close"), (40, "title … · set NAME VALUE · save · close"),
    (38, "title … · save · close"), (21, "save · close"), (12, "save · close"),
  ])
  func keptPartsAreShownAndOthersDropFromTheEnd(_ width: Int, _ seen: String) {
    let hint = Hint(["title …", "set NAME VALUE", "add WORD", "remove WORD", .kept("save"), .kept("close")])
    let width = width == 60 ? hint.plain.displayWidth : width
    #expect(line(hint, width) == seen)
  }

  @Test func keptPartsThatDoNotFitAreCutAtTheFirst() {
    let hint = Hint([.kept("Return signs in to a-long-name.shore.example"), "live quiet", "back", .kept("leave")])
    #expect(line(hint, 40) == "Return signs in to a-long-name.… · leave")
    #expect(line(hint, 10).displayWidth <= 10)
  }

  @Test func firstPartIsShownIfNoneIsKept() {
    let hint = Hint(StyledText("older · open N · reply N", .hint))
    #expect(line(hint, 14) == "older · open N")
    #expect(line(hint, 3) == "ol…")
  }

  @Test func hintStaysOnOneLine() {
    #expect(line(Hint([.kept("switch a\nb\u{1B}[2J")]), 40) == "switch a b")
    #expect(Hint([""]).isEmpty)
  }

  @Test(arguments: [
    (Renderer.Format.plain, "title: Spoilers · save"), (.spoken, "title: Spoilers. Type save."),
  ])
  func hintIsSeparatedFromTheMessage(_ format: Renderer.Format, _ text: String) {
    let renderer = RendererTests.renderer(format, colors: .none)
    #expect(renderer.render("title: Spoilers", hint: Hint([.kept("save")])) == text)
    #expect(renderer.render("Sent.", hint: nil) == "Sent.")
  }
}
