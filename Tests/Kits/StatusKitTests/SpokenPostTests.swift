import FeatureKit
import MastodonKit
import TerminalKit
import Testing

@testable import StatusKit

@Suite struct SpokenPostTests {
  private func spoken(
    _ status: Status, _ template: String? = nil, options: StatusView.Options = StatusView.Options()
  ) throws -> Item {
    var layout = layout()
    layout.spokenPost = try template.map { try TextTemplate($0, variables: SpokenPart.allCases.map(\.rawValue)) }
    return StatusView(status, number: 3, context: .home, layout: layout, options: options).item
  }

  @Test func aTemplateDecidesWhatIsSpoken() throws {
    #expect(
      try spoken(.fixtures.plain, "$name, $text, $time").spoken == "Heron, Low water at six. Went anyway. 1 hour ago.")
    let line = Renderer(format: .spoken, width: 80, theme: .mono, colors: .none, showsHint: false, hyperlinks: false)
      .render([.item(try spoken(.fixtures.plain, "$time, $number, $name"))])
    #expect(line == "1 hour ago, 3, Heron.\n")
  }

  @Test func aTemplateNeverOpensAWarning() throws {
    let item = try spoken(.fixtures.boost, "$name: $text; $boosted_by")
    #expect(item.spoken == "Tide Pool: content warning, food, politics. Show 3 to read; Boosted by Rook.")
    #expect(try spoken(.fixtures.boost, "$warning, $media").spoken == "content warning, food, politics.")
  }

  @Test func postWithoutTextNamesItsMedia() throws {
    var picture = Status.fixtures.mediaWithoutAlt
    picture.content = ""
    #expect(try spoken(picture, "$name, $text").spoken == "\(picture.account.shownName), Image, no alt text.")
  }

  @Test func replyNamesTheNumberOfItsParent() throws {
    var options = StatusView.Options(answers: StatusView.Answer(number: 5, name: "Wren Alder"))
    options.isNew = true
    #expect(
      try spoken(.fixtures.plain, options: options).spoken.hasPrefix("Heron, new, in reply to 5, Wren Alder: Low water")
    )
  }

  @Test func anAuthorsHandleIsSpokenOnceOnAScreen() {
    let posts = [Status.fixtures.threadRoot, .fixtures.plain, .fixtures.threadRoot]
    let spoken = Document(kind: "x", blocks: StatusList(posts).blocks(context: .home, layout: layout())).items
      .map(\.spoken)
    #expect(spoken.map { $0.contains("@wren") } == [true, false, false])
    #expect(spoken.map { $0.contains("@heron") } == [false, true, false])
  }

  @Test func numbersOfAListAreSpoken() throws {
    var post = Status.fixtures.plain
    post.content = "<ol start='5'><li>five</li><li>six</li></ol><ul><li>more</li></ul>"
    #expect(try spoken(post, "$text").spoken == "5. five. 6. six. more.")
  }

  @Test func anAddressAtTheBeginningKeepsItsCase() {
    #expect(SpokenText.capitalized("https://bank.example is") == "https://bank.example is")
    #expect(SpokenText.capitalized("quote") == "Quote")
  }

  @Test func severalLinksAreCounted() throws {
    var post = Status.fixtures.plain
    post.content =
      "<p><a href='https://a.example/1'>a.example/1</a> <a href='https://b.example/2'>here</a> "
      + "<a href='https://a.example/1'>again</a> <a class='mention' href='https://c.example/@x'>@x</a></p>"
    #expect(PostLinks.addresses(in: post) == ["https://a.example/1", "https://b.example/2"])
    #expect(try spoken(post).spoken.contains("2 links. 1 hour ago"))
  }
}
