import GRDB
import MastodonKit

let accountRoutes: [Route] = [
  .get("/api/v1/accounts/verify_credentials", .user("read:me")) { try $0.credentials() },
  .get("/api/v1/accounts/lookup", .scope("read:accounts")) { context in
    guard let account = try context.transaction.account(named: context.parameters.text("acct") ?? "") else {
      throw APIError.recordNotFound
    }
    return context.response(account)
  },
  .get("/api/v1/accounts/search", .user("read:accounts")) { context in
    let rows = try context.accountsMatching(context.parameters.text("q") ?? "", standard: 40, most: 80)
    return context.response(rows)
  },
  .get("/api/v1/accounts", .scope("read:accounts")) { context in
    let ids = context.parameters.texts("id").compactMap { Int64($0) }.prefix(40)
    return context.response(try context.transaction.accounts(inOrder: Array(ids)))
  },
  .get("/api/v1/accounts/:id", .scope("read:accounts")) { context in context.response(try context.account()) },
  .get("/api/v1/preferences", .user("read:accounts")) { try $0.preferences() },
]

extension RequestContext {
  func account() throws -> AccountRow {
    guard let account = try transaction.account(id()) else { throw APIError.recordNotFound }
    return account
  }

  func response(_ account: AccountRow) -> SandboxResponse {
    .json { AccountRenderer(instance: transaction.instance).write(account, to: &$0) }
  }

  func response(_ accounts: [AccountRow]) -> SandboxResponse {
    let renderer = AccountRenderer(instance: transaction.instance)
    return .json { $0.array(accounts) { renderer.write($1, to: &$0) } }
  }

  /// A page of accounts; the statement selects a cursor and an account id.
  func accountList(_ sql: String, _ arguments: Arguments, by column: String) throws -> SandboxResponse {
    let (rows, link) = try page(sql, arguments, by: column, standard: 40, most: 80, newer: .sinceID)
    return response(try transaction.accounts(inOrder: rows.map { $0[1] })).linking(link)
  }

  /// Accounts whose name or address contains a text, followed ones first.
  func accountsMatching(_ query: String, standard: Int, most: Int) throws -> [AccountRow] {
    let limit = parameters.limit(standard: standard, most: most)
    let query = Handle(query, at: transaction.homes).text
    guard !query.isEmpty else { return [] }
    let pattern = "%" + query.literalPattern + "%"
    return try transaction.database.all(
      """
      LEFT JOIN follows f ON f.account_id = :viewer AND f.target_id = a.id
      WHERE (a.acct LIKE :pattern ESCAPE '\\' OR a.display_name LIKE :pattern ESCAPE '\\')
        AND (:following = 0 OR f.id IS NOT NULL)
      ORDER BY a.acct = :query DESC, f.id IS NULL, a.id LIMIT :limit OFFSET :offset
      """,
      [
        "viewer": viewer ?? 0, "pattern": pattern, "query": query, "limit": limit,
        "offset": parameters.offset, "following": parameters.flag("following") ?? false,
      ])
  }

  fileprivate func preferences() throws -> SandboxResponse {
    let owner = try transaction.owner(try user())
    return .object {
      $0.field("posting:default:visibility", owner?.privacy ?? "public")
      $0.field("posting:default:sensitive", owner?.sensitive ?? false)
      $0.field("posting:default:language", owner?.language)
      $0.field("posting:default:quote_policy", owner?.quotePolicy.rawValue ?? "public")
      $0.field("reading:expand:media", "default")
      $0.field("reading:expand:spoilers", false)
      $0.field("reading:autoplay:gifs", false)
    }
  }
}

extension Transaction {
  /// The posting defaults of a local account.
  func owner(_ account: Int64) throws -> AccountRenderer.Owner? {
    try database.row(
      """
      SELECT privacy, sensitive, language, quote_policy,
        (SELECT count(*) FROM follow_requests r WHERE r.target_id = account_id)
      FROM users WHERE account_id = ?
      """, [account]
    ).map {
      AccountRenderer.Owner(
        privacy: $0[0], sensitive: $0[1], language: $0[2], quotePolicy: QuotePolicy(rawValue: $0[3]) ?? .public,
        followRequestsCount: $0[4])
    }
  }

  func applicationJSON(_ id: Int64) throws -> String? {
    guard let row = try database.row("SELECT name, website FROM applications WHERE id = ?", [id]) else { return nil }
    return JSONWriter.object {
      $0.field("name", row[0] as String)
      $0.field("website", row[1] as String?)
    }
  }
}
