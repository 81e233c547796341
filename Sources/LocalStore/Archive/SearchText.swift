import MastodonKit
import TerminalKit

/// The searchable text of a post, in the columns of the index.
///
/// The tokenizer of SQLite's index takes a run of letters for a word. In scripts without spaces between words each
/// character is therefore a word of its own, and a search for several of them is one for a phrase: it finds every part of
/// a text, which a trigram index would not for a word of one or two characters.
///
/// The tokenizer passes over symbols, but takes private characters for letters: an emoji or a symbol is a word of one
/// private character, in the same place of another plane. Of marks it passes over Latin ones only, so letters of other
/// scripts are folded.
struct SearchText: Equatable {
  /// The text, the content warning and the options of a poll.
  var body: String
  var alt: String
  var author: String
  /// The handles of mentioned accounts.
  var mentions: String
  var tags: String

  /// - Parameters:
  ///   - hasSymbols: Whether symbols are words; earlier versions have kept posts without them.
  ///   - isFolded: Whether letters are without marks; earlier versions have kept posts with them.
  init(_ status: Status, hasSymbols: Bool, isFolded: Bool) {
    func lines(_ parts: [String]) -> String {
      Self.separated(
        parts.filter { !$0.isEmpty }.joined(separator: "\n"), hasSymbols: hasSymbols, isFolded: isFolded)
    }
    let options = status.poll?.options.map(\.title) ?? []
    body = lines([status.spoilerText, HTMLText.plainText(status.content)] + options)
    alt = lines(status.mediaAttachments.compactMap(\.description))
    author = lines([status.account.displayName, status.account.acct])
    mentions = lines(status.mentions.map(\.acct))
    tags = lines(status.tags.map(\.name))
  }

  /// Whether symbols are among its words, or characters that look like theirs.
  var hasSymbols: Bool {
    [body, alt, author, mentions, tags].contains { $0.utf8.contains { $0 == 0xF3 || $0 == 0xF4 } }
  }

  /// A text in which every symbol and every character of a script without spaces stands apart; without NUL, which ends a
  /// text in SQLite.
  static func separated(_ text: String, hasSymbols: Bool, isFolded: Bool) -> String {
    guard text.utf8.contains(where: { $0 >= 0xC2 || $0 == 0 }) else { return text }
    var result: [UInt8] = []
    result.reserveCapacity(text.utf8.count * 2)
    for scalar in text.unicodeScalars where scalar != "\0" {
      if isFolded, let letters = scalar.withoutMarks {
        result += letters.utf8
        continue
      }
      let symbol = hasSymbols ? symbol(scalar) : nil
      let isApart = symbol != nil || isWord(scalar)
      if isApart { result.append(0x20) }
      result += UTF8.encode(symbol ?? scalar).map(Array.init) ?? []
      if isApart { result.append(0x20) }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The private character that stands for a symbol; `nil` for any other character.
  private static func symbol(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    scalar.isSearchableSymbol ? Unicode.Scalar(scalar.value + 0xF0000) : nil
  }

  /// Whether a character counts as a word: kana, Han, Hangul, Thai, Lao, Khmer and Myanmar.
  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3040...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xAC00...0xD7A3, 0xF900...0xFAFF, 0x20000...0x323AF:
      // Vowel signs belong to the letter before them, which the tokenizer ignores like accents.
      scalar.properties.generalCategory != .nonspacingMark
    default: false
    }
  }

  /// The words as a phrase of SQLite's query language; `nil` if there is no letter, digit or symbol in them.
  static func phrase(_ words: String, isPrefix: Bool, in column: String? = nil) -> String? {
    any(of: forms(words).map { (column.map { "\($0) : " } ?? "") + quoted($0) + (isPrefix ? " *" : "") })
  }

  /// The texts that words may be in the index as; none if there is no letter, digit or symbol in them.
  static func forms(_ words: String) -> [String] {
    // The index has the texts as they are shown: links without their scheme.
    let scheme = ["https://", "http://"].first { words.lowercased().hasPrefix($0) }
    let words = words.dropFirst(scheme?.count ?? 0)
    let isFound = words.unicodeScalars.contains {
      $0.properties.isAlphabetic || $0.properties.numericType != nil || $0.isSearchableSymbol
    }
    guard isFound else { return [] }
    return [true, false].map { separated(String(words), hasSymbols: true, isFolded: $0) }.droppingRepeats(of: \.self)
  }

  /// Only what stands between quotes comes from the user, and it has none.
  static func quoted(_ words: String) -> String { "\"\(words.replacing("\"", with: " "))\"" }

  static func any(of phrases: [String]) -> String? {
    phrases.count > 1 ? "(\(phrases.joined(separator: " OR ")))" : phrases.first
  }
}

extension ArchiveQuery {
  /// Whether it looks for symbols.
  var hasSymbols: Bool {
    groups.flatMap(\.alternatives).contains { term in
      guard case .words(let words, _) = term.condition else { return false }
      return words.unicodeScalars.contains(where: \.isSearchableSymbol)
    }
  }
}
