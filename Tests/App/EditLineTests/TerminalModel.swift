/// As tmux 3.3 counts what the tests type: all the scalars, except those that are joined to the one before.
func displayWidth(_ character: Character) -> Int {
  var width = 0
  var isJoined = false
  for scalar in character.unicodeScalars {
    if !isJoined { width += columns(of: scalar) }
    isJoined = scalar == "\u{200D}"
  }
  return width
}

private func columns(of scalar: Unicode.Scalar) -> Int {
  switch scalar.properties.generalCategory {
  case .nonspacingMark, .enclosingMark, .format, .control: return 0
  default: break
  }
  switch scalar.value {
  case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
    0x1F300...0x1FAFF, 0x20000...0x3FFFD:
    return 2
  default: return 1
  }
}

/// The least terminal that can obey the renderer: rows of cells that wrap late and scroll, and what was scrolled away.
struct TerminalModel {
  let columns: Int
  let rows: Int
  private(set) var cursor = (row: 0, column: 0)
  /// Behind the last column, waiting for the next character.
  private(set) var isPending = false
  private(set) var scrolledAway: [String] = []
  private var saved = (row: 0, column: 0)
  private var cells: [[Character?]]
  /// The input that it does not know.
  private(set) var complaints: [String] = []

  private static let blank: Character = " "

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    cells = Array(repeating: Self.row(columns), count: rows)
  }

  private static func row(_ columns: Int) -> [Character?] { Array(repeating: blank, count: columns) }

  /// The rows without the blanks at their ends.
  var screen: [String] { cells.map(Self.text) }

  /// All rows that were shown, without blank ones at the end.
  var transcript: [String] {
    var all = scrolledAway + screen
    while all.last == "" { all.removeLast() }
    return all
  }

  private static func text(_ row: [Character?]) -> String {
    var text = String(row.compactMap(\.self))
    while text.last == blank { text.removeLast() }
    return text
  }

  mutating func receive(_ text: String) {
    var rest = Array(text.unicodeScalars)[...]
    var printable = String.UnicodeScalarView()
    func isControl(_ scalar: Unicode.Scalar) -> Bool { scalar.value < 0x20 || scalar.value == 0x7F }
    while let scalar = rest.popFirst() {
      if !isControl(scalar) {
        printable.append(scalar)
        if rest.first.map(isControl) == false { continue }
        for character in String(printable) { put(character) }
        printable = String.UnicodeScalarView()
      } else if scalar == "\u{1B}" {
        control(&rest)
      } else {
        control(scalar)
      }
    }
  }

  private mutating func put(_ character: Character) {
    let width = displayWidth(character)
    if isPending || cursor.column + width > columns {
      lineFeed()
      cursor.column = 0
    }
    isPending = false
    for offset in 0..<width { cells[cursor.row][cursor.column + offset] = offset == 0 ? character : nil }
    cursor.column += width
    if cursor.column == columns {
      cursor.column = columns - 1
      isPending = true
    }
  }

  private mutating func lineFeed() {
    if cursor.row < rows - 1 {
      cursor.row += 1
      return
    }
    scrolledAway.append(Self.text(cells.removeFirst()))
    cells.append(Self.row(columns))
  }

  private mutating func control(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\r": cursor.column = 0
    case "\n": lineFeed()
    case "\u{8}": cursor.column = max(0, cursor.column - 1)
    default: complaints.append("control \(scalar.value)")
    }
    if scalar != "\n" { isPending = false }
  }

  /// The rest of an escape sequence.
  private mutating func control(_ rest: inout ArraySlice<Unicode.Scalar>) {
    switch rest.popFirst() {
    case "[": break
    case "7":
      saved = cursor
      return
    case "8":
      cursor = saved
      isPending = false
      return
    default:
      complaints.append("no CSI")
      return
    }
    var parameters = ""
    while let next = rest.first, (0x20...0x3F).contains(next.value) {
      parameters.unicodeScalars.append(next)
      rest.removeFirst()
    }
    let count = Int(parameters) ?? 1
    let final = rest.popFirst()
    switch final {
    case "A": cursor.row = max(0, cursor.row - count)
    case "B": cursor.row = min(rows - 1, cursor.row + count)
    case "C": cursor.column = min(columns - 1, cursor.column + count)
    case "D": cursor.column = max(0, cursor.column - count)
    case "H": cursor = (0, 0)
    case "K": erase(row: cursor.row, from: cursor.column)
    case "J":
      erase(row: cursor.row, from: cursor.column)
      for row in cursor.row + 1..<max(rows, cursor.row + 1) { erase(row: row, from: 0) }
    case "m", "h", "l": return
    default: complaints.append("CSI \(parameters)\(final.map(String.init) ?? "")")
    }
    // Terminals disagree about what is erased from after the last column: the renderer must not ask.
    if isPending, final == "K" || final == "J" { complaints.append("erased while the wrap was pending") }
    isPending = false
  }

  private mutating func erase(row: Int, from column: Int) {
    for column in column..<columns { cells[row][column] = Self.blank }
  }
}

/// Numbers that are the same in each run.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
