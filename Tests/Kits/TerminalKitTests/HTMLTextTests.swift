import Testing

@testable import TerminalKit

@Suite struct HTMLTextTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let rule: String
    let html: String
    let text: String
    var testDescription: String { rule }

    init(_ rule: String, _ html: String, _ text: String) {
      self.rule = rule
      self.html = html
      self.text = text
    }
  }

  @Test(arguments: [
    Case("nothing", "", ""),
    Case("paragraphs stand apart, breaks do not", "<p>one<br>two<br/>three</p><p>four</p>", "one\ntwo\nthree\n\nfour"),
    Case("white space between blocks is nothing", "\n<p>one</p>\n  <p>two</p>\n", "one\n\ntwo"),
    Case("a line feed in the source is a space", "<p>one\n   two<br />\nthree</p>", "one two\nthree"),
    Case("other spaces are kept, as Mastodon keeps them", "<p>a   b<br>  c</p>", "a   b\n  c"),
    Case("breaks at either end and spaces behind go", "<p>one  <br></p><p> <br>two</p>", "one\n\ntwo"),
    Case("a drawing keeps its first line", "<p>  /\\_/\\<br> ( o.o )</p><p> x</p>", "  /\\_/\\\n ( o.o )\n\n x"),
    Case("a drawing of code keeps it too", "<p><br> <b> o</b><br>/|\\</p>", "  o\n/|\\"),
    Case("an entry of a list has no such line", "<ul><li>  one</li></ul>", "• one"),
    Case("powers are not digits of the number", "<p>10<sup>5</sup> m<sup>-2</sup> x<sup>n</sup></p>", "10⁵ m⁻² xⁿ"),
    Case("raised words are marked", "<p>e<sup>iπ</sup> 2<sup>x*y</sup></p>", "e^iπ 2^(x*y)"),
    Case("ordinals and footnotes are not", "<p>1<sup>st</sup> a<sup>[2]</sup> X<sup>TM</sup></p>", "1st a[2] XTM"),
    Case("lowered signs", "<p>H<sub>2</sub>O a<sub>i</sub> b<sub>i+1</sub></p>", "H₂O a_i b_(i+1)"),
    Case("a quotation has its marks", "<p>he said <q>hi</q></p>", "he said “hi”"),
    Case("empty paragraphs go", "<p></p><p> </p><p>x</p><p></p>", "x"),
    Case("text without a paragraph", "one<br>two", "one\ntwo"),
    Case("paragraphs that were never closed", "<p>one<p>two", "one\n\ntwo"),
    Case(
      "entities", "<p>&lt;b&gt; &amp;amp; &quot;x&quot; &#39;y&#x27; &eacute; &hellip; a&nbsp;b</p>",
      "<b> &amp; \"x\" 'y' é … a\u{A0}b"),
    Case("an entity that is an escape is still one", "<p>&#27;[2Ja&#27;]0;b&#7;c&#x202e;d</p>", "acd"),
    Case("emoji stay as their shortcodes", "<p>:blobbee: hi</p>", ":blobbee: hi"),
    Case(
      "a shortened link hides what is invisible and says that it goes on",
      """
      <p>see <a href="https://tide.example/a/b/c"><span class="invisible">https://</span><span class="ellipsis">tide.example\
      /a</span><span class="invisible">/b/c</span></a>!</p>
      """, "see tide.example/a…!"),
    Case("words that say they are invisible outside a link are shown", "<p><span class=invisible>x</span>y</p>", "xy"),
    Case(
      "a link with words of its own says where it leads", "<p><a href='https://www.wren.example/b'>my blog</a>.</p>",
      "my blog (wren.example)."),
    Case(
      "a link that looks like another says so too", "<p><a href='https://evil.example/'>https://bank.example/</a></p>",
      "https://bank.example/ (evil.example)"),
    Case(
      "an address in full needs no more", "<p><a href='https://wren.example/b'>https://wren.example/b</a></p>",
      "https://wren.example/b"),
    Case(
      "an encoded host is the one that it stands for",
      "<p><a href='https://ex%61mple.org/x'>https://example.org/x</a></p>",
      "https://example.org/x"),
    Case(
      "a link with an encoded sign in its host leads nowhere",
      "<p><a href='https://a.example%2fb.example/'>https://a.example</a></p>",
      "https://a.example"),
    Case("a link without words shows its address", "<p><a href='https://wren.example/b'></a></p>", "wren.example/b"),
    Case("a link that may not be opened keeps its words", "<p><a href='javascript:x()'>click</a></p>", "click"),
    Case("unordered lists", "<p>x</p><ul><li>one</li><li>two</li></ul><p>y</p>", "x\n\n• one\n• two\n\ny"),
    Case("ordered lists", "<ol><li>one</li><li>two</li></ol>", "1. one\n2. two"),
    Case("ordered lists that begin elsewhere", "<ol start=9><li>a</li><li>b</li></ol>", " 9. a\n10. b"),
    Case("ordered lists that count down", "<ol reversed><li>a</li><li>b</li></ol>", "2. a\n1. b"),
    Case("entries with a number of their own", "<ol><li>a</li><li value=7>b</li><li>c</li></ol>", "1. a\n7. b\n8. c"),
    Case("numbers that would overflow are not taken", "<ol start=9223372036854775807><li>a<li>b</ol>", "1. a\n2. b"),
    Case("lists in lists", "<ul><li>a<ol><li>b</li><li>c</li></ol></li><li>d</li></ul>", "• a\n  1. b\n  2. c\n• d"),
    Case("entries without a list", "<li>a</li><li>b</li>", "• a\n• b"),
    Case("entries of several paragraphs", "<ul><li><p>a</p><p>b</p></li></ul>", "• a\n  b"),
    Case("quotes", "<p>x</p><blockquote><p>a</p><p>b</p></blockquote>", "x\n\n> a\n> \n> b"),
    Case("preformatted text", "<pre><code>a\n\tb   c\n\nd</code></pre>", "a\n    b   c\n\nd"),
    Case("headings", "<h1>A</h1><p>b</p>", "A\n\nb"),
    Case("stress is not written", "<p><strong>a</strong> <em>b</em> <code>c</code> <u>d</u></p>", "a b c d"),
    Case("struck words are marked, since they mean the opposite", "<p>a <del>b</del> <s>c</s></p>", "a ~~b~~ ~~c~~"),
    Case("ruby in parentheses", "<p><ruby>漢字<rp>[</rp><rt>かんじ</rt><rp>]</rp></ruby></p>", "漢字(かんじ)"),
    Case("unknown tags keep their text", "<p><blink>a</blink> <x-y>b</x-y> <math><mi>c</mi></math></p>", "a b c"),
    Case("scripts and styles do not", "<script>a()</script><style>b{}</style><p>c</p><template>d</template>", "c"),
    Case("comments do not either", "<p>a<!-- b -->c</p>", "ac"),
    Case("divisions are lines", "<div>a</div><div>b</div>", "a\nb"),
    Case("pictures say their words", "<p><img alt='a heron' src=x> <img src=y></p>", "a heron"),
    Case("a rule", "<p>a</p><hr><p>b</p>", "a\n\n\n\nb"),
    Case("tables are lines of words", "<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>", "a b\nc"),
    Case("stray signs are text", "<p>a < b && c > d</p>", "a < b && c > d"),
    Case("a byte of nothing", "<p>a\u{0}b</p>", "ab"),
  ]) func contentReadsAsItsAuthorSawIt(_ sample: Case) {
    #expect(HTMLText.plainText(sample.html) == sample.text)
  }

  @Test func mentionsAndHashtagsAreRecognized() {
    func spans(_ html: String) -> [Span] { HTMLText.styled(html).spans }
    let mention = """
      <span class="h-card"><a class="u-url mention" href="https://shore.example/@rook">@<span>rook</span></a></span>
      """
    #expect(spans(mention) == [Span("@rook", .mention, url: "https://shore.example/@rook")])
    let tag = "<a class=\"mention hashtag\" rel=\"tag\" href=\"https://a.example/tags/bees\">#<span>bees</span></a>"
    #expect(spans(tag) == [Span("#bees", .hashtag, url: "https://a.example/tags/bees")])
    #expect(spans("<a rel='tag' href='https://a.example/t'>#bees</a>").map(\.role) == [.hashtag])
    #expect(spans("<a href='https://a.example/t'>#bees</a>").map(\.role) == [.hashtag])
    #expect(spans("<a href='https://a.example/u'>@rook</a>").map(\.role) == [.mention])
  }

  @Test func linksAreSpokenByTheirHost() {
    let text = HTMLText.styled("<p>see <a href='https://a.example/x'>https://a.example/x</a>, <del>not</del> it</p>")
    #expect(text.spoken == "see link to a.example, deleted: not, it")
    #expect(HTMLText.styled("<a href='https://a.example/'>here</a>").spoken == "here, link to a.example")
  }

  @Test func rolesFollowTheTags() {
    let text = HTMLText.styled(
      "<p>a<strong>b</strong><em>c</em><code>d</code><a href='https://x.example'>x.<b>example</b></a></p>")
    #expect(text.spans.map(\.role) == [.text, .strong, .emphasis, .code, .link])
    #expect(text.spans.last == Span("x.example", .link, url: "https://x.example", spoken: "link to x.example"))
  }

  @Test func blocksCarryTheStructure() {
    let blocks = HTMLText.parse("<p>a</p><ul><li>b</li></ul><blockquote>c</blockquote><pre>d</pre>")
    #expect(
      blocks == [
        .paragraph("a"), .blank,
        .listItem(marker: StyledText("•", .secondary, spoken: ""), [.paragraph("b")]), .blank,
        .quote([.paragraph("c")]), .blank, .preformatted(StyledText("d", .code)),
      ])
  }

  @Test func theAddressOfAQuotedPostIsLeftOutOnRequest() {
    let html = "<p class=\"quote-inline\">RE: <a href='https://a.example/1'>https://a.example/1</a></p><p>so true</p>"
    #expect(HTMLText.plainText(html, options: .init(dropsInlineQuote: true)) == "so true")
    #expect(HTMLText.plainText(html) == "RE: https://a.example/1\n\nso true")
    let span = "<p><span class='quote-inline'><br/>RE: x</span>so true</p>"
    #expect(HTMLText.plainText(span, options: .init(dropsInlineQuote: true)) == "so true")
  }

  @Test(arguments: 0..<400) func fastPathMatchesTheParser(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let parts = [
      "<p>", "</p>", "<br>", "<br/>", "<br />", "word", " ", "  ", "\n", "\n  ", "\t", "&amp;", "&lt;b&gt;", "&nbsp;",
      "&#39;", "é", "a b", ";",
      "&quot;", "漢字", "👍🏽", ">",
    ]
    let html = (0..<generator.below(25)).map { _ in generator.pick(parts) }.joined()
    var copy = html
    let (quick, slow) = copy.withUTF8 { bytes in
      (
        HTMLText.quickBlocks(bytes),
        HTMLTree.withRoot(of: bytes) { HTMLWalk(options: HTMLText.Options()).blocks(of: $0) }
      )
    }
    #expect(try #require(quick) == slow, "\(html.debugDescription)")
  }

  @Test(arguments: ["<p class=x>a</p>", "<P>a</P>", "&amp", "&copy;", "a\rb", "<br >", "</br>", "<", "<p", "\u{0}"])
  func theQuickWayIsNotTakenForWhatItDoesNotKnow(html: String) {
    var copy = html
    #expect(copy.withUTF8 { HTMLText.quickBlocks($0) } == nil)
  }
}
