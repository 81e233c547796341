/// Aligns the cells of rows in columns.
struct TableLayout {
  /// The rows, each with its cells from left to right.
  let rows: [[StyledText]]
  let width: Int
  /// The number of columns between two cells.
  let gap: Int

  /// The minimum width of a column; if the table does not fit, the cells of each row are stacked.
  private static let minimumColumn = 6
  /// The minimum width of a wrapped second column; a narrower one is placed below the first.
  private static let readableColumn = 24

  /// Lays the rows out.
  func lines() -> [StyledText] {
    let count = rows.reduce(0) { max($0, $1.count) }
    guard count > 0 else { return [] }
    guard let widths = columnWidths(count) else { return stacked() }
    var lines: [StyledText] = []
    let table = rows.map { $0.enumerated().map { $1.isEmpty ? [] : $1.wrapped(width: widths[$0]) } }
    // An address, which is never broken, may be wider than its column.
    let fits = table.allSatisfy { cells in
      zip(cells.dropLast(), widths).allSatisfy { cell, width in cell.allSatisfy { $0.displayWidth <= width } }
    }
    guard fits, zip(rows, table).allSatisfy(keepsHandles) else { return stacked() }
    for cells in table {
      let height = max(cells.reduce(0) { max($0, $1.count) }, 1)
      for index in 0..<height {
        var line = StyledText()
        var used = 0
        var start = 0
        for (column, cell) in cells.enumerated() {
          if index < cell.count, !cell[index].isEmpty {
            line += StyledText([Span(trusted: String(repeating: " ", count: start - used), .text)])
            line += cell[index]
            used = start + cell[index].displayWidth
          }
          start += widths[column] + gap
        }
        lines.append(line)
      }
    }
    return lines
  }

  /// Whether each handle, such as `you@shore.example`, is in one line of its cell.
  private func keepsHandles(_ row: [StyledText], _ cells: [[StyledText]]) -> Bool {
    zip(row, cells).allSatisfy { text, lines in
      text.plain.split(whereSeparator: \.isWhitespace).allSatisfy { word in
        !word.contains("@") || lines.contains { $0.plain.contains(word) }
      }
    }
  }

  /// Gives each column what its widest cell asks for, and takes from the widest where that is too much.
  private func columnWidths(_ count: Int) -> [Int]? {
    var widths = Array(repeating: 1, count: count)
    for row in rows {
      for (index, cell) in row.enumerated() {
        for line in cell.plain.split(separator: "\n") { widths[index] = max(widths[index], line.displayWidth) }
      }
    }
    let available = width - gap * (count - 1)
    // The last column wraps first, as far as it stays readable; then the widest gives way, column by column.
    let others = widths.dropLast().reduce(0, +)
    let wanted = widths[count - 1]
    if let last = widths.last, others + last > available {
      widths[count - 1] = min(last, max(available - others, Self.minimumColumn * 3))
    }
    while widths.reduce(0, +) > available {
      guard let widest = widths.indices.max(by: { widths[$0] < widths[$1] }), widths[widest] > Self.minimumColumn
      else { return nil }
      widths[widest] -= 1
    }
    if count == 2, widths[1] < Self.readableColumn, wanted > widths[1] * 2 { return nil }
    return widths
  }

  /// The first cell of each row, and the others indented below it.
  private func stacked() -> [StyledText] {
    rows.flatMap { row in
      row.enumerated().flatMap { index, cell -> [StyledText] in
        if cell.isEmpty { return [] }
        // The other cells are indented below the first one.
        let margin = row[0].plain.prefix { $0 == " " }.count
        let depth = index == 0 ? margin : margin + 2
        guard depth > 0, width > depth + 8 else { return cell.wrapped(width: width) }
        let indent = StyledText([Span(trusted: String(repeating: " ", count: depth), .text)])
        let first = index == 0 ? StyledText() : indent
        return PageLayout.prefix(cell.wrapped(width: width - depth), first: first, rest: indent)
      }
    }
  }
}
