import Testing

@testable import EditLine

/// A renderer and the terminal that it draws on.
private struct Desk {
  var terminal: TerminalModel
  var renderer = BlockRenderer()

  init(columns: Int, rows: Int) {
    terminal = TerminalModel(columns: columns, rows: rows)
  }

  mutating func show(_ line: EditedLine) {
    let size = TerminalSize(columns: terminal.columns, rows: terminal.rows)
    terminal.receive(renderer.echo(line, width: displayWidth))
    terminal.receive(renderer.draw(line, size: size, width: displayWidth))
  }
}

private func line(_ text: String, _ cursor: Int? = nil, hint: String = "", prompt: String = "> ") -> EditedLine {
  EditedLine(prompt: Prompt([.init(prompt)]), text: text, cursor: cursor ?? text.unicodeScalars.count, hint: hint)
}

struct BlockRendererTests {
  struct Picture: CustomTestStringConvertible, Sendable {
    var name: String
    var line: EditedLine
    var screen: [String]
    var cursor: (Int, Int)
    var testDescription: String { name }
  }

  static let pictures = [
    Picture(name: "empty", line: line(""), screen: [">", "", ""], cursor: (0, 2)),
    Picture(name: "narrow", line: line("abc", 1), screen: ["> abc", "", ""], cursor: (0, 3)),
    Picture(name: "wraps", line: line("abcdefghijkl"), screen: ["> abcdefgh", "ijkl", ""], cursor: (1, 4)),
    Picture(
      name: "a full row is followed by another", line: line("abcdefgh"), screen: ["> abcdefgh", "", ""], cursor: (1, 0)),
    Picture(
      name: "a line feed in a full row", line: line("abcdefgh\ni", 8), screen: ["> abcdefgh", "", "i"], cursor: (1, 0)),
    Picture(
      name: "a wide character does not part", line: line("abcdefg日"), screen: ["> abcdefg", "日", ""], cursor: (1, 2)),
    Picture(name: "a joined character is one", line: line("a👨‍👩‍👧b", 2), screen: ["> a👨‍👩‍👧b", "", ""], cursor: (0, 3)),
    Picture(
      name: "a mark belongs to its letter", line: line("cafe\u{301}s", 5), screen: ["> cafe\u{301}s", "", ""],
      cursor: (0, 6)),
    Picture(
      name: "a mark alone is made visible", line: line("\u{301}a"), screen: ["> \u{FFFD}a", "", ""], cursor: (0, 4)),
    Picture(name: "controls", line: line("a\u{1}\u{7F}", 2), screen: ["> a^A^?", "", ""], cursor: (0, 5)),
    Picture(name: "a tab", line: line("a\tb"), screen: ["> a     b", "", ""], cursor: (0, 9)),
    Picture(name: "rows", line: line("a\nb", 2), screen: ["> a", "b", ""], cursor: (1, 0)),
    Picture(name: "a hint", line: line("ab", hint: "cd"), screen: ["> abcd", "", ""], cursor: (0, 4)),
    Picture(
      name: "a hint never fills the row", line: line("ab", hint: "cdefghijk"), screen: ["> abcdef…", "", ""],
      cursor: (0, 4)),
    Picture(
      name: "no hint within the line", line: line("ab", 1, hint: "cd"), screen: ["> ab", "", ""], cursor: (0, 3)),
    Picture(
      name: "taller than the screen, at its end", line: line("1\n2\n3\n4\n5"), screen: ["3", "4", "5"], cursor: (2, 1)),
    Picture(
      name: "taller than the screen, at its start", line: line("1\n2\n3\n4\n5", 0), screen: ["> 1", "2", "3"],
      cursor: (0, 2)),
  ]

  @Test(arguments: pictures) func theScreenShowsTheLine(_ picture: Picture) {
    var desk = Desk(columns: 10, rows: 3)
    desk.show(picture.line)
    #expect(desk.terminal.screen == picture.screen)
    #expect(desk.terminal.cursor == picture.cursor)
    #expect(desk.terminal.complaints == [])
  }

