/// One grapheme of a styled text, as the line breaker sees it.
struct Cell {
  /// The span that it is in.
  var span: Int
  /// Where it begins, in bytes from the span's beginning.
  var start: Int
  /// How many columns it takes.
  var width: Int
  /// How it behaves at the end of a line.
  var kind: Kind

  /// How a grapheme behaves at the end of a line.
  enum Kind: UInt8 {
    /// Stays with its neighbours.
    case word
    /// A line may end after it, and it is dropped there.
    case space
    /// A line ends here.
    case lineFeed
    /// A line may end after it where it stands between words.
    case hyphen
    /// A line may end before and after it: Han, kana, emoji.
    case ideograph
    /// A line may not end after it.
    case opening
    /// A line may not begin with it.
    case closing
    /// A line may end after it, and nobody sees it.
    case zeroWidthSpace
  }

  /// Takes a text apart.
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
      var end = index + 1
      while end < count, !standsAlone(end) { end += 1 }
      let utf8 = string.utf8
      let range = utf8.index(utf8.startIndex, offsetBy: index)..<utf8.index(utf8.startIndex, offsetBy: end)
      for character in string[range] {
        let width = character == "\n" ? 0 : character.displayWidth
        // Behind another span a lone variation selector would widen what stands before it.
        let isLoneSelector = index == 0 && character.unicodeScalars.first?.value == 0xFE0F
        cells.append(
          Cell(span: span, start: index, width: isLoneSelector ? 1 : width, kind: kind(of: character, width: width)))
        index += character.utf8.count
      }
    }
  }

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

  private static func kind(of character: Character, width: Int) -> Kind {
    guard let scalar = character.unicodeScalars.first else { return .word }
    switch scalar.value {
    case 0..<0x80: return asciiKinds[Int(scalar.value)]
    case 0x1680, 0x2000...0x2006, 0x2008...0x200A, 0x205F, 0x3000: return .space
    case 0x200B: return .zeroWidthSpace
    case 0x2010, 0x2013, 0x2014: return .hyphen
    // Hangul is written with spaces and is better read in whole words.
    case 0x1100...0x11FF, 0xA960...0xA97F, 0xAC00...0xD7FF: return .word
    default: break
    }
    if opening.contains(scalar) { return .opening }
    if closing.contains(scalar) { return .closing }
    return width == 2 || (0xFF66...0xFF9D).contains(scalar.value) ? .ideograph : .word
  }

  private static let opening = Set("「『（【〔〈《〘〖｛［｟｢‘“«＃＠".unicodeScalars)

  private static let closing = Set(
    ("、。，．・：；？！」』）】〕〉》〙〗｝］｠｡｣､･’”»‼⁇⁈⁉…‥％℃°′″〜～々〻ゝゞヽヾーｰ゛゜ﾞﾟ"
      + "ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰㇱㇲㇳㇴㇵㇶㇷㇸㇹㇺㇻㇼㇽㇾㇿｧｨｩｪｫｬｭｮｯ").unicodeScalars)
}
