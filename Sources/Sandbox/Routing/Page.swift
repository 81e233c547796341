import GRDB
import MastodonKit

/// The part of a list that a request asks for.
struct Page: Sendable {
  var older: Int64
  var newer: Int64
  /// Whether to return the entries directly after `newer`, not the newest ones.
  var isForward: Bool
  var limit: Int

  /// Reads the cursors; an invalid one counts as 0, as a database would cast it.
  init(_ parameters: Parameters, standard: Int, most: Int) {
    func cursor(_ key: String) -> Int64? { parameters.text(key).map { Int64($0) ?? 0 } }
    older = cursor("max_id") ?? Int64.max
    isForward = cursor("min_id") != nil
    newer = cursor("min_id") ?? cursor("since_id") ?? -1
    limit = parameters.limit(standard: standard, most: most)
  }

  /// Appends cursors, order and limit to a statement that ends with its conditions.
  func sql(_ statement: String, by column: String) -> String {
    """
    \(statement) AND \(column) < :older AND \(column) > :newer
    ORDER BY \(column) \(isForward ? "ASC" : "DESC") LIMIT :limit
    """
  }

  /// The arguments of `sql(_:by:)`.
  var arguments: [String: (any DatabaseValueConvertible)?] {
    ["older": older, "newer": newer, "limit": limit]
  }

  /// Reverses rows to newest first if necessary.
  func ordered<Element>(_ elements: [Element]) -> [Element] { isForward ? elements.reversed() : elements }
}

extension RequestContext {
  /// The parameter in the link to newer entries.
  enum NewerCursor: String { case minID = "min_id", sinceID = "since_id" }

  /// A page of rows whose first column is the cursor, newest first, with its `Link` header.
  func page(
    _ sql: String, _ arguments: Arguments = [:], by column: String, standard: Int, most: Int,
    newer: NewerCursor = .minID
  ) throws -> (rows: [Row], link: String?) {
    let page = Page(parameters, standard: standard, most: most)
    let all = arguments.merging(page.arguments) { $1 }
    let rows = page.ordered(try transaction.database.rows(page.sql(sql, by: column), StatementArguments(all)))
    return (rows, link(page, first: rows.first?[0], last: rows.last?[0], count: rows.count, newer: newer))
  }

  /// The `Link` header with the next and previous page; `nil` for an empty page.
  func link(_ page: Page, first: Int64?, last: Int64?, count: Int, newer: NewerCursor = .minID) -> String? {
    guard let first, let last else { return nil }
    var links: [String] = []
    if count >= page.limit { links.append("<\(pageAddress("max_id", last))>; rel=\"next\"") }
    links.append("<\(pageAddress(newer.rawValue, first))>; rel=\"prev\"")
    return links.joined(separator: ", ")
  }

  private func pageAddress(_ cursor: String, _ id: Int64) -> String {
    let kept = parameters.queryPairs.filter { !["max_id", "min_id", "since_id", "access_token"].contains($0.key) }
    let pairs = kept.map { PercentCoding.encode($0.key) + "=" + PercentCoding.encode($0.value) } + ["\(cursor)=\(id)"]
    return "\(origin)\(request.path)?\(pairs.joined(separator: "&"))"
  }
}

extension SandboxResponse {
  func linking(_ link: String?) -> SandboxResponse {
    guard let link else { return self }
    return adding("Link", link)
  }
}
