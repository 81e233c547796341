/// Turns the HTML of posts, profiles and announcements into blocks of styled text.
///
/// Content is untrusted: text passes ``Sanitizer``, links keep only addresses of
/// the web, scripts and styles are dropped, unknown tags keep only their text, and content that is built
/// to be slow is reduced to its text.
public enum HTMLText {
  /// Options that only some screens need.
  public struct Options: Hashable, Sendable {
    /// Whether the line that repeats a quoted post's address is left out, since the quote itself is shown.
    public var dropsInlineQuote: Bool
    /// Whether the parts of an address that servers hide on a screen are included.
    public var showsWholeLinks: Bool

    public init(dropsInlineQuote: Bool = false, showsWholeLinks: Bool = false) {
      self.dropsInlineQuote = dropsInlineQuote
      self.showsWholeLinks = showsWholeLinks
    }
  }

  /// Returns the content as blocks, with an empty line between paragraphs and none at either end.
  public static func parse(_ html: String, options: Options = Options()) -> [Block] {
    var html = HTMLLimits.shortened(html)
    return html.withUTF8 { bytes in
      if let blocks = quickBlocks(bytes) { return blocks }
      guard HTMLLimits.accepts(bytes) else { return words(bytes) }
      return HTMLTree.withRoot(of: bytes) { root in HTMLWalk(options: options).blocks(of: root) }
    }
  }

  /// Returns the content as one text, for places without blocks; lists and quotes keep their markers.
  public static func styled(_ html: String, options: Options = Options()) -> StyledText {
    flattened(parse(html, options: options))
  }

  /// Returns the plain text with whole links, for scripts.
  public static func wholeText(_ html: String) -> String {
    plainText(html, options: Options(showsWholeLinks: true))
  }

  public static func plainText(_ html: String, options: Options = Options()) -> String {
    styled(html, options: options).plain
  }

  /// Joins blocks into one text, with line feeds between them.
  static func flattened(_ blocks: [Block]) -> StyledText {
    let lineFeed = StyledText([Span(trusted: "\n", .text)])
    var result = StyledText()
    for (index, block) in blocks.enumerated() {
      if index > 0 { result += lineFeed }
      switch block {
      case .paragraph(let text), .preformatted(let text): result += text
      case .listItem(let marker, let blocks):
        result += indented(flattened(blocks), first: marker.plain + " ")
      case .quote(let blocks): result += indented(flattened(blocks), first: "> ", rest: "> ")
      default: break
      }
    }
    return result
  }

  private static func indented(_ text: StyledText, first: String, rest: String? = nil) -> StyledText {
    let rest = rest ?? String(repeating: " ", count: first.displayWidth)
    let spans = text.spans.map { span in
      let lines = span.text.split(separator: "\n", omittingEmptySubsequences: false)
      return Span(
        trusted: lines.joined(separator: "\n" + rest), span.role, url: span.url,
        spoken: span.spoken)
    }
    return StyledText([Span(trusted: first, .secondary)] + spans)
  }
}

// MARK: - Without the parser

extension HTMLText {
  /// Reads content that has no tags but paragraphs and line breaks, or returns `nil`.
  ///
  /// Many posts contain nothing else, and the parser takes ten times as long for them. Whatever is not
  /// exactly in the form that servers write is left to the parser, so that results agree; a test compares the two.
  static func quickBlocks(_ bytes: UnsafeBufferPointer<UInt8>) -> [Block]? {
    var builder = HTMLBuilder()
    var index = 0
    var start = 0
    func starts(_ word: StaticString) -> Bool {
      let count = word.utf8CodeUnitCount
      guard index + count <= bytes.count else { return false }
      return (0..<count).allSatisfy { bytes[index + $0] == word.utf8Start[$0] }
    }
    func flush(_ builder: inout HTMLBuilder) {
      guard start < index else { return }
      builder.append(String(decoding: bytes[start..<index], as: UTF8.self), style: HTMLBuilder.Style())
    }
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "<"):
        flush(&builder)
        if starts("<p>") {
          builder.endBlock()
          builder.beginParagraph()
          index += 3
        } else if starts("</p>") {
          builder.endBlock()
          index += 4
        } else if starts("<br>") {
          builder.lineBreak()
          index += 4
        } else if starts("<br/>") {
          builder.lineBreak()
          index += 5
        } else if starts("<br />") {
          builder.lineBreak()
          index += 6
        } else {
          return nil
        }
        start = index
      case UInt8(ascii: "&"):
        flush(&builder)
        guard let (word, character) = entities.first(where: { starts($0.0) }) else { return nil }
        builder.append(character, style: HTMLBuilder.Style())
        index += word.utf8CodeUnitCount
        start = index
      // Only the parser handles these correctly.
      case 0, 0x0C, 0x0D: return nil
      default: index += 1
      }
    }
    flush(&builder)
    return builder.finish()
  }

  private static let entities: [(StaticString, String)] = [
    ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&nbsp;", "\u{A0}"),
  ]

  /// Reads the text outside tags, for content that is not given to the parser.
  static func words(_ bytes: UnsafeBufferPointer<UInt8>) -> [Block] {
    var builder = HTMLBuilder()
    var index = 0
    var start = 0
    func flush(_ builder: inout HTMLBuilder) {
      guard start < index else { return }
      builder.append(decoded(String(decoding: bytes[start..<index], as: UTF8.self)), style: HTMLBuilder.Style())
    }
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "<"), let end = HTMLLimits.endOfTag(bytes, at: index) else {
        index += 1
        continue
      }
      flush(&builder)
      if HTMLLimits.tagName(bytes, at: index).map(HTMLLimits.isInline) == false { builder.endBlock() }
      index = end
      start = end
    }
    flush(&builder)
    return builder.finish()
  }

  private static func decoded(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    return entities.reversed().reduce(text) { $1.0.description.replaced(in: $0, by: $1.1) }
  }
}

extension String {
  fileprivate func replaced(in text: String, by replacement: String) -> String {
    text.components(separatedBy: self).joined(separator: replacement)
  }
}
