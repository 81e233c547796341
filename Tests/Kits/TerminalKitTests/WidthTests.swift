import Testing

@testable import TerminalKit

/// The width that is used of a terminal.
@Suite struct WidthTests {
  private let document = Document(
    kind: "home", title: Document.Title("Home", note: "3 newer posts"),
    blocks: [.paragraph(StyledText(Array(repeating: "canal", count: 80).joined(separator: " ")))])

  private func lines(_ width: Int, isExact: Bool = false, format: Renderer.Format = .plain) -> [String] {
    var renderer = Renderer(
      format: format, width: width, theme: .mono, colors: .none, showsHint: true, hyperlinks: false)
    renderer.isExactWidth = isExact
    return renderer.render(document).split(separator: "\n").map(String.init)
  }

  private func widest(_ lines: some Sequence<String>) -> Int { lines.map(\.displayWidth).max() ?? 0 }

  @Test(arguments: [
    (columns: 40, text: 40, page: 40), (72, 72, 72), (80, 72, 76), (90, 82, 86), (108, 100, 104), (140, 100, 104),
    (300, 100, 104),
  ])
  func textGrowsWithTheTerminalUpToAHundredColumns(_ columns: Int, _ text: Int, _ page: Int) {
    let lines = lines(columns)
    #expect(lines[1].displayWidth == page, "the rule")
    #expect((text - 5...text).contains(widest(lines.dropFirst(2))))
  }

  @Test(arguments: [20, 30, 76, 80, 100, 120, 200])
  func aWidthThatWasAskedForIsUsed(_ columns: Int) {
    let lines = lines(columns, isExact: true)
    #expect(lines[1].displayWidth == columns, "the rule")
    #expect((columns - 5...columns).contains(widest(lines.dropFirst(2))))
  }

  @Test func sentencesAreWrappedAtWordsIfAWidthIsAskedFor() {
    let wrapped = lines(60, isExact: true, format: .spoken)
    #expect(wrapped.count > 5 && widest(wrapped) <= 60)
    #expect(wrapped.allSatisfy { !$0.hasPrefix(" ") && !$0.hasSuffix("cana") })
    #expect(lines(60, format: .spoken).count == 2)
  }

  @Test(arguments: [8, 20, 40, 60])
  func aWebAddressIsNeverBroken(_ columns: Int) {
    let address = "https://shore.example/@zoe/1142-the-long-way/round?by=the-canal&at=night"
    let text = StyledText("See \(address) or (\(address)).")
    let lines = text.wrapped(width: columns).map(\.plain)
    #expect(lines.contains(address))
    #expect(lines.contains { $0.contains("(\(address))") })
    #expect(lines.filter { !$0.contains("://") }.allSatisfy { $0.displayWidth <= columns })
  }
}
