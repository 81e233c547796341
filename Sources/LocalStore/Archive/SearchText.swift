import MastodonKit
import TerminalKit

/// The searchable text of a post, in the columns of the index.
///
/// The tokenizer of SQLite's index takes a run of letters for a word. In scripts without spaces between words each
/// character is therefore a word of its own, and a search for several of them is one for a phrase: it finds every part of
/// a text, which a trigram index would not for a word of one or two characters.
struct SearchText: Equatable {
  /// The text, the content warning and the options of a poll.
  var body: String
  var alt: String
  var author: String
  /// The handles of mentioned accounts.
  var mentions: String
  var tags: String

  init(_ status: Status) {
    let options = status.poll?.options.map(\.title) ?? []
    body = Self.lines([status.spoilerText, HTMLText.plainText(status.content)] + options)
    alt = Self.lines(status.mediaAttachments.compactMap(\.description))
    author = Self.lines([status.account.displayName, status.account.acct])
    mentions = Self.lines(status.mentions.map(\.acct))
    tags = Self.lines(status.tags.map(\.name))
  }

  private static func lines(_ parts: [String]) -> String {
    separated(parts.filter { !$0.isEmpty }.joined(separator: "\n"))
  }

  /// A text in which every character of a script without spaces stands apart; without NUL, which ends a text in SQLite.
  static func separated(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 >= 0xE0 || $0 == 0 }) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars where scalar != "\0" {
      if isWord(scalar) {
        result.append(" ")
        result.append(scalar)
        result.append(" ")
      } else {
        result.append(scalar)
      }
    }
    return String(result)
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

  /// The words as a phrase of SQLite's query language; `nil` if there is no letter or digit in them.
  ///
  /// Only what stands between quotes comes from the user, and it has none.
  static func phrase(_ words: String, isPrefix: Bool, in column: String? = nil) -> String? {
    guard words.unicodeScalars.contains(where: { $0.properties.isAlphabetic || $0.properties.numericType != nil })
    else { return nil }
    let words = separated(words).replacing("\"", with: " ")
    return (column.map { "\($0) : " } ?? "") + "\"\(words)\"" + (isPrefix ? " *" : "")
  }
}
