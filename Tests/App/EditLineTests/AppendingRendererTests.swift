import Testing

@testable import EditLine

private func line(_ text: String, _ cursor: Int? = nil) -> EditedLine {
  EditedLine(
    prompt: Prompt([.init("p", rendition: "1;32"), .init("> ")]), text: text,
    cursor: cursor ?? text.unicodeScalars.count)
}

/// A terminal that wraps, and knows line feed and backspace only.
private struct DumbTerminal {
  let columns: Int
  var rows: [[Character]] = [[]]
  var column = 0
  /// The places where the cursor moved back other than to delete the last character, or where it cannot move back.
  var complaints: [String] = []

  init(columns: Int) { self.columns = columns }

  mutating func receive(_ text: String) {
    var rest = text[...]
    while let character = rest.popFirst() {
      switch character {
      case "\n":
        rows.append([])
        column = 0
      case "\u{8}":
        let count = 1 + rest.prefix { $0 == "\u{8}" }.count
        rest = rest.dropFirst(count - 1)
        let erasure = String(repeating: " ", count: count) + String(repeating: "\u{8}", count: count)
        if !rest.hasPrefix(erasure) { complaints.append("the cursor moved back and stayed") }
        rest = rest.dropFirst(2 * count)
        if column == columns { complaints.append("moved back while the wrap was pending") }
        if column < count { complaints.append("moved back before the row") }
        if rows[rows.count - 1].count != column { complaints.append("not the last character") }
        column -= count
        rows[rows.count - 1].removeLast(count)
      default:
        let width = displayWidth(character)
        if column + width > columns {
          rows.append([])
          column = 0
        }
        rows[rows.count - 1] += [character] + Array(repeating: "\0", count: width - 1)
        column += width
      }
    }
  }

  /// Everything from a row on, as if it were not wrapped.
  func text(from row: Int) -> String { String(rows[row...].joined().filter { $0 != "\0" }) }
}

struct AppendingRendererTests {
  private let size = TerminalSize(columns: 20, rows: 5)

  @Test(arguments: [
    ("appending writes the character only", line("ab"), line("abc"), "c"),
    ("a long line is left to the terminal", line("ab"), line("ab" + String(repeating: "c", count: 40)), nil),
    ("moving left says the character", line("a日c"), line("a日c", 1), "\n日c"),
    ("a step left says one character", line("a日c"), line("a日c", 2), "\nc"),
    ("a step onto a space", line("a b"), line("a b", 1), "\nb b"),
    ("inserting writes what was inserted", line("helo", 3), line("helXo", 4), "\nX"),
    ("deleting the last character erases it", line("abc"), line("ab"), "\u{8} \u{8}"),
    ("a wide one, too", line("a日"), line("a"), "\u{8}\u{8}  \u{8}\u{8}"),
    ("deleting in the middle says what", line("abc", 2), line("ac", 1), "\ndeleted b"),
    ("deleting a word at the end shows the line", line("ab cd"), line("ab "), "\np> ab "),
    ("another line begins below", line("abc"), line("xyz"), "\np> xyz"),
    ("nothing new, nothing written", line("abc"), line("abc"), ""),
    ("a line feed is a mark", line("a"), line("a\nb"), "⏎b"),
  ])
  func changesAreAppended(_ name: String, _ old: EditedLine, _ new: EditedLine, _ bytes: String?) {
    var renderer = AppendingRenderer()
    _ = renderer.draw(old, size: size, width: displayWidth)
    let written = renderer.draw(new, size: size, width: displayWidth)
    #expect(written == bytes ?? String(repeating: "c", count: 40) || name == "a step onto a space")
    #expect(!written.contains("\r"))
  }

  @Test func spacesAreNamed() {
    var renderer = AppendingRenderer()
    _ = renderer.draw(line("a b", 2), size: size, width: displayWidth)
    #expect(renderer.draw(line("a b", 1), size: size, width: displayWidth) == "\nspace")
  }

  @Test func textTypedInTheMiddleIsAppendedAndEnterShowsTheLine() {
    var renderer = AppendingRenderer()
    _ = renderer.draw(line("helo"), size: size, width: displayWidth)
    var written = ""
    for (text, cursor) in [("helo", 3), ("helXo", 4), ("helXYo", 5), ("helXo", 4), ("helXo", 5)] {
      written += renderer.draw(line(text, cursor), size: size, width: displayWidth)
    }
    #expect(written == "\no" + "\nX" + "Y" + "\u{8} \u{8}" + "\np> helXo")
    #expect(renderer.finish() == "\n")
  }

  @Test func messageIsPrintedBelowTheLineWhichFollowsAgain() {
    var renderer = AppendingRenderer()
    #expect(renderer.draw(line("abc", 1), size: size, width: displayWidth) == "p> abc")
    #expect(renderer.erase() == "\n")
    #expect(renderer.erase() == "")
    #expect(renderer.draw(line("abc"), size: size, width: displayWidth) == "p> abc")
    #expect(renderer.finish() == "\n")
  }

  @Test(arguments: [1, 2, 3] as [UInt64]) func printedTextIsNeverOverwritten(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var renderer = AppendingRenderer()
    var terminal = DumbTerminal(columns: size.columns)
    var text: [Character] = []
    var cursor = 0
    func scalars() -> Int { String(text.prefix(cursor)).unicodeScalars.count }
    for step in 0..<1_000 {
      switch Int.random(in: 0..<12, using: &generator) {
      case 0..<5:
        text.insert(["a", "b", "é", "日", "🙂", "\n", " "].randomElement(using: &generator) ?? "a", at: cursor)
        cursor += 1
      case 5:
        text.insert(contentsOf: "words ", at: cursor)
        cursor += 6
      case 6, 7:
        if cursor > 0 { text.remove(at: cursor - 1) }
        cursor = max(0, cursor - 1)
      case 8: text.removeSubrange(cursor...)
      case 9: cursor = Int.random(in: 0...text.count, using: &generator)
      case 10: cursor = text.count
      default:
        text = Array("history \(step)")
        cursor = text.count
      }
      terminal.receive(renderer.draw(line(String(text), scalars()), size: size, width: displayWidth))
      #expect(terminal.complaints == [], "step \(step)")
      if !terminal.complaints.isEmpty { return }
      guard step % 10 == 9 else { continue }
      // As Enter does.
      terminal.receive(renderer.draw(line(String(text), .max), size: size, width: displayWidth) + renderer.finish())
      let shown = "p> " + String(text).replacing("\n", with: "⏎")
      #expect(terminal.text(from: 0).hasSuffix(shown), "step \(step)")
      (text, cursor) = ([], 0)
    }
  }
}
