import MastodonKit
import TerminalKit

/// Text for screen readers: signs become words, lines become sentences.
///
/// Handles, mentions and hashtags stay as they are written; ``SpokenSymbols`` can turn them into words.
enum SpokenText {
  /// `@pool@shore.example`.
  static func handle(_ acct: String) -> String { "@" + Sanitizer.oneLine(acct) }

  /// The account's name on one line, without the codes of its emoji.
  static func name(_ account: Account) -> String { Sanitizer.oneLine(account.shownName) }

  /// The text with the names of its emoji in place of their codes.
  static func namingEmoji(_ emojis: [CustomEmoji], in text: String) -> String {
    guard !emojis.isEmpty, text.utf8.contains(0x3A) else { return text }
    return emojis.reduce(text) { $0.replacing(":\($1.shortcode):", with: $1.shortcode.replacing("_", with: " ")) }
  }

  /// Each block as a sentence.
  static func prose(_ blocks: [Block]) -> String {
    Sentence.joined(
      blocks.map { block in
        switch block {
        case .paragraph(let text), .preformatted(let text): line(text)
        case .verbatim(let text): text.plain
        case .spread(let text, let trailing): Sentence.list([line(text), line(trailing)])
        case .table(let rows): Sentence.joined(rows.map { Sentence.list($0.map(line)) })
        case .listItem(let marker, let blocks):
          [number(marker), prose(blocks)].compactMap(\.self).joined(separator: " ")
        case .quote(let blocks): "Quote: \(prose(blocks))"
        case .item(let item): item.spoken
        case .spoken(_, let text): text
        case .blank, .rule, .picture, .thumbnail: ""
        }
      })
  }

  /// The number of an entry of a numbered list with its point; `nil` for an entry of another list.
  private static func number(_ marker: StyledText) -> String? {
    let text = marker.plain.filter { $0 != " " }
    return text.last == "." && Int(text.dropLast()) != nil ? text : nil
  }

  /// A text on one line; a comma is added to a line that ends without punctuation.
  private static func line(_ text: StyledText) -> String {
    var spoken = ""
    for span in text.spans { spoken += self.spoken(span, after: spoken) }
    return Sentence.lines(spoken.split(whereSeparator: \.isNewline).map(String.init))
  }

  /// The spoken form of a span, capitalized if the text before it ends a sentence.
  private static func spoken(_ span: Span, after text: String) -> String {
    guard let spoken = span.spoken else { return span.text }
    let begins = text.last { !$0.isWhitespace }.map { ".!?…".contains($0) } ?? true
    return begins ? capitalized(spoken) : spoken
  }

  /// The text with its first letter in upper case, if it is an ASCII letter and no address begins with it.
  static func capitalized(_ text: String) -> String {
    guard let first = text.first, first.isASCII, first.isLowercase,
      !text.prefix(while: { !$0.isWhitespace }).contains("://")
    else { return text }
    return first.uppercased() + text.dropFirst()
  }
}
