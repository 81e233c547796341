import GRDB
import MastodonKit

/// Reports; stored, without further effect.
let reportRoutes: [Route] = [
  .post("/api/v1/reports", .user("write:reports")) { try $0.report() }
]

extension RequestContext {
  fileprivate func report() throws -> SandboxResponse {
    let user = try user()
    guard let target = try parameters.text("account_id").flatMap({ Int64($0) }).flatMap(transaction.account) else {
      throw APIError.recordNotFound
    }
    let comment = parameters.text("comment") ?? ""
    guard comment.count <= 1000 else { throw APIError.invalid("Comment is too long (maximum is 1000 characters)") }
    let category = parameters.text("category") ?? "other"
    guard ["spam", "legal", "violation", "other"].contains(category) else {
      throw APIError.unprocessable("'\(category)' is not a valid category")
    }
    // Rules apply to the category `violation` only.
    let rules = category == "violation" ? parameters.texts("rule_ids") : []
    guard rules.allSatisfy(Set(Instance.fixtures.sandbox.rules.map(\.id.rawValue)).contains) else {
      throw APIError.invalid("Rules does not reference valid rules")
    }
    let statuses = try reportedStatuses(of: target.id)
    let collections = parameters.texts("collection_ids").compactMap { Int64($0) }
    let owned = try transaction.collections(
      "c.account_id = ? AND c.id IN (SELECT value FROM json_each(?))", [target.id, collections.json])
    guard owned.count == collections.count else { throw APIError.recordNotFound }
    let forwarded = (parameters.flag("forward") ?? false) && target.domain != nil
    let now = transaction.now
    try transaction.database.run(
      """
      INSERT INTO reports(account_id, target_id, category, comment, forwarded, status_ids, rule_ids, created_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        user, target.id, category, comment, forwarded, JSONWriter.texts(statuses), JSONWriter.texts(rules), now,
      ])
    let id = transaction.database.lastInsertedRowID
    let renderer = AccountRenderer(instance: transaction.instance)
    return .object { writer in
      writer.field("id", id)
      writer.field("action_taken", false)
      writer.null("action_taken_at")
      writer.field("category", category)
      writer.field("comment", comment)
      writer.field("forwarded", forwarded)
      writer.field("created_at", now)
      writer.field("status_ids", statuses)
      writer.field("collection_ids", collections.map { String($0) })
      writer.field("rule_ids", rules)
      writer.field("target_account", of: target) { renderer.write($1, to: &$0) }
    }
  }

  /// The reported statuses; fails with 404 if one is by another account or not visible to the user.
  private func reportedStatuses(of target: Int64) throws -> [String] {
    let named = parameters.texts("status_ids")
    let found = try transaction.statuses(inOrder: named.map { Int64($0) ?? 0 }, for: viewer)
    guard found.count == named.count, found.allSatisfy({ $0.accountID == target }) else {
      throw APIError.recordNotFound
    }
    return found.map { String($0.id) }
  }
}
