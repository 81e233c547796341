import GRDB

struct RelationshipRow {
  var following = false
  var showingReblogs = false
  var notifying = false
  /// A JSON array; `nil` for all languages.
  var languages: String?
  var followedBy = false
  var requested = false
  var requestedBy = false
  var blocking = false
  var blockedBy = false
  var muting = false
  var mutingNotifications = false
  var mutingExpiresAt: Moment?
  var domainBlocking = false
  var endorsed = false
  var note = ""

  func write(_ id: Int64, to writer: inout JSONWriter) {
    writer.object {
      $0.field("id", id)
      $0.field("following", following)
      $0.field("showing_reblogs", showingReblogs)
      $0.field("notifying", notifying)
      $0.field("languages", raw: languages ?? "null")
      $0.field("followed_by", followedBy)
      $0.field("blocking", blocking)
      $0.field("blocked_by", blockedBy)
      $0.field("muting", muting)
      $0.field("muting_notifications", mutingNotifications)
      $0.field("muting_expires_at", mutingExpiresAt)
      $0.field("requested", requested)
      $0.field("requested_by", requestedBy)
      $0.field("domain_blocking", domainBlocking)
      $0.field("endorsed", endorsed)
      $0.field("note", note)
    }
  }
}

extension Transaction {
  /// The relationships of a viewer with some accounts; a fixed number of queries.
  func relationships(_ ids: [Int64], of viewer: Int64) throws -> [Int64: RelationshipRow] {
    var found: [Int64: RelationshipRow] = [:]
    func each(_ sql: String, _ note: (Row, inout RelationshipRow) -> Void) throws {
      for row in try database.rows(sql, ["viewer": viewer, "ids": ids.json]) {
        note(row, &found[row[0], default: .init()])
      }
    }
    let these = "IN (SELECT value FROM json_each(:ids))"
    try each(
      "SELECT target_id, reblogs, notify, languages FROM follows WHERE account_id = :viewer AND target_id \(these)"
    ) {
      $1.following = true
      $1.showingReblogs = $0[1]
      $1.notifying = $0[2]
      $1.languages = $0[3]
    }
    try each(
      """
      SELECT target_id, reblogs, notify, languages FROM follow_requests
      WHERE account_id = :viewer AND target_id \(these)
      """
    ) {
      $1.requested = true
      $1.showingReblogs = $0[1]
      $1.notifying = $0[2]
      $1.languages = $0[3]
    }
    try each(
      """
      SELECT target_id, notifications, expires_at FROM mutes
      WHERE account_id = :viewer AND target_id \(these) AND (expires_at IS NULL OR expires_at > present())
      """
    ) {
      $1.muting = true
      $1.mutingNotifications = $0[1]
      $1.mutingExpiresAt = $0[2]
    }
    try each("SELECT target_id, comment FROM account_notes WHERE account_id = :viewer AND target_id \(these)") {
      $1.note = $0[1]
    }
    try each(
      """
      SELECT account_id, 1 FROM follows WHERE target_id = :viewer AND account_id \(these)
      UNION ALL SELECT account_id, 2 FROM follow_requests WHERE target_id = :viewer AND account_id \(these)
      UNION ALL SELECT target_id, 3 FROM blocks WHERE account_id = :viewer AND target_id \(these)
      UNION ALL SELECT account_id, 4 FROM blocks WHERE target_id = :viewer AND account_id \(these)
      UNION ALL SELECT a.id, 5 FROM accounts a JOIN domain_blocks d ON d.account_id = :viewer AND d.domain = a.domain
        WHERE a.id \(these)
      UNION ALL SELECT target_id, 6 FROM endorsements WHERE account_id = :viewer AND target_id \(these)
      """
    ) { row, relationship in
      switch row[1] as Int {
      case 1: relationship.followedBy = true
      case 2: relationship.requestedBy = true
      case 3: relationship.blocking = true
      case 4: relationship.blockedBy = true
      case 5: relationship.domainBlocking = true
      default: relationship.endorsed = true
      }
    }
    return found
  }
}
