public import MastodonKit
public import StatusKit
import TerminalKit

/// Search for accounts, hashtags and posts.
///
/// The results are one ``ListView``, so that every row has a number of its own whatever it is.
public enum Search {
  /// The query for what was typed; an address is looked up on other servers too.
  static func query(_ search: RecentSearches.Search) -> SearchQuery {
    SearchQuery(search.text, kind: search.kind, resolves: isAddress(search.text))
  }

  public enum Row: ListElement {
    case account(Account)
    case tag(MastodonKit.Tag)
    case status(Status)
    /// A post that the user has read, and the server has not found.
    case kept(Status)
    case deleted(Status)

    /// The result's identity among all results.
    public var listID: Identifier<Row> {
      switch self {
      case .account(let account): Identifier("account \(account.id)")
      case .tag(let tag): Identifier("tag \(tag.id)")
      case .status(let status), .kept(let status), .deleted(let status): Identifier("post \(status.id)")
      }
    }
  }

  /// The number of results of each kind on a page with several kinds.
  public static let overviewLimit = 5

  /// The results before anything was requested.
  public static func results(_ query: SearchQuery, pageSize: Int = 20) -> ListState<Row> {
    let text = ExcerptText.cut(query.text, to: 60)
    var list = ListState<Row>(
      kind: "search", subject: query.text, title: "Search · \(text)" + (query.kind.map { " · \($0.noun)" } ?? ""),
      label: "search",
      emptyText: "No \(query.kind?.noun ?? "results") for “\(text)”.\(advice(query))",
      hint: ["open N"] + acts(query.kind) + (query.kind == nil ? ["search --posts TEXT"] : []),
      data: [
        .init("query", .string(query.text)), .init("kind", .optional(query.kind?.noun)),
      ], limit: query.kind == nil ? overviewLimit : pageSize,
      command: query.kind.map { ["search", query.text, "--\($0.noun)"] })
    if query.kind == nil {
      list.endText = "These are the first of each kind. Add --accounts, --tags or --posts to see more."
    }
    return list
  }

  /// The sentence where nothing was found; empty for none.
  private static func advice(_ query: SearchQuery) -> String {
    let words = query.text.split(separator: " ")
    // “search for cats” may be a sentence.
    if words.count > 1, words[0].lowercased() == "for" {
      return " Perhaps: search \(ExcerptText.cut(words.dropFirst().joined(separator: " "), to: 60))"
    }
    return query.kind == nil || query.kind == .statuses ? " Not every post can be found: help search." : ""
  }

  private static func acts(_ kind: SearchQuery.Kind?) -> [String] {
    switch kind {
    case .accounts, .hashtags: ["follow N"]
    case .statuses: ["reply N", "boost N", "fav N"]
    case nil: ["follow N", "fav N"]
    }
  }

  /// Whether a text is the address of a page or of an account, which a server looks up elsewhere.
  static func isAddress(_ text: String) -> Bool {
    guard !text.contains(where: \.isWhitespace) else { return false }
    if text.hasPrefix("https://") || text.hasPrefix("http://") { return true }
    let parts = text.drop { $0 == "@" }.split(separator: "@", omittingEmptySubsequences: false)
    return parts.count == 2 && parts.allSatisfy { !$0.isEmpty } && parts[1].contains(".") && !parts[0].contains(":")
  }
}

extension SearchQuery.Kind {
  /// The name of the kind, as its option has it.
  var noun: String {
    switch self {
    case .accounts: "accounts"
    case .hashtags: "tags"
    case .statuses: "posts"
    }
  }
}
