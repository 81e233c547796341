/// The fuzz's model of the line and the screen; it is independent of the editor's code.
struct FuzzModel {
  var columns = 40
  var rows = 14
  /// Shorter than any terminal is wide: how terminals break them is not the question.
  var notes: [String] = []
  var text: [Unicode.Scalar] = []
  var cursor = 0
  var killed: [Unicode.Scalar] = []
  /// The history, if the editor assists; then further rows have a mark as well.
  var history: [String] = []
  /// Whether an entry of the history is shown, for which nothing is suggested.
  var isRecalled = false
  /// Rows below the line.
  var menu: [String] = []

  var isAssisted: Bool { !history.isEmpty }
  var line: String { Self.string(text) }

  /// The suggestion behind the cursor.
  var suggestion: String? {
    guard cursor == text.count, !text.isEmpty, !text.contains("\n"), !isRecalled else { return nil }
    let line = line.utf8
    let entry = history.last { $0.utf8.count > line.count && $0.utf8.starts(with: line) }
    return entry.map { Self.string($0.unicodeScalars.dropFirst(text.count)) }
  }

  /// As much of a text as fits, with a sign if that is not all.
  func cut(_ text: String, to room: Int) -> String {
    guard room > 0 else { return "" }
    guard text.reduce(0, { $0 + displayWidth($1) }) > room else { return text }
    var kept = ""
    var width = 1
    for character in text {
      width += displayWidth(character)
      guard width <= room else { break }
      kept.append(character)
    }
    return kept + "…"
  }

  /// A candidate's row in the menu.
  func row(_ name: String, isChosen: Bool = false) -> String {
    let gap = String(repeating: " ", count: 9 - name.count)
    return (isChosen ? "›" : " ") + name + gap + cut("what \(name) does, and then some more", to: columns - 11)
  }

  private static func string(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }

  mutating func insert(_ new: String) {
    text.insert(contentsOf: new.unicodeScalars, at: cursor)
    cursor += new.unicodeScalars.count
  }

  var before: Int { Self.string(text[..<cursor]).last?.unicodeScalars.count ?? 0 }
  var after: Int { Self.string(text[cursor...]).first?.unicodeScalars.count ?? 0 }
  /// The number of cells of the line, roughly.
  var size: Int { Self.string(text).reduce(0) { $0 + max(1, displayWidth($1)) } }

  /// The rows of the line, and where its cursor is among them.
  var block: (rows: [String], cursor: (row: Int, column: Int)) {
    var rows = [""]
    var column = 0
    func place(_ character: Character) -> (row: Int, column: Int) {
      let width = displayWidth(character)
      if column + width > columns {
        rows.append("")
        column = 0
      }
      let place = (rows.count - 1, column)
      rows[rows.count - 1].append(character)
      column += width
      if column == columns {
        rows.append("")
        column = 0
      }
      return place
    }
    for character in "probe> " { _ = place(character) }
    var found: (row: Int, column: Int)?
    var index = 0
    for character in Self.string(text) {
      var position = (row: rows.count - 1, column: column)
      if character == "\n" {
        rows.append("")
        column = 0
        if isAssisted { for sign in "… " { _ = place(sign) } }
      } else {
        position = place(character)
      }
      index += character.unicodeScalars.count
      if found == nil, cursor < index { found = position }
    }
    let cursor = found ?? (rows.count - 1, column)
    if menu.isEmpty, let suggestion { rows[rows.count - 1] += cut(suggestion, to: columns - 1 - column) }
    return (rows + menu, cursor)
  }

  private static func trimmed(_ rows: [String]) -> [String] {
    var rows = rows.map { String($0.reversed().drop { $0 == " " }.reversed()) }
    while rows.last == "" { rows.removeLast() }
    return rows
  }

  var screen: Screen {
    let block = block
    return Screen(
      rows: Self.trimmed(notes + block.rows), scrolledAway: 0, cursorRow: notes.count + block.cursor.row,
      cursorColumn: block.cursor.column)
  }

  func agrees(with actual: Screen) -> Bool {
    let expected = screen
    return actual.rows == expected.rows && actual.cursorRow == expected.cursorRow
      && actual.cursorColumn == expected.cursorColumn
  }

  /// Whether what is visible agrees, with the whole line in it; what was scrolled away is another question.
  func agreesWhereVisible(with actual: Screen) -> Bool {
    let expected = screen
    let visible = actual.rows.dropFirst(actual.scrolledAway)
    let hidden = expected.rows.count - visible.count
    // The last note is about the very resize that is waited for.
    return hidden >= 0 && hidden < notes.count && visible.elementsEqual(expected.rows[hidden...])
      && actual.cursorRow - actual.scrolledAway == expected.cursorRow - hidden
      && actual.cursorColumn == expected.cursorColumn
  }
}
