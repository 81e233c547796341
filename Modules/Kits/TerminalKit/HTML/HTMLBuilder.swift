/// Builds blocks from the text and elements that a walk visits.
struct HTMLBuilder {
  /// The style of text at the walk's position.
  struct Style {
    var role = Role.text
    /// The address of a link, which ``Sanitizer`` has accepted.
    var url: String?
    /// Whether spaces and line feeds are kept.
    var isPreformatted = false
    /// Whether it is in a link, where text marked invisible only repeats the address.
    var isInLink = false
  }

  private struct Container {
    var blocks: [Block] = []
    var isCompact: Bool
    /// Whether an empty line follows the last block.
    var wantsBlank = false
  }

  /// A span that is still growing.
  struct Piece {
    var text: String
    var role: Role
    var url: String?
    var spoken: String?
  }

  private var containers = [Container(isCompact: false)]
  private(set) var pieces: [Piece] = []
  private var isSpaced = false
  private var isPreformatted = false

  // MARK: Text

  mutating func append(_ text: String, style: Style) {
    let text = style.isPreformatted ? expandingTabs(text) : collapsingSpaces(text)
    guard !text.isEmpty else { return }
    isPreformatted = isPreformatted || style.isPreformatted
    add(text, role: style.role, url: style.url)
  }

  /// Adds text or symbols that are not in the content.
  mutating func append(sign: String, style: Style, spoken: String? = nil) {
    pieces.append(Piece(text: sign, role: style.role, url: style.url, spoken: spoken))
  }

  mutating func lineBreak() { add("\n", role: .text, url: nil) }

  /// Begins a new piece, which is not merged with the one before, and returns its index.
  mutating func beginLink(style: Style) -> Int {
    pieces.append(Piece(text: "", role: style.role, url: style.url))
    return pieces.count - 1
  }

  /// Merges the pieces since a link began into one, with a role.
  mutating func endLink(from start: Int, role: Role, url: String?, spoken: (String) -> String?) {
    let text = pieces[start...].map(\.text).joined()
    pieces.removeSubrange(start...)
    pieces.append(Piece(text: text, role: role, url: url, spoken: spoken(text)))
  }

  /// Replaces the text since raised or lowered text began by what shows that it is.
  mutating func shift(from start: Int, _ shifted: (_ text: String, _ last: Character?) -> String) {
    // A block inside it contains its text already.
    guard start < pieces.count else { return }
    let text = pieces[start...].map(\.text).joined()
    let (role, last) = (pieces[start].role, pieces[..<start].last { !$0.text.isEmpty }?.text.last)
    guard !text.allSatisfy(\.isWhitespace), pieces[start...].allSatisfy({ $0.url == pieces[start].url }) else { return }
    let url = pieces[start].url
    pieces.removeSubrange(start...)
    add(shifted(text, last), role: role, url: url)
  }

  private mutating func add(_ text: String, role: Role, url: String?) {
    if let last = pieces.last, last.role == role, last.url == url, last.spoken == nil {
      pieces[pieces.count - 1].text += text
    } else {
      pieces.append(Piece(text: text, role: role, url: url))
    }
  }

  /// Turns white space with a line feed in it into one space, as browsers do, and keeps other spaces, as Mastodon does.
  private func collapsingSpaces(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 < 0x20 }) else { return text }
    var result = ""
    result.reserveCapacity(text.utf8.count)
    var last = pieces.last { !$0.text.isEmpty }?.text.unicodeScalars.last
    var run = ""
    var runHasLineFeed = false
    func isBlankBefore() -> Bool { last == nil || last == " " || last == "\n" }
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n", "\r", "\u{0C}": runHasLineFeed = true
      case " ", "\t": run += " "
      default:
        endRun()
        result.unicodeScalars.append(scalar)
        last = scalar
      }
    }
    endRun()
    return result

    func endRun() {
      if runHasLineFeed {
        if !isBlankBefore() { result += " " }
        last = last == nil ? nil : " "
      } else if !run.isEmpty {
        result += run
        last = " "
      }
      run = ""
      runHasLineFeed = false
    }
  }

  private func expandingTabs(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 0x09 || $0 == 0x0D }) else { return text }
    return text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "\t": result += "    "
      case "\r": break
      default: result.unicodeScalars.append(scalar)
      }
    }
  }

  // MARK: Blocks

  /// Begins a block with empty lines around it.
  mutating func beginParagraph() { isSpaced = true }

  /// Ends the current block, if it is not empty.
  mutating func endBlock() {
    let isPreformatted = isPreformatted
    let text = finishedText(trimmingSpaces: !isPreformatted)
    let isSpaced = isSpaced || isPreformatted
    self.isSpaced = false
    self.isPreformatted = false
    guard !text.isEmpty else { return }
    add([isPreformatted ? .preformatted(text) : .paragraph(text)], spaced: isSpaced)
  }

  /// Adds a block that is complete.
  mutating func add(_ block: Block) {
    endBlock()
    add([block], spaced: true)
  }

  /// Begins a quote, a list or an entry; a compact one has no empty lines in it.
  mutating func beginContainer(compact: Bool) {
    endBlock()
    containers.append(Container(isCompact: compact))
  }

  /// Ends the innermost quote, list or entry and adds its block.
  mutating func endContainer(spaced: Bool, _ make: ([Block]) -> [Block]) {
    endBlock()
    guard containers.count > 1, let container = containers.popLast() else { return }
    let blocks = make(container.blocks)
    if !blocks.isEmpty { add(blocks, spaced: spaced) }
  }

  mutating func finish() -> [Block] {
    while containers.count > 1 { endContainer(spaced: true) { $0 } }
    endBlock()
    return containers[0].blocks
  }

  private mutating func add(_ blocks: [Block], spaced: Bool) {
    let top = containers.count - 1
    if !containers[top].isCompact, !containers[top].blocks.isEmpty, spaced || containers[top].wantsBlank {
      containers[top].blocks.append(.blank)
    }
    containers[top].wantsBlank = spaced
    containers[top].blocks += blocks
  }

  /// Returns the pieces as text, without empty lines before it and white space after it.
  ///
  /// The spaces of the first line are part of a drawing in text.
  private mutating func finishedText(trimmingSpaces: Bool) -> StyledText {
    defer { pieces.removeAll(keepingCapacity: true) }
    func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == "\n" || (trimmingSpaces && scalar == " ") }
    while let last = pieces.last {
      let kept = last.text.unicodeScalars.lastIndex { !isBlank($0) }
      if let kept {
        pieces[pieces.count - 1].text = String(last.text[...kept])
        break
      }
      pieces.removeLast()
    }
    var indent = ""
    while let first = pieces.first {
      let scalars = first.text.unicodeScalars
      let kept = scalars.firstIndex { !isBlank($0) } ?? scalars.endIndex
      indent += String(scalars[..<kept])
      pieces[0].text = String(scalars[kept...])
      guard kept == scalars.endIndex else { break }
      pieces.removeFirst()
    }
    indent = String(indent.split(separator: "\n", omittingEmptySubsequences: false).last ?? "")
    if !indent.isEmpty, !pieces.isEmpty, containers.last?.isCompact == false {
      pieces.insert(Piece(text: indent, role: .text), at: 0)
    }
    return StyledText(
      pieces.map { piece in
        Span(
          trusted: Sanitizer.clean(piece.text), piece.role, url: piece.url, spoken: piece.spoken.map(Sanitizer.clean))
      })
  }
}
