extension StyledText {
  /// Breaks the text into lines of at most `width` columns.
  ///
  /// Lines end at spaces and around ideographs, but not before closing or after opening punctuation; a word that is too
  /// long for a line is broken after a hyphen, after a slash, as of a path, or else between graphemes; a web address is never
  /// broken, since its parts would lead elsewhere: it makes a line of its own, which may be longer. What is
  /// typed as one, such as `[--at WHEN]`, `high-contrast` or a command of a hint, and a time with its unit stay together if they fit. Line feeds
  /// are kept, spaces at the end of a line are not, and nothing else is lost. Each span keeps its role and address in every
  /// line that it reaches.
  public func wrapped(width: Int) -> [StyledText] {
    if isOneLine(width) { return [self] }
    return LineBreaker(self, width: width).lines()
  }

  /// Breaks the text at line feeds and where a line is full, and keeps every space.
  public func cut(width: Int) -> [StyledText] {
    LineBreaker(self, width: width, keepsSpaces: true).lines()
  }

  /// Returns one line of at most `width` columns, with `…` where something was left out.
  public func truncated(to width: Int) -> StyledText {
    let line = joiningLines()
    if line.isOneLine(width) { return line }
    let breaker = LineBreaker(line, width: width)
    return breaker.truncated()
  }

  /// Returns the text with each line feed turned into a space.
  private func joiningLines() -> StyledText {
    guard spans.contains(where: { $0.text.utf8.contains(0x0A) }) else { return self }
    return StyledText(
      spans.map { span in
        let text = String(span.text.map { $0 == "\n" ? " " : $0 })
        return Span(trusted: text, partOf: span, spoken: span.spoken)
      })
  }

  /// Whether it fits on a line; checked first, since most lines of a screen do.
  private func isOneLine(_ width: Int) -> Bool {
    var columns = 0
    var endsInSpace = false
    for span in spans {
      let isPlain = span.text.utf8.withContiguousStorageIfAvailable { bytes in
        if let last = bytes.last { endsInSpace = last == 0x20 }
        return bytes.allSatisfy { (0x20..<0x7F).contains($0) }
      }
      guard isPlain == true else { return false }
      columns += span.text.utf8.count
    }
    return columns <= width && !endsInSpace
  }
}

/// Finds where lines end.
struct LineBreaker {
  private let text: StyledText
  private let cells: [Cell]
  private let width: Int
  private let keepsSpaces: Bool
  /// For each cell, whether it is part of a web address.
  private let isAddress: [Bool]
  /// For each cell, whether it is a space within a command of a hint.
  private let isInCommand: [Bool]

  /// Splits a text to break it at a width of at least two columns, which wide characters need.
  init(_ text: StyledText, width: Int, keepsSpaces: Bool = false) {
    self.text = text
    self.width = max(width, 2)
    self.keepsSpaces = keepsSpaces
    cells = Cell.cells(of: text)
    isAddress = keepsSpaces ? [] : Self.addresses(in: cells, of: text)
    isInCommand = keepsSpaces ? [] : Self.spacesOfCommands(in: cells, of: text)
  }

  /// Finds the spaces between the dots of a hint, after “Usage:”, and of `-c 'home; …'`.
  private static func spacesOfCommands(in cells: [Cell], of text: StyledText) -> [Bool] {
    let (dot, usage, run) = ("·", "Usage: ", "-c '")
    let hints = text.spans.map { span in span.role == .hint && [dot, usage, run].contains { span.text.contains($0) } }
    guard hints.contains(true) else { return [] }
    return cells.indices.map { index in
      let cell = cells[index]
      guard cell.kind == .space, hints[cell.span], index > 0 else { return false }
      let hint = text.spans[cell.span].text
      let before = String(decoding: hint.utf8.prefix(cell.start), as: UTF8.self)
      // A line may end after a dot.
      let isInRun = before.ranges(of: run).last.map { !before[$0.upperBound...].contains("'") } ?? false
      return !before.hasSuffix(dot)
        && (hint.contains(dot) || before.contains(usage.dropLast()) || isInRun || before.hasSuffix(run.dropLast(2)))
    }
  }

