/// Shows the line by appending text only, for screen readers, braille displays and terminals that can do nothing else.
///
/// The terminal wraps the line, and nothing is written over: what cannot be appended begins a new line. Only to delete
/// the last character does the cursor move back. Moving in the line prints the character at the cursor, or the word;
/// what is typed there follows on a line of its own, and Enter prints the whole line.
struct AppendingRenderer: LineRenderer {
  private struct State: Equatable {
    var prompt: [Cell]
    var text: [Cell]
    /// The number of cells of the text before the cursor.
    var cursor: Int

    var isAtEnd: Bool { cursor == text.count }
  }

  /// The content of the last line on the screen.
  private enum Row {
    case whole
    /// Text that was typed in the middle, so many cells of it.
    case insertion(Int)
    /// The character at the cursor, or what was deleted.
    case remark
  }

  /// The visible state; nil at the start of a line.
  private var state: State?
  private var row = Row.whole
  /// The columns used in the last row of the screen.
  private var column = 0
  private var columns = 80

  mutating func draw(_ line: EditedLine, size: TerminalSize, width: (Character) -> Int) -> String {
    let new = Self.state(of: line, width)
    let old = state
    state = new
    if columns != size.columns {
      columns = size.columns
      // Where the terminal has put the cursor is not known.
      column = columns
    }
    guard let old else { return whole(new) }
    guard old.prompt == new.prompt else { return "\n" + whole(new) }
    if old.text == new.text { return move(from: old, to: new) }
    if let inserted = Self.insertion(from: old, to: new) { return typed(inserted, at: old) }
    if let deleted = Self.deletion(from: old, to: new) {
      if new.cursor + 1 == old.cursor, let bytes = erasing(deleted, from: old) { return bytes }
      if !new.isAtEnd {
        row = .remark
        return "\n" + write([Cell(text: "deleted ", width: 8, rendition: "")] + Self.named(deleted[...]))
      }
    }
    return "\n" + whole(new)
  }

  // What it writes stays, so it is written once.
  mutating func echo(_ line: EditedLine, width: (Character) -> Int) -> String { "" }

  mutating func erase() -> String {
    defer { forget() }
    return state == nil ? "" : "\n"
  }

  mutating func erase(afterResizingTo size: TerminalSize) -> String { "" }

  mutating func finish() -> String { erase() }

  mutating func forget() {
    state = nil
    column = 0
  }

  // MARK: Changes

  private mutating func whole(_ state: State) -> String {
    row = .whole
    column = 0
    return write(state.prompt + state.text)
  }

  /// The character that the cursor is on, or the word if it moved further.
  private mutating func move(from old: State, to new: State) -> String {
    guard old.cursor != new.cursor else { return "" }
    if new.isAtEnd {
      if case .whole = row { return "" }
      return "\n" + whole(new)
    }
    let rest = new.text[new.cursor...]
    let isStep = abs(new.cursor - old.cursor) == 1
    let word = rest.prefix(isStep ? 1 : max(1, rest.prefix { $0.text != " " }.count))
    row = .remark
    column = 0
    return "\n" + write(Self.named(word))
  }

  private mutating func typed(_ cells: [Cell], at old: State) -> String {
    switch row {
    case .whole where old.isAtEnd: return write(cells)
    case .insertion(let count):
      row = .insertion(count + cells.count)
      return write(cells)
    case .whole, .remark:
      row = .insertion(cells.count)
      column = 0
      return "\n" + write(cells)
    }
  }

  /// The bytes that take back the last character; nil where that is not what stands before the cursor of the terminal.
  private mutating func erasing(_ cells: [Cell], from old: State) -> String? {
    guard cells.count == 1, let width = cells.first?.width, column >= width, column < columns else { return nil }
    switch row {
    case .whole where old.isAtEnd: break
    case .insertion(let count) where count > 0: row = .insertion(count - 1)
    default: return nil
    }
    column -= width
    let back = String(repeating: "\u{8}", count: width)
    return back + String(repeating: " ", count: width) + back
  }

  private mutating func write(_ cells: [Cell]) -> String {
    for cell in cells { column = column + cell.width > columns ? cell.width : column + cell.width }
    return cells.reduce(into: "") { $0 += $1.text }
  }

  /// A space by its name, since it cannot be heard.
  private static func named(_ cells: ArraySlice<Cell>) -> [Cell] {
    guard cells.allSatisfy({ $0.text == " " }) else { return Array(cells) }
    return [Cell(text: cells.count == 1 ? "space" : "\(cells.count) spaces", width: 8, rendition: "")]
  }

  /// The cells that were typed before the cursor, if nothing else changed.
  private static func insertion(from old: State, to new: State) -> [Cell]? {
    guard new.cursor > old.cursor, new.text.count - old.text.count == new.cursor - old.cursor,
      new.text[..<old.cursor] == old.text[..<old.cursor], new.text[new.cursor...] == old.text[old.cursor...]
    else { return nil }
    return Array(new.text[old.cursor..<new.cursor])
  }

  /// The cells that were deleted before or after the cursor, if nothing else changed.
  private static func deletion(from old: State, to new: State) -> [Cell]? {
    let count = old.text.count - new.text.count
    guard count > 0, new.cursor <= old.cursor, new.text[..<new.cursor] == old.text[..<new.cursor],
      new.text[new.cursor...] == old.text[(new.cursor + count)...]
    else { return nil }
    return Array(old.text[new.cursor..<(new.cursor + count)])
  }

  private static func state(of line: EditedLine, _ width: (Character) -> Int) -> State {
    var flat = line
    flat.hint = ""
    flat.menu = []
    flat.highlights = []
    flat.continuation = ""
    // A line feed is a mark in the line. It is one scalar as well.
    flat.text = text(line.text.unicodeScalars.map { $0 == "\n" ? "⏎" : $0 })
    flat.prompt.runs = [Prompt.Run(line.prompt.plainText)]
    // No terminal is so wide: it does not wrap.
    let frame = Layout.frame(flat, columns: 1 << 30, width: width)
    let cells = frame.rows[0].cells
    flat.text = ""
    flat.cursor = 0
    let prompt = Layout.frame(flat, columns: 1 << 30, width: width).rows[0].cells.count
    var before = 0
    var column = 0
    while before < cells.count, column < frame.cursor.column {
      column += cells[before].width
      before += 1
    }
    return State(prompt: Array(cells[..<prompt]), text: Array(cells[prompt...]), cursor: max(0, before - prompt))
  }
}
