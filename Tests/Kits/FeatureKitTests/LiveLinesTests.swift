import FeatureKit
import FoundationEssentials
import TerminalKit
import Testing

@MainActor
@Suite struct LiveLinesTests {
  private func post(_ id: Int) -> [Reference] { [Reference(kind: .status, id: "\(id)")] }

  @Test func labelsCountUpAndDoNotChangeTheirMeaningForLong() {
    var lines = LiveLines()
    let labels = (1...2575).map { lines.add(post($0)).text }
    #expect(labels.prefix(2) == ["a1", "a2"])
    #expect(labels[98...100] == ["a99", "b1", "b2"])
    #expect(labels[2573] == "z99" && labels[2574] == "a1")
    #expect(Set(labels.prefix(2574)).count == 2574)
    #expect(lines.last?.text == "a1")
    #expect(LineLabel("z99").flatMap { lines[$0] } == post(2574))
    #expect(LineLabel("a2").flatMap { lines[$0] } == nil, "forgotten long ago")
  }

  @Test(arguments: ["a", "a0", "a01", "a100", "1a", "ab1", "3", "@a1", "ä1", "a1x", ""])
  func otherWordsAreNoLabels(_ word: String) { #expect(LineLabel(word) == nil) }

  @Test func labelsSurviveBesideTheNumbersOfTheScreen() {
    var lines = LiveLines()
    for number in 1...120 { _ = lines.add(post(number)) }
    let numbers = [0: post(7), -1: post(8), 1: post(9)]
    var next = LiveLines()
    #expect(next.restore(from: numbers.merging(lines.stored) { first, _ in first }) == numbers)
    #expect(next == lines)
    #expect(next.add(post(121)).text == "b22", "the count goes on")
  }

  @Test func damagedLabelsAreIgnored() {
    var lines = LiveLines()
    #expect(
      lines.restore(from: [-1000: [Reference(kind: .status, id: "x")], -1001: post(1), 1: post(2)]) == [1: post(2)])
    #expect(lines.last == nil)
    #expect(lines.restore(from: [-1000: [Reference(kind: .status, id: "9")], -99_999: post(1)]).isEmpty)
  }

  @Test func lineIsCutToTheWidthAndTakesASecondRowWhereItIsNarrow() {
    let center = ToastCenter(now: { Date(timeIntervalSince1970: 0) })
    center.post(
      Note(
        "Wren Alder replied · 14:02", sign: "↩",
        detail: "What do you wrap them in? I used straw last year, and the mice moved in before the frost did.",
        references: post(1)))
    var label: LineLabel?
    #expect(center.lines.last?.text == "a1")
    label = center.lines.last
    var note = Note(
      "Wren Alder replied · 14:02", sign: "↩",
      detail: "What do you wrap them in? I used straw last year, and the mice moved in before the frost did.")
    note.label = label
    #expect(
      note.lines(width: 80).map(\.plain) == [
        "↩ a1 Wren Alder replied · 14:02  What do you wrap them in? I used straw last ye…"
      ])
    #expect(note.lines(width: 80)[0].displayWidth == 80)
    #expect(
      note.lines(width: 40).map(\.plain) == [
        "↩ a1 Wren Alder replied · 14:02", "  What do you wrap them in? I used stra…",
      ])
    #expect(note.spoken.hasPrefix("a1. Wren Alder replied · 14:02: What do you"))
    #expect(Note("Saved.").lines(width: 80).map(\.plain) == ["Saved."])
  }
}