  /// Finds the words that contain `://`.
  private static func addresses(in cells: [Cell], of text: StyledText) -> [Bool] {
    // Few texts have a colon, and a byte is found in a hundredth of the time.
    guard text.spans.contains(where: { $0.text.utf8.contains(UInt8(ascii: ":")) && $0.text.contains("://") }) else {
      return []
    }
    func byte(_ index: Int) -> UInt8 {
      let bytes = text.spans[cells[index].span].text.utf8
      return bytes[bytes.index(bytes.startIndex, offsetBy: cells[index].start)]
    }
    var result = Array(repeating: false, count: cells.count)
    for index in cells.indices.dropLast(2)
    where byte(index) == UInt8(ascii: ":") && byte(index + 1) == UInt8(ascii: "/")
      && byte(index + 2) == UInt8(ascii: "/")
    {
      func isPart(_ index: Int) -> Bool {
        cells.indices.contains(index) && ![.space, .lineFeed, .zeroWidthSpace].contains(cells[index].kind)
          && cells[index].kind != .ideograph
      }
      var place = index
      while isPart(place) {
        result[place] = true
        place -= 1
      }
      place = index
      while isPart(place) {
        result[place] = true
        place += 1
      }
    }
    return result
  }

  /// Whether a line can't end between a cell and the one before.
  private func isWithinAddress(_ index: Int) -> Bool { !isAddress.isEmpty && isAddress[index] && isAddress[index - 1] }

  /// All lines, at least one.
  func lines() -> [StyledText] {
    var lines: [StyledText] = []
    var start = 0
    while true {
      let end = cells[start...].firstIndex { $0.kind == .lineFeed } ?? cells.count
      if keepsSpaces { cut(start..<end, into: &lines) } else { wrap(start..<end, into: &lines) }
      if end == cells.count { return lines }
      start = end + 1
    }
  }

  /// The beginning of the text and a sign that there is more.
  func truncated() -> StyledText {
    guard cells.reduce(0, { $0 + $1.width }) > width else { return text }
    var columns = 0
    var end = 0
    while columns + cells[end].width <= width - 1 {
      columns += cells[end].width
      end += 1
    }
    end = trimmedEnd(of: 0..<end)
    let role = end > 0 ? text.spans[cells[end - 1].span].role : .text
    return StyledText(slice(0..<end).spans + [Span(trusted: "…", role)])
  }

  private func wrap(_ range: Range<Int>, into lines: inout [StyledText]) {
    var start = range.lowerBound
    var opportunity = start
    // Where a line ends only if it could end nowhere else.
    var lastResort = start
    var depth = 0
    var columns = 0
    var index = start
    while index < range.upperBound {
      let cell = cells[index]
      if cell.kind == .space {
        columns += cell.width
        index += 1
        let isInCommand = !self.isInCommand.isEmpty && self.isInCommand[index - 1]
        let isHeld = depth > 0 || isInCommand || isBeforeUnit(index, in: range)
        if isHeld { lastResort = index } else { opportunity = index }
        continue
      }
      if index > start, !isWithinAddress(index), mayBreak(before: index) {
        if cells[index - 1].kind == .hyphen { lastResort = index } else { opportunity = index }
      }
      if columns + cell.width > width, index > start,
        !(isWithinAddress(index) && opportunity == start && lastResort == start)
      {
        let isWithinBrackets = opportunity == start
        let next =
          opportunity > start ? opportunity : lastResort > start ? lastResort : breakInWord(start..<index)
        let end = trimmedEnd(of: start..<next)
        if end > start { lines.append(slice(start..<end)) }
        if !isWithinBrackets { depth = 0 }
        start = next
        opportunity = next
        lastResort = next
        index = next
        columns = 0
        continue
      }
      depth = self.depth(after: cell, from: depth)
      columns += cell.width
      index += 1
    }
    let end = trimmedEnd(of: start..<range.upperBound)
    if end > start || start == range.lowerBound { lines.append(slice(start..<end)) }
  }

