/// One grapheme of a styled text, as the line breaker sees it.
struct Cell {
  var span: Int
  /// Its start, in bytes from the span's beginning.
  var start: Int
  /// The width in columns, on whichever terminal it is widest.
  var width: Int
  /// The places around it where a line may end.
  var kind: Kind

  /// The places around a grapheme where a line may end.
  enum Kind: UInt8 {
    /// It is not separated from its neighbours.
    case word
    /// A line may end after it, and it is dropped there.
    case space
    /// A line ends here.
    case lineFeed
    /// A line may end after it, between words.
    case hyphen
    /// A line may end before and after it: Han, kana, emoji.
    case ideograph
    /// A line may not end after it.
    case opening
    /// A line may not begin with it.
    case closing
    /// A line may end after it, where it is dropped.
    case zeroWidthSpace
  }

  static func cells(of text: StyledText) -> [Cell] {
    var cells: [Cell] = []
    cells.reserveCapacity(text.spans.reduce(0) { $0 + $1.text.utf8.count })
    for (index, span) in text.spans.enumerated() {
      var string = span.text
      string.makeContiguousUTF8()
      string.utf8.withContiguousStorageIfAvailable { append($0, of: string, span: index, to: &cells) }
    }
    return cells
  }

  private static func append(
    _ bytes: UnsafeBufferPointer<UInt8>, of string: String, span: Int, to cells: inout [Cell]
  ) {
    let count = bytes.count
    // An ASCII byte is a grapheme of its own unless something beyond ASCII follows, which may be a mark on it.
    func standsAlone(_ index: Int) -> Bool {
      bytes[index] < 0x80 && (index + 1 == count || bytes[index + 1] < 0x80)
    }
    var index = 0
    while index < count {
      if standsAlone(index) {
        let byte = bytes[index]
        cells.append(Cell(span: span, start: index, width: byte == 0x0A ? 0 : 1, kind: asciiKinds[Int(byte)]))
        index += 1
        continue
      }
      if let simple = simpleScalar(bytes, at: index), isFollowedBySimple(bytes, at: index + simple.length) {
        cells.append(
          Cell(span: span, start: index, width: simple.width, kind: kind(of: simple.value, width: simple.width)))
        index += simple.length
        continue
      }
      var end = index + 1
      while end < count, !standsAlone(end) { end += 1 }
      let utf8 = string.utf8
      let range = utf8.index(utf8.startIndex, offsetBy: index)..<utf8.index(utf8.startIndex, offsetBy: end)
      for character in string[range] {
        append(character, start: index, span: span, to: &cells)
        index += character.utf8.count
      }
    }
  }

  private static func append(_ character: Character, start: Int, span: Int, to cells: inout [Cell]) {
    // Comparing characters would look for their normal forms first.
    let width = character.utf8.first == 0x0A ? 0 : character.widestDisplayWidth
    if width > maximumWidth {
      var start = start
      for scalar in character.unicodeScalars {
        cells.append(Cell(span: span, start: start, width: DisplayWidth.of(scalar), kind: .word))
        start += UTF8.width(scalar)
      }
      return
    }
    // After another span, a lone variation selector would widen the character before it.
    let isLoneSelector = start == 0 && character.unicodeScalars.first?.value == 0xFE0F
    cells.append(
      Cell(span: span, start: start, width: isLoneSelector ? 1 : width, kind: kind(of: character, width: width)))
  }

  /// The widest grapheme in use; wider ones may be broken, or they would not fit on a narrow page.
  private static let maximumWidth = 4

  private static let asciiKinds: [Kind] = (0..<128).map { byte in
    switch Unicode.Scalar(UInt8(byte)) {
    case "\n": .lineFeed
    case " ": .space
    case "-": .hyphen
    case "!", "?", ".", ",", ":", ";", ")", "]", "}", "%": .closing
    case "(", "[", "{", "#", "@", "$": .opening
    default: .word
    }
  }

  /// The scalar at an index if it is of those that are most of what is written beyond ASCII and never join another.
  private static func simpleScalar(
    _ bytes: UnsafeBufferPointer<UInt8>, at index: Int
  ) -> (value: UInt32, length: Int, width: Int)? {
    switch bytes[index] {
    case 0xC3...0xCB, 0xCE...0xD1:
      let value = UInt32(bytes[index] & 0x1F) << 6 | UInt32(bytes[index + 1] & 0x3F)
      return value < 0x300 || (0x370..<0x480).contains(value) ? (value, 2, 1) : nil
    case 0xE2...0xED, 0xEF:
      let value =
        UInt32(bytes[index] & 0x0F) << 12 | UInt32(bytes[index + 1] & 0x3F) << 6 | UInt32(bytes[index + 2] & 0x3F)
      switch value {
      case 0x2010...0x2027: return (value, 3, 1)
      case 0x3001...0x3029, 0x3041...0x3096, 0x309B...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3,
        0xFF01...0xFF60:
        return (value, 3, 2)
      default: return nil
      }
    default: return nil
    }
  }

  private static func isFollowedBySimple(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    index == bytes.count || bytes[index] < 0x80 || simpleScalar(bytes, at: index) != nil
  }

  private static func kind(of character: Character, width: Int) -> Kind {
    guard let first = character.unicodeScalars.first else { return .word }
    let kind = kind(of: first.value, width: width)
    // A space that carries a mark is seen, so it is not dropped.
    return kind == .space && first != character.unicodeScalars.last ? .word : kind
  }

  private static func kind(of value: UInt32, width: Int) -> Kind {
    switch value {
    case 0..<0x80: asciiKinds[Int(value)]
    case 0x80..<0x2000: mark(value) ?? .word
    case 0x3000...0x30FF: kanaKinds[Int(value - 0x3000)]
    case 0x3400...0x9FFF: .ideograph
    // Hangul is written with spaces and is better read in whole words.
    case 0xA960...0xA97F, 0xAC00...0xD7FF: .word
    case 0xFF66...0xFF9D: mark(value) ?? .ideograph
    default: mark(value) ?? (width == 2 ? .ideograph : .word)
    }
  }

  private static let kanaKinds: [Kind] = (0x3000...0x30FF).map { mark($0) ?? .ideograph }

  /// Characters between words; searched linearly, because building a set costs a short run more than all searches.
  private static func mark(_ value: UInt32) -> Kind? {
    switch value {
    // The figure space and the narrow one between them hold numbers together.
    case 0x1680, 0x2000...0x2006, 0x2008...0x200A, 0x205F, 0x3000: .space
    case 0x200B: .zeroWidthSpace
    case 0x2010, 0x2013, 0x2014: .hyphen
    // Jamo make up words as the syllables do.
    case 0x1100...0x11FF: .word
    default: openings.contains(value) ? .opening : closings.contains(value) ? .closing : nil
    }
  }

  private static let openings = "「『（【〔〈《〘〖｛［｟｢‘“«＃＠".unicodeScalars.map(\.value)

  private static let closings =
    ("、。，．・：；？！」』）】〕〉》〙〗｝］｠｡｣､･’”»‼⁇⁈⁉…‥％℃°′″〜～々〻ゝゞヽヾーｰ゛゜ﾞﾟ"
    + "ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰㇱㇲㇳㇴㇵㇶㇷㇸㇹㇺㇻㇼㇽㇾㇿｧｨｩｪｫｬｭｮｯ")
    .unicodeScalars.map(\.value)
}
