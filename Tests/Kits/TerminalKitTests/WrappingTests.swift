import Testing

@testable import TerminalKit

@Suite struct WrappingTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let rule: String
    let text: String
    let width: Int
    let lines: [String]
    var testDescription: String { rule }

    init(_ rule: String, _ text: String, _ width: Int, _ lines: [String]) {
      self.rule = rule
      self.text = text
      self.width = width
      self.lines = lines
    }
  }

  @Test(arguments: [
    Case("nothing is one empty line", "", 10, [""]),
    Case("what fits stays", "two hives", 9, ["two hives"]),
    Case("lines end at spaces, which go", "two hives  wrapped", 9, ["two hives", "wrapped"]),
    Case("spaces at the end go", "two   ", 10, ["two"]),
    Case("spaces at the beginning stay", "  two hives", 6, ["  two", "hives"]),
    Case("spaces inside stay", "a    b", 10, ["a    b"]),
    Case("line feeds stay", "a\n\nb\n", 10, ["a", "", "b", ""]),
    Case("a hyphen only in a word that is longer than a line", "a well-known bee", 7, ["a", "well-", "known", "bee"]),
    Case("and else not, since it may be part of a name", "a well-known bee", 10, ["a", "well-known", "bee"]),
    Case("but not one before a word", "use -flag", 5, ["use", "-flag"]),
    Case(
      "an address is never broken", "at https://x.example/abcdef or", 10, ["at", "https://x.example/abcdef", "or"]),
    Case("not after a slash at the beginning of a line", "a/bcdefghijk", 8, ["a/bcdefg", "hijk"]),
    Case("a path alone on its lines", "in /home/rook/plugins", 12, ["in", "/home/rook/", "plugins"]),
    Case("a long word begins on the line of its own", "see abcdefghijkl", 8, ["see", "abcdefgh", "ijkl"]),
    Case("ideographs break anywhere", "初霜が降りた", 6, ["初霜が", "降りた"]),
    Case("a column that is too few for an ideograph stays empty", "初霜が降", 5, ["初霜", "が降"]),
    Case("no line begins with a full stop", "初霜が。降りた", 6, ["初霜", "が。降", "りた"]),
    Case("nor with a closing bracket or a small kana", "初「霜」ちゃ", 6, ["初", "「霜」", "ちゃ"]),
    Case("no line ends with an opening bracket", "初霜「が」", 6, ["初霜", "「が」"]),
    Case("between ideographs and words", "初霜frost初霜", 7, ["初霜", "frost初", "霜"]),
    Case("a hashtag keeps its sign", "初霜 #養蜂", 7, ["初霜", "#養蜂"]),
    Case("Hangul breaks at spaces", "서리가 내렸다", 8, ["서리가", "내렸다"]),
    Case("emoji break between one another, not inside", "👨‍👩‍👧👨‍👩‍👧👍🏽", 4, ["👨‍👩‍👧👨‍👩‍👧", "👍🏽"]),
    Case("marks stay with their letters", "e\u{301}e\u{301}e\u{301}", 2, ["e\u{301}e\u{301}", "e\u{301}"]),
    Case("a no-break space holds", "5\u{A0}min ago", 6, ["5\u{A0}min", "ago"]),
    Case("a zero width space lets go", "aaa\u{200B}bbb", 4, ["aaa\u{200B}", "bbb"]),
    Case("closing punctuation after a word stays", "word! yes", 5, ["word!", "yes"]),
  ]) func linesEndWhereReadersExpect(_ sample: Case) {
    #expect(StyledText(sample.text).wrapped(width: sample.width).map(\.plain) == sample.lines)
  }

  @Test(arguments: [
    (StyledText("Usage: post [--at WHEN] TEXT", .code), 18, ["Usage: post", "[--at WHEN] TEXT"]),
    (StyledText("post [--at WHEN]", .code), 8, ["post", "[--at", "WHEN]"]),
    (StyledText("[N… [--to A]] [--at WHEN]", .code), 16, ["[N… [--to A]]", "[--at WHEN]"]),
    (StyledText("set theme high-contrast", .code), 16, ["set theme", "high-contrast"]),
    (
      StyledText("Added it.") + StyledText(" · list add Sea @NAME · lists", .hint), 20,
      ["Added it. ·", "list add Sea @NAME ·", "lists"]
    ),
    (StyledText("fav 3 · reply 3 TEXT", .hint), 10, ["fav 3 ·", "reply 3", "TEXT"]),
    (StyledText("Usage: boost N… [--to WHO]", .hint), 40, ["Usage: boost N… [--to WHO]"]),
    (StyledText("Which post? Usage: boost N…", .hint), 20, ["Which post?", "Usage: boost N…"]),
    (
      StyledText("They can't be: -c 'home; …'. Or an id.", .hint), 23, ["They can't be:", "-c 'home; …'. Or an id."]
    ),
    (StyledText("Type home to see · them"), 12, ["Type home to", "see · them"]),
    (StyledText("set theme high-contrast"), 16, ["set theme", "high-contrast"]),
    (StyledText("Rook") + StyledText(" · 42 min", .secondary), 10, ["Rook ·", "42 min"]),
    (StyledText("Rook") + StyledText(" · 2 d · edited", .secondary), 8, ["Rook ·", "2 d ·", "edited"]),
    (StyledText("Rook was 42 min late"), 11, ["Rook was 42", "min late"]),
    (StyledText("on 3 boats", .secondary), 5, ["on 3", "boats"]),
  ]) func breakingKeepsUnitsTogether(_ text: StyledText, _ width: Int, _ lines: [String]) {
    #expect(text.wrapped(width: width).map(\.plain) == lines)
  }

  @Test func lineFitsWhetherOrNotTheTerminalJoinsEmoji() {
    let text = StyledText("a 👍🏽 👩🏽‍🔧 b")
    for width in 4...14 {
      for line in text.wrapped(width: width) {
        #expect(line.plain.reduce(0) { $0 + $1.unjoinedDisplayWidth } <= width, "\(line.plain)")
      }
    }
  }

  @Test func spansKeepTheirRoleAndAddressInEachLine() {
    let text = StyledText("see ") + StyledText("the long address", .link, url: "https://x.example", spoken: "a link")
    let lines = text.wrapped(width: 8)
    #expect(lines.map(\.plain) == ["see the", "long", "address"])
    #expect(lines[1].spans == [Span("long", .link, url: "https://x.example", spoken: "")])
    #expect(lines.map(\.spoken).joined() == "see a link")
  }

  @Test(arguments: 0..<200) func noLineIsTooWideAndNothingSeenIsLost(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let text = RandomText.styled(&generator, length: 30)
    let width = 4 + generator.below(60)
    let lines = text.wrapped(width: width)
    // A web address is never broken.
    for line in lines { #expect(line.plain.displayWidth <= width || line.plain.contains("://"), "\(line.spans)") }
    #expect(visible(lines.map(\.plain).joined()) == visible(text.plain))
    let cut = text.cut(width: width)
    #expect(cut.allSatisfy { $0.plain.displayWidth <= width })
    #expect(cut.map(\.plain).joined() == text.plain.split(separator: "\n").joined())
    let short = text.truncated(to: width)
    #expect(short.plain.displayWidth <= width)
    #expect(!short.plain.contains("\n"))
  }

  @Test(
    arguments: [
      ("frost", 5, "frost"), ("first frost", 8, "first f…"), ("first frost", 7, "first…"), ("初霜が降りた", 6, "初霜…"),
      ("a\nb", 5, "a b"), ("", 3, ""), ("👨‍👩‍👧👨‍👩‍👧", 3, "👨‍👩‍👧…"),
    ] as [(String, Int, String)]) func omittedTextHasAnEllipsis(text: String, width: Int, expected: String)
  {
    #expect(StyledText(text).truncated(to: width).plain == expected)
  }

  /// Scalars that can be seen, without the spaces that a line's end may take.
  private func visible(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != " " && $0 != "\n" && $0.value != 0x3000 }))
  }
}