  @Test(arguments: [
    ("appending writes the character and a place for the cursor", line("ab"), line("abc"), "c \u{8}"),
    ("moving left writes backspaces", line("abc", 3), line("abc", 1), "\u{8}\u{8}"),
    ("moving right", line("abc", 0), line("abc", 2), "\u{1B}[2C"),
    ("nothing new, nothing written", line("abc"), line("abc"), ""),
    ("what becomes longer is written over", line("abcd", 2), line("abXcd", 3), "Xcd \u{8}\u{8}\u{8}"),
    (
      "what becomes shorter is erased first", line("abcd"), line("acd", 1),
      "\u{1B}[?2026h\r\u{1B}[K> acd \u{8}\u{8}\u{8}\u{1B}[?2026l"
    ),
  ])
  func cheapChangesAreCheap(_ name: String, _ old: EditedLine, _ new: EditedLine, _ bytes: String) {
    var renderer = BlockRenderer()
    _ = renderer.draw(Layout.frame(old, columns: 20, width: displayWidth))
    #expect(renderer.draw(Layout.frame(new, columns: 20, width: displayWidth)) == bytes)
  }

  @Test(arguments: [
    ("a letter at the end", line("ab"), line("abc"), "c \u{8}"),
    ("the first one, without the prompt's colour", line(""), line("ə"), "ə \u{8}"),
    ("over a hint", line("ab", hint: "cd"), line("abc"), "c\u{1B}[0;2md\u{1B}[m \u{8}\u{8}"),
    ("over another hint", line("ab", hint: "cd"), line("abx"), "x\u{1B}[0;2md\u{1B}[m \u{8}\u{8}"),
    ("two letters", line("ab"), line("abcd"), ""),
    ("a letter within", line("ab", 1), line("axb", 2), ""),
    ("a mark, which joins the letter before it", line("e"), line("e\u{301}"), ""),
    ("a wide character", line("a"), line("a日"), ""),
    ("a line feed", line("a"), line("a\n"), ""),
    ("a letter that fills the row", line("abcdefghijklmnopq"), line("abcdefghijklmnopqr"), ""),
    ("another prompt", line("a"), line("ab", prompt: "search "), ""),
    ("nothing is shown yet", line("ab"), nil, ""),
  ])
  func aTypedLetterIsShownBeforeItsLineIsLookedThrough(
    _ name: String, _ old: EditedLine, _ new: EditedLine?, _ bytes: String
  ) {
    var renderer = BlockRenderer()
    if new != nil { _ = renderer.draw(old, size: TerminalSize(columns: 20, rows: 5), width: displayWidth) }
    #expect(renderer.echo(new ?? old, width: displayWidth) == bytes)
  }

  @Test func renditionsEndBeforeAnythingIsErased() {
    var renderer = BlockRenderer()
    let prompt = Prompt([.init("p", rendition: "1;32"), .init("> ")])
    let bytes = renderer.draw(
      Layout.frame(EditedLine(prompt: prompt, text: "", cursor: 0), columns: 20, width: displayWidth))
    #expect(bytes.contains("\u{1B}[0;1;32mp\u{1B}[m> "))
  }

  @Test func erasingKeepsTheRowsAbove() {
    var desk = Desk(columns: 10, rows: 4)
    desk.terminal.receive("above\r\n")
    desk.show(line("abcdefghijklmn", 3))
    desk.terminal.receive(desk.renderer.erase())
    #expect(desk.terminal.screen == ["above", "", "", ""])
    #expect(desk.terminal.cursor == (1, 0))
  }