  /// The number of brackets of a usage that are open after a cell.
  private func depth(after cell: Cell, from depth: Int) -> Int {
    guard text.spans[cell.span].role == .code else { return 0 }
    guard cell.kind == .opening || cell.kind == .closing else { return depth }
    switch byte(of: cell) {
    case UInt8(ascii: "["): return depth + 1
    case UInt8(ascii: "]"): return max(0, depth - 1)
    default: return depth
    }
  }

  /// Whether the space before a cell is between a number and its unit, such as `min`, in a note.
  private func isBeforeUnit(_ index: Int, in range: Range<Int>) -> Bool {
    guard index - 2 >= range.lowerBound, text.spans[cells[index - 2].span].role == .secondary,
      (0x30...0x39).contains(byte(of: cells[index - 2]))
    else { return false }
    let letters = cells[index..<min(index + 4, range.upperBound)].prefix { (0x61...0x7A).contains(byte(of: $0)) }
    return (1...3).contains(letters.count)
  }

  /// The index at which to break a word that fills a line: after the last slash in its second half, or else at its end.
  private func breakInWord(_ line: Range<Int>) -> Int {
    let half = line.lowerBound + max(1, line.count / 2)
    return line.reversed().first { $0 > half && isSlash($0 - 1) && !isSlash($0 - 2) && !isSlash($0) } ?? line.upperBound
  }

  private func isSlash(_ index: Int) -> Bool { byte(of: cells[index]) == UInt8(ascii: "/") }

  /// The first byte of a grapheme.
  private func byte(of cell: Cell) -> UInt8 {
    let bytes = text.spans[cell.span].text.utf8
    return bytes[bytes.index(bytes.startIndex, offsetBy: cell.start)]
  }

  private func cut(_ range: Range<Int>, into lines: inout [StyledText]) {
    var start = range.lowerBound
    var columns = 0
    for index in range {
      if columns + cells[index].width > width, index > start {
        lines.append(slice(start..<index))
        start = index
        columns = 0
      }
      columns += cells[index].width
    }
    lines.append(slice(start..<range.upperBound))
  }

  /// Whether a line may end before a cell, apart from after spaces.
  private func mayBreak(before index: Int) -> Bool {
    let left = cells[index - 1]
    let right = cells[index]
    if left.kind == .space { return false }
    if left.kind == .zeroWidthSpace { return true }
    if right.kind == .closing || left.kind == .opening { return false }
    if left.kind == .hyphen { return right.kind == .word && index >= 2 && cells[index - 2].kind == .word }
    if left.kind == .ideograph || right.kind == .ideograph { return true }
    return left.kind == .closing && left.width == 2
  }

  private func trimmedEnd(of range: Range<Int>) -> Int {
    var end = range.upperBound
    while end > range.lowerBound, cells[end - 1].kind == .space { end -= 1 }
    return end
  }

  /// Returns a range of cells as text; a split span keeps its spoken form in the first part only.
  private func slice(_ range: Range<Int>) -> StyledText {
    guard let last = range.last else { return StyledText() }
    let from = cells[range.lowerBound]
    let to = cells[last].span
    var spans: [Span] = []
    spans.reserveCapacity(to - from.span + 1)
    for index in from.span...to {
      let span = text.spans[index]
      let start = index == from.span ? from.start : 0
      let isCut = index == to && last + 1 < cells.count && cells[last + 1].span == index
      let end = isCut ? cells[last + 1].start : span.text.utf8.count
      if start == 0 && end == span.text.utf8.count {
        if end > 0 { spans.append(span) }
        continue
      }
      let utf8 = span.text.utf8
      let piece = span.text[utf8.index(utf8.startIndex, offsetBy: start)..<utf8.index(utf8.startIndex, offsetBy: end)]
      let spoken = span.spoken.map { start == 0 ? $0 : "" }
      spans.append(Span(trusted: String(piece), partOf: span, spoken: spoken))
    }
    return StyledText(spans)
  }
}
