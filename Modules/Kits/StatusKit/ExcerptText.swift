public import MastodonKit
import TerminalKit

/// The beginning of a post, for a notification, a label or a question.
public enum ExcerptText {
  /// At most `limit` characters of the text, or of the content warning if there is one.
  public static func of(_ status: Status, limit: Int = 60, isRevealed: Bool = false) -> String {
    let status = status.displayed
    if !status.spoilerText.isEmpty, !isRevealed { return cut("Content warning: \(status.shownWarning)", to: limit) }
    let text = singleLine(HTMLText.plainText(status.content))
    if !text.isEmpty { return cut(text, to: limit) }
    if let poll = status.poll { return cut("poll: \(poll.options.map(\.title).joined(separator: ", "))", to: limit) }
    if let media = status.mediaAttachments.first {
      return cut(media.description.map { "image: \($0)" } ?? "image, no alt text", to: limit)
    }
    return "(no text)"
  }

  /// The text on one line and at most `limit` characters long, cut between words and marked with an ellipsis.
  public static func cut(_ text: String, to limit: Int) -> String {
    let text = singleLine(text)
    guard text.count > limit else { return text }
    var kept = text.prefix(max(limit - 1, 1))
    // A word that takes half the room is cut too: there may be no space at all, as in Japanese.
    let half = kept.index(kept.startIndex, offsetBy: kept.count / 2)
    if let space = kept.lastIndex(where: \.isWhitespace), space > half { kept = kept[..<space] }
    while let last = kept.last, last.isWhitespace || ",;:.…–—".contains(last) { kept.removeLast() }
    return kept + "…"
  }

  /// The excerpt of a post for screen readers: without the colons around the codes of its emoji.
  public static func spoken(_ excerpt: String, of status: Status) -> String {
    SpokenText.namingEmoji(status.displayed.emojis, in: excerpt)
  }

  private static func singleLine(_ text: String) -> String {
    Sanitizer.clean(text).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
