/// Limits on the content that is given to the parser.
///
/// gumbo follows the standard to the letter, and the standard has corners where a small text makes a large tree: deep
/// nesting is searched again for each tag, a tag that was left open is opened again in each paragraph that follows, and
/// each attribute is compared with all others of its tag. Its clean-up descends as deep as the tree. So the tags are
/// counted first, in one pass, with a count that can be too high but not too low; content beyond the limits, which
/// no server writes for readers, is reduced to its text.
enum HTMLLimits {
  /// Longer content is cut; the longest that instances allow is a fraction of it.
  static let maximumBytes = 200_000
  private static let maximumDepth = 256
  private static let maximumReopened = 50_000
  private static let maximumComparisons = 4_000_000
  private static let maximumHiddenWords = 3000

  /// Cuts content that is too long, between characters.
  static func shortened(_ html: String) -> String {
    guard html.utf8.count > maximumBytes else { return html }
    let utf8 = html.utf8
    var end = utf8.index(utf8.startIndex, offsetBy: maximumBytes)
    while UTF8.isContinuation(utf8[end]) { end = utf8.index(before: end) }
    return String(html[..<end]) + "…"
  }

  /// Whether the parser handles the content fast enough.
  static func accepts(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    isSmall(bytes) || staysWithinLimits(bytes)
  }

  /// Whether the content is so small that it cannot be slow, like nearly all posts.
  private static func isSmall(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard bytes.count <= 4096 else { return false }
    return bytes.reduce(0) { $0 + ($1 == UInt8(ascii: "<") ? 1 : 0) } <= 150
  }

