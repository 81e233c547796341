import FoundationEssentials
import TerminalKit
import Testing

/// Documents as files: nothing in a text is a sign of Markdown or HTML, and a page loads nothing.
@Suite struct DocumentFormTests {
  private static let hostile = #"<script>alert("x")</script> *a* _b_ [c](d) & `e` ~f~"#

  private static func document(_ blocks: [Block]) -> Document {
    Document(kind: "thread", title: Document.Title("Thread by <Rook>"), blocks: blocks)
  }

  @Test(arguments: [
    ("thread.md", DocumentForm.markdown), ("A.HTML", .html), ("notes/x.txt", .text), ("-", .markdown), ("x.pdf", nil),
    ("md.", nil), ("", nil),
  ])
  func theEndOfANameSaysTheForm(_ file: String, _ form: DocumentForm?) { #expect(DocumentForm(file: file) == form) }

  @Test func aPageHasNoMarkupOfOthers() {
    let page = Self.document([
      .paragraph(StyledText(Self.hostile)), .paragraph(StyledText("a", .link, url: "https://x.example/?a=\"b\"&c")),
    ])
    .written(as: .html)
    #expect(!page.contains("<script") && page.contains("&lt;script&gt;alert(&quot;x&quot;)"))
    #expect(page.contains("<title>Thread by &lt;Rook&gt;</title>") && !page.contains("<img"))
    #expect(page.contains("default-src 'none'") && !page.contains("?a=\"b\""))
  }

  @Test(arguments: [
    (hostile, #"\<script\>alert("x")\</script\> \*a\* \_b\_ \[c\](d) \& \`e\` \~f\~"#), ("# heading", "\\# heading"),
    ("- item", "\\- item"), ("3. item", "3\\. item"), ("one\ntwo", "one\\\ntwo"), ("a 1. b", "a 1. b"),
  ])
  func aTextIsNoMarkdown(_ text: String, _ markdown: String) {
    #expect([.paragraph(StyledText(text))].markdown == markdown)
  }

  @Test func repliesAreSetIn() {
    let reply = Item(
      number: nil, branch: Item.Branch(ancestorsContinue: [true]), blocks: [.paragraph("One."), .paragraph("Two.")],
      spoken: "")
    #expect([.item(reply)].markdown == "> > One.\n> > \n> > Two.")
    let page = Self.document([.item(reply)]).written(as: .html)
    #expect(page.components(separatedBy: "<blockquote>").count == page.components(separatedBy: "</blockquote>").count)
  }

  @Test func codeIsFencedByMoreThanIsInIt() {
    #expect([.preformatted("a ``` b")].markdown == "````\na ``` b\n````")
  }

  @Test func linksKeepTheirAddress() {
    let url = "https://shore.example/a"
    #expect([.verbatim(StyledText(url, .link, url: url))].markdown == "<\(url)>")
    #expect([.paragraph(StyledText("here", .link, url: url))].markdown == "[here](<\(url)>)")
  }
}
