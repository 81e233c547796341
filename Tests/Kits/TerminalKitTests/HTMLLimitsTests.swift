import Testing

@testable import TerminalKit

@Suite struct HTMLLimitsTests {
  struct Attack: Sendable, CustomTestStringConvertible {
    let name: String
    let html: String
    var testDescription: String { name }

    init(_ name: String, _ html: String) {
      self.name = name
      self.html = html
    }
  }

  static func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

  static let attacks: [Attack] = [
    Attack("deep divisions", repeated("<div>", 10_000)),
    Attack("deep spans", repeated("<span>", 30_000)),
    Attack("deep quotes", repeated("<blockquote>", 10_000)),
    Attack("deep lists", repeated("<ul><li>", 10_000)),
    Attack(
      "tags that are opened again in each paragraph",
      "<p>" + (0..<3000).map { "<font a\($0)>" }.joined() + repeated("</p><p>x", 3000)),
    Attack(
      "the same behind comments", (0..<3000).map { "<b a\($0)><!--</b>-->" }.joined() + repeated("</p><p>x", 3000)),
    Attack(
      "the same behind attributes",
      (0..<3000).map { "<b \" a=\"> </b> \(4 * $0)\">" }.joined() + repeated("</p><p>x", 3000)),
    Attack(
      "the same behind a table",
      "<table>" + (0..<3000).map { "<b a\($0)><td></b>" }.joined() + repeated("</p><p>x", 3000)),
    Attack("a tag with countless attributes", "<p " + (0..<20_000).map { "a\($0)=1 " }.joined() + ">"),
    Attack(
      "countless attributes behind a script",
      "<script><a b='</script><p " + (0..<20_000).map { "a\($0) " }.joined() + "'>"),
    Attack("ends without beginnings", repeated("</b></i></u>", 10_000)),
    Attack("tags closed in the wrong order", repeated("<b><i><u><p>", 3000) + repeated("</b></i></u></p>", 3000)),
    Attack("nested links", (0..<5000).map { "<a href='https://x.example/\($0)'>" }.joined()),
    Attack("nested tables", repeated("<table><tr><td>", 5000)),
    Attack("quotes that never close", repeated("<a b=\"", 20_000)),
    Attack("nothing but signs", repeated("<", 100_000)),
    Attack("nothing but ampersands", repeated("&", 100_000)),
  ]

  /// gumbo alone takes seconds and hundreds of megabytes for some of these, and the thread's stack for others.
  @Test(.timeLimit(.minutes(10)), arguments: attacks) func hostileContentIsReadInTimeAndItsWordsAreKept(
    _ attack: Attack
  ) {
    let clock = ContinuousClock()
    let start = clock.now
    let text = HTMLText.plainText("<p>before</p>" + attack.html)
    // A debug build on a busy machine takes a fraction of this; without the limits it takes far more.
    #expect(clock.now - start < .seconds(10))
    #expect(text.hasPrefix("before"))
  }

  @Test func contentBeyondTheLimitsKeepsItsWords() {
    let html =
      "<p>one &amp; two</p><script>no()</script>" + Self.repeated("<div>", 400) + "three < four<br>five<!-- no -->"
    #expect(HTMLText.plainText(html) == "one & two\nthree < four\nfive")
  }

  @Test func aLongHonestArticleIsWithinTheLimits() {
    let paragraph = """
      <p>Some <strong>stressed <em>words</em></strong> and <a href="https://a.example/x" rel="nofollow" class="x">a link</a>,
      <span class="h-card"><a href="https://a.example/@b" class="u-url mention">@<span>b</span></a></span></p>
      """
    let text = HTMLText.parse(Self.repeated(paragraph, 300))
    #expect(text.count == 599)
    #expect(
      text.first.map {
        if case .paragraph(let text) = $0 { text.spans.contains { $0.role == .mention } } else { false }
      } == true)
  }

  @Test func contentThatIsTooLongIsCutBetweenCharacters() {
    let html = "x" + Self.repeated("é", HTMLLimits.maximumBytes)
    let short = HTMLLimits.shortened(html)
    #expect(short.utf8.count <= HTMLLimits.maximumBytes + 3)
    #expect(short.hasSuffix("é…"))
  }

  @Test(arguments: 0..<200) func randomMarkupNeverBringsAControlThrough(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let parts = [
      "<p>", "</p>", "<a href='https://x.example/", "'>", "</a>", "<b>", "</b>", "<ul>", "<li>", "</ul>", "<!--", "-->",
      "<script>", "</script>",
      "<pre>", "</pre>", "<table>", "<td>", "&#27;[2J", "&#x9d;", "&#x202e;", "\u{1B}]0;", "\u{7}", "<", ">", "\"", "'",
      "=", "word ", "<img alt='",
    ]
    let html = (0..<generator.below(60)).map { _ in generator.pick(parts + RandomText.hostile) }.joined()
    #expect(HTMLText.plainText(html).unicodeScalars.allSatisfy(isHarmless))
  }
}
