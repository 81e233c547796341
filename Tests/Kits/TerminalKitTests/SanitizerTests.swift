import Testing

@testable import TerminalKit

@Suite struct SanitizerTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let rule: String
    let dirty: String
    let clean: String
    var testDescription: String { rule }

    init(_ rule: String, _ dirty: String, _ clean: String) {
      self.rule = rule
      self.dirty = dirty
      self.clean = clean
    }
  }

  /// U+FFFE, U+FDD0 and U+1FFFF, which a literal may not hold.
  static let noncharacters = String(
    decoding: [0xEF, 0xBF, 0xBE, 0xEF, 0xB7, 0x90, 0xF0, 0x9F, 0xBF, 0xBF] as [UInt8], as: UTF8.self)

  static let taken: [Case] = [
    Case("controls go, line feeds stay", "a\u{0}b\u{7}c\u{8}\nd\r\ne\u{7F}", "abc\nd\ne"),
    Case("a tab becomes a space", "a\tb", "a b"),
    Case("C1 controls go", "a\u{80}b\u{85}c\u{9C}d", "abcd"),
    Case("a CSI goes with its parameters", "a\u{1B}[1;31mb\u{1B}[0mc\u{1B}[?25l", "abc"),
    Case("an 8-bit CSI goes too", "a\u{9B}2Jb", "ab"),
    Case("a CSI with intermediates", "a\u{1B}[0 qb", "ab"),
    Case("a CSI that is cut off", "a\u{1B}[12;", "a"),
    Case("a CSI that runs into another text", "a\u{1B}[1é", "aé"),
    Case("an OSC goes with its payload, ended by BEL", "a\u{1B}]0;evil title\u{7}b", "ab"),
    Case("an OSC ended by ST", "a\u{1B}]52;c;cm0gLXJm\u{1B}\\b", "ab"),
    Case("an 8-bit OSC ended by an 8-bit ST", "a\u{9D}0;x\u{9C}b", "ab"),
    Case("a hyperlink keeps its words", "\u{1B}]8;;http://x.example\u{1B}\\words\u{1B}]8;;\u{1B}\\!", "words!"),
    Case("DCS, APC, PM and SOS", "a\u{1B}Pq#0\u{1B}\\b\u{1B}_x\u{9C}c\u{1B}^y\u{1B}\\d\u{1B}Xz\u{1B}\\e", "abcde"),
    Case("a control string with line feeds and an end", "a\u{1B}]0;x\ny\u{7}b", "ab"),
    Case("one without an end goes to the end of its line", "a\u{1B}]0;x\nb", "a\nb"),
    Case("one that another begins in ends there", "a\u{1B}]0;x\u{1B}]0;y\u{7}b", "ab"),
    Case("one that a cancel ends", "a\u{1B}]0;x\u{18}b", "ab"),
    Case("two-character escapes", "a\u{1B}cb\u{1B}(Bc\u{1B}#8d\u{1B}7e", "abcde"),
    Case("a lone escape", "a\u{1B}", "a"),
    Case("an escape before what is not ASCII", "a\u{1B}é", "aé"),
    Case("direction overrides, embeddings and isolates go", "a\u{202A}b\u{202E}c\u{2066}d\u{2069}e\u{202C}", "abcde"),
    Case("line and paragraph separators become line feeds", "a\u{2028}b\u{2029}c", "a\nb\nc"),
    Case("byte order marks and soft hyphens go", "\u{FEFF}a\u{AD}b", "ab"),
    Case("interlinear and deprecated format controls go", "a\u{FFF9}b\u{FFFB}c\u{206A}d", "abcd"),
    Case("noncharacters go", "a" + noncharacters + "b", "ab"),
    Case("words hidden in tag characters go", "a\u{E0068}\u{E0069}b\u{E0001}", "ab"),
    Case("a flag without its end loses its tags", "🏴\u{E0067}\u{E0062}x", "🏴x"),
  ]

  static let kept: [Case] = [
    "plain", "two\nlines", "émigré", "e\u{301}", "👨‍👩‍👧", "👩🏽‍❤️‍💋‍👨🏿", "🏳️‍🌈", "🇫🇷", "1️⃣", "❤︎",
    "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}", "नमस्ते", "क्‍ष", "کتاب\u{200C}ها", "שלום\u{200F}!", "ﷺ",
    "བརྒྱུད", "漢\u{E0100}字", "a\u{200B}b", "\u{FFFD}", "x\u{A0}y",
  ].map { Case($0, $0, $0) }

  @Test(arguments: taken) func removesControlSequences(_ sample: Case) {
    #expect(Sanitizer.clean(sample.dirty) == sample.clean)
  }

  @Test(arguments: kept) func keepsGraphemesWhole(_ sample: Case) {
    #expect(Array(Sanitizer.clean(sample.dirty).unicodeScalars) == Array(sample.dirty.unicodeScalars))
    // Beside something forbidden the slow way is taken; it must agree.
    #expect(Sanitizer.clean(sample.dirty + " \u{7}") == sample.dirty + " ")
  }

  @Test func anUnterminatedControlStringHidesNoMoreThan256Scalars() {
    let text = String(repeating: "word ", count: 200)
    #expect(Sanitizer.clean("\u{1B}]0;" + text) == String(("0;" + text).dropFirst(256)))
  }

  @Test func stackedMarksAreCutTo16Scalars() {
    let zalgo = "H" + String(repeating: "\u{35C}", count: 90) + "e" + String(repeating: "\u{363}", count: 90)
    let clean = Sanitizer.clean(zalgo)
    #expect(clean.map(\.unicodeScalars.count) == [16, 16])
    #expect(clean.unicodeScalars.first == "H")
  }

  @Test func stackedJoinersAreCutToo() {
    let chain = "👩" + String(repeating: "\u{200D}👩", count: 50)
    #expect(Sanitizer.clean(chain).allSatisfy { $0.unicodeScalars.count <= 16 })
  }

  @Test(arguments: 0..<200) func hostileInputNeverReachesTheTerminal(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let dirty = RandomText.text(&generator, hostile: true, length: 40)
    let clean = Sanitizer.clean(dirty)
    #expect(clean.unicodeScalars.allSatisfy { isHarmless($0) || isInFlag($0) })
    #expect(Sanitizer.clean(clean) == clean)
    #expect(clean.allSatisfy { $0.unicodeScalars.count <= Sanitizer.maximumScalars })
  }

  @Test func randomScalarsLeaveNothingDangerousEither() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<300 {
      let scalars = (0..<60).compactMap { _ in
        Unicode.Scalar(
          UInt32(generator.pick([0x20, 0x100, 0x3000, 0x1_1000, 0xE_0100])) &+ UInt32(generator.below(256)) &- 0x20)
      }
      let clean = Sanitizer.clean(String(String.UnicodeScalarView(scalars)))
      #expect(clean.unicodeScalars.allSatisfy(isHarmless))
    }
  }

  @Test(
    arguments: [
      ("https://shore.example/@pool", "https://shore.example/@pool"),
      ("  HTTP://shore.example/ \n", "HTTP://shore.example/"),
      ("https://shore.example/a b", "https://shore.example/a%20b"),
      ("https://shore.example/é?q=\"<>", "https://shore.example/%C3%A9?q=%22%3C%3E"),
      ("https://shore.example/100%", "https://shore.example/100%25"),
      ("https://shore.example/%41%zz", "https://shore.example/%41%25zz"),
      ("https://shore.example/\u{1B}]8;;x", nil), ("https://shore.example/\u{7}", nil),
      ("https://shore.example/\u{9C}", nil),
      ("https://shore.example/a\nb", nil), ("https://shore.example/\u{202E}", nil),
      // What is before an @ looks like the host.
      ("https://bank.example@evil.example/", nil), ("https://bank.example:443@evil.example/", nil),
      ("https://bank.example\\@evil.example/", nil), ("https://bank.example%2F@evil.example/", nil),
      ("https://bank.example%2F.evil.example/", nil), ("https://bank.example\\.evil.example/", nil),
      ("https://shore.example/@a/1?to=b@c", "https://shore.example/@a/1?to=b@c"),
      ("https://bank.example", "https://bank.example"),
      ("javascript:alert(1)", nil), ("file:///etc/passwd", nil), ("https://", nil), ("https:///path", nil),
      ("shore.example", nil), ("", nil), ("gemini://shore.example/", nil),
      ("https://x.example/" + String(repeating: "a", count: 9000), nil),
    ] as [(String, String?)]) func onlyAddressesOfTheWebPass(address: String, expected: String?)
  {
    #expect(Sanitizer.cleanURL(address) == expected)
  }

  @Test func controlCharactersAreSpelled() {
    #expect(Sanitizer.spelled("-a\u{1B}[31m\n+\tb\u{9B}\u{202E}é") == "-a\\u{1B}[31m\n+\tb\\u{9B}\\u{202E}é")
  }
}

/// The scalars that may reach a terminal; written apart from the sanitiser, so that one mistake is not made twice.
func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x0A: true
  case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF, 0xE0000...0xE007F: false
  default: true
  }
}

func isInFlag(_ scalar: Unicode.Scalar) -> Bool { (0xE0030...0xE007F).contains(scalar.value) }
