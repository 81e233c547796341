/// What is to be shown: the prompt, the text with its cursor, and perhaps a hint behind it.
struct EditedLine: Equatable {
  var prompt: Prompt
  var text: String
  /// In Unicode scalars, as libedit counts.
  var cursor: Int
  var hint: String = ""
}

/// A cluster of characters on the screen.
struct Cell: Equatable {
  var text: String
  var width: Int
  var rendition: String
}

/// A place on the screen, counted from the first cell of the edited block.
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
  }

  var rows: [Row]
  var cursor: Position
  var columns: Int
  /// How many rows of a block that is taller than the screen are above it.
  var hiddenAbove = 0
  var isClipped = false

  /// Where the text ends.
  var end: Position { Position(row: rows.count - 1, column: rows[rows.count - 1].width) }
}

/// Breaks lines into rows.
///
/// A row that is full is always followed by another, if only by an empty one: so each place between two characters
/// is one cell of the screen, and the cursor never has to stand behind the last column.
struct Layout {
  let columns: Int
  private var rows = [Frame.Row()]

  init(columns: Int) {
    // A wide character must fit somewhere.
    self.columns = max(2, columns)
  }

  /// Where the next cell would go if it is narrow.
  private var position: Position { Position(row: rows.count - 1, column: rows[rows.count - 1].width) }

  /// Adds a cell and says where it went.
  @discardableResult private mutating func place(_ cell: Cell) -> Position {
    if position.column + cell.width > columns { rows.append(Frame.Row(continues: true)) }
    let place = position
    rows[place.row].cells.append(cell)
    rows[place.row].width += cell.width
    if rows[place.row].width == columns { rows.append(Frame.Row(continues: true)) }
    return place
  }

  /// Adds a character and says where it went; a line feed goes where it was typed.
  private mutating func place(_ character: Character, _ rendition: String, _ width: (Character) -> Int) -> Position {
    switch character {
    case "\n", "\r\n":
      let place = position
      rows.append(Frame.Row())
      return place
    case "\t":
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
      // What takes no room could be drawn over by anything and moved over by nobody: it is made visible.
      guard columnsNeeded > 0 else { return self.place(Cell(text: "\u{FFFD}", width: 1, rendition: rendition)) }
      return self.place(Cell(text: String(character), width: columnsNeeded, rendition: rendition))
    }
  }

  private static func controlName(_ character: Character) -> String? {
    guard let scalar = character.unicodeScalars.first else { return nil }
    switch scalar.value {
    case 0..<0x20, 0x7F: return String(Character(Unicode.Scalar(UInt8(scalar.value) ^ 0x40)))
    case 0x80..<0xA0: return "?"
    default: return nil
    }
  }

  /// The rows of a line.
  static func frame(_ line: EditedLine, columns: Int, width: (Character) -> Int) -> Frame {
    var layout = Layout(columns: columns)
    for run in line.prompt.runs {
      for character in run.text { _ = layout.place(character, run.rendition, width) }
    }
    var cursor: Position?
    var scalars = 0
    for character in line.text {
      let place = layout.place(character, "", width)
      scalars += character.unicodeScalars.count
      // A cursor inside a cluster stands on its beginning.
      if cursor == nil, line.cursor < scalars { cursor = place }
    }
    let end = layout.position
    if cursor == nil { layout.placeHint(line.hint, width) }
    return Frame(rows: layout.rows, cursor: cursor ?? end, columns: layout.columns)
  }

  /// Adds as much of a hint as fits into the row without filling it.
  private mutating func placeHint(_ hint: String, _ width: (Character) -> Int) {
    for character in hint {
      let needed = width(character)
      guard needed > 0, Self.controlName(character) == nil, position.column + needed < columns else { return }
      place(Cell(text: String(character), width: needed, rendition: "2"))
    }
  }

  /// The frame as a terminal shows it after it has become wider or narrower and has moved the cells itself.
  static func reflowed(_ frame: Frame, columns: Int) -> Frame {
    var layout = Layout(columns: columns)
    var cursor: Position?
    for (index, row) in frame.rows.enumerated() {
      if index > 0, !row.continues { layout.rows.append(Frame.Row()) }
      var column = 0
      for cell in row.cells {
        let place = layout.place(cell)
        if frame.cursor == Position(row: index, column: column) { cursor = place }
        column += cell.width
      }
      if cursor == nil, frame.cursor.row == index, index == frame.rows.count - 1 || !frame.rows[index + 1].continues {
        cursor = layout.position
      }
    }
    return Frame(rows: layout.rows, cursor: cursor ?? layout.position, columns: layout.columns)
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
