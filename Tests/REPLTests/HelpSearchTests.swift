import FeatureKit
import TerminalKit
import Testing

@testable import REPL

@Suite @MainActor struct HelpSearchTests {
  @Test(arguments: Manual.topics.map { ($0.name, $0.keywords) })
  func everyTopicIsFoundByItsKeywords(_ topic: String, _ keywords: String) throws {
    let catalog = VerbCatalog(layers: [])
    for word in keywords.split(separator: " ").map(String.init) {
      let page = try #require(HelpSearch([word], in: catalog).page(isWhole: true), "\(word)")
      #expect(text(page).contains("help \(topic)"), "\(word)")
    }
  }

  @Test(arguments: [
    "|", ">", ">>", "&", "!", ";", "#", "\"", "'", "\\", "--", ".", "-", "$1", "@rook", "#canal", "3", "1-3",
  ])
  func everySignIsExplained(_ sign: String) throws {
    let page = try #require(Manual.explanation(ofSign: sign))
    #expect(page.kind == "help-topic")
    #expect(text(page).contains(sign.first.map(String.init) ?? ""))
  }

  @Test(arguments: ["home", "json", "a", "", "é", "\u{1B}[2J"])
  func aWordIsNoSign(_ word: String) { #expect(Manual.explanation(ofSign: word) == nil) }

  @Test func whatIsAboutTheWordsComesFirst() throws {
    let catalog = VerbCatalog(layers: [
      VerbLayer(
        "Here",
        [
          Verb("sail", help: "Leave the harbour", discussion: "A boat is needed.") { .nothing },
          Verb("row", help: "Move a boat") { .nothing }, Verb("boat-house", help: "Show where it lies") { .nothing },
        ])
    ])
    let shown = text(try #require(HelpSearch(["boats"], in: catalog).page(isWhole: true)))
    #expect(shown.contains("help row") && !shown.contains("help sail "))
    #expect(shown.contains("Also mentioned in: sail."))
    #expect(HelpSearch(["boa"], in: catalog).page(isWhole: true) == nil)
    #expect(HelpSearch(["boa"], in: catalog).page(isWhole: false) != nil)
    #expect(HelpSearch(["boat", "moon"], in: catalog).page(isWhole: false) == nil)
    #expect(HelpSearch(["\u{1B}]0;x\u{7}", "…"], in: catalog).page(isWhole: false) == nil)
  }

  private func text(_ document: Document) -> String {
    Renderer(format: .plain, width: 80, theme: .mono, colors: .none, showsHint: true, hyperlinks: false)
      .render(document)
  }
}
