import GRDB

/// Search over accounts, statuses and hashtags.
let searchRoutes: [Route] = [
  .get("/api/v2/search", .scope("read:search")) { try $0.search() }
]

extension RequestContext {
  fileprivate func search() throws -> SandboxResponse {
    guard let query = parameters.text("q").map(Self.trimmed), !query.isEmpty else {
      throw APIError.badRequest("param is missing or the value is empty: q")
    }
    let type = try searchType()
    if viewer == nil, parameters.flag("resolve") == true {
      throw APIError(
        status: 401, message: "Search queries that resolve remote resources are not supported without authentication")
    }
    if viewer == nil, parameters.has("offset") {
      throw APIError(
        status: 401, message: "Search queries pagination is not supported without authentication")
    }
    // Offsets apply only to a single type.
    let offset = type == nil ? 0 : parameters.offset
    let quirks = transaction.instance.quirks
    let isLink = query.hasPrefix("https://") || query.hasPrefix("http://")
    let isAddress = isLink && !quirks.has(.searchesLinksAsText)
    var resolved = isAddress && offset == 0 ? try resolve(query) : nil
    if isLink, quirks.has(.answersLinksWithNewestPost) { resolved = (nil, try newestStatus()) }
    func wants(_ kind: String) -> Bool { type == nil || type == kind }
    var accounts = wants("accounts") ? resolved?.account.map { [$0] } ?? [] : []
    var statuses = wants("statuses") ? resolved?.status.map { [$0] } ?? [] : []
    var tags: [String] = []
    if !isAddress {
      if wants("accounts"), !query.hasPrefix("#") {
        accounts = try accountsMatching(query, standard: 20, most: 40)
      }
      if wants("statuses"), !query.hasPrefix("#"), viewer != nil {
        statuses = try statusesMatching(SearchQuery(query), offset: offset)
      }
      if wants("hashtags"), !query.dropFirst().contains("@") { tags = try tagsMatching(query, offset: offset) }
    }
    let renderer = try renderer(statuses)
    let accountRenderer = AccountRenderer(instance: transaction.instance)
    let tagRenderer = try TagRenderer(tags, for: viewer, in: transaction)
    return .object { writer in
      writer.field("accounts", array: accounts) { accountRenderer.write($1, to: &$0) }
      writer.field("statuses", array: statuses) { renderer.write($1, to: &$0) }
      writer.field("hashtags", array: tags) { tagRenderer.write($1, to: &$0) }
    }
  }

  private func searchType() throws(APIError) -> String? {
    guard let type = parameters.text("type") else { return nil }
    guard ["accounts", "statuses", "hashtags"].contains(type) else {
      throw .badRequest("Invalid value for 'type': '\(type)'")
    }
    return type
  }

  private static func trimmed(_ text: String) -> String {
    var text = text[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }

  /// The account or status with a URL of this instance or of a known one.
  private func resolve(_ address: String) throws -> (account: AccountRow?, status: StatusRow?) {
    let path = address.split(separator: "/").dropFirst()
    guard let host = path.first else { return (nil, nil) }
    let steps = Array(path.dropFirst())
    if transaction.instance.quirks.has(.findsNoticePages), steps.first == "notice",
      let id = steps.last.flatMap({ Int64($0) })
    {
      return (nil, try transaction.statuses(inOrder: [id], for: viewer).first)
    }
    let name: Substring
    switch steps.first {
    case let step? where step.hasPrefix("@"): name = step.dropFirst()
    case "users" where steps.count > 1: name = steps[1]
    default: return (nil, nil)
    }
    guard let account = try transaction.account(named: "\(name)@\(host)") else { return (nil, nil) }
    guard let id = steps.last.flatMap({ Int64($0) }) else { return (account, nil) }
    let status = try transaction.statuses(inOrder: [id], for: viewer).first
    return (nil, status?.accountID == account.id ? status : nil)
  }

  private func newestStatus() throws -> StatusRow? {
    let id = try transaction.database.value(
      Int64.self, "SELECT max(id) FROM statuses WHERE account_id = ? AND reblog_of_id IS NULL", [viewer ?? 0])
    return try id.flatMap { try transaction.statuses([$0]).first }
  }

  /// SQL: public posts by indexable accounts, and posts that the user wrote, favourited, bookmarked or was mentioned in.
  private static let searchable = """
    (s.account_id = :viewer
      OR (s.visibility = 0 AND EXISTS (SELECT 1 FROM accounts a WHERE a.id = s.account_id AND a.indexable = 1))
      OR \(library))
    """

  /// SQL: the posts related to the user.
  private static let library = """
    (s.account_id = :viewer
      OR EXISTS (SELECT 1 FROM mentions m WHERE m.status_id = s.id AND m.account_id = :viewer)
      OR EXISTS (SELECT 1 FROM favourites k WHERE k.status_id = s.id AND k.account_id = :viewer)
      OR EXISTS (SELECT 1 FROM bookmarks k WHERE k.status_id = s.id AND k.account_id = :viewer)
      OR EXISTS (SELECT 1 FROM statuses b WHERE b.reblog_of_id = s.id AND b.account_id = :viewer)
      OR EXISTS (SELECT 1 FROM poll_votes v WHERE v.poll_id = s.poll_id AND v.account_id = :viewer))
    """

  /// Matching statuses, newest first; `offset` or `max_id` skips the newest.
  private func statusesMatching(_ query: SearchQuery, offset: Int) throws -> [StatusRow] {
    var page = Page(parameters, standard: 20, most: 40)
    page.limit += offset
    var arguments = page.arguments.merging(query.arguments) { $1 }
    arguments["viewer"] = viewer ?? 0
    arguments["author"] = parameters.integer("account_id") ?? 0
    let library = query.isLibrary ? "AND \(Self.library)" : ""
    let sql = page.sql(
      """
      SELECT \(StatusRow.columns) FROM statuses s
      WHERE s.reblog_of_id IS NULL AND \(Self.searchable) AND \(Visible.toViewer)
        AND \(Visible.wanted) AND (:author = 0 OR s.account_id = :author) \(library)
      \(query.conditions.map { "AND \($0)" }.joined(separator: " "))
      """, by: "s.id")
    let rows = try transaction.database.rows(sql, .init(arguments)).map(StatusRow.init)
    return Array(page.ordered(rows).dropFirst(offset))
  }

  private func tagsMatching(_ query: String, offset: Int) throws -> [String] {
    let name = query.hasPrefix("#") ? query.dropFirst() : query[...]
    let pattern = name.literalPattern + "%"
    return try transaction.database.values(
      String.self,
      """
      SELECT lower(tag) FROM status_tags WHERE tag LIKE ? ESCAPE '\\'
      GROUP BY lower(tag) ORDER BY count(*) DESC, 1 LIMIT ? OFFSET ?
      """, [pattern, parameters.limit(standard: 20, most: 40), offset])
  }
}
