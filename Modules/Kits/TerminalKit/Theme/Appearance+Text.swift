extension Appearance {
  /// The appearance as in a theme's file: `#e5c07b yellow bold`.
  public var text: String {
    var words: [String] = []
    if let color { words = [color.hexadecimal, Color.names[Int(color.basic & 15)]] }
    for (word, path) in Self.words where self[keyPath: path] { words.append(word) }
    return words.isEmpty ? "plain" : words.joined(separator: " ")
  }

  /// Reads a look: a colour as `#rrggbb`, as one of the sixteen names, or both; and `bold`, `dim`, `italic`, `underline`,
  /// `reverse`.
  ///
  /// With `#rrggbb` alone, a terminal of sixteen colours gets the nearest of them; `plain` is not a style.
  /// - Throws: ``UnknownWord`` for a word that is none of these.
  public init(text: String) throws(UnknownWord) {
    self.init()
    var exact: Color?
    var named: Color?
    for word in text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init) {
      if word == "plain" { continue }
      if let style = Self.words.first(where: { $0.word == word }) {
        self[keyPath: style.path] = true
      } else if let index = Color.names.firstIndex(of: word) {
        named = Color(Color.usual[index], basic: UInt8(index))
      } else if let color = Color(hexadecimal: word) {
        exact = color
      } else {
        throw UnknownWord(word: word)
      }
    }
    color = exact ?? named
    if let named { color?.basic = named.basic }
  }

  /// A word that means nothing in a look.
  public struct UnknownWord: Error, Hashable {
    public var word: String
  }

  private static var words: [(word: String, path: WritableKeyPath<Appearance, Bool>)] {
    [
      ("bold", \.isBold), ("dim", \.isDim), ("italic", \.isItalic), ("underline", \.isUnderlined),
      ("reverse", \.isReversed),
    ]
  }
}

extension Color {
  /// The names of the sixteen, by number.
  public static let names = [
    "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white", "bright-black", "bright-red", "bright-green",
    "bright-yellow", "bright-blue", "bright-magenta", "bright-cyan", "bright-white",
  ]

  /// The sixteen colours as in xterm, to find the nearest.
  static let usual: [UInt32] = [
    0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5, 0x7F7F7F, 0xFF0000, 0x00FF00,
    0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
  ]

  var hexadecimal: String {
    "#"
      + [red, green, blue].map { part in
        let digits = String(part, radix: 16)
        return digits.count == 1 ? "0" + digits : digits
      }.joined()
  }

  /// Reads `#rrggbb`; of the sixteen it takes the nearest.
  init?(hexadecimal word: String) {
    guard word.hasPrefix("#"), word.utf8.count == 7, word.dropFirst().allSatisfy(\.isHexDigit),
      let number = UInt32(word.dropFirst(), radix: 16)
    else { return nil }
    self.init(number, basic: 0)
    func distance(_ index: Int) -> Int {
      let other = Color(Self.usual[index], basic: 0)
      return zip([red, green, blue], [other.red, other.green, other.blue]).reduce(0) { sum, pair in
        let difference = Int(pair.0) - Int(pair.1)
        return sum + difference * difference
      }
    }
    basic = UInt8(Self.usual.indices.min { distance($0) < distance($1) } ?? 7)
  }
}
