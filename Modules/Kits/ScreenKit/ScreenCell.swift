import TerminalKit

/// The style of a character on a terminal.
public struct CellStyle: Hashable, Sendable {
  public enum Ink: Hashable, Sendable {
    /// One of the 256 of xterm; the first sixteen are the user's.
    case indexed(UInt8)
    /// Red, green and blue.
    case rgb(UInt8, UInt8, UInt8)
  }

  /// The colour of the text; `nil` for the terminal's own.
  public var ink: Ink?
  /// The colour behind the text; `nil` for the terminal's own.
  public var background: Ink?
  public var isBold = false
  public var isDim = false
  public var isItalic = false
  public var isUnderlined = false
  /// Whether text and background are swapped.
  public var isReversed = false
  public var link: String?

  public init() {}
}

/// Characters of one style beside each other on a row.
public struct ScreenRun: Hashable, Sendable {
  /// The column of the first character.
  public var column: Int
  public var columns: Int
  public var text: String
  public var style: CellStyle
}

/// A row of a terminal, from left to right, without blanks at its end.
public struct ScreenRow: Hashable, Sendable {
  /// One character, or the second half of a wide one (an empty text).
  struct Cell: Hashable, Sendable {
    var text: String
    var style: CellStyle
  }

  var cells: [Cell] = []

  public init() {}

  /// The text without styles.
  public var plain: String { String(cells.map(\.text).joined().reversed().drop { $0 == " " }.reversed()) }

  /// The runs of one style; wide characters are runs of their own, so that each begins in its column.
  public var runs: [ScreenRun] {
    var runs: [ScreenRun] = []
    for (column, cell) in cells.enumerated() {
      if cell.text.isEmpty {
        // The second half of the character before it.
        if let last = runs.indices.last { runs[last].columns += 1 }
        continue
      }
      let isWide = column + 1 < cells.count && cells[column + 1].text.isEmpty
      if let last = runs.last, last.style == cell.style, !isWide, last.columns == last.text.count, last.text.isNarrow {
        runs[runs.count - 1].text += cell.text
        runs[runs.count - 1].columns += 1
      } else {
        runs.append(ScreenRun(column: column, columns: 1, text: cell.text, style: cell.style))
      }
    }
    return runs.filter { $0.style.isVisibleBlank || $0.text.contains { $0 != " " } }
  }
}

extension CellStyle {
  /// Whether a blank of this style can be seen.
  fileprivate var isVisibleBlank: Bool { isReversed || isUnderlined || background != nil }
}

extension String {
  /// Whether each character is one of those that every font draws one column wide.
  fileprivate var isNarrow: Bool { allSatisfy { $0.displayWidth == 1 } }
}
