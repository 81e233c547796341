import GRDB

/// Following, and what one account is to another.
let followRoutes: [Route] = [
  .post("/api/v1/accounts/:id/follow", .user("write:follows")) { call in
    let target = try call.account()
    guard target.id != call.viewer else { throw Refusal.forbidden }
    try call.transaction.requestFollow(
      target, by: try call.user(), reblogs: call.parameters.flag("reblogs"), notify: call.parameters.flag("notify"),
      at: call.transaction.now)
    return try call.relationship(target.id)
  },
  .post("/api/v1/accounts/:id/unfollow", .user("write:follows")) { call in
    let target = try call.account()
    try call.transaction.unfollow(target.id, by: try call.user())
    return try call.relationship(target.id)
  },
]

extension Call {
  func relationship(_ id: Int64) throws -> SandboxResponse {
    let viewer = try user()
    let relationship = try transaction.relationships([id], of: viewer)[id] ?? .init()
    return .json { relationship.write(id, to: &$0) }
  }

  func relationships(_ ids: [Int64]) throws -> SandboxResponse {
    let found = try transaction.relationships(ids, of: try user())
    let known = try transaction.accounts(inOrder: ids).map(\.id)
    return .json { $0.array(known) { (found[$1] ?? .init()).write($1, to: &$0) } }
  }
}

/// What one account is to another.
struct RelationshipRow {
  var following = false
  var showingReblogs = false
  var notifying = false
  var followedBy = false
  var requested = false

  func write(_ id: Int64, to writer: inout JSONWriter) {
    writer.object {
      $0.field("id", id: id)
      $0.field("following", following)
      $0.field("showing_reblogs", showingReblogs)
      $0.field("notifying", notifying)
      $0.null("languages")
      $0.field("followed_by", followedBy)
      $0.field("blocking", false)
      $0.field("blocked_by", false)
      $0.field("muting", false)
      $0.field("muting_notifications", false)
      $0.null("muting_expires_at")
      $0.field("requested", requested)
      $0.field("requested_by", false)
      $0.field("domain_blocking", false)
      $0.field("endorsed", false)
      $0.field("note", "")
    }
  }
}

extension Transaction {
  func relationships(_ ids: [Int64], of viewer: Int64) throws -> [Int64: RelationshipRow] {
    var found: [Int64: RelationshipRow] = [:]
    let following = try database.rows(
      """
      SELECT target_id, reblogs, notify FROM follows
      WHERE account_id = ? AND target_id IN (SELECT value FROM json_each(?))
      """, [viewer, ids.json])
    for row in following {
      found[row[0], default: .init()].following = true
      found[row[0]]?.showingReblogs = row[1]
      found[row[0]]?.notifying = row[2]
    }
    let followers = try database.values(
      Int64.self,
      "SELECT account_id FROM follows WHERE target_id = ? AND account_id IN (SELECT value FROM json_each(?))",
      [viewer, ids.json])
    let asked = try database.values(
      Int64.self,
      "SELECT target_id FROM follow_requests WHERE account_id = ? AND target_id IN (SELECT value FROM json_each(?))",
      [viewer, ids.json])
    for id in asked { found[id, default: .init()].requested = true }
    for id in followers { found[id, default: .init()].followedBy = true }
    return found
  }
}
