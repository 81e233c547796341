import GRDB

let conversationRoutes: [Route] = [
  .get("/api/v1/conversations", .user("read:statuses")) { try $0.conversations() },
  .post("/api/v1/conversations/:id/read", .user("write:conversations")) { try $0.mark(unread: false) },
  .post("/api/v1/conversations/:id/unread", .user("write:conversations")) { try $0.mark(unread: true) },
  .perform("DELETE", "/api/v1/conversations/:id", .user("write:conversations")) { context in
    let removed = try context.transaction.database.run(
      "DELETE FROM conversations WHERE id = ? AND account_id = ?", [context.id(), context.user()])
    guard removed > 0 else { throw APIError.recordNotFound }
  },
]

struct ConversationRow: Sendable {
  var id: Int64
  var unread: Bool
  var participants: [Int64]
  var lastStatusID: Int64

  /// The conversations of an account, ordered by their last statuses; those without statuses are left out.
  static let select = """
    SELECT c.id, c.unread, c.participants, max(k.status_id) AS last
    FROM conversations c JOIN conversation_statuses k ON k.conversation_id = c.id
    """

  init(_ row: Row) {
    id = row[0]
    unread = row[1]
    participants = (row[2] as String).split(whereSeparator: { !$0.isNumber }).compactMap { Int64($0) }
    lastStatusID = row[3]
  }
}

/// Writes conversations as API entities.
struct ConversationRenderer {
  private let accounts: [Int64: [UInt8]]
  private let statuses: [Int64: StatusRow]
  private let renderer: StatusRenderer

  init(_ rows: [ConversationRow], for viewer: Int64, in transaction: Transaction) throws {
    let accountRenderer = AccountRenderer(instance: transaction.instance)
    accounts = Dictionary(
      try transaction.accounts(Set(rows.flatMap(\.participants))).map { ($0.id, accountRenderer.bytes($0)) }
    ) { first, _ in first }
    let found = try transaction.statuses(inOrder: rows.map(\.lastStatusID), for: viewer)
    statuses = Dictionary(found.map { ($0.id, $0) }) { first, _ in first }
    renderer = try StatusRenderer(found, for: viewer, in: transaction)
  }

  func write(_ row: ConversationRow, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.field("id", row.id)
      writer.field("unread", row.unread)
      writer.field("accounts", array: row.participants.compactMap { accounts[$0] }) { $0.raw($1) }
      writer.field("last_status", of: statuses[row.lastStatusID]) { renderer.write($1, to: &$0) }
    }
  }
}

extension Transaction {
  /// A conversation for streams; `nil` if it is gone.
  func conversation(_ id: Int64) throws -> ConversationRow? {
    try database.row("\(ConversationRow.select) WHERE c.id = ? GROUP BY c.id", [id]).map(ConversationRow.init)
  }
}

extension RequestContext {
  fileprivate func conversations() throws -> SandboxResponse {
    let user = try user()
    let page = Page(parameters, standard: 20, most: 40)
    var arguments: Arguments = page.arguments
    arguments["account"] = user
    let rows = page.ordered(
      try transaction.database.rows(
        """
        SELECT * FROM (\(ConversationRow.select) WHERE c.account_id = :account GROUP BY c.id)
        WHERE last < :older AND last > :newer ORDER BY last \(page.isForward ? "ASC" : "DESC") LIMIT :limit
        """, StatementArguments(arguments)
      ).map(ConversationRow.init))
    let renderer = try ConversationRenderer(rows, for: user, in: transaction)
    return SandboxResponse.json { $0.array(rows) { renderer.write($1, to: &$0) } }
      .linking(link(page, first: rows.first?.lastStatusID, last: rows.last?.lastStatusID, count: rows.count))
  }

  fileprivate func mark(unread: Bool) throws -> SandboxResponse {
    let user = try user()
    let changed = try transaction.database.run(
      "UPDATE conversations SET unread = ? WHERE id = ? AND account_id = ?", [unread, id(), user])
    guard changed > 0, let row = try transaction.conversation(id()) else { throw APIError.recordNotFound }
    let renderer = try ConversationRenderer([row], for: user, in: transaction)
    return .json { renderer.write(row, to: &$0) }
  }
}
