/// The content to show: the prompt, the text with its cursor, and a hint after it.
struct EditedLine: Equatable {
  var prompt: Prompt
  var text: String
  /// In Unicode scalars, as libedit counts.
  var cursor: Int
  var hint: String = ""
  /// Passages in another rendition, in order.
  var highlights: [LineEditor.Assistance.Highlight] = []
  /// The rendition of what is not typed: a hint, and the sign before each further row.
  var secondary = "2"
  /// The prefix of each further row of the text.
  var continuation = ""
  /// Rows below the text.
  var menu: [[Prompt.Run]] = []
}

/// A cluster of characters on the screen.
struct Cell: Equatable {
  var text: String
  var width: Int
  var rendition: String
  /// The columns of its parts, if the terminal may split it: some show an emoji and its skin tone side by side.
  var parts: [Int] = []
}

/// A position on the screen, relative to the first cell of the edited block.
struct Position: Equatable {
  var row: Int
  var column: Int
}

/// The rows that the edited block takes on a screen of a certain size.
struct Frame: Equatable {
  struct Row: Equatable {
    var cells: [Cell] = []
    var width = 0
    /// Whether the row above ran over into this one, rather than ended.
    var continues = false

    /// There is only a space, by which the row was made.
    var isEmptyContinuation: Bool { continues && cells.isEmpty }
  }

  var rows: [Row]
  var cursor: Position
  var columns: Int
  /// The number of rows above the screen of a block that is taller than it.
  var hiddenAbove = 0
  var isClipped = false

  /// Whether the row does not run over into the next.
  func endsLine(_ row: Int) -> Bool { row + 1 == rows.count || !rows[row + 1].continues }

  var end: Position { Position(row: rows.count - 1, column: rows[rows.count - 1].width) }
}

/// Breaks lines into rows.
///
/// A row that is full is always followed by another, if only by an empty one: so each place between two characters
/// is one cell of the screen, and the cursor never has to stand after the last column.
struct Layout {
  let columns: Int
  private var rows = [Frame.Row()]

  init(columns: Int) {
    // A wide character must fit somewhere.
    self.columns = max(2, columns)
  }

  /// The position of the next cell if it is narrow.
  private var position: Position { Position(row: rows.count - 1, column: rows[rows.count - 1].width) }

  /// Adds a cell and returns its position.
  ///
  /// A row in which there is not enough room is filled with spaces: a terminal would begin the cell there if a part of
  /// it fits.
  @discardableResult private mutating func place(_ cell: Cell) -> Position {
    if position.column + cell.width > columns {
      for _ in position.column..<columns { self.place(Cell(text: " ", width: 1, rendition: "")) }
    }
    let place = position
    rows[place.row].cells.append(cell)
    rows[place.row].width += cell.width
    if rows[place.row].width == columns { rows.append(Frame.Row(continues: true)) }
    return place
  }

  /// Adds a character and returns its position; a line feed has the position where it was typed.
  private mutating func place(_ character: Character, _ rendition: String, _ width: (Character) -> Int) -> Position {
    switch character.utf8.first {
    case _ where character.isLineFeed:
      let place = position
      rows.append(Frame.Row())
      return place
    case 0x09:
      let place = position
      for _ in 0..<min(8 - place.column % 8, columns - place.column) {
        self.place(Cell(text: " ", width: 1, rendition: rendition))
      }
      return place
    default:
      if let control = Self.controlName(character) {
        let place = self.place(Cell(text: "^", width: 1, rendition: rendition))
        self.place(Cell(text: control, width: 1, rendition: rendition))
        return place
      }
      let columnsNeeded = min(width(character), columns)
      // A character without width could be overdrawn and the cursor could not reach it, so it is made visible.
      guard columnsNeeded > 0 else { return self.place(Cell(text: "\u{FFFD}", width: 1, rendition: rendition)) }
      let parts = Self.parts(of: character, columnsNeeded, width)
      return self.place(Cell(text: String(character), width: columnsNeeded, rendition: rendition, parts: parts))
    }
  }

  private static func parts(of character: Character, _ total: Int, _ width: (Character) -> Int) -> [Int] {
    guard total > 1, character.unicodeScalars.count > 1 else { return [] }
    let parts = character.unicodeScalars.map { width(Character($0)) }.filter { $0 > 0 }
    return parts.count > 1 && parts.reduce(0, +) == total ? parts : []
  }

