import TerminalKit
import Testing

@Suite struct DisplayWidthTests {
  @Test(
    arguments: [
      ("", 0), ("frost", 5), ("é", 1), ("e\u{301}", 1), ("\u{301}", 0), ("初霜", 4), ("ﾊﾝ", 2), ("ＡＢ", 4), ("한", 2),
      ("\u{1112}\u{1161}\u{11AB}", 2),
      ("か\u{3099}", 2), ("👍", 2), ("👍🏽", 2), ("👨‍👩‍👧", 2), ("🏳️‍🌈", 2), ("🇫🇷", 2), ("🇫", 1), ("❤", 1), ("❤️", 2), ("1️⃣", 2),
      ("☺", 1),
      ("🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}", 2), ("नमस्ते", 4), ("क्ष", 2), ("का", 2), ("ไทย", 3),
      ("סלע", 3), ("\u{200B}", 0),
      ("کتاب\u{200C}ها", 6), ("…", 1), ("─", 1), ("★", 1), ("↩", 1), ("⟳", 1), ("•", 1), ("\u{A0}", 1), ("⌛", 2),
      ("🫩", 2), ("𠀀", 2), ("\u{E000}", 1),
      ("a\nb", 2),
    ] as [(String, Int)]) func columnsAreThoseOfATerminal(text: String, columns: Int)
  {
    #expect(text.displayWidth == columns)
    #expect(Substring("x" + text + "x").displayWidth >= columns)
  }

  /// Measured with tmux 3.3a.
  @Test(
    arguments: [
      ("❤️", 1), ("1️⃣", 1), ("👨‍👩‍👧", 2), ("👍🏽", 4), ("🇫🇷", 2), ("🏳️‍🌈", 1), ("👩🏽‍💻", 4), ("क्षि", 3), ("か\u{3099}", 2),
      ("🏴\u{E0067}\u{E007F}", 2),
    ] as [(String, Int)]) func olderTerminalsJoinLess(text: String, columns: Int)
  {
    #expect(text.reduce(0) { $0 + $1.unjoinedDisplayWidth } == columns)
  }

  @Test func aTextIsAsWideAsItsCharacters() {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<200 {
      let text = Sanitizer.clean(RandomText.text(&generator, hostile: false))
      #expect(text.displayWidth == text.reduce(0) { $0 + $1.displayWidth })
    }
  }
}
