import FeatureKit
import TerminalKit
import Testing

@testable import REPL

@Suite @MainActor struct HelpSearchTests {
  @Test(arguments: Manual.topics.map { ($0.name, $0.keywords) })
  func everyTopicIsFoundByItsKeywords(_ topic: String, _ keywords: String) throws {
    let catalog = VerbCatalog(layers: [], help: { HelpTables() })
    for word in keywords.split(separator: " ").map(String.init) {
      let page = try #require(HelpSearch([word], in: catalog).page(), "\(word)")
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

  private let boats = VerbCatalog(
    layers: [
      VerbLayer(
        "Here",
        [
          Verb("sail", help: "Leave the harbour", discussion: "A boat with a keel.") { .nothing },
          Verb("row", help: "Move a boat") { .nothing }, Verb("boat", help: "Show where it lies") { .nothing },
        ])
    ], help: { HelpTables() })

  @Test func titlesComeBeforeSummariesAndThoseBeforeTexts() {
    #expect(HelpSearch(["the", "boats"], in: boats).lines == ["boat", "row"])
    #expect(HelpSearch(["harbour"], in: boats).lines == ["sail"])
    #expect(HelpSearch(["what", "has", "a", "keel"], in: boats).lines == ["sail"])
  }

  @Test func questionWordsAndOtherFormsOfAWordAreIgnored() {
    #expect(HelpSearch(["How", "do", "I", "row", "my", "boat’s", "mast?"], in: boats).lines.first == "row")
    #expect(HelpSearch(["rowing"], in: boats).lines.first == "row")
    #expect(HelpSearch(["bota"], in: boats).lines.first == "boat", "mistyped")
  }

  @Test func unknownTopicHasNoPage() {
    for words in [["moon"], ["moon", "landing", "cheese"], ["\u{1B}]0;x\u{7}", "…"], ["how", "do"], [""]] {
      #expect(HelpSearch(words, in: boats).page() == nil, "\(words)")
    }
  }

  @Test(arguments: [
    ("follows", "follow"), ("following", "follow"), ("liked", "lik"), ("likes", "lik"), ("like", "lik"),
    ("replies", "reply"), ("pinned", "pin"), ("muting", "mut"), ("mute", "mut"), ("status", "status"),
    ("settings", "settings"), ("themes", "theme"), ("notes", "note"), ("news", "news"), ("is", "is"),
  ])
  func endingsAreCut(_ word: String, _ stem: String) { #expect(HelpVocabulary.stem(word) == stem) }

  /// A sentence is answered by the help, although its first word resembles a command; a mistyped command is not one.
  @Test(arguments: [
    ("see older posts", true), ("change the colours", true), ("report a bug", true), ("log me out", true),
    ("show the whole conversation", true), ("pots boats", false), ("follw rook", false), ("see", false),
  ])
  func aSentenceIsToldFromAMistypedCommand(_ line: String, _ isSentence: Bool) {
    #expect(HelpVocabulary.isSentence(line.split(separator: " ").map(String.init)) == isSentence)
  }

  private func text(_ document: Document) -> String {
    Renderer(format: .plain, width: 80, theme: .mono, colors: .none, showsHint: true, hyperlinks: false)
      .render(document)
  }
}
