import TerminalKit
import Testing

@testable import ScreenKit

@Suite struct ScreenTests {
  private func screen(_ text: String, columns: Int = 20) -> TerminalScreen {
    var screen = TerminalScreen(columns: columns)
    screen.write(text)
    return screen
  }

  @Test func wideCharactersTakeTwoColumns() {
    let runs = screen("a鷺b👩🏽‍🔧c").rows[0].runs
    #expect(runs.map(\.text) == ["a", "鷺", "b", "👩🏽‍🔧", "c"])
    #expect(runs.map(\.column) == [0, 1, 3, 4, 6])
    #expect(runs.map(\.columns) == [1, 2, 1, 2, 1])
  }

  @Test func longLinesAreContinuedOnTheNextRow() {
    #expect(screen("abcdefgh", columns: 3).rows.map(\.plain) == ["abc", "def", "gh"])
    #expect(screen("ab鷺", columns: 3).rows.map(\.plain) == ["ab", "鷺"])
    #expect(screen("a\r\nb\n").rows.map(\.plain) == ["a", "b", ""])
  }

  @Test func stylesAreThoseOfTheSequences() {
    let runs = screen("\u{1B}[1;38;2;229;192;123mWren\u{1B}[0m \u{1B}[2;4;91mdim\u{1B}[22;24;39m x\u{1B}[7m \u{1B}[m")
      .rows[0].runs
    #expect(runs[0].style.isBold && runs[0].style.ink == .rgb(229, 192, 123))
    #expect(runs[1].style.isDim && runs[1].style.isUnderlined && runs[1].style.ink == .indexed(9))
    #expect(runs[2].text == " x" && runs[2].style == CellStyle())
    #expect(runs[3].style.isReversed, "a blank that can be seen")
  }

  @Test(arguments: [
    "\u{1B}[38;5m", "\u{1B}[38;2;999;-1m", "\u{1B}[999999999999999999999m", "\u{1B}", "\u{1B}[", "\u{1B}]8;;",
    "\u{1B}]0;title\u{7}",
    "\u{1B}[2J\u{1B}[H", "\u{1B}(B", "\u{1B}[" + String(repeating: "1;", count: 100),
  ])
  func strangeSequencesPrintNothing(sequence: String) {
    #expect(screen(sequence).rows[0].cells.isEmpty || sequence.count > 60)
  }

  @Test func everyTextIsEscaped() {
    let hostile = "</text><script>alert('&')</script>\u{0}\u{8}\u{7F}\u{FFFE}\u{202E}"
    let svg = ScreenDrawing(colors: .dark, title: "<&\"'>", description: "</desc><x/>").svg(
      of: screen(
        "\u{1B}]8;;https://a.example/\"><script>&\u{1B}\\\(hostile)\u{1B}]8;;\u{1B}\\\n\u{1B}]8;;javascript:alert(1)\u{7}x",
        columns: 80))
    #expect(!svg.contains("<script") && !svg.contains("<x/>") && !svg.contains("javascript:"))
    #expect(svg.contains("<title id=\"t\">&lt;&amp;&quot;&#39;&gt;</title>"))
    #expect(svg.contains("<a href=\"https://a.example/&quot;&gt;&lt;script&gt;&amp;\">"))
    #expect(svg.unicodeScalars.allSatisfy { $0.value >= 32 || $0 == "\n" })
    #expect(svg.unicodeScalars.allSatisfy { $0.value != 0xFFFE })
  }

  @Test func pictureIsAsHighAsItsRows() {
    let svg = ScreenDrawing(colors: .light, title: "t", description: "d").svg(of: screen("a\nb\n\n\n"))
    #expect(
      svg.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" xml:space=\"preserve\" width=\"196\" height=\"64\""))
  }

  @Test func castHasAHeaderAndEvents() {
    var writer = ScreenplayWriter(columns: 80, rows: 24, title: "A \"quoted\" title")
    writer.show("Home\n\u{1B}[1mWren\u{1B}[0m\n")
    writer.type("hi", behind: "› ")
    let lines = Asciicast.text(of: writer.play).split(separator: "\n")
    #expect(
      lines[0]
        == #"{"version":2,"width":80,"height":24,"idle_time_limit":2,"title":"A \"quoted\" title","env":{"TERM":"xterm-256color"}}"#
    )
    #expect(lines[1] == #"[0.400000,"o","Home\r\n\u001b[1mWren\u001b[0m\r\n"]"#)
    #expect(lines[2] == #"[1.300000,"o","› "]"#)
    #expect(lines[3] == #"[1.800000,"o","h"]"#)
    #expect(lines.last == #"[2.240000,"o","\r\n"]"#)
  }

  @Test func animationTypesAndScrolls() {
    var writer = ScreenplayWriter(columns: 20, rows: 3, title: "Demo")
    writer.show("one\ntwo\n")
    writer.type("鷺", behind: "› ")
    writer.show("three\nfour\n")
    let svg = ScreenDrawing(colors: .dark, title: "Demo", description: "d").svg(of: writer.play)
    // The key fills two columns of the row below the first two.
    #expect(svg.contains("{transform:translateX(16.8px)}"))
    #expect(svg.contains("y=\"36\" width=\"9999\""))
    #expect(svg.contains("translateY(-54px)"), "three rows have scrolled away")
    #expect(svg.contains("prefers-reduced-motion"))
    #expect(!svg.contains("<script") && !svg.contains("onload"))
    for text in ["one", "two", "鷺", "three", "four"] { #expect(svg.ranges(of: ">\(text)</text>").count == 1) }
  }

  @Test(arguments: [("", 0), ("no end", 1)])
  func emptyScreenplayIsAPicture(text: String, steps: Int) {
    var play = Screenplay(columns: 80, rows: 24, title: "t")
    if steps > 0 { play.steps = [.init(time: .zero, text: text)] }
    let svg = ScreenDrawing(colors: .dark, title: "t", description: "d").svg(of: play)
    #expect(svg.hasSuffix("</svg>\n") && svg.contains(text))
  }
}
