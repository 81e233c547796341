import FeatureKit
import FoundationEssentials
import TerminalKit
import Testing

@testable import REPL

@Suite struct NumberedReferencesTests {
  private static func reference(_ id: String) -> Reference { Reference(kind: .status, id: id) }

  private static func list(_ ids: [String]) -> Document {
    Document(
      kind: "list",
      blocks: ids.enumerated().map { index, id in
        .item(Item(number: index + 1, blocks: [], spoken: id, references: [reference(id)]))
      })
  }

  @Test func dotAndDashAreTheLastTwoThatWereSentOrNamed() {
    var numbers = NumberedReferences()
    #expect(numbers.last == nil && numbers.before == nil)
    numbers.setLast(Self.reference("named"))
    #expect(numbers.last == Self.reference("named") && numbers.before == nil)
    numbers.setLast(Self.reference("sent"))
    #expect(numbers.last == Self.reference("sent") && numbers.before == Self.reference("named"))
    numbers.setLast(Self.reference("other"))
    numbers.setLast(Self.reference("other"))
    #expect(numbers.last == Self.reference("other") && numbers.before == Self.reference("sent"))
  }

  @Test func dotHasNoNumberThatCanBeTyped() {
    var numbers = NumberedReferences()
    numbers.setLast(Self.reference("sent"))
    numbers.setLast(Self.reference("named"))
    #expect(numbers[0] == nil && numbers[-2] == nil)
    #expect(numbers.highest == 0)
  }

  @Test func documentReplacesNumbersAndKeepsTheDot() throws {
    var numbers = NumberedReferences([1: [Self.reference("a")], 2: [Self.reference("b")]])
    numbers.setLast(Self.reference("sent"))
    let replaced = try #require(numbers.replaced(by: Self.list(["x"])))
    #expect(replaced[1] == [Self.reference("x")] && replaced[2] == nil)
    #expect(replaced.highest == 1 && replaced.last == Self.reference("sent"))
  }

  @Test func documentWithoutNumbersReplacesNothing() {
    let numbers = NumberedReferences([1: [Self.reference("a")]])
    #expect(numbers.replaced(by: Document(kind: "help", blocks: [.paragraph("Text.")])) == nil)
  }

  @Test func emptyListTakesAwayTheNumbersOfWhatItLists() throws {
    let empty = Document(kind: "drafts", blocks: [.paragraph("No drafts.")])
    var numbers = NumberedReferences([1: [Reference(kind: .draft, id: "gone")]])
    numbers.setLast(Self.reference("sent"))
    let none = try #require(numbers.replaced(by: empty))
    #expect(none.highest == 0 && none.last == Self.reference("sent"))
    #expect(NumberedReferences([1: [Self.reference("a")]]).replaced(by: empty) == nil, "the posts are still seen")
  }

  @Test func entriesCarryNumbersAndDotIntoTheNextRun() {
    var numbers = NumberedReferences([3: [Self.reference("c")]])
    numbers.setLast(Self.reference("sent"))
    let next = NumberedReferences(numbers.entries)
    #expect(next[3] == [Self.reference("c")] && next.last == Self.reference("sent"))
  }

  @Test func dotIsKeptIfTheOtherRunHasNone() {
    var numbers = NumberedReferences([1: [Self.reference("a")]])
    numbers.setLast(Self.reference("named"))
    numbers.takeLast(of: NumberedReferences([1: [Self.reference("b")]]))
    #expect(numbers.last == Self.reference("named") && numbers[1] == [Self.reference("a")])
  }
}

