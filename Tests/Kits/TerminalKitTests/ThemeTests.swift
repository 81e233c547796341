import Foundation
import Testing

@testable import TerminalKit

@Suite struct ThemeTests {
  @Test func everyThemeIsFoundByItsName() {
    #expect(
      Theme.all.map(\.name) == [
        "dusk", "tide", "day", "paper", "contrast-dark", "contrast-light", "high-contrast", "mono",
      ])
    #expect(Theme.all.allSatisfy { Theme.named($0.name) == $0 })
    #expect(Theme.named("neon") == nil)
  }

  /// Every colour of text, in every theme that has a background, on a true colour background of it and in each depth.
  @Test(arguments: Theme.all) func textIsReadableOnTheGroundItIsMadeFor(_ theme: Theme) {
    guard let isDark = theme.isDark else { return }
    let grounds = isDark ? [0x1E1E24, 0x000000] : [0xFAF7F0, 0xFFFFFF] as [UInt32]
    let colors = Role.allCases.compactMap { role in theme[role].color.map { (role.rawValue, $0) } }
    for (name, color) in colors + theme.names.enumerated().map({ ("name \($0.offset)", $0.element) }) {
      for ground in grounds.map({ Color($0, basic: 0) }) {
        #expect(contrast(color, ground) >= 4.5, "\(theme.name) \(name)")
        #expect(contrast(seen(index: color.indexed), ground) >= 4.5, "\(theme.name) \(name), 256 colours")
      }
      // The sixteen look as in xterm where nobody has changed them, on its black or its white.
      let ground = Color(isDark ? 0x000000 : 0xFFFFFF, basic: 0)
      #expect(
        contrast(Color(Color.usual[Int(color.basic)], basic: 0), ground) >= 4.5, "\(theme.name) \(name), 16 colours")
    }
    // What is faint has no contrast that could be named: nothing but lines is.
    for role in Role.allCases where role != .rule { #expect(!theme[role].isDim, "\(theme.name) \(role)") }
  }

  /// The colour that xterm shows for one of its 240 fixed colours.
  private func seen(index: UInt8) -> Color {
    guard index < 232 else {
      let grey = UInt32(8 + 10 * (Int(index) - 232))
      return Color(grey << 16 | grey << 8 | grey, basic: 0)
    }
    let levels: [UInt32] = [0, 95, 135, 175, 215, 255]
    let cube = Int(index) - 16
    return Color(levels[cube / 36] << 16 | levels[cube / 6 % 6] << 8 | levels[cube % 6], basic: 0)
  }

  @Test func nameOfAnAccountAlwaysHasTheSameColour() {
    func rendition(_ handle: String, names: Bool = true, theme: Theme = .dusk) -> String {
      var renderer = Renderer(
        format: .ansi, width: 80, theme: theme, colors: .ansi256, showsHint: false, hyperlinks: false)
      renderer.colorsNames = names
      return renderer.render(.name("X", of: handle))
    }
    #expect(rendition("rook") == "\u{1B}[1;38;5;180mX\u{1B}[0m", "the same in every run")
    #expect(rendition("Rook") == rendition("rook"))
    #expect(Set((0..<100).map { rendition("user\($0)") }).count == Theme.dusk.names.count)
    #expect(Set((0..<100).map { rendition("user\($0)", names: false) }).count == 1)
    #expect(Set((0..<100).map { rendition("user\($0)", theme: .paper) }).count == 1)
    #expect(rendition("rook", theme: .mono) == "\u{1B}[1mX\u{1B}[0m")
  }

  @Test func nameWithoutColoursIsText() {
    for format in [Renderer.Format.plain, .spoken] {
      let renderer = Renderer(
        format: format, width: 80, theme: .dusk, colors: .trueColor, showsHint: false, hyperlinks: true)
      #expect(!renderer.render(.name("Rook", of: "rook")).contains("\u{1B}"))
    }
  }

  /// Addresses that must not reach a terminal as links, wherever they come from.
  @Test(arguments: [
    "javascript:alert(1)", "file:///etc/passwd", "ssh://x", "data:text/html,x", "https://", "http:x", "",
    "https://a\u{1B}]52;c;AAAA\u{7}", "https://a\u{7}b", "https://a\u{9C}b", "https://a\nb", "https://a\u{202E}b",
    "https://" + String(repeating: "a", count: 10_000),
  ]) func hostileAddressIsNoLink(_ address: String) {
    let renderer = Renderer(
      format: .ansi, width: 80, theme: .dusk, colors: .trueColor, showsHint: false, hyperlinks: true)
    #expect(!renderer.render(StyledText("here", .link, url: address)).contains("\u{1B}]"))
  }

  @Test func linkIsClosedOnItsLine() {
    let renderer = Renderer(
      format: .ansi, width: 80, theme: .mono, colors: .ansi16, showsHint: false, hyperlinks: true)
    #expect(
      renderer.render(StyledText("here", .text, url: "https://shore.example/a;b c"))
        == "\u{1B}]8;;https://shore.example/a;b%20c\u{1B}\\here\u{1B}]8;;\u{1B}\\")
    var without = renderer
    without.hyperlinks = false
    #expect(without.render(StyledText("here", .text, url: "https://shore.example")) == "here")
  }

  @Test(arguments: [Theme.contrastDark, .contrastLight]) func aThemeOfHighContrastHasSevenToOne(_ theme: Theme) {
    let ground = theme.isDark == true ? Color(0x000000, basic: 0) : Color(0xFFFFFF, basic: 15)
    for role in Role.allCases {
      if let color = theme[role].color { #expect(contrast(color, ground) >= 7, "\(theme.name) \(role)") }
      #expect(!theme[role].isDim)
    }
  }

  @Test(arguments: Theme.all) func everyThemeIsTheSameReadBackFromItsOwnText(_ theme: Theme) {
    let (read, mistakes) = Theme.read(theme.text, name: theme.name)
    #expect(mistakes.isEmpty)
    #expect(read.text == theme.text)
    #expect(Role.allCases.allSatisfy { read[$0] == theme[$0] })
    #expect((read.summary, read.isDark) == (theme.summary, theme.isDark))
  }

  @Test(arguments: [
    ("#e5c07b yellow bold", Appearance(Color(0xE5C07B, basic: 3), bold: true)),
    ("bold RED", Appearance(Color(0xCD0000, basic: 1), bold: true)), ("", Appearance()), ("plain", Appearance()),
    ("#ff0000", Appearance(Color(0xFF0000, basic: 9))), ("#fafafa", Appearance(Color(0xFAFAFA, basic: 15))),
    ("dim italic underline reverse", Appearance(dim: true, italic: true, underlined: true, reversed: true)),
  ]) func aLookIsReadFromItsWords(_ words: String, _ look: Appearance) throws {
    #expect(try Appearance(text: words) == look)
  }

  @Test func invalidThemeLineIsReportedAndTheOthersAreUsed() {
    let (theme, mistakes) = Theme.read(
      """
      # mine
      base = day
      titel = bold
      title = underline
      link = blau
      ground = purple
      base = orchard
      no equals sign \u{1B}[2J
      error = #12345
      """, name: "mine")
    #expect(mistakes.map(\.line) == [3, 5, 6, 7, 8, 9])
    #expect(mistakes[0].message == "Unknown role “titel”.")
    #expect(mistakes[1].message == "Unknown colour or style “blau”.")
    #expect(mistakes[5].message == "Unknown colour or style “#12345”.")
    #expect(!mistakes.contains { $0.message.contains("\u{1B}") })
    #expect(theme[.title] == Appearance(underlined: true))
    #expect(theme[.link] == Theme.day[.link])
    #expect(theme.isDark == false)
  }

  @Test func highContrastAndMonoHaveNoColour() {
    for theme in [Theme.highContrast, .mono] { #expect(Role.allCases.allSatisfy { theme[$0].color == nil }) }
    #expect(Role.allCases.allSatisfy { !Theme.highContrast[$0].isDim })
  }

  @Test func looksBecomeSequencesOfTheDepth() {
    let look = Appearance(Color(0xE5C07B, basic: 11), bold: true)
    #expect(look.sequence(.none) == "")
    #expect(look.sequence(.ansi16) == "\u{1B}[1;93m")
    #expect(look.sequence(.ansi256) == "\u{1B}[1;38;5;180m")
    #expect(look.sequence(.trueColor) == "\u{1B}[1;38;2;229;192;123m")
    #expect(Appearance().sequence(.trueColor) == "")
  }

  @Test(
    arguments: [(0x000000, 16), (0xFFFFFF, 231), (0x808080, 244), (0xFF0000, 196), (0x9099A6, 247), (0x7FB4E0, 110)]
      as [(UInt32, UInt8)]
  )
  func theNearestFixedColourIsTaken(rgb: UInt32, index: UInt8) {
    #expect(Color(rgb, basic: 0).indexed == index)
  }

  struct Terminal: Sendable, CustomTestStringConvertible {
    var term: String? = "xterm-256color"
    var colorTerm: String?
    var noColor: String?
    var isTerminal = true
    var depth: ColorDepth
    var testDescription: String { "\(term ?? "-") \(colorTerm ?? "-") \(noColor ?? "-") \(isTerminal): \(depth)" }
  }

  @Test(arguments: [
    Terminal(depth: .ansi256), Terminal(colorTerm: "truecolor", depth: .trueColor),
    Terminal(colorTerm: "24bit", depth: .trueColor),
    Terminal(noColor: "1", depth: .none), Terminal(noColor: "", depth: .ansi256),
    Terminal(isTerminal: false, depth: .none),
    Terminal(term: "dumb", colorTerm: "truecolor", depth: .none), Terminal(term: nil, depth: .none),
    Terminal(term: "", depth: .none),
    Terminal(term: "xterm", depth: .ansi16), Terminal(term: "linux", depth: .ansi16),
    Terminal(term: "xterm-kitty", depth: .trueColor),
    Terminal(term: "xterm-direct", depth: .trueColor), Terminal(term: "vt220", depth: .none),
    Terminal(term: "tmux-256color", depth: .ansi256),
  ]) func depthFollowsTheEnvironment(_ terminal: Terminal) {
    let depth = ColorDepth.detect(
      term: terminal.term, colorTerm: terminal.colorTerm, noColor: terminal.noColor, isTerminal: terminal.isTerminal)
    #expect(depth == terminal.depth)
  }

  /// The contrast of WCAG 2.
  private func contrast(_ first: Color, _ second: Color) -> Double {
    let lights = [luminance(first), luminance(second)].sorted()
    return (lights[1] + 0.05) / (lights[0] + 0.05)
  }

  private func luminance(_ color: Color) -> Double {
    func linear(_ part: UInt8) -> Double {
      let share = Double(part) / 255
      return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
  }
}
