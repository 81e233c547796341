/// The space at the left that holds the numbers, one width for the whole screen.
struct Gutter {
  private let digits: Int
  private let markWidth: Int
  private let isNarrow: Bool

  /// Creates a gutter for the widest number and mark of a screen.
  init(items: [Item], isNarrow: Bool) {
    let widest = items.reduce(0) { max($0, $1.number.map { String($0).count } ?? 0) }
    digits = max(widest, isNarrow ? 1 : 2)
    markWidth = items.reduce(0) { max($0, $1.mark?.displayWidth ?? 0) }
    self.isNarrow = isNarrow
  }

  /// The number of columns before an item's content.
  private var columns: Int {
    let space = isNarrow ? 1 : 2
    return markWidth == 0 ? digits + space : digits + (isNarrow ? 0 : 1) + markWidth + 1
  }

  /// Lays out an item after its number.
  func lines(of item: Item, in page: PageLayout, width: Int) -> [StyledText] {
    let lines =
      if let branch = item.branch {
        self.lines(of: item, at: branch, in: page, width: width)
      } else if item.isOneLine {
        [label(item) + oneLine(item, width: width - columns)]
      } else {
        page.hung(item.blocks, behind: label(item), then: page.spaces(columns), width: width, gutter: self)
      }
    return PageLayout.limited(lines, to: PageLayout.maximumItemLines)
  }

  /// The first block on one line, cut where the line is full, with its note at the right edge; the note's first spans are left out
  /// where there is no room for all.
  private func oneLine(_ item: Item, width: Int) -> StyledText {
    guard case .spread(let text, var trailing)? = item.blocks.first else { return StyledText() }
    while trailing.spans.count > 1, width - trailing.displayWidth - 2 <= 8 { trailing.spans.removeFirst() }
    let room = width - trailing.displayWidth - 2
    guard room > 8 else { return text.truncated(to: max(width, 1)) }
    let line = text.truncated(to: room)
    let gap = String(repeating: " ", count: max(room - line.displayWidth, 0) + 2)
    return line + StyledText([Span(trusted: gap, .text)]) + trailing
  }

  /// The number, right-aligned, and the mark.
  private func label(_ item: Item) -> StyledText {
    let number = item.number.map(String.init) ?? ""
    var spans = [Span(trusted: String(repeating: " ", count: max(digits - number.count, 0)), .text)]
    spans.append(Span(trusted: number, .number))
    if markWidth > 0 {
      if !isNarrow { spans.append(Span(trusted: " ", .text)) }
      spans += item.mark?.spans ?? []
    }
    let used = spans.reduce(0) { $0 + $1.text.displayWidth }
    spans.append(Span(trusted: String(repeating: " ", count: max(columns - used, 1)), .text))
    return StyledText(spans)
  }
}

// MARK: - Trees

extension Gutter {
  /// The column of the first level's lines: below the last digit of the root's number.
  private var trunk: Int { digits - 1 }
  /// The distance of each level from the one above.
  private var step: Int { isNarrow ? 2 : 3 }

  /// Lays an item out at the end of its branch.
  private func lines(of item: Item, at branch: Item.Branch, in page: PageLayout, width: Int) -> [StyledText] {
    if branch.isRoot {
      let rest = String(repeating: " ", count: trunk) + (branch.hasChildren ? "│" : " ")
      let padding = String(repeating: " ", count: max(columns - trunk - 1, 0))
      return page.hung(
        item.blocks, behind: label(item), then: StyledText([Span(trusted: rest + padding, .rule)]), width: width,
        gutter: self)
    }

    // Below a certain depth the tree is not indented further; the level is printed instead.
    let level = branch.ancestorsContinue.count + 1
    let shown = min(level, max((width / 2 - trunk) / step, 1))
    var trunks = String(repeating: " ", count: trunk)
    let gap = String(repeating: " ", count: step - 1)
    for continues in branch.ancestorsContinue.prefix(shown - 1) { trunks += (continues ? "│" : " ") + gap }

    let number = item.number.map(String.init) ?? ""
    var first = [Span(trusted: trunks + (branch.continues ? "├" : "└") + (isNarrow ? "" : "─"), .rule)]
    if !number.isEmpty { first.append(Span(trusted: number, .number)) }
    if let mark = item.mark, !mark.isEmpty {
      first.append(Span(trusted: " ", .text))
      first += mark.spans
      first.append(Span(trusted: " ", .text))
    } else {
      first.append(Span(trusted: isNarrow || number.isEmpty ? " " : "  ", .text))
    }
    let firstText = StyledText(first)
    let columns = firstText.displayWidth
    let line = trunks + (branch.continues ? "│" : " ")
    let rest = line + String(repeating: " ", count: max(columns - line.count, 0))
    return page.hung(
      level > shown ? Self.saying(level, before: item.blocks) : item.blocks, behind: firstText,
      then: StyledText([Span(trusted: rest, .rule)]), width: width, gutter: self)
  }

  /// Puts the level before the first text.
  private static func saying(_ level: Int, before blocks: [Block]) -> [Block] {
    let words = StyledText("level \(level) · ", .secondary)
    switch blocks.first {
    case .paragraph(let text): return [.paragraph(words + text)] + blocks.dropFirst()
    case .spread(let text, let trailing): return [.spread(words + text, trailing: trailing)] + blocks.dropFirst()
    default: return [.paragraph(StyledText("level \(level)", .secondary))] + blocks
    }
  }
}
