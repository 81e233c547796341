import GRDB

/// Search over accounts, statuses and hashtags.
let searchRoutes: [Route] = [
  .get("/api/v2/search", .user("read:search")) { try $0.search() }
]

extension Call {
  fileprivate func search() throws -> SandboxResponse {
    guard let query = parameters.text("q").map(Self.trimmed), !query.isEmpty else {
      throw Refusal.badRequest("param is missing or the value is empty: q")
    }
    let type = parameters.text("type")
    let isAddress = query.hasPrefix("https://") || query.hasPrefix("http://")
    let resolved = isAddress ? try resolve(query) : nil
    func wants(_ kind: String) -> Bool { type == nil || type == kind }
    var accounts = resolved?.account.map { [$0] } ?? []
    var statuses = resolved?.status.map { [$0] } ?? []
    var tags: [String] = []
    if !isAddress {
      if wants("accounts"), !query.hasPrefix("#") { accounts = try accountsMatching(query, standard: 20, most: 40) }
      if wants("statuses"), !query.hasPrefix("#") { statuses = try statusesMatching(query) }
      if wants("hashtags"), !query.dropFirst().contains("@") { tags = try tagsMatching(query) }
    }
    let renderer = try renderer(statuses)
    let accountRenderer = AccountRenderer(place: transaction.place)
    let histories = try tags.map { try transaction.tagHistory($0) }
    return .json { writer in
      writer.object { writer in
        writer.field("accounts", array: wants("accounts") ? accounts : []) { accountRenderer.write($1, to: &$0) }
        writer.field("statuses", array: wants("statuses") ? statuses : []) { renderer.write($1, to: &$0) }
        writer.field("hashtags", array: histories) { $1.write(to: &$0) }
      }
    }
  }

  private static func trimmed(_ text: String) -> String {
    var text = text[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }

  /// The account or the status behind an address of this instance or of one that it knows.
  private func resolve(_ address: String) throws -> (account: AccountRow?, status: StatusRow?) {
    let path = address.split(separator: "/").dropFirst()
    guard let host = path.first else { return (nil, nil) }
    let steps = Array(path.dropFirst())
    let name: Substring
    switch steps.first {
    case let step? where step.hasPrefix("@"): name = step.dropFirst()
    case "users" where steps.count > 1: name = steps[1]
    default: return (nil, nil)
    }
    let acct = host == transaction.place.domain ? String(name) : "\(name)@\(host)"
    guard let account = try transaction.account(named: acct) else { return (nil, nil) }
    guard let id = steps.last.flatMap({ Int64($0) }) else { return (account, nil) }
    let status = try transaction.statuses(inOrder: [id], for: viewer).first
    return (nil, status?.accountID == account.id ? status : nil)
  }

  /// Statuses that hold every word, newest first; one may leave the newest out by `offset` or `max_id`.
  private func statusesMatching(_ query: String) throws -> [StatusRow] {
    let words = query.split(whereSeparator: \.isWhitespace).prefix(8)
    var page = Page(parameters, standard: 20, most: 40)
    let offset = max(parameters.integer("offset") ?? 0, 0)
    page.limit += offset
    let conditions = words.indices.map {
      "AND (s.text LIKE :word\($0) ESCAPE '\\' OR s.spoiler_text LIKE :word\($0) ESCAPE '\\')"
    }
    var arguments: Arguments = page.arguments
    for (index, word) in zip(words.indices, words) {
      arguments["word\(index)"] = "%" + word.literalPattern + "%"
    }
    arguments["viewer"] = viewer ?? 0
    arguments["author"] = parameters.integer("account_id") ?? 0
    let sql = page.sql(
      """
      SELECT \(StatusRow.columns) FROM statuses s
      WHERE s.reblog_of_id IS NULL AND \(Visible.toViewer) AND \(Visible.wanted) AND (:author = 0 OR s.account_id = :author)
      \(conditions.joined(separator: " "))
      """, by: "s.id")
    let rows = try transaction.database.rows(sql, .init(arguments)).map(StatusRow.init)
    return Array(page.ordered(rows).dropFirst(offset))
  }

  private func tagsMatching(_ query: String) throws -> [String] {
    let name = query.hasPrefix("#") ? query.dropFirst() : query[...]
    let pattern = name.literalPattern + "%"
    return try transaction.database.values(
      String.self,
      """
      SELECT lower(tag) FROM status_tags WHERE tag LIKE ? ESCAPE '\\'
      GROUP BY lower(tag) ORDER BY count(*) DESC, 1 LIMIT ?
      """, [pattern, min(max(parameters.integer("limit") ?? 20, 0), 40)])
  }
}

/// A hashtag with its use over the last seven days.
struct TagHistory {
  var name: String
  var origin: String
  var days: [(day: Int64, uses: Int, accounts: Int)]

  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.field("id", name)
      writer.field("name", name)
      writer.field("url", "\(origin)/tags/\(PercentCoding.encode(name))")
      writer.field("history", array: days) { writer, day in
        writer.object {
          $0.field("day", String(day.day))
          $0.field("uses", String(day.uses))
          $0.field("accounts", String(day.accounts))
        }
      }
      writer.field("following", false)
      writer.field("featuring", false)
    }
  }
}

extension Transaction {
  func tagHistory(_ name: String) throws -> TagHistory {
    let today = now.seconds / 86_400
    let uses = try database.rows(
      """
      SELECT s.created_at / 86400000, count(*), count(DISTINCT s.account_id)
      FROM status_tags t JOIN statuses s ON s.id = t.status_id
      WHERE t.tag = ? AND s.created_at >= ? AND s.visibility = 0 GROUP BY 1
      """, [name, (today - 6) * 86_400_000])
    let days = (0..<7).map { back -> (day: Int64, uses: Int, accounts: Int) in
      let day = today - Int64(back)
      let row = uses.first { $0[0] == day }
      return (day * 86_400, row?[1] ?? 0, row?[2] ?? 0)
    }
    return TagHistory(name: name, origin: place.origin, days: days)
  }
}