/// Commands that name a live line by its label.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct LiveLineTests {
  let app = HostFixture()

  private func post(_ id: String, _ kind: Reference.Kind = .status) {
    app.toasts.post(Note("Wren replied · 14:02", references: [Reference(kind: kind, id: id)]))
  }

  @Test func labelStandsForWhatTheLineReports() async {
    let interpreter = app.interpreter()
    post("109501")
    post("109502")
    _ = await interpreter.run(line: "boost a1; boost A2 a1")
    #expect(app.log == ["boost 109501", "boost 109502 109501"])
  }

  @Test func labelKeepsItsMeaningInTheNextRun() async {
    post("109501")
    app.interpreter().line.saveLabels()
    let next = HostFixture()
    next.remembered = app.remembered
    _ = await next.interpreter().run(line: "boost a1")
    #expect(next.log == ["boost 109501"])
    next.toasts.post(Note("Heron replied · 14:05", references: [Reference(kind: .status, id: "109503")]))
    #expect(next.toasts.lines.last?.text == "a2")
  }

  @Test(arguments: [
    (0, "boost a1", "No live line a1.", "Live lines have labels such as a1; there are none yet."),
    (4, "boost a9", "No live line a9.", "The last is a4."),
  ])
  func unknownLabelIsRefused(_ lines: Int, _ command: String, _ message: String, _ suggestion: String) async {
    for number in 0..<lines { post("10950\(number)") }
    _ = await app.interpreter().run(line: command)
    #expect(app.errors.contains(message) && app.errors.contains(suggestion), "\(app.errors)")
  }

  @Test func labelOfAnotherKindIsRefused() async {
    post("7", .account)
    _ = await app.interpreter().run(line: "boost a1")
    #expect(app.errors.contains("Live line a1 is an account, not a post."), "\(app.errors)")
  }

  @Test func noteIsPrintedWithItsLabelAndInWordsForAScreenReader() async {
    var notes: [Note] = []
    app.toasts.post(
      Note(
        "Wren replied" + StyledText(" · 14:02", spoken: ", 14:02"), sign: StyledText("↩", spoken: ""),
        detail: "What do you wrap them in?", references: [Reference(kind: .status, id: "1")]))
    app.toasts.finish()
    for await note in app.toasts { notes.append(note) }
    #expect(notes.map(app.interpreter().line.render) == ["↩ a1 Wren replied · 14:02  What do you wrap them in?\n"])
    #expect(notes.map(app.interpreter(.spoken).line.render) == ["a1. Wren replied, 14:02: What do you wrap them in?\n"])
  }
}

/// Commands that name a post by `.` and `-`.
@MainActor
@Suite struct LastPostTests {
  let app = HostFixture()

  @Test func dotAndDashAreTheLastTwoPostsThatWereSentOrNamed() async {
    app.more = [
      Verb("send", help: "Send") { .toast(Toast(.success, "Sent.", made: Reference(kind: .status, id: "sent"))) }
    ]
    let interpreter = app.interpreter()
    #expect(await interpreter.run(line: "boost .").exitCode == .usage)
    #expect(
      app.errors == "! “.” means the last post, and there is none now.\n  Usage: boost N…\n")
    // What answers a post comes after it.
    app.more.append(
      Verb("answer", .reference(kinds: [.status]), help: "Answer") { _ in
        .toast(Toast(.success, "Sent.", made: Reference(kind: .status, id: "answer")))
      })
    _ = await interpreter.run(line: "list; answer 1; boost .; boost -")
    #expect(app.log == ["boost answer", "boost a"])
    app.log = []
    _ = await interpreter.run(line: "list; boost 2; boost .; send; boost .; boost 3; list; boost .")
    #expect(app.log == ["boost b", "boost b", "boost sent", "boost c", "boost c"])
    _ = await interpreter.run(line: "boost -; boost -; boost -")
    #expect(app.log.suffix(3) == ["boost sent", "boost c", "boost sent"])
    // In the next run, too; and it is nothing that a number stands for.
    let next = app.interpreter()
    _ = await next.run(line: "boost .")
    #expect(app.log.last == "boost sent")
    app.errors = ""
    _ = await next.run(line: "boost 0")
    #expect(app.errors == "! No post 0 on this screen.\n  The numbers go from 1 to 3.\n")
  }
}
