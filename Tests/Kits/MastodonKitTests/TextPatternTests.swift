import MastodonKit
import Testing

@Suite struct TextPatternTests {
  private func matches(_ source: String, _ text: String, ignoresCase: Bool = false) throws -> Bool {
    try TextPattern(source, ignoresCase: ignoresCase).matches(text)
  }

  @Test(arguments: [
    ("crypto|nft", "an NFT? no, an nft", "an NF T"), ("^lock", "gates\nlock", "a lock"),
    ("gate$", "gate\nlock", "gates"),
    (#"\bcat\b"#, "a cat.", "concat"), (#"\Bcat"#, "concat", "a cat"), ("lo?ck", "lck", "look"),
    ("a{2,3}b", "caab", "ab"),
    ("(ab)+c", "ababc", "ac"), ("(?:ab){2}", "abab", "ab ab"), ("a.c", "a💥c", "a\nc"), ("[^a-c]x", "dx", "ax"),
    ("[a-c-]x", "-x", "dx"), ("[]x]y", "]y", "ay"), (#"\d{3}"#, "a 123", "12"), (#"\$\d+"#, "$5", "5"),
    (#"[\d,]+€"#, "1,5€", "€"),
    (#"\w\s\W"#, "a -", "a b"), ("🎃+", "🎃🎃", "🎄"), ("x{,2}", "x{,2}", "xx"), ("(a|)b", "b", "a"),
    ("é", "cafe\u{301}", "cafe"),
  ])
  func expressionsMatchAsUsual(_ source: String, _ yes: String, _ no: String) throws {
    #expect(try matches(source, yes))
    #expect(try !matches(source, no))
  }

  @Test func caseIsIgnoredOnRequest() throws {
    #expect(try !matches("crypto", "CRYPTO"))
    #expect(try matches("CryptO", "cRYPTo", ignoresCase: true))
    #expect(try matches("[A-C]ärz", "BÄRZ", ignoresCase: true))
    #expect(try matches(#"\S\d"#, "A1", ignoresCase: true))
    #expect(try !matches(#"^\S$"#, " ", ignoresCase: true))
  }

  @Test(arguments: [
    ("", "It is empty", 1), ("cry(pto", "“(” is never closed", 4), ("a)", "“)” closes nothing", 2),
    ("*a", "“*” repeats nothing", 1), ("a|+", "“+” repeats nothing", 3), ("x[a-", "“[” is never closed", 2),
    ("[z-a]", "The range is the wrong way round", 2), ("a{3,1}", "The numbers in {} are the wrong way round", 2),
    ("a{101}", "It repeats more than 100 times", 2), (#"ab\q"#, "Unknown escape “\\q”", 3),
    (#"(a)\1"#, "Unknown escape “\\1”", 4),
    ("a(?=b)", "“(?” is not possible, except as “(?:”", 2), ("a\\", "Nothing follows “\\”", 2),
    ("((a{100}){100}){100}", "It repeats too much", 1),
    (String(repeating: "a", count: 201), "It has more than 200 characters", 201),
  ])
  func mistakesHaveTheirPlace(_ source: String, _ message: String, _ place: Int) {
    let mistake = #expect(throws: TextPattern.Mistake.self) { try TextPattern(source, ignoresCase: false) }
    #expect(mistake?.message == message && mistake?.place == place, "\(mistake as Any)")
  }

  /// Each of these takes longer than the universe is old where an engine goes back and tries again.
  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      "(a+)+$b", "(a*)*b", "(a|a)*b", "(a|aa)+$b", "(.*)*x", "(((a*)*)*)*b", "^(a?){100}a{100}b", "((){100}){100}a+b",
      "(a|b|ab)*c",
    ])
  func hostileTextsTakeNoLongerThanOthers(_ source: String) throws {
    let text = String(repeating: "a", count: 100_000)
    #expect(try !matches(source, text))
  }

  @Test func onlyTheBeginningOfALongTextIsLookedAt() throws {
    #expect(try !matches("b", String(repeating: "a", count: TextPattern.textLimit) + "b"))
  }
}
