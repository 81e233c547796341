import FeatureKit
import TerminalKit
import Testing

@testable import REPL

/// `older` and `newer` in a run that has shown nothing yet.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct PageTurnTests {
  let app = HostFixture()

  init() {
    app.more = [
      Verb(
        "shelf", Parameter<String?>.option("before", "CURSOR"), Parameter<Int?>.integerOption("limit", 1...99),
        Parameter<String?>.optionalText(), help: "Show books"
      ) { [app] before, limit, text in
        app.log.append("shelf \(text ?? "-") \(before ?? "-") \(limit ?? 0)")
        return .nothing
      }
    ]
  }

  private func remember(_ neighbours: Document.Neighbours?) {
    var numbers = NumberedReferences()
    numbers.setNeighbours(neighbours)
    app.remembered = numbers.entries
  }

  @Test func theListOfTheLastRunIsContinued() async {
    remember(Document.Neighbours(older: ["shelf", "#a b/c%ä", "--limit", "5", "--before", "12~3"], newer: nil))
    #expect(await app.interpreter().run(words: ["older"]).failure == nil)
    #expect(app.log == ["shelf #a b/c%ä 12~3 5"])
    #expect(await app.interpreter().run(words: ["more", "--limit", "7"]).failure == nil)
    #expect(app.log.last == "shelf #a b/c%ä 12~3 7")
    #expect(await app.interpreter().run(words: ["next", "--limit", "8"]).failure == nil)
    #expect(app.log.last == "shelf #a b/c%ä 12~3 8")
  }

  @Test func theEndIsSaid() async {
    remember(Document.Neighbours(older: nil, newer: ["shelf"]))
    #expect(await app.interpreter().run(words: ["older"]).failure == nil)
    #expect(app.written == "No older posts.\n")
  }

  /// It would take the numbers away from what is on the terminal.
  @Test func anEmptyPageIsSaidAndKeepsTheNumbers() async {
    app.more = [
      Verb("shelf", Parameter<String?>.option("after", "CURSOR"), help: "Show books") { _ in
        .document(Document(kind: "shelf", blocks: [.paragraph("No books.")]))
      }
    ]
    remember(Document.Neighbours(older: nil, newer: ["shelf", "--after", "9"]))
    let before = app.remembered
    #expect(await app.interpreter().run(words: ["newer"]).failure == nil)
    #expect(app.written == "No newer posts.\n" && app.remembered == before)
  }

  @Test func withoutAListThereIsSomethingToType() async {
    app.remembered = [1: [Reference(kind: .status, id: "x")]]
    #expect(await app.interpreter().run(words: ["older"]).exitCode == .usage)
    #expect(app.errors.hasPrefix("! No list to continue on this terminal."))
  }

  @Test func afterAScreenOfThisRunTheScreensOwnCommandRuns() async {
    remember(Document.Neighbours(older: ["shelf"], newer: nil))
    let interpreter = app.interpreter()
    _ = await interpreter.run(line: "list")
    #expect(await interpreter.run(line: "older").exitCode == .usage)
    #expect(app.log.isEmpty)
  }

  @Test func aPageKeepsHowToTurnIt() {
    var document = Document(kind: "x", blocks: [.item(Item(number: 1, blocks: [], spoken: ""))])
    document.neighbours = Document.Neighbours(older: ["a", ""], newer: nil)
    let numbers = NumberedReferences().replaced(by: document)
    #expect(numbers?.command(for: .older) == ["a"] && numbers?.command(for: .newer) == [])
    document.neighbours = nil
    #expect(numbers?.replaced(by: document)?.command(for: .older) == nil)
  }
}
