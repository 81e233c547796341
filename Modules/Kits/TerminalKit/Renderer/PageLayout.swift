/// Lays a document out in lines of styled text, none wider than the page.
struct PageLayout {
  /// The last column of a title's rule and of notes at the right edge.
  let pageWidth: Int
  let isNarrow: Bool
  /// Whether the terminal is given pictures.
  var showsPictures = false
  /// Whether small pictures that are not drawn yet take up their rows.
  var reservesThumbnails = false

  let textWidth: Int
  /// The width of a page whose items take one line each: a line that is read once may be long.
  private let lineWidth: Int

  /// Text is no wider than this unless the user wants it, since longer lines are hard to read.
  private static let maximumTextWidth = 100
  /// The number of columns by which notes and rules reach beyond the text, once that is of a usual width.
  private static let margin = 4
  private static let usualTextWidth = 72
  private static let minimumPageWidth = 8
  private static let narrowBelow = 50

  static let maximumItemLines = 2_000
  static let maximumLines = 20_000

  /// The first lines, and the number of lines left out.
  static func limited(_ lines: [StyledText], to maximum: Int) -> [StyledText] {
    guard lines.count > maximum else { return lines }
    return lines.prefix(maximum) + [StyledText("(+\(lines.count - maximum) more lines)", .secondary)]
  }

  /// Creates a layout for a terminal of `width` columns.
  ///
  /// - Parameter isExact: Whether the user has asked for this width: all of it is used.
  init(width: Int, isExact: Bool = false) {
    let width = max(width, Self.minimumPageWidth)
    isNarrow = width < Self.narrowBelow
    let usual = Self.usualTextWidth + Self.margin
    // A terminal that is a little wider than the page gets a margin at the right edge too.
    let roomy = min(max(width - Self.margin, usual), Self.maximumTextWidth + Self.margin)
    pageWidth = isExact ? width : min(width, roomy)
    lineWidth = isExact ? width : max(pageWidth, width - Self.margin)
    textWidth = isExact ? width : max(min(pageWidth, Self.usualTextWidth), pageWidth - Self.margin)
  }

  /// Lays out a whole screen.
  func lines(of document: Document, showsHint: Bool) -> [StyledText] {
    let items = document.items
    let pageWidth = items.contains(where: \.isOneLine) && items.allSatisfy(\.isShort) ? lineWidth : pageWidth
    var lines: [StyledText] = []
    lines.reserveCapacity(document.blocks.count * 4)
    if let title = document.title {
      append(spread(title.text.onOneLine, trailing: title.note ?? StyledText(), width: pageWidth), to: &lines)
      lines.append(rule(width: pageWidth))
    }
    let gutter = Gutter(items: items, isNarrow: isNarrow)
    for block in document.blocks { append(self.lines(of: block, width: pageWidth, gutter: gutter), to: &lines) }
    while let last = lines.last, last.isEmpty { lines.removeLast() }
    lines = Self.limited(lines, to: Self.maximumLines)
    if showsHint, let hint = document.hint, !hint.isEmpty {
      if !lines.isEmpty { lines.append(StyledText()) }
      lines.append(hint.fitted(to: pageWidth))
    }
    return lines
  }

  /// Lays out blocks below one another.
  func lines(of blocks: [Block], width: Int, gutter: Gutter) -> [StyledText] {
    var lines: [StyledText] = []
    for block in blocks { append(self.lines(of: block, width: width, gutter: gutter), to: &lines) }
    return lines
  }

  private func append(_ more: [StyledText], to lines: inout [StyledText]) {
    lines.append(contentsOf: more)
  }

  private func lines(of block: Block, width: Int, gutter: Gutter) -> [StyledText] {
    switch block {
    case .paragraph(let text):
      return text.isEmpty ? [] : text.wrapped(width: min(width, textWidth))
    case .spread(let text, let trailing): return spread(text, trailing: trailing, width: width)
    case .preformatted(let text): return text.cut(width: width)
    case .verbatim(let text): return [text]
    case .table(let rows): return TableLayout(rows: rows, width: width, gap: isNarrow ? 1 : 2).lines()
    case .quote(let blocks):
      let bar = StyledText([Span(trusted: "│ ", .rule)])
      return hung(blocks, behind: bar, then: bar, width: width, gutter: gutter)
    case .listItem(let marker, let blocks):
      let first = marker + StyledText([Span(trusted: " ", .text)])
      return hung(blocks, behind: first, then: Self.continuation(of: first), width: width, gutter: gutter)
    case .item(let item): return gutter.lines(of: item, in: self, width: width)
    case .blank: return [StyledText()]
    case .rule: return [rule(width: width)]
    case .picture(let picture): return showsPictures && picture.columns <= width ? picture.styledLines : []
    case .thumbnail(let thumbnail):
      return reservesThumbnails ? Array(repeating: StyledText(), count: thumbnail.rows) : []
    case .spoken(let blocks, as: _): return lines(of: blocks, width: width, gutter: gutter)
    }
  }

