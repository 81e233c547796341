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

  @Test func dotIsWhatWasSentOrElseWhatWasNamed() {
    var numbers = NumberedReferences()
    #expect(numbers.last == nil)
    numbers.setNamed(Self.reference("named"))
    #expect(numbers.last == Self.reference("named"))
    numbers.setSent(Self.reference("sent"))
    numbers.setNamed(Self.reference("other"))
    #expect(numbers.last == Self.reference("sent"))
  }

  @Test func dotHasNoNumberThatCanBeTyped() {
    var numbers = NumberedReferences()
    numbers.setSent(Self.reference("sent"))
    numbers.setNamed(Self.reference("named"))
    #expect(numbers[0] == nil && numbers[-1] == nil)
    #expect(numbers.highest == 0)
  }

  @Test func documentReplacesNumbersAndKeepsTheDot() throws {
    var numbers = NumberedReferences([1: [Self.reference("a")], 2: [Self.reference("b")]])
    numbers.setSent(Self.reference("sent"))
    let replaced = try #require(numbers.replaced(by: Self.list(["x"])))
    #expect(replaced[1] == [Self.reference("x")] && replaced[2] == nil)
    #expect(replaced.highest == 1 && replaced.last == Self.reference("sent"))
  }

  @Test func documentWithoutNumbersReplacesNothing() {
    let numbers = NumberedReferences([1: [Self.reference("a")]])
    #expect(numbers.replaced(by: Document(kind: "help", blocks: [.paragraph("Text.")])) == nil)
  }

  @Test func entriesCarryNumbersAndDotIntoTheNextRun() {
    var numbers = NumberedReferences([3: [Self.reference("c")]])
    numbers.setSent(Self.reference("sent"))
    let next = NumberedReferences(numbers.entries)
    #expect(next[3] == [Self.reference("c")] && next.last == Self.reference("sent"))
  }

  @Test func takingTheDotOverKeepsTheOwnOneWhereTheOtherHasNone() {
    var numbers = NumberedReferences([1: [Self.reference("a")]])
    numbers.setNamed(Self.reference("named"))
    numbers.takeLast(of: NumberedReferences([1: [Self.reference("b")]]))
    #expect(numbers.last == Self.reference("named") && numbers[1] == [Self.reference("a")])
  }
}
