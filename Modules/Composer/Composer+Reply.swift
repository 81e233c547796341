public import MastodonKit
import StatusKit

extension Composer {
  /// Makes the draft that a reply begins with: what it inherits from the status that it answers.
  ///
  /// - Mentions: the author first, then those that the author named, without the one who replies and without doubles.
  /// - Content warning: the same words.
  /// - Visibility: the status's, or the replier's own default where that is narrower; never wider.
  /// - Language: the replier's own default, since an answer need not be in the question's language.
  public static func reply(to status: Status, by author: Account) -> StatusDraft {
    let status = status.displayed
    return StatusDraft(
      text: mentions(in: status, without: author).map { "@\($0) " }.joined(),
      spoilerText: status.spoilerText,
      visibility: narrower(status.visibility, author.source?.privacy ?? .public),
      language: author.source?.language, inReplyToID: status.id)
  }

  /// Fills in what an answer inherits that was written before the status could be seen.
  ///
  /// It is never seen by more people than a reply that begins with the status at hand; words of its own stay.
  static func addressed(_ content: StatusDraft, to status: Status, by author: Account) -> StatusDraft {
    let begun = reply(to: status, by: author)
    var content = content
    content.text = appending(content.text, to: begun.text, isReply: true)
    if content.spoilerText.isEmpty { content.spoilerText = begun.spoilerText }
    content.visibility = narrower(content.visibility, begun.visibility)
    content.inReplyToID = begun.inReplyToID
    return content
  }

  /// Makes the draft that a new post begins with: the account's own defaults.
  public static func post(by author: Account) -> StatusDraft {
    StatusDraft(visibility: sendable(author.source?.privacy ?? .public), language: author.source?.language)
  }

  private static func mentions(in status: Status, without author: Account) -> [String] {
    var known: Set<String> = [author.acct.lowercased()]
    let named = [(status.account.id, status.account.acct)] + status.mentions.map { ($0.id, $0.acct) }
    return named.compactMap { id, acct in
      id != author.id && known.insert(acct.lowercased()).inserted ? acct : nil
    }
  }

  /// The one of two that fewer can see; a server's own word counts as followers only, so that nothing widens.
  static func narrower(_ first: Visibility, _ second: Visibility) -> Visibility {
    let pair = [sendable(first), sendable(second)].compactMap { Visibility.known.firstIndex(of: $0) }
    return pair.max().map { Visibility.known[$0] } ?? .private
  }

  private static func sendable(_ visibility: Visibility) -> Visibility {
    if case .unknown = visibility { .private } else { visibility }
  }

  /// Whether a text is what a reply begins with: mentions and a space, and nothing else yet.
  static func isOnlyMentions(_ text: String) -> Bool {
    text.hasSuffix(" ") && text == openingMentions(text)
  }

  /// The mentions at the start of a text, with the space behind the last.
  static func openingMentions(_ text: String) -> String {
    var rest = text[...]
    while rest.hasPrefix("@"), let space = rest.firstIndex(where: \.isWhitespace), rest[space] == " " {
      rest = rest[rest.index(after: space)...]
    }
    return String(text[..<rest.startIndex])
  }

  /// Puts a line behind a text: on a line of its own, or right behind the mentions that a reply begins with.
  static func appending(_ line: String, to text: String, isReply: Bool) -> String {
    let line = line.replacing("\r\n", with: "\n")
    if text.isEmpty { return line }
    guard isReply, isOnlyMentions(text) else { return text + "\n" + line }
    // Who types the mentions again, by habit, does not mean them twice.
    return line.hasPrefix(text.dropLast()) ? line : text + line
  }

  /// The status that is answered, in a few words, as a draft keeps it.
  static func summary(of status: Status) -> String {
    status.displayed.account.shownName + separator + ExcerptText.of(status)
  }

  private static let separator = " · "

  /// Takes a draft's words about the status that it answers apart again.
  static func target(_ summary: String) -> (name: String, excerpt: String) {
    guard let range = summary.firstRange(of: separator) else { return (summary, "") }
    return (String(summary[..<range.lowerBound]), String(summary[range.upperBound...]))
  }
}
