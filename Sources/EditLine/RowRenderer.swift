/// Draws one row with only text, carriage returns and backspaces, for terminals and screen readers that only append.
///
/// The row scrolls sideways; changed cells are written again. Nothing is ever
/// erased: messages are written below the line, and the line again below them.
struct RowRenderer: LineRenderer {
  private struct Row: Equatable {
    var cells: [Cell] = []
    /// The number of cells before the cursor.
    var cursor = 0
  }

  /// The content of the row; nil if something else was written there.
  private var row: Row?
  /// The number of cells scrolled out on the left.
  private var hidden = 0
  private var size: TerminalSize?

  mutating func draw(_ line: EditedLine, size: TerminalSize, width: (Character) -> Int) -> String {
    self.size = size
    let new = visible(line, room: max(8, size.columns - 1), width)
    let old = row ?? Row()
    row = new
    let same = zip(old.cells, new.cells).prefix { $0 == $1 }.count
    guard same < max(old.cells.count, new.cells.count) else { return Self.move(new.cells, old.cursor, new.cursor) }
    var out = Self.move(old.cells, old.cursor, min(same, old.cells.count))
    if same > old.cursor { out = Self.move(old.cells, old.cursor, same) }
    out += new.cells[same...].reduce(into: "") { $0 += $1.text }
    // The rest of the old row is overwritten with blanks.
    let rest = Self.columns(old.cells[...]) - Self.columns(new.cells[...])
    if rest > 0 { out += String(repeating: " ", count: rest) + String(repeating: "\u{8}", count: rest) }
    return out + Self.move(new.cells, new.cells.count, new.cursor)
  }

  mutating func erase() -> String {
    defer { forget() }
    return row == nil ? "" : "\n"
  }

  mutating func erase(afterResizingTo size: TerminalSize) -> String {
    size.columns == self.size?.columns ? "" : erase()
  }

  mutating func finish() -> String {
    defer { forget() }
    return row == nil ? "" : "\n"
  }

  mutating func forget() {
    row = nil
    hidden = 0
  }

  /// The part of the line with the cursor that fits into the row.
  private mutating func visible(_ line: EditedLine, room: Int, _ width: (Character) -> Int) -> Row {
    var flat = line
    flat.hint = ""
    // There is one row: a line feed is a mark in it. It is one scalar as well.
    flat.text = text(line.text.unicodeScalars.map { $0 == "\n" ? "⏎" : $0 })
    flat.prompt.runs = [Prompt.Run(line.prompt.plainText)]
    // No terminal is so wide: it does not wrap.
    let frame = Layout.frame(flat, columns: 1 << 30, width: width)
    let cells = frame.rows[0].cells
    var before = 0
    var column = 0
    while before < cells.count, column < frame.cursor.column {
      column += cells[before].width
      before += 1
    }
    if (before <= hidden && hidden > 0)
      || Self.columns(cells[..<before]) - Self.columns(cells[..<min(hidden, before)]) > room - 1
    {
      // In steps of half a row, for every step writes the row again.
      hidden = before
      while hidden > 0, Self.columns(cells[(hidden - 1)..<before]) <= room / 2 { hidden -= 1 }
    }
    if Self.columns(cells[...]) < room { hidden = 0 }
    var end = hidden
    var used = 0
    while end < cells.count, used + cells[end].width <= room - 1 {
      used += cells[end].width
      end += 1
    }
    return Row(cells: Array(cells[hidden..<max(end, hidden)]), cursor: before - hidden)
  }

  private static func columns(_ cells: ArraySlice<Cell>) -> Int {
    cells.reduce(0) { $0 + $1.width }
  }

  /// Backspaces, or the text itself, since nothing else moves the cursor forward.
  private static func move(_ cells: [Cell], _ from: Int, _ to: Int) -> String {
    if to == 0, from > 0 { return "\r" }
    if to < from { return String(repeating: "\u{8}", count: columns(cells[to..<from])) }
    return cells[from..<to].reduce(into: "") { $0 += $1.text }
  }
}
