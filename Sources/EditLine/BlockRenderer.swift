/// Computes the bytes that change the screen from the last state to the next.
///
/// It writes nothing itself, and knows the terminal only by the bytes that it returned.
protocol LineRenderer {
  /// The bytes that show a line, whatever was shown before.
  mutating func draw(_ line: EditedLine, size: TerminalSize, width: (Character) -> Int) -> String

  /// The bytes that show a letter typed at the end of the line, before its colours and its hint are looked up.
  ///
  /// Empty if something else has changed; ``draw(_:size:width:)`` shows the rest.
  mutating func echo(_ line: EditedLine, width: (Character) -> Int) -> String

  /// The bytes that erase the line, so that other text can be written from the cursor on.
  mutating func erase() -> String

  mutating func erase(afterResizingTo size: TerminalSize) -> String

  /// The bytes that show the end of the line, leave it on the screen and go to the next line.
  mutating func finish() -> String

  /// Forgets what is on the screen, after something else was written there.
  mutating func forget()
}

/// Draws the line in as many rows as it needs.
///
/// It assumes that its block is the last thing on the screen, so that everything below may be erased.
struct BlockRenderer: LineRenderer {
  private(set) var frame: Frame?
  /// The line that the frame was made of.
  private var line: EditedLine?

  mutating func draw(_ line: EditedLine, size: TerminalSize, width: (Character) -> Int) -> String {
    self.line = line
    let frame = Layout.frame(line, columns: size.columns, width: width)
    return draw(frame.clipped(to: size.rows, hidden: self.frame?.hiddenAbove ?? 0))
  }

  mutating func echo(_ line: EditedLine, width: (Character) -> Int) -> String {
    guard var frame, let old = self.line, let letter = line.text.unicodeScalars.last, letter.standsAlone,
      width(Character(letter)) == 1
    else { return "" }
    let before = line.text.utf8.dropLast(UTF8.width(letter))
    let cursor = frame.cursor
    guard line.cursor == old.cursor + 1, old.menu.isEmpty, old.prompt == line.prompt,
      before.elementsEqual(old.text.utf8),
      // The row is not full by it.
      !frame.isClipped, cursor.row == frame.rows.count - 1, cursor.column + 1 < frame.columns
    else { return "" }
    var index = 0
    var column = 0
    while column < cursor.column {
      column += frame.rows[cursor.row].cells[index].width
      index += 1
    }
    let rendition = before.isEmpty || index == 0 ? "" : frame.rows[cursor.row].cells[index - 1].rendition
    let cell = Cell(text: String(letter), width: 1, rendition: rendition)
    if index == frame.rows[cursor.row].cells.count {
      frame.rows[cursor.row].cells.append(cell)
      frame.rows[cursor.row].width += 1
    } else if frame.rows[cursor.row].cells[index].width == 1 {
      frame.rows[cursor.row].cells[index] = cell
    } else {
      return ""
    }
    frame.cursor.column += 1
    return draw(frame)
  }

  /// The bytes that replace what is shown by a new frame.
  mutating func draw(_ new: Frame) -> String {
    defer { frame = new }
    var pen = Pen()
    guard let old = frame else {
      pen.write(new, from: (0, 0))
      pen.move(to: new.cursor)
      return pen.out
    }
    pen.at = old.cursor
    let isSameView =
      old.hiddenAbove == new.hiddenAbove && old.isClipped == new.isClipped && old.columns == new.columns
    guard let difference = isSameView ? Self.firstDifference(old, new) : (0, 0) else {
      pen.move(to: new.cursor)
      return pen.out
    }
    guard !isSameView || Self.shrinks(old, new, from: difference.row) else {
      pen.write(new, from: Self.start(of: difference, in: new))
      pen.move(to: new.cursor)
      return pen.out
    }
    // A row that becomes shorter is erased as a whole and written again: the cells of one that is erased in part are
    // blank, but still count when the terminal becomes narrower, and the rows would not be where they are expected.
    let row = min(difference.row, old.rows.count - 1)
    pen.move(to: Position(row: row, column: 0))
    pen.out += Self.erase(rows: old.rows.count - row)
    pen.write(new, from: Self.start(of: (row, 0), in: new))
    pen.move(to: new.cursor)
    return pen.synchronized
  }

  mutating func erase() -> String {
    guard let old = frame else { return "" }
    frame = nil
    var pen = Pen()
    pen.at = old.cursor
    pen.move(to: Position(row: 0, column: 0))
    return pen.out + Self.erase(rows: old.rows.count)
  }

  /// The bytes that erase rows from the cursor's on, and leave it where it is.
  ///
  /// Erasing everything from the upper left corner would clear the screen, after which some
  /// terminals keep its content in the scrollback.
  private static func erase(rows: Int) -> String {
    // The cursor is saved: there may be no row below, if the terminal has become lower and has dropped it.
    "\u{1B}[K" + (rows > 1 ? "\u{1B}7\u{1B}[B\u{1B}[J\u{1B}8" : "")
  }

