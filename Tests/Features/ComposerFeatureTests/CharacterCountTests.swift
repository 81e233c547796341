import ComposerFeature
import Testing

/// Cases of what counts how much; the name says the rule.
struct CountCase: CustomTestStringConvertible, Sendable {
  let rule: String
  let text: String
  var warning = ""
  let count: Int

  init(_ rule: String, _ text: String, warning: String = "", _ count: Int) {
    self.rule = rule
    self.text = text
    self.warning = warning
    self.count = count
  }

  var testDescription: String { rule }
}

@Suite struct CharacterCountTests {
  @Test(arguments: [
    CountCase("nothing is nothing", "", 0),
    CountCase("plain letters count one each", "Low water at six.", 17),
    CountCase("white space at the ends does not count", "  \n Going. \n\n", 6),
    CountCase("a line break in the middle counts", "one\ntwo", 7),
    CountCase("an empty line counts two breaks", "one\n\ntwo", 8),
    CountCase("a letter with a combining mark is one", "Zoe\u{308}", 3),
    CountCase("a family of joined emoji is one", "👩‍👩‍👧‍👦", 1),
    CountCase("a skin tone is part of its emoji", "👍🏽👍", 2),
    CountCase("a flag is one", "🇯🇵🇵🇹", 2),
    CountCase("wide characters count one each", "活字を一本", 5),
    CountCase("a short code of an emoji counts as typed", ":kettle:", 8),
    CountCase("a long link counts 23", "https://wren.example/prices/2026/november/honey-and-wax?jar=1", 23),
    CountCase("a short link counts 23 too", "http://a.io", 23),
    CountCase("a link in a sentence leaves its full stop", "See https://wren.example/prices.", 28),
    CountCase("a comma behind a link counts", "https://wren.example/a, and", 28),
    CountCase("two links count twice", "https://a.example https://b.example", 47),
    CountCase("a link in brackets leaves them", "(https://wren.example/a)", 25),
    CountCase("balanced brackets are part of a link", "https://wren.example/a_(b)", 23),
    CountCase("a link with a port and a query is one", "https://wren.example:8080/a?b=c&d=e#f", 23),
    CountCase("a scheme in capitals is a scheme", "HTTPS://WREN.EXAMPLE", 23),
    CountCase("a link without a scheme counts as typed", "wren.example/prices", 19),
    CountCase("another scheme counts as typed", "gemini://wren.example", 21),
    CountCase("a host without a dot is no link", "http://localhost/a", 18),
    CountCase("an address in numbers is no link", "http://127.0.0.1/a", 18),
    CountCase("a scheme alone is no link", "https://", 8),
    CountCase("a scheme behind a letter is no link", "xhttps://a.example", 18),
    CountCase("a host may be in other scripts", "https://川瀬.みんな/猫", 23),
    CountCase("a link ends at a line break", "https://a.example/b\nc", 25),
    CountCase("a local mention counts as typed", "@rook hello", 11),
    CountCase("a mention's host is free", "@pool@shore.example hello", 11),
    CountCase("a mention's full stop counts", "Thanks, @pool@shore.example.", 14),
    CountCase("a name may have dots and hyphens inside", "@a.b-c@shore.example", 6),
    CountCase("an address of mail is no mention", "pool@shore.example", 18),
    CountCase("a mention behind a slash is none", "x/@pool@shore.example", 21),
    CountCase("a name in a link is part of the link", "https://shore.example/@pool@dunes.example", 23),
    CountCase("an at sign alone counts", "@ @@", 4),
    CountCase("what looks like a mention with two hosts counts as typed", "@a@b@c", 6),
    CountCase("the content warning shares the limit", "Bees.", warning: "a sting", 12),
    CountCase("a link in the content warning counts as typed", "", warning: "https://wren.example", 20),
  ])
  func countsAsServersDo(_ example: CountCase) {
    #expect(
      Composer.characterCount(example.text, contentWarning: example.warning, charactersPerURL: 23) == example.count)
  }

  @Test func linksCountAsTheServerConfigures() {
    #expect(Composer.characterCount("See https://a.example", charactersPerURL: 25) == 29)
  }

  @Test func longTextIsCountedInLinearTime() {
    let text = String(repeating: "@a ((( http://x https://", count: 2_000)
    #expect(Composer.characterCount(text, charactersPerURL: 23) == 48_000)
  }
}
