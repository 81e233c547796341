/// Turns frames into the bytes that bring the screen from the last one to the next.
///
/// Pure: it writes nothing, and knows nothing of the terminal but what it has told it. It assumes that its block is
/// the last thing on the screen, so that everything below may be erased.
struct Renderer {
  /// What is on the screen, nil if nothing of ours is.
  private(set) var frame: Frame?

  /// The bytes that replace what is shown by a new frame.
  mutating func draw(_ new: Frame) -> String {
    defer { frame = new }
    var pen = Pen()
    guard let old = frame, old.hiddenAbove == new.hiddenAbove, old.isClipped == new.isClipped,
      old.columns == new.columns
    else {
      if let old = frame {
        pen.at = old.cursor
        pen.move(to: Position(row: 0, column: 0))
      }
      // Whatever was there before, the rows below belong to the block.
      pen.out += "\u{1B}[J"
      pen.write(new, from: (0, 0), clears: false)
      pen.move(to: new.cursor)
      return pen.synchronized
    }
    pen.at = old.cursor
    guard let difference = Self.firstDifference(old, new) else {
      pen.move(to: new.cursor)
      return pen.out
    }
    let (row, index) = Self.start(of: difference, in: new)
    pen.move(to: Position(row: row, column: new.rows[row].cells[..<index].reduce(0) { $0 + $1.width }))
    let clears = row < old.rows.count - 1 || index < old.rows[row].cells.count
    pen.write(new, from: (row, index), clears: clears)
    pen.move(to: new.cursor)
    return clears ? pen.synchronized : pen.out
  }

  /// The bytes that remove the block and leave the cursor where it began.
  mutating func erase() -> String {
    guard let old = frame else { return "" }
    frame = nil
    var pen = Pen()
    pen.at = old.cursor
    pen.move(to: Position(row: 0, column: 0))
    return pen.out + "\u{1B}[J"
  }

  /// The bytes that leave the block on the screen and go to the line below it.
  mutating func finish() -> String {
    guard let old = frame else { return "" }
    frame = nil
    var pen = Pen()
    pen.at = old.cursor
    pen.move(to: old.end)
    // The row below a full one is empty already.
    let isOnEmptyRow = old.end.column == 0 && old.rows[old.rows.count - 1].continues
    return pen.out + (isOnEmptyRow ? "\r" : "\r\n")
  }

  /// The bytes that remove the block after the terminal's size has changed.
  ///
  /// Terminals that move text when they become wider or narrower have moved the cursor with it; where the block
  /// begins is told by the same frame at the new width.
  mutating func erase(afterResizingTo columns: Int, rows: Int) -> String {
    guard let old = frame else { return "" }
    if old.isClipped {
      frame = nil
      return "\u{1B}[H\u{1B}[J"
    }
    if old.columns != columns { frame = Layout.reflowed(old, columns: columns) }
    return erase()
  }

  /// Forgets what is on the screen: somebody else has written there.
  mutating func forget() {
    frame = nil
  }

  /// The row and the cell from which the frames differ, nil if only the cursor may.
  private static func firstDifference(_ old: Frame, _ new: Frame) -> (row: Int, index: Int)? {
    for row in 0..<min(old.rows.count, new.rows.count) where old.rows[row] != new.rows[row] {
      guard old.rows[row].continues == new.rows[row].continues else { return (row, 0) }
      let pairs = zip(old.rows[row].cells, new.rows[row].cells)
      return (
        row,
        pairs.enumerated().first { $1.0 != $1.1 }?.offset ?? min(old.rows[row].cells.count, new.rows[row].cells.count)
      )
    }
    if new.rows.count > old.rows.count { return (old.rows.count, 0) }
    if new.rows.count < old.rows.count { return (new.rows.count - 1, new.rows[new.rows.count - 1].cells.count) }
    return nil
  }

  /// Where to begin writing so that the terminal joins or parts the rows as the frame has them.
  private static func start(of difference: (row: Int, index: Int), in new: Frame) -> (Int, Int) {
    guard difference.index == 0, difference.row > 0 else { return difference }
    let above = new.rows[difference.row - 1].cells.count
    return (difference.row - 1, new.rows[difference.row].continues ? max(0, above - 1) : above)
  }
}

/// Where the terminal's cursor is, and what has been said to it.
private struct Pen {
  var out = ""
  var at = Position(row: 0, column: 0)
  private var rendition = ""
  /// Behind the last column: the terminal has not decided yet where it stands.
  private var isPending = false

  /// Terminals that know the mark show all of it at once; others ignore it.
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

  /// Writes the rows of a frame from a cell on, which is where the cursor is.
  mutating func write(_ frame: Frame, from start: (row: Int, index: Int), clears: Bool) {
    var index = start.index
    for row in start.row..<frame.rows.count {
      for cell in frame.rows[row].cells[index...] {
        setRendition(cell.rendition)
        out += cell.text
      }
      index = 0
      setRendition("")
      let width = frame.rows[row].width
      at = Position(row: row, column: width)
      isPending = width == frame.columns
      guard row + 1 < frame.rows.count else {
        if clears, !isPending { out += "\u{1B}[J" }
        return
      }
      if clears, !isPending { out += "\u{1B}[K" }
      let next = frame.rows[row + 1]
      if !next.continues {
        out += "\r\n"
      } else if next.cells.isEmpty {
        // The only way to make a terminal run over into a row that stays empty.
        out += " \r" + (clears ? "" : "\u{1B}[K")
      }
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
