import MastodonKit
import TerminalKit

/// Text for screen readers: signs become words, lines become sentences.
enum SpokenText {
  /// `At pool at shore dot example`.
  static func handle(_ acct: String) -> String { "At " + address(acct) }

  /// `pool at shore dot example`.
  static func address(_ acct: String) -> String {
    var result = ""
    for character in oneLine(acct) {
      switch character {
      case "@": result += " at "
      case ".": result += " dot "
      default: result.append(character)
      }
    }
    return result
  }

  /// The account's name on one line, without the codes of its emoji.
  static func name(_ account: Account) -> String { oneLine(account.shownName) }

  /// The text with the names of its emoji in place of their codes.
  static func namingEmoji(_ emojis: [CustomEmoji], in text: String) -> String {
    guard !emojis.isEmpty, text.utf8.contains(0x3A) else { return text }
    return emojis.reduce(text) { $0.replacing(":\($1.shortcode):", with: $1.shortcode.replacing("_", with: " ")) }
  }

  /// The text on one line.
  static func oneLine(_ text: String) -> String {
    text.contains(where: \.isNewline) ? text.split(whereSeparator: \.isNewline).joined(separator: " ") : text
  }

  /// The text with a full stop, unless it ends with punctuation; the empty text stays empty.
  static func sentence(_ text: String) -> String {
    guard let last = text.last(where: { !$0.isWhitespace }) else { return "" }
    return last.isPunctuation ? text : text + "."
  }

  /// Each block as a sentence.
  static func prose(_ blocks: [Block]) -> String {
    var sentences: [String] = []
    for block in blocks {
      switch block {
      case .paragraph(let text), .preformatted(let text): sentences.append(sentence(line(text)))
      case .verbatim(let text): sentences.append(text.plain)
      case .spread(let text, let trailing): sentences.append(sentence(line(text) + ", " + line(trailing)))
      case .table(let rows):
        sentences += rows.map { sentence($0.map(line).filter { !$0.isEmpty }.joined(separator: ", ")) }
      case .listItem(_, let blocks): sentences.append(prose(blocks))
      case .quote(let blocks): sentences.append("Quote: \(prose(blocks))")
      case .item(let item): sentences.append(sentence(item.spoken))
      case .spoken(_, let text): sentences.append(text)
      case .blank, .rule, .picture: break
      }
    }
    return sentences.filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// A text on one line; a comma is added to a line that ends without punctuation.
  private static func line(_ text: StyledText) -> String {
    var spoken = ""
    for span in text.spans { spoken += self.spoken(span, after: spoken) }
    var result = ""
    for line in spoken.split(whereSeparator: \.isNewline) {
      if let last = result.last { result += last.isPunctuation ? " " : ", " }
      result += line
    }
    return result
  }

  /// The spoken form of a span, capitalized if the text before it ends a sentence.
  private static func spoken(_ span: Span, after text: String) -> String {
    let begins = text.last { !$0.isWhitespace }.map { ".!?…".contains($0) } ?? true
    switch (span.role, span.text.first) {
    case (.hashtag, "#"): return (begins ? "Hashtag " : "hashtag ") + span.text.dropFirst()
    case (.mention, "@"): return (begins ? "At " : "at ") + address(String(span.text.dropFirst()))
    default: return span.spoken.map { begins ? capitalized($0) : $0 } ?? span.text
    }
  }

  /// The text with its first letter in upper case, if it is an ASCII letter.
  static func capitalized(_ text: String) -> String {
    guard let first = text.first, first.isASCII, first.isLowercase else { return text }
    return first.uppercased() + text.dropFirst()
  }
}
