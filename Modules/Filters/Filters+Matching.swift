import FeatureKit
import MastodonKit
import TerminalKit

/// Which filters a post matches, where the server does not say so: not all do for a single post.
extension Filters {
  /// The post with the filters that it matches; the server's answer is left as it is.
  @MainActor
  static func matched(_ status: Status, _ model: Model) async throws -> Status {
    guard status.filtered.isEmpty, status.reblog?.filtered.isEmpty != false else { return status }
    await model.load()
    try Task.checkCancellation()
    var status = status
    status.filtered = model.state.all.compactMap { match(of: status.displayed, in: $0) }
    return status
  }

  /// The match of a post with a filter; `nil` if there is none.
  static func match(of status: Status, in filter: Filter) -> FilterResult? {
    let text = ([status.spoilerText, HTMLText.plainText(status.content)] + (status.poll?.options.map(\.title) ?? []))
      .joined(separator: "\n").lowercased()
    let words = filter.keywords.filter { contains(text, $0) }.map(\.keyword)
    let posts = filter.statuses.map(\.statusID).filter { $0 == status.id }
    guard !words.isEmpty || !posts.isEmpty else { return nil }
    return FilterResult(filter: filter, keywordMatches: words, statusMatches: posts)
  }

  /// Whether a text has a keyword; one of whole words ends where a word does.
  private static func contains(_ text: String, _ keyword: Filter.Keyword) -> Bool {
    let wanted = keyword.keyword.lowercased()
    guard let first = wanted.first, let last = wanted.last else { return false }
    func isWord(_ character: Character?) -> Bool { character.map { $0.isLetter || $0.isNumber } ?? false }
    return text.ranges(of: wanted).contains { range in
      guard keyword.wholeWord else { return true }
      let before = range.lowerBound > text.startIndex ? text[text.index(before: range.lowerBound)] : nil
      let after = range.upperBound < text.endIndex ? text[range.upperBound] : nil
      return !(isWord(first) && isWord(before)) && !(isWord(last) && isWord(after))
    }
  }
}