  /// Lays out blocks to the right of a prefix, which is omitted if it leaves no room for text.
  func hung(
    _ blocks: [Block], behind first: StyledText, then rest: StyledText, width: Int, gutter: Gutter
  ) -> [StyledText] {
    let columns = max(first.displayWidth, rest.displayWidth)
    guard width - columns >= 4 else {
      return first.wrapped(width: width) + lines(of: blocks, width: width, gutter: gutter)
    }
    let inner = lines(of: blocks, width: width - columns, gutter: gutter)
    return Self.prefix(inner.isEmpty ? [StyledText()] : inner, first: first, rest: rest)
  }

  /// The text below a marker: the lines of a tree that go on, and blanks.
  private static func continuation(of marker: StyledText) -> StyledText {
    StyledText(
      marker.spans.map { span in
        let columns = span.text.map { character in
          character == "│" || character == "├" ? "│" : String(repeating: " ", count: character.displayWidth)
        }
        let text = columns.joined()
        return Span(trusted: text, text.contains("│") ? span.role : .text)
      })
  }

  /// Puts a prefix before each line, without leaving spaces at an end.
  static func prefix(_ lines: [StyledText], first: StyledText, rest: StyledText) -> [StyledText] {
    lines.enumerated().map { index, line in
      let prefix = index == 0 ? first : rest
      return line.isEmpty ? prefix.trimmingEnd() : prefix + line
    }
  }

  /// Puts a note at the right edge of a text's last line, or below it.
  private func spread(_ text: StyledText, trailing: StyledText, width: Int) -> [StyledText] {
    var lines = text.isEmpty ? [] : text.wrapped(width: min(width, textWidth))
    if trailing.isEmpty { return lines }
    let columns = trailing.widestDisplayWidth
    guard columns <= width, !trailing.plain.utf8.contains(0x0A) else { return lines + trailing.wrapped(width: width) }
    let used = lines.last?.widestDisplayWidth ?? 0
    if let last = lines.last, used + 2 + columns <= width {
      lines[lines.count - 1] = last + spaces(width - used - columns) + trailing
    } else {
      lines.append(spaces(width - columns) + trailing)
    }
    return lines
  }

  private func rule(width: Int) -> StyledText {
    StyledText([Span(trusted: String(repeating: "─", count: width), .rule)])
  }

  func spaces(_ count: Int) -> StyledText {
    StyledText([Span(trusted: String(repeating: " ", count: max(count, 0)), .text)])
  }
}

extension Item {
  /// Whether it is a line, or as little as what is left of a post that was deleted.
  fileprivate var isShort: Bool { isOneLine || (references.isEmpty && blocks.count == 1) }
}

extension StyledText {
  /// Returns the text without the spaces at its end.
  func trimmingEnd() -> StyledText {
    var spans = spans
    while let last = spans.last {
      guard last.text.utf8.last == 0x20 || last.text.isEmpty else { break }
      spans.removeLast()
      let kept = last.text.utf8.lastIndex { $0 != 0x20 }.map { last.text[...$0] } ?? ""
      if !kept.isEmpty { spans.append(Span(trusted: String(kept), partOf: last, spoken: last.spoken)) }
    }
    return StyledText(spans)
  }
}

extension String {
  /// Splits at a separator of several characters, which the standard library leaves to Foundation.
  func components(separatedBy separator: String) -> [String] {
    let bytes = Array(utf8)
    let mark = Array(separator.utf8)
    var parts: [String] = []
    var start = 0
    var index = 0
    while index + mark.count <= bytes.count {
      if bytes[index] == mark[0], bytes[index..<index + mark.count].elementsEqual(mark) {
        parts.append(String(decoding: bytes[start..<index], as: UTF8.self))
        index += mark.count
        start = index
      } else {
        index += 1
      }
    }
    parts.append(String(decoding: bytes[start...], as: UTF8.self))
    return parts
  }
}
