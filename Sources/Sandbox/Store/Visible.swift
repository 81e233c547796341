import GRDB

/// The conditions on a status `s` that decide what a reader `:viewer` sees; nobody is account 0.
///
/// The one place for it: timelines, threads, search, streams and single statuses all take their conditions from here. What
/// somebody blocks or mutes is written elsewhere and acts here.
enum Visible {
  /// What may be seen at all: by its audience, and not by whom its author has blocked.
  static let toViewer = """
    ((s.visibility <= 1 OR s.account_id = :viewer
      OR EXISTS (SELECT 1 FROM mentions m WHERE m.status_id = s.id AND m.account_id = :viewer)
      OR (s.visibility = 2
        AND EXISTS (SELECT 1 FROM follows f WHERE f.account_id = :viewer AND f.target_id = s.account_id)))
    AND NOT EXISTS (SELECT 1 FROM blocks b WHERE b.account_id = s.account_id AND b.target_id = :viewer))
    """

  /// What the reader has not asked to be spared, for every list of statuses by several people.
  static let wanted = """
    (s.account_id NOT IN (\(unwantedAccounts))
      AND (s.reblog_of_id IS NULL
        OR (SELECT o.account_id FROM statuses o WHERE o.id = s.reblog_of_id) NOT IN (\(unwantedAccounts))))
    """

  /// Whom the reader blocks, mutes or is blocked by, and everybody of a domain that they block.
  ///
  /// It refers to nothing outside itself, so SQLite finds the accounts once for a statement.
  static let unwantedAccounts = """
    \(severedAccounts)
    UNION ALL SELECT target_id FROM mutes
      WHERE account_id = :viewer AND (expires_at IS NULL OR expires_at > present())
    """

  /// Of those, the ones with whom there is a block.
  static let severedAccounts = """
    SELECT target_id FROM blocks WHERE account_id = :viewer
    UNION ALL SELECT account_id FROM blocks WHERE target_id = :viewer
    UNION ALL SELECT x.id FROM domain_blocks d JOIN accounts x ON x.domain = d.domain WHERE d.account_id = :viewer
    """

  /// By somebody whom the reader follows for this kind of status and for its language.
  private static let followed = """
    EXISTS (SELECT 1 FROM follows f WHERE f.account_id = :viewer AND f.target_id = s.account_id
      AND (s.reblog_of_id IS NULL OR f.reblogs = 1)
      AND (f.languages IS NULL OR s.language IS NULL OR s.language IN (SELECT value FROM json_each(f.languages))))
    """

  /// Under a tag that the reader follows, whoever wrote it.
  private static let underFollowedTag = """
    (s.visibility = 0 AND s.reblog_of_id IS NULL AND EXISTS (
      SELECT 1 FROM status_tags t JOIN tag_follows w ON w.tag = t.tag AND w.account_id = :viewer
      WHERE t.status_id = s.id))
    """

  /// Not to, and not naming, somebody whom the reader wants nothing of.
  private static let leavesOutUnwanted = """
    (s.in_reply_to_account_id IS NULL OR s.in_reply_to_account_id NOT IN (\(unwantedAccounts)))
    AND NOT EXISTS (
      SELECT 1 FROM mentions m WHERE m.status_id IN (s.id, s.reblog_of_id) AND m.account_id IN (\(unwantedAccounts)))
    """

  /// What a home timeline holds: one's own, those one follows, tags one follows, and direct messages to oneself.
  ///
  /// A reply is left out unless it goes to oneself, to its own author or to somebody one follows. A boost is left out where
  /// the timeline had the status itself, or another boost of it, within the twelve hours before. Who is in an exclusive list
  /// is read there.
  static let atHome = """
    (s.account_id = :viewer OR (
      ((\(followed)
        AND s.account_id NOT IN (
          SELECT la.account_id FROM list_accounts la JOIN lists l ON l.id = la.list_id
          WHERE l.account_id = :viewer AND l.exclusive = 1)
        AND (s.in_reply_to_account_id IS NULL OR s.in_reply_to_account_id IN (s.account_id, :viewer)
          OR EXISTS (
            SELECT 1 FROM follows f WHERE f.account_id = :viewer AND f.target_id = s.in_reply_to_account_id)))
        OR \(underFollowedTag))
      AND \(leavesOutUnwanted)
      AND \(wanted)))
    AND (s.reblog_of_id IS NULL OR NOT EXISTS (
      SELECT 1 FROM statuses o
      WHERE (o.id = s.reblog_of_id OR o.reblog_of_id = s.reblog_of_id) AND o.id < s.id AND o.id > s.id - \(halfDay)
        AND (o.account_id = :viewer
          OR EXISTS (SELECT 1 FROM follows f WHERE f.account_id = :viewer AND f.target_id = o.account_id))))
    """

