import GRDB

/// The states of quotes for a viewer, loaded once for a page.
struct QuoteStates {
  private var visible: Set<Int64> = []
  /// The states of quoted statuses that are hidden by the viewer's blocks and mutes.
  private var unwanted: [Int64: String] = [:]

  init() {}

  init(_ quoted: Set<Int64>, of viewer: Int64?, in transaction: Transaction) throws {
    visible = Set(try transaction.statuses(inOrder: Array(quoted), for: viewer).map(\.id))
    guard let viewer else { return }
    let rows = try transaction.database.rows(
      """
      SELECT s.id, CASE
        WHEN EXISTS (SELECT 1 FROM blocks b WHERE b.account_id = :viewer AND b.target_id = s.account_id)
          THEN 'blocked_account'
        WHEN EXISTS (SELECT 1 FROM domain_blocks d JOIN accounts x ON x.domain = d.domain
          WHERE d.account_id = :viewer AND x.id = s.account_id) THEN 'blocked_domain'
        ELSE 'muted_account' END
      FROM statuses s
      WHERE s.id IN (SELECT value FROM json_each(:ids)) AND s.account_id IN (\(Visible.unwantedAccounts))
      """, ["viewer": viewer, "ids": quoted.json])
    for row in rows { unwanted[row[0]] = row[1] }
  }

  /// The state in the API, and the id of the quoted status if the viewer may see it.
  func stand(_ state: QuoteState, of id: Int64?) -> (word: String, shown: Int64?) {
    guard state == .accepted else { return (state.rawValue, nil) }
    guard let id else { return ("deleted", nil) }
    guard visible.contains(id) else { return ("unauthorized", nil) }
    return (unwanted[id] ?? "accepted", id)
  }

  /// The authors with a quote policy of `followers` whom the viewer follows.
  static func followed(
    among statuses: some Sequence<StatusRow>, by viewer: Int64, in database: Database
  ) throws -> Set<Int64> {
    let authors = Set(statuses.filter { $0.quotePolicy == .followers }.map(\.accountID))
    guard !authors.isEmpty else { return [] }
    return Set(
      try database.values(
        Int64.self,
        "SELECT target_id FROM follows WHERE account_id = ? AND target_id IN (SELECT value FROM json_each(?))",
        [viewer, authors.json]))
  }
}

extension JSONWriter {
  mutating func approval(of status: StatusRow, _ viewer: Int64?, isFollower: Bool) {
    let isOwn = viewer == status.accountID
    let policy = status.audience.rawValue <= 1 ? status.quotePolicy : .nobody
    let (automatic, mayQuote) =
      switch policy {
      case .public: (["public"], true)
      case .followers: (["followers"], isFollower)
      case .nobody: ([String](), false)
      }
    field("automatic", automatic)
    field("manual", raw: "[]")
    field("current_user", mayQuote || (isOwn && status.audience != .direct) ? "automatic" : "denied")
  }
}