  private static func staysWithinLimits(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var open: [Name] = []
    var tags = 0
    var deepestFormatting = 0
    var formatting = 0
    var comparisons = 0
    // After something that may hide an end tag from the parser, nothing counts as closed any more.
    var mayHideTags = false
    var index = 0
    while let next = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
      index = next
      let name = tagName(bytes, at: index)
      if !mayHideTags, !(name.map(simple.contains) ?? !isMarkup(bytes, at: index)) {
        mayHideTags = true
        // Where tags and quotes begin is uncertain now, so any word may be an attribute.
        if countOfWords(bytes[index...]) > maximumHiddenWords { return false }
      }
      guard let name else {
        index += 1
        continue
      }
      tags += 1
      if bytes[index + 1] == UInt8(ascii: "/") {
        if !mayHideTags, open.last == name {
          open.removeLast()
          if formattingNames.contains(name) { formatting -= 1 }
        }
      } else if !void.contains(name) {
        open.append(name)
        if formattingNames.contains(name) { formatting += 1 }
        deepestFormatting = max(deepestFormatting, formatting)
      }
      if mayHideTags {
        index += 1
      } else {
        let attributes = attributes(bytes, at: index)
        comparisons += attributes.count * attributes.count
        index = attributes.end
      }
      if open.count > maximumDepth || comparisons > maximumComparisons { return false }
    }
    // Text between two tags opens as many again as a tag does.
    return deepestFormatting * tags * 2 <= maximumReopened
  }

  /// A tag's name in lower case: its first eight bytes and its length.
  struct Name: Hashable {
    private var bytes: UInt64 = 0
    private var count: UInt8 = 0

    mutating func append(_ byte: UInt8) {
      if count < 8 { bytes = bytes << 8 | UInt64((0x41...0x5A).contains(byte) ? byte | 0x20 : byte) }
      if count < .max { count += 1 }
    }

    init() {}

    fileprivate init(_ name: StaticString) {
      name.withUTF8Buffer { for byte in $0 { append(byte) } }
    }
  }

  /// The name of the tag that begins or ends at `<`, or `nil` where that is not a tag.
  static func tagName(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Name? {
    var index = start + 1
    if index < bytes.count, bytes[index] == UInt8(ascii: "/") { index += 1 }
    guard index < bytes.count, isLetter(bytes[index]) else { return nil }
    var name = Name()
    while index < bytes.count, !isSpace(bytes[index]), bytes[index] != UInt8(ascii: "/"),
      bytes[index] != UInt8(ascii: ">")
    {
      name.append(bytes[index])
      index += 1
    }
    return name
  }

  static func isInline(_ name: Name) -> Bool { formattingNames.contains(name) || inline.contains(name) }

  /// The end of the tag or comment at `<`; `nil` if the `<` is text.
  static func endOfTag(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Int? {
    if let name = tagName(bytes, at: start) {
      let end = attributes(bytes, at: start).end
      let isStart = bytes[start + 1] != UInt8(ascii: "/")
      return isStart && unread.contains(name) ? endOfUnread(bytes, from: end) : end
    }
    guard isMarkup(bytes, at: start) else { return nil }
    return (bytes[start...].firstIndex(of: UInt8(ascii: ">")) ?? bytes.count - 1) + 1
  }

  /// Whether a comment or declaration begins at `<`.
  private static func isMarkup(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
    start + 1 < bytes.count && [0x21, 0x2F, 0x3F].contains(bytes[start + 1])
  }

  private static func countOfWords(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
    bytes.reduce(0) { $0 + (isSpace($1) || [0x22, 0x27, 0x2F].contains($1) ? 1 : 0) }
  }

  private static func endOfUnread(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var index = start
    while let next = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
      if next + 1 < bytes.count, bytes[next + 1] == UInt8(ascii: "/") { return next }
      index = next + 1
    }
    return bytes.count
  }

  /// Counts the attributes as the standard's tokenizer sees them.
  private static func attributes(
    _ bytes: UnsafeBufferPointer<UInt8>, at start: Int
  ) -> (count: Int, end: Int) {
    let end = bytes.count
    var index = start + 1
    if index < end, bytes[index] == UInt8(ascii: "/") { index += 1 }
    func skip(while condition: (UInt8) -> Bool) { while index < end, condition(bytes[index]) { index += 1 } }
    func isEndOfName(_ byte: UInt8) -> Bool { isSpace(byte) || byte == 0x2F || byte == 0x3E }
    skip { !isEndOfName($0) }
    var count = 0
    while true {
      skip { isSpace($0) || $0 == 0x2F }
      guard index < end else { return (count, end) }
      if bytes[index] == 0x3E { return (count, index + 1) }
      count += 1
      index += 1
      skip { !isEndOfName($0) && $0 != 0x3D }
      skip(while: isSpace)
      guard index < end, bytes[index] == 0x3D else { continue }
      index += 1
      skip(while: isSpace)
      guard index < end else { return (count, end) }
      if bytes[index] == 0x22 || bytes[index] == 0x27 {
        let quote = bytes[index]
        index += 1
        skip { $0 != quote }
        index = min(index + 1, end)
      } else {
        skip { !isSpace($0) && $0 != 0x3E }
      }
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) && byte != 0x0B }

  private static let unread: Set<Name> = [Name("script"), Name("style")]
  private static let void: Set<Name> = [Name("br"), Name("hr"), Name("img"), Name("wbr")]
  private static let formattingNames: Set<Name> = [
    Name("a"), Name("b"), Name("big"), Name("code"), Name("em"), Name("font"), Name("i"), Name("nobr"), Name("s"),
    Name("small"), Name("strike"), Name("strong"), Name("tt"), Name("u"),
  ]
  private static let inline: Set<Name> = [
    Name("span"), Name("del"), Name("ins"), Name("sub"), Name("sup"), Name("ruby"), Name("rt"), Name("rp"), Name("img"),
    Name("abbr"), Name("kbd"), Name("mark"), Name("cite"), Name("q"), Name("wbr"),
  ]
  private static let blocks: Set<Name> = [
    Name("p"), Name("br"), Name("hr"), Name("div"), Name("pre"), Name("blockquote"), Name("ul"), Name("ol"), Name("li"),
    Name("h1"), Name("h2"), Name("h3"), Name("h4"), Name("h5"), Name("h6"), Name("figure"), Name("section"),
    Name("article"), Name("dl"), Name("dt"), Name("dd"), Name("header"), Name("footer"),
  ]
  /// The tags whose end the parser always honours where it closes what was opened last.
  private static let simple = formattingNames.union(inline).union(blocks).subtracting([Name("nobr")])
}
