import TerminalKit
import Testing

@testable import REPL

@Suite struct SuggestionLookTests {
  @Test(arguments: Theme.all)
  func suggestionIsReadableAndNotLikeWhatIsTyped(theme: Theme) {
    let look = Console.secondary { theme[$0].rendition(.trueColor) }
    #expect(!look.isEmpty)
    // Colours of a theme are held to their contrast by its own tests.
    let codes: [Substring] = look.split(separator: ";")
    let isFaint = codes.prefix(while: { $0.count == 1 }).contains("2")
    #expect(!isFaint || theme.name == "mono", "\(theme.name): \(look)")
    #expect(Console.secondary { theme[$0].rendition(.none) } == "")
  }

  @Test func themesWithoutAnythingFaintUnderlineIt() {
    for theme in [Theme.highContrast, .contrastDark, .contrastLight] {
      #expect(Console.secondary { theme[$0].rendition(.trueColor) } == "4")
    }
  }
}