  @Test(arguments: [(40, 12, 1), (20, 8, 2), (11, 5, 3), (10, 24, 4), (7, 3, 5), (80, 24, 6)])
  func incrementalDrawingEqualsAFullRedraw(_ columns: Int, _ rows: Int, _ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let pieces = ["a", "b", " ", "é", "e\u{301}", "日", "本", "🙂", "👨‍👩‍👧", "🇫🇷", "👍🏽", "नि", "\n", "\t", "\u{1}", "\u{200B}"]
    var desk = Desk(columns: columns, rows: rows)
    var text: [Character] = []
    for step in 0..<600 {
      let at = Int.random(in: 0...text.count, using: &generator)
      switch Int.random(in: 0..<10, using: &generator) {
      case 0..<5: text.insert(contentsOf: pieces.randomElement(using: &generator) ?? "", at: at)
      case 5:
        let length = Bool.random(using: &generator) ? 1 : Int.random(in: 1...columns, using: &generator)
        text.append(contentsOf: String(repeating: "x", count: length))
      case 6: text.removeSubrange(at...)
      case 7: if !text.isEmpty { text.remove(at: min(at, text.count - 1)) }
      case 8:
        desk.terminal.receive(desk.renderer.erase() + "note\r\n")
      default: break
      }
      let string = String(text)
      let cursor =
        Bool.random(using: &generator) ? string.unicodeScalars.count : String(text.prefix(at)).unicodeScalars.count
      let shown = line(string, cursor, hint: Bool.random(using: &generator) ? "hint" : "")
      let top = desk.renderer.frame?.hiddenAbove ?? 0
      desk.show(shown)
      var fresh = Desk(columns: columns, rows: rows)
      let frame = Layout.frame(shown, columns: columns, width: displayWidth).clipped(to: rows, hidden: top)
      fresh.terminal.receive(fresh.renderer.draw(frame))
      // The block may be anywhere on the screen, but it is the last thing there.
      let height = frame.rows.count
      let start = desk.terminal.cursor.row - frame.cursor.row
      guard start >= 0, start + height <= rows else {
        Issue.record("step \(step): the cursor is not in the block")
        return
      }
      let block = Array(desk.terminal.screen[start..<start + height])
      #expect(block == Array(fresh.terminal.screen[..<height]), "step \(step)")
      #expect(desk.terminal.cursor.column == fresh.terminal.cursor.column, "step \(step)")
      let below = desk.terminal.screen[(start + height)...].filter { !$0.isEmpty }
      #expect(below == [], "step \(step)")
      #expect(desk.terminal.complaints == [], "step \(step)")
      if !desk.terminal.complaints.isEmpty || block != Array(fresh.terminal.screen[..<height]) { return }
    }
  }

  @Test(arguments: [
    (80, 40, 0), (80, 40, 1), (40, 80, 2), (40, 13, 3), (60, 36, 4), (36, 60, 5), (12, 40, 6), (30, 10, 7),
  ])
  func theTopOfTheBlockIsKnownAfterTheTerminalHasMovedIt(_ old: Int, _ new: Int, _ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let pieces = ["a", "b ", "é", "日本", "🙂", "👍🏽", "नि", "\n"]
    for _ in 0..<300 {
      let text = (0..<Int.random(in: 0...60, using: &generator)).reduce(into: "") { text, _ in
        text += pieces.randomElement(using: &generator) ?? ""
      }
      let cursor = Int.random(in: 0...text.count, using: &generator)
      let shown = line(text, String(text.prefix(cursor)).unicodeScalars.count)
      let frame = Layout.frame(shown, columns: old, width: displayWidth)
      // What a terminal does: it joins the rows that ran over and breaks them anew, and the cursor stays with its cell.
      var terminal = TerminalModel(columns: new, rows: 400)
      var row: Int?
      for (index, old) in frame.rows.enumerated() {
        if index > 0, !old.continues { terminal.receive("\r\n") }
        var column = 0
        for cell in old.cells + (frame.endsLine(index) ? [Cell(text: " ", width: 1, rendition: "")] : []) {
          // Part by part, as a terminal counts them.
          let parts = cell.parts.isEmpty ? [cell.text] : cell.text.unicodeScalars.map { String($0) }
          for (part, text) in parts.enumerated() {
            terminal.receive(text)
            if part == 0, frame.cursor == Position(row: index, column: column) { row = terminal.cursor.row }
          }
          column += cell.width
        }
      }
      #expect(frame.reflowed(to: new).cursorRow == row)
      #expect(frame.reflowed(to: new).rows == terminal.cursor.row + 1)
    }
  }
}