  /// What the timeline of the reader's list `:list` holds: its members', and of their replies those that its policy lets in.
  static let inList = """
    EXISTS (SELECT 1 FROM list_accounts la WHERE la.list_id = :list AND la.account_id = s.account_id)
    AND (s.account_id = :viewer OR \(followed))
    AND (s.in_reply_to_account_id IS NULL OR s.in_reply_to_account_id IN (s.account_id, :viewer)
      OR EXISTS (
        SELECT 1 FROM lists l WHERE l.id = :list AND CASE l.replies_policy
          WHEN 'followed' THEN EXISTS (
            SELECT 1 FROM follows f WHERE f.account_id = :viewer AND f.target_id = s.in_reply_to_account_id)
          WHEN 'list' THEN EXISTS (
            SELECT 1 FROM list_accounts la WHERE la.list_id = :list AND la.account_id = s.in_reply_to_account_id)
          ELSE 0 END))
    AND \(leavesOutUnwanted)
    AND \(wanted)
    """

  /// Twelve hours in the upper bits of an id.
  private static let halfDay: Int64 = 43_200_000 << 16
}

extension Transaction {
  /// Whether a reader may see a status and has not asked to be spared it, as every list and stream asks.
  func isWanted(_ status: Int64, by viewer: Int64) throws -> Bool {
    try database.has(
      "SELECT 1 FROM statuses s WHERE s.id = :id AND \(Visible.toViewer) AND \(Visible.wanted)",
      ["id": status, "viewer": viewer])
  }

  /// Whether a status belongs into the timeline of a list.
  func isInList(_ status: Int64, _ list: Int64, of viewer: Int64) throws -> Bool {
    try database.has(
      """
      SELECT 1 FROM statuses s JOIN lists x ON x.id = :list AND x.account_id = :viewer
      WHERE s.id = :id AND \(Visible.inList) AND \(Visible.toViewer)
      """, ["id": status, "list": list, "viewer": viewer])
  }

  /// Whether an account is in a list of somebody's.
  func isMember(_ account: Int64, of list: Int64, of owner: Int64) throws -> Bool {
    try database.has(
      """
      SELECT 1 FROM list_accounts la JOIN lists x ON x.id = la.list_id AND x.account_id = ?
      WHERE la.list_id = ? AND la.account_id = ?
      """, [owner, list, account])
  }

  /// Whether one account has blocked another.
  func blocks(_ account: Int64, _ target: Int64) throws -> Bool {
    try database.has("SELECT 1 FROM blocks WHERE account_id = ? AND target_id = ?", [account, target])
  }

  /// Whether somebody hears nothing of what another does: blocked either way, muted with notifications, of a blocked domain,
  /// or in a conversation that they muted.
  func isSilenced(_ account: Int64, from actor: Int64, about status: Int64?) throws -> Bool {
    try database.has(
      """
      SELECT 1 FROM blocks
        WHERE (account_id = :account AND target_id = :actor) OR (account_id = :actor AND target_id = :account)
      UNION ALL SELECT 1 FROM mutes
        WHERE account_id = :account AND target_id = :actor AND notifications = 1
          AND (expires_at IS NULL OR expires_at > present())
      UNION ALL SELECT 1 FROM domain_blocks d JOIN accounts x ON x.domain = d.domain
        WHERE d.account_id = :account AND x.id = :actor
          AND NOT EXISTS (SELECT 1 FROM follows f WHERE f.account_id = :account AND f.target_id = :actor)
      UNION ALL SELECT 1 FROM conversation_mutes c JOIN statuses s ON s.conversation_id = c.conversation_id
        WHERE c.account_id = :account AND s.id = :status
      """, ["account": account, "actor": actor, "status": status])
  }
}
