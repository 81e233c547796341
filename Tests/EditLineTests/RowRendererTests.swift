import Testing

@testable import EditLine

private func line(_ text: String, _ cursor: Int? = nil) -> EditedLine {
  EditedLine(
    prompt: Prompt([.init("p", rendition: "1;32"), .init("> ")]), text: text,
    cursor: cursor ?? text.unicodeScalars.count)
}

/// What a terminal shows that knows carriage return, line feed and backspace only.
private struct DumbTerminal {
  var rows: [[Character]] = [[]]
  var column = 0

  mutating func receive(_ text: String) {
    for character in text {
      switch character {
      case "\r": column = 0
      case "\u{8}": column = max(0, column - 1)
      case "\n":
        rows.append([])
        column = 0
      default:
        // A wide character stands in the first of its columns.
        for (offset, cell) in ([character] + Array(repeating: "\0", count: displayWidth(character) - 1)).enumerated() {
          while rows[rows.count - 1].count <= column + offset { rows[rows.count - 1].append(" ") }
          rows[rows.count - 1][column + offset] = cell
        }
        column += displayWidth(character)
      }
    }
  }

  var lastRow: String {
    let text = String((rows.last ?? []).filter { $0 != "\0" })
    return String(text.reversed().drop { $0 == " " }.reversed())
  }
}

struct RowRendererTests {
  private let size = TerminalSize(columns: 20, rows: 5)

  @Test(arguments: [
    ("appending writes the character only", line("ab"), line("abc"), "c"),
    ("moving left writes backspaces", line("a日c"), line("a日c", 1), "\u{8}\u{8}\u{8}"),
    ("moving right writes what is there", line("abcd", 0), line("abcd", 2), "ab"),
    ("moving to the start returns", line("abcd"), line("abcd", 0), "\u{8}\u{8}\u{8}\u{8}"),
    ("inserting writes the rest", line("helo", 3), line("helXo", 4), "Xo\u{8}"),
    ("deleting writes over what was", line("abc"), line("ab"), "\u{8} \u{8}"),
    ("nothing new, nothing written", line("abc"), line("abc"), ""),
    ("a line feed is a mark", line("a"), line("a\nb"), "⏎b"),
  ])
  func changesAreWrittenWithTextAndBackspaces(_ name: String, _ old: EditedLine, _ new: EditedLine, _ bytes: String) {
    var renderer = RowRenderer()
    _ = renderer.draw(old, size: size, width: displayWidth)
    #expect(renderer.draw(new, size: size, width: displayWidth) == bytes)
  }

  @Test func messageIsPrintedBelowTheLineWhichFollowsAgain() {
    var renderer = RowRenderer()
    #expect(renderer.draw(line("abc", 1), size: size, width: displayWidth) == "p> abc\u{8}\u{8}")
    #expect(renderer.erase() == "\n")
    #expect(renderer.erase() == "")
    #expect(renderer.draw(line("abc"), size: size, width: displayWidth) == "p> abc")
    #expect(renderer.finish() == "\n")
  }

  @Test(arguments: [1, 2, 3] as [UInt64]) func theRowShowsTheLineAroundTheCursor(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var renderer = RowRenderer()
    var terminal = DumbTerminal()
    var text: [Character] = []
    for step in 0..<1_000 {
      let at = Int.random(in: 0...text.count, using: &generator)
      switch Int.random(in: 0..<8, using: &generator) {
      case 0..<4: text.insert(["a", "b", "é", "日", "🙂", "\n"].randomElement(using: &generator) ?? "a", at: at)
      case 4: text.append(contentsOf: "words ")
      case 5: text.removeSubrange(at...)
      case 6: if at < text.count { text.remove(at: at) }
      default: break
      }
      let cursor = String(text.prefix(at)).unicodeScalars.count
      terminal.receive(renderer.draw(line(String(text), cursor), size: size, width: displayWidth))
      let shown = "p> " + String(text).replacing("\n", with: "⏎")
      #expect(terminal.rows.count == 1, "step \(step)")
      #expect(terminal.column < size.columns - 1, "step \(step)")
      #expect((terminal.rows.last?.count ?? 0) < size.columns, "step \(step)")
      #expect(shown.contains(terminal.lastRow), "step \(step): \(terminal.lastRow)")
      // What is left of the cursor in the row is what is left of it in the line.
      let left = String((terminal.rows.last ?? []).prefix(terminal.column).filter { $0 != "\0" })
      #expect(String(shown.prefix(3 + at)).hasSuffix(left), "step \(step)")
      #expect(!left.isEmpty, "step \(step)")
    }
  }
}
