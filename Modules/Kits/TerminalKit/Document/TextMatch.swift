/// Words of a search, to be marked where they stand in a text: case and accents make no difference, and each symbol is a word.
public struct TextMatch: Hashable, Sendable {
  private let letters: [String]
  private let isPrefix: Bool

  /// Creates a match of words in this order; `nil` if there is no letter, digit or symbol in them.
  ///
  /// - Parameter isPrefix: Whether it may end within a word.
  public init?(_ words: String, isPrefix: Bool) {
    letters = words.filter { Letter($0).isWord }.map(Self.folded)
    self.isPrefix = isPrefix
    if letters.isEmpty { return nil }
  }

  /// Whether the words stand somewhere in a text.
  public func matches(_ text: String) -> Bool {
    let text = text.map(Letter.init)
    return text.indices.contains { Self.isWordStart($0, in: text) && end(in: text, from: $0) != nil }
  }

  /// A character of a text, with what is asked of it at each place.
  fileprivate struct Letter {
    let character: Character
    let isSymbol: Bool
    /// Whether it is part of a word.
    let isWord: Bool
    /// Whether it is a word of its own, as are symbols, and each character of Chinese, Japanese, Korean and Thai.
    let isApart: Bool

    init(_ character: Character) {
      self.character = character
      if let byte = character.asciiValue {
        (isSymbol, isApart) = (false, false)
        isWord = (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
        return
      }
      let first = character.unicodeScalars.first
      isSymbol = first?.isSearchableSymbol == true
      isWord = isSymbol || character.isLetter || character.isNumber
      isApart =
        switch first?.value ?? 0 {
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3040...0xD7A3, 0xF900...0xFAFF, 0x20000...: true
        default: isSymbol
        }
    }
  }

  fileprivate static func isWordStart(_ index: Int, in text: [Letter]) -> Bool {
    text[index].isWord && (index == 0 || text[index].isApart || !text[index - 1].isWord)
  }

  /// The end of the match whose first word begins at an index; `nil` for none.
  fileprivate func end(in text: [Letter], from start: Int) -> Int? {
    var (index, found) = (start, 0)
    while found < letters.count {
      guard index < text.count else { return nil }
      if text[index].isWord {
        guard Self.isEqual(text[index], letters[found]) else { return nil }
        found += 1
      }
      index += 1
    }
    guard !isPrefix, index < text.count, text[index].isWord, !text[index].isApart else { return index }
    return nil
  }

  /// Whether a character is the same as a folded one; an emoji also where another skin tone or a part is added.
  private static func isEqual(_ letter: Letter, _ other: String) -> Bool {
    let folded = folded(letter.character)
    return letter.isSymbol ? folded.unicodeScalars.starts(with: other.unicodeScalars) : folded == other
  }

  /// A letter without case and accents, which are in its Unicode name: LATIN SMALL LETTER E WITH ACUTE.
  private static func folded(_ character: Character) -> String {
    if character.isASCII { return character.lowercased() }
    return character.lowercased().unicodeScalars.filter { $0.properties.generalCategory != .nonspacingMark }.map {
      scalar in
      if let letters = scalar.withoutMarks { return letters }
      guard let parts = scalar.properties.name?.components(separatedBy: " WITH "), parts.count > 1 else {
        return String(scalar)
      }
      let latin = "LATIN SMALL LETTER "
      return parts[0].hasPrefix(latin) ? parts[0].dropFirst(latin.count).lowercased() : parts[0]
    }.joined()
  }
}

extension Unicode.Scalar {
  /// Whether a search finds it by itself: an emoji, an arrow, a sign of a currency or of mathematics, beyond ASCII.
  public var isSearchableSymbol: Bool {
    guard value >= 0x80, value < 0x20000 else { return false }
    switch properties.generalCategory {
    case .otherSymbol, .mathSymbol, .currencySymbol: return true
    // The skin tones of emoji.
    default: return (0x1F3FB...0x1F3FF).contains(value)
    }
  }
}

extension Unicode.Scalar {
  /// The letters that a search takes for this one, where that is neither a matter of case nor of Latin accents: `α` for `ά`,
  /// `ss` for `ß`, `A` for a wide one, nothing for a vowel sign of Hebrew or Arabic; `nil` for any other character.
  public var withoutMarks: String? {
    switch value {
    case ..<0xDF: return nil
    case 0x370..<0x460: return Self.marked[self].map(String.init)
    case 0x460..<0x900:
      if let letter = Self.marked[self] { return String(letter) }
      // The long stroke within Arabic words.
      return value == 0x640 || properties.generalCategory == .nonspacingMark ? "" : nil
    case 0xDF, 0x1E9E: return "ss"
    case 0x131: return "i"
    case 0xFF10...0xFF19, 0xFF21...0xFF3A, 0xFF41...0xFF5A: return Unicode.Scalar(value - 0xFEE0).map(String.init)
    default: return nil
    }
  }

  private static let marked = Dictionary(
    uniqueKeysWithValues: zip(
      "άέήίόύώϊϋΐΰΆΈΉΊΌΎΏΪΫёЁأإآ".unicodeScalars, "αεηιουωιυιυαεηιουωιυееااا".unicodeScalars))
}

extension StyledText {
  /// The same with stressed matches.
  public func marking(_ matches: [TextMatch]) -> StyledText {
    let text = spans.flatMap { $0.text.map(TextMatch.Letter.init) }
    var marked: Set<Int> = []
    var index = 0
    while index < text.count {
      if TextMatch.isWordStart(index, in: text), let end = matches.compactMap({ $0.end(in: text, from: index) }).max() {
        marked.formUnion(index..<end)
        index = end
      } else {
        index += 1
      }
    }
    guard !marked.isEmpty else { return self }
    index = 0
    return StyledText(
      spans.flatMap { span -> [Span] in
        let ends = span.text.indices + [span.text.endIndex]
        let count = ends.count - 1
        defer { index += count }
        let isMarked = (0..<count).map { marked.contains(index + $0) }
        // What is spoken in another way is a sign.
        guard isMarked.contains(true), span.spoken == nil, span.role != .number else { return [span] }
        var (parts, start): ([Span], Int) = ([], 0)
        for end in 1...count where end == count || isMarked[end] != isMarked[start] {
          var part = Span(trusted: String(span.text[ends[start]..<ends[end]]), partOf: span, spoken: nil)
          if isMarked[start] { part = Span(trusted: part.text, .strong, url: span.url) }
          parts.append(part)
          start = end
        }
        return parts
      })
  }
}

extension Block {
  /// The same with stressed matches.
  public func marking(_ matches: [TextMatch]) -> Block {
    switch self {
    case .paragraph(let text): return .paragraph(text.marking(matches))
    case .spread(let text, let trailing): return .spread(text.marking(matches), trailing: trailing)
    case .quote(let blocks): return .quote(blocks.map { $0.marking(matches) })
    case .listItem(let marker, let blocks): return .listItem(marker: marker, blocks.map { $0.marking(matches) })
    case .item(var item):
      item.blocks = item.blocks.map { $0.marking(matches) }
      return .item(item)
    case .spoken(let blocks, let text): return .spoken(blocks.map { $0.marking(matches) }, as: text)
    case .preformatted, .verbatim, .table, .blank, .rule, .picture, .thumbnail: return self
    }
  }
}