  private static func controlName(_ character: Character) -> String? {
    guard let scalar = character.unicodeScalars.first else { return nil }
    switch scalar.value {
    case 0..<0x20, 0x7F: return String(Character(Unicode.Scalar(UInt8(scalar.value) ^ 0x40)))
    case 0x80..<0xA0: return "?"
    default: return nil
    }
  }

  static func frame(_ line: EditedLine, columns: Int, width: (Character) -> Int) -> Frame {
    var layout = Layout(columns: columns)
    for run in line.prompt.runs {
      for character in run.text { _ = layout.place(character, run.rendition, width) }
    }
    var cursor: Position?
    var scalars = 0
    var highlights = line.highlights[...]
    for character in line.text {
      while let first = highlights.first, first.range.upperBound <= scalars { highlights.removeFirst() }
      let rendition = highlights.first.flatMap { $0.range.contains(scalars) ? $0.rendition : nil } ?? ""
      let place = layout.place(character, rendition, width)
      if character.isLineFeed, columns > 2 * line.continuation.count {
        for sign in line.continuation { _ = layout.place(sign, line.secondary, width) }
      }
      scalars += character.unicodeScalars.count
      // A cursor inside a cluster is shown at its beginning.
      if cursor == nil, line.cursor < scalars { cursor = place }
    }
    let end = layout.position
    if cursor == nil { layout.placeHint(line.hint, line.secondary, width) }
    for row in line.menu { layout.placeRow(row, width) }
    return Frame(rows: layout.rows, cursor: cursor ?? end, columns: layout.columns)
  }

  /// Adds as much of a hint as fits into the row without filling it.
  private mutating func placeHint(_ hint: String, _ rendition: String, _ width: (Character) -> Int) {
    let row = hint.prefix { !$0.isNewline }
    let room = max(0, columns - 1 - position.column)
    let isCut = row.endIndex < hint.endIndex || row.reduce(0) { $0 + width($1) } > room
    for character in isCut ? CompletionMenu.cut(String(row) + "…", to: room, width) : String(row) {
      let needed = width(character)
      guard needed > 0, Self.controlName(character) == nil, position.column + needed < columns else { return }
      place(Cell(text: String(character), width: needed, rendition: rendition))
    }
  }

  /// Adds a row of runs below, as far as they fit without filling it.
  private mutating func placeRow(_ runs: [Prompt.Run], _ width: (Character) -> Int) {
    rows.append(Frame.Row())
    for run in runs {
      for character in run.text {
        let needed = width(character)
        guard needed > 0, Self.controlName(character) == nil, position.column + needed < columns else { continue }
        place(Cell(text: String(character), width: needed, rendition: run.rendition))
      }
    }
  }
}

extension Character {
  /// Whether it is a line feed, after a carriage return or not; other characters are not compared, which takes long.
  fileprivate var isLineFeed: Bool {
    let first = utf8.first
    return first == 0x0A || first == 0x0D && self == "\r\n"
  }
}

extension Frame {
  /// The position of the cursor and the rows after the terminal has changed its width and moved the cells itself.
  ///
  /// It joins wrapped rows and breaks them again, part by part and without filling a row in which there is
  /// not enough room.
  func reflowed(to columns: Int) -> (cursorRow: Int, rows: Int) {
    var cursorRow: Int?
    var row = 0
    var column = 0
    for (index, old) in rows.enumerated() {
      if index > 0, !old.continues {
        row += 1
        column = 0
      }
      var oldColumn = 0
      for cell in old.cells + (endsLine(index) ? [Cell(text: " ", width: 1, rendition: "")] : []) {
        for (part, width) in (cell.parts.isEmpty ? [cell.width] : cell.parts).enumerated() {
          if column + width > columns {
            row += 1
            column = 0
          }
          if part == 0, cursor == Position(row: index, column: oldColumn) { cursorRow = row }
          column += width
        }
        oldColumn += cell.width
      }
    }
    return (cursorRow ?? row, row + 1)
  }
}

extension Frame {
  /// The part of the frame that a screen of so many rows can show, with the cursor in it.
  ///
  /// - Parameter hidden: how many rows were above the screen before; they stay there if the cursor allows it.
  func clipped(to height: Int, hidden: Int) -> Frame {
    let height = max(1, height)
    guard rows.count > height else { return self }
    var top = min(hidden, rows.count - height)
    if cursor.row < top { top = cursor.row }
    if cursor.row >= top + height { top = cursor.row - height + 1 }
    var part = self
    part.rows = Array(rows[top..<top + height])
    part.rows[0].continues = false
    part.cursor.row -= top
    part.hiddenAbove = top
    part.isClipped = true
    return part
  }
}
