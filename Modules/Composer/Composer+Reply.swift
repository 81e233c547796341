public import MastodonKit
import StatusKit

extension Composer {
  /// The draft that a reply begins with.
  ///
  /// - Mentions: the author of the post, then the accounts that it mentions, each once and without the replying account.
  /// - Content warning: that of the post.
  /// - Visibility: that of the post, or the replying account's default if that is narrower.
  /// - Language: the replying account's default, since a reply may be in another language.
  public static func reply(to status: Status, by author: Account) -> StatusDraft {
    let status = status.displayed
    var content = StatusDraft(
      text: mentions(in: status, without: author).map { "@\($0) " }.joined(),
      spoilerText: status.spoilerText,
      visibility: narrower(status.visibility, author.source?.privacy ?? .public),
      language: author.source?.language, inReplyToID: status.id)
    content.quotePolicy = author.source?.quotePolicy
    return content
  }

  /// Adds what a reply inherits from its post to a reply that was begun before the post was loaded.
  ///
  /// The visibility never gets wider than that of a reply begun with the post loaded; the written text stays.
  static func addressed(_ content: StatusDraft, to status: Status, by author: Account) -> StatusDraft {
    let begun = reply(to: status, by: author)
    var content = content
    content.text = appending(content.text, to: begun.text, isReply: true)
    if content.spoilerText.isEmpty { content.spoilerText = begun.spoilerText }
    content.visibility = narrower(content.visibility, begun.visibility)
    content.inReplyToID = begun.inReplyToID
    return content
  }

  /// The draft that a new post begins with: the account's defaults.
  public static func post(by author: Account) -> StatusDraft {
    var content = StatusDraft(
      visibility: sendable(author.source?.privacy ?? .public), language: author.source?.language)
    content.quotePolicy = author.source?.quotePolicy
    return content
  }

  private static func mentions(in status: Status, without author: Account) -> [String] {
    var known: Set<String> = [author.acct.lowercased()]
    let named = [(status.account.id, status.account.acct)] + status.mentions.map { ($0.id, $0.acct) }
    return named.compactMap { id, acct in
      id != author.id && known.insert(acct.lowercased()).inserted ? acct : nil
    }
  }

  /// The narrower of two visibilities; an unknown one counts as followers only, so that nothing gets wider.
  static func narrower(_ first: Visibility, _ second: Visibility) -> Visibility {
    let pair = [sendable(first), sendable(second)].compactMap { Visibility.known.firstIndex(of: $0) }
    return pair.max().map { Visibility.known[$0] } ?? .private
  }

  private static func sendable(_ visibility: Visibility) -> Visibility {
    if case .unknown = visibility { .private } else { visibility }
  }

  /// Whether a text consists of mentions and a final space, as a reply begins.
  static func isOnlyMentions(_ text: String) -> Bool {
    text.hasSuffix(" ") && text == openingMentions(text)
  }

  /// The mentions at the start of a text, with the space after the last.
  static func openingMentions(_ text: String) -> String {
    var rest = text[...]
    while rest.hasPrefix("@"), let space = rest.firstIndex(where: \.isWhitespace), rest[space] == " " {
      rest = rest[rest.index(after: space)...]
    }
    return String(text[..<rest.startIndex])
  }

  /// Appends a line to a text: on a line of its own, or right after the mentions that a reply begins with.
  static func appending(_ line: String, to text: String, isReply: Bool) -> String {
    let line = line.replacing("\r\n", with: "\n")
    if text.isEmpty { return line }
    guard isReply, isOnlyMentions(text) else { return text + "\n" + line }
    // Mentions that the user typed again are not repeated.
    return line.hasPrefix(text.dropLast()) ? line : text + line
  }

  /// The post that is replied to, as a draft stores it: name and excerpt.
  static func summary(of status: Status) -> String {
    status.displayed.account.shownName + separator + ExcerptText.of(status)
  }

  private static let separator = " · "

  /// Splits the summary of a post into name and excerpt.
  static func target(_ summary: String) -> (name: String, excerpt: String) {
    guard let range = summary.firstRange(of: separator) else { return (summary, "") }
    return (String(summary[..<range.lowerBound]), String(summary[range.upperBound...]))
  }
}
