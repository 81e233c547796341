import GRDB

/// Which part of a list is asked for.
struct Page: Sendable {
  var older: Int64
  var newer: Int64
  /// Whether the page next to `newer` is wanted instead of the newest.
  var isForward: Bool
  var limit: Int

  /// Reads the cursors; what is not a number is the beginning of time, as a database would cast it.
  init(_ parameters: Parameters, standard: Int, most: Int) {
    func cursor(_ key: String) -> Int64? { parameters.text(key).map { Int64($0) ?? 0 } }
    older = cursor("max_id") ?? Int64.max
    isForward = cursor("min_id") != nil
    newer = cursor("min_id") ?? cursor("since_id") ?? -1
    limit = min(max(parameters.integer("limit") ?? standard, 0), most)
  }

  /// Completes a statement that ends in its conditions with cursors, order and limit.
  func sql(_ statement: String, by column: String) -> String {
    """
    \(statement) AND \(column) < :older AND \(column) > :newer
    ORDER BY \(column) \(isForward ? "ASC" : "DESC") LIMIT :limit
    """
  }

  /// The arguments that `sql(_:by:)` needs besides the statement's own.
  var arguments: [String: (any DatabaseValueConvertible)?] {
    ["older": older, "newer": newer, "limit": limit]
  }

  /// Rows in the order in which they are answered, newest first.
  func ordered<Element>(_ elements: [Element]) -> [Element] { isForward ? elements.reversed() : elements }
}

extension RequestContext {
  /// Which id the link to newer entries carries.
  enum NewerCursor: String { case minID = "min_id", sinceID = "since_id" }

  /// The `Link` header that leads to the pages on both sides; none for an empty page.
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