  mutating func finish() -> String {
    guard let old = frame else { return "" }
    frame = nil
    var pen = Pen()
    pen.at = old.cursor
    pen.move(to: old.end)
    // The row below a full one is empty already.
    return pen.out + (old.rows[old.rows.count - 1].isEmptyContinuation ? "\r" : "\r\n")
  }

  // Terminals that move text when they become wider or narrower have moved the cursor with it; where the block begins
  // is told by the same frame at the new width.
  mutating func erase(afterResizingTo size: TerminalSize) -> String {
    guard let old = frame else { return "" }
    if old.isClipped {
      frame = nil
      return "\u{1B}[H" + Self.erase(rows: size.rows)
    }
    guard old.columns != size.columns else { return erase() }
    frame = nil
    let (above, count) = old.reflowed(to: size.columns)
    return "\r" + (above > 0 ? "\u{1B}[\(above)A" : "") + Self.erase(rows: count)
  }

  mutating func forget() {
    frame = nil
  }

  /// The row and the cell from which the frames differ, nil if only the cursor may.
  private static func firstDifference(_ old: Frame, _ new: Frame) -> (row: Int, index: Int)? {
    for row in 0..<min(old.rows.count, new.rows.count) where old.rows[row] != new.rows[row] {
      let (before, after) = (old.rows[row], new.rows[row])
      guard before.continues == after.continues else { return (row, 0) }
      let same = zip(before.cells, after.cells).enumerated().first { $1.0 != $1.1 }?.offset
      return (row, same ?? min(before.cells.count, after.cells.count))
    }
    if new.rows.count > old.rows.count { return (old.rows.count, 0) }
    if new.rows.count < old.rows.count { return (new.rows.count - 1, new.rows[new.rows.count - 1].cells.count) }
    return nil
  }

  /// Whether anything of the old rows would be left behind the new ones if these were written over them.
  private static func shrinks(_ old: Frame, _ new: Frame, from row: Int) -> Bool {
    guard new.rows.count >= old.rows.count else { return true }
    return (row..<max(row, old.rows.count)).contains { new.rows[$0].width < old.rows[$0].width }
  }

  /// The position at which writing begins, so that the terminal joins or parts the rows as the frame has them.
  private static func start(of difference: (row: Int, index: Int), in new: Frame) -> (row: Int, index: Int) {
    guard difference.index == 0, difference.row > 0 else { return difference }
    let above = new.rows[difference.row - 1].cells.count
    return (difference.row - 1, new.rows[difference.row].continues ? max(0, above - 1) : above)
  }
}

/// The terminal's cursor, and the bytes written so far.
private struct Pen {
  var out = ""
  var at = Position(row: 0, column: 0)
  private var rendition = ""
  /// After the last column, where terminals differ on the cursor's place.
  private var isPending = false

  /// Synchronized output, which terminals without it ignore.
  var synchronized: String { "\u{1B}[?2026h" + out + "\u{1B}[?2026l" }

  mutating func move(to target: Position) {
    guard isPending || at != target else { return }
    setRendition("")
    if isPending || (target.column == 0 && at.column != 0) {
      out += "\r"
      at.column = 0
      isPending = false
    }
    if target.row != at.row {
      let rows = abs(target.row - at.row)
      out += "\u{1B}[\(rows == 1 ? "" : String(rows))\(target.row < at.row ? "A" : "B")"
    }
    let columns = target.column - at.column
    switch columns {
    case 0: break
    case -4 ... -1: out += String(repeating: "\u{8}", count: -columns)
    case 1: out += "\u{1B}[C"
    case 2...: out += "\u{1B}[\(columns)C"
    default: out += "\u{1B}[\(-columns)D"
    }
    at = target
  }

  /// Writes the rows of a frame from a cell on.
  mutating func write(_ frame: Frame, from start: (row: Int, index: Int)) {
    let before = frame.rows[start.row].cells[..<start.index].reduce(0) { $0 + $1.width }
    move(to: Position(row: start.row, column: before))
    var index = start.index
    for row in start.row..<frame.rows.count {
      for cell in frame.rows[row].cells[index...] {
        setRendition(cell.rendition)
        out += cell.text
      }
      index = 0
      setRendition("")
      var width = frame.rows[row].width
      if frame.endsLine(row), width < frame.columns {
        // There is always a cell for the cursor to stand on, or terminals would disagree about where it goes when they
        // become narrower. It also makes them run over into a row that stays empty.
        out += " "
        width += 1
      }
      at = Position(row: row, column: width)
      isPending = width == frame.columns
      guard row + 1 < frame.rows.count else { return }
      if !frame.rows[row + 1].continues { out += "\r\n" }
      at = Position(row: row + 1, column: 0)
      isPending = false
    }
  }

  private mutating func setRendition(_ new: String) {
    guard new != rendition else { return }
    out += new.isEmpty ? "\u{1B}[m" : "\u{1B}[0;\(new)m"
    rendition = new
  }
}

extension Unicode.Scalar {
  /// Whether it is a character of its own after any other.
  fileprivate var standsAlone: Bool {
    isASCII ? (0x20..<0x7F).contains(value) : properties.isLowercase || properties.isUppercase
  }
}
