import GRDB

/// SQL conditions on a status `s` for a viewer `:viewer` (0 for none).
///
/// All timelines, threads, searches and streams use these conditions, so that visibility, blocks and mutes have one
/// definition.
enum Visible {
  /// Statuses that the viewer is allowed to see: by visibility, and unless the author has blocked the viewer.
  static let toViewer = """
    ((s.visibility <= 1 OR s.account_id = :viewer
      OR EXISTS (SELECT 1 FROM mentions m WHERE m.status_id = s.id AND m.account_id = :viewer)
      OR (s.visibility = 2
        AND EXISTS (SELECT 1 FROM follows f WHERE f.account_id = :viewer AND f.target_id = s.account_id)))
    AND NOT EXISTS (SELECT 1 FROM blocks b WHERE b.account_id = s.account_id AND b.target_id = :viewer)
    AND \(notSuspended))
    """

  /// Statuses not by, and no boosts of, suspended accounts.
  private static let notSuspended = """
    (s.account_id NOT IN (\(suspended)) AND (s.reblog_of_id IS NULL
      OR (SELECT o.account_id FROM statuses o WHERE o.id = s.reblog_of_id) NOT IN (\(suspended))))
    """

  private static let suspended = "SELECT id FROM accounts WHERE moderation = 'suspend'"

  /// Statuses in public timelines: not by accounts that are suspended, or limited and not followed by the viewer.
  static let inPublic = """
    (s.account_id NOT IN (
      SELECT id FROM accounts WHERE moderation IN ('suspend', 'silence')
        AND (moderation = 'suspend' OR id <> :viewer
          AND NOT EXISTS (SELECT 1 FROM follows f WHERE f.account_id = :viewer AND f.target_id = accounts.id))))
    """

  /// Statuses not by, and no boosts of, blocked or muted accounts; for all lists of statuses by several accounts.
  static let wanted = """
    (s.account_id NOT IN (\(unwantedAccounts))
      AND (s.reblog_of_id IS NULL
        OR (SELECT o.account_id FROM statuses o WHERE o.id = s.reblog_of_id) NOT IN (\(unwantedAccounts))))
    """

  /// Accounts that the viewer blocks or mutes, or whose domain the viewer blocks, and accounts that block the viewer.
  ///
  /// The subquery does not refer to `s`, so SQLite evaluates it once per statement.
  static let unwantedAccounts = """
    \(severedAccounts)
    UNION ALL SELECT target_id FROM mutes
      WHERE account_id = :viewer AND (expires_at IS NULL OR expires_at > present())
    """

  /// The same without mutes.
  static let severedAccounts = """
    SELECT target_id FROM blocks WHERE account_id = :viewer
    UNION ALL SELECT account_id FROM blocks WHERE target_id = :viewer
    UNION ALL SELECT x.id FROM domain_blocks d JOIN accounts x ON x.domain = d.domain WHERE d.account_id = :viewer
    """

  /// Statuses by followed accounts, with the follow's settings for boosts and languages.
  private static let followed = """
    EXISTS (SELECT 1 FROM follows f WHERE f.account_id = :viewer AND f.target_id = s.account_id
      AND (s.reblog_of_id IS NULL OR f.reblogs = 1)
      AND (f.languages IS NULL OR s.language IS NULL OR s.language IN (SELECT value FROM json_each(f.languages))))
    """

  /// Public statuses with a followed tag.
  private static let underFollowedTag = """
    (s.visibility = 0 AND s.reblog_of_id IS NULL AND EXISTS (
      SELECT 1 FROM status_tags t JOIN tag_follows w ON w.tag = t.tag AND w.account_id = :viewer
      WHERE t.status_id = s.id))
    """

  /// Statuses that are not replies to, and do not mention, blocked or muted accounts.
  private static let leavesOutUnwanted = """
    (s.in_reply_to_account_id IS NULL OR s.in_reply_to_account_id NOT IN (\(unwantedAccounts)))
    AND NOT EXISTS (
      SELECT 1 FROM mentions m WHERE m.status_id IN (s.id, s.reblog_of_id) AND m.account_id IN (\(unwantedAccounts)))
    """

  /// The home timeline: the viewer's own statuses, followed accounts and tags, and direct messages to the viewer.
  ///
  /// Left out are replies to accounts that the viewer does not follow, boosts of a status that the timeline had within the
  /// last twelve hours, and members of exclusive lists.
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

  /// The timeline of a list `:list` of the viewer: its members' statuses, and replies as the list's policy allows.
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
  /// Whether a status is in the timeline of a list.
  func isInList(_ status: Int64, _ list: Int64, of viewer: Int64) throws -> Bool {
    try database.has(
      """
      SELECT 1 FROM statuses s JOIN lists x ON x.id = :list AND x.account_id = :viewer
      WHERE s.id = :id AND \(Visible.inList) AND \(Visible.toViewer)
      """, ["id": status, "list": list, "viewer": viewer])
  }

  func isMember(_ account: Int64, of list: Int64, of owner: Int64) throws -> Bool {
    try database.has(
      """
      SELECT 1 FROM list_accounts la JOIN lists x ON x.id = la.list_id AND x.account_id = ?
      WHERE la.list_id = ? AND la.account_id = ?
      """, [owner, list, account])
  }

  func blocks(_ account: Int64, _ target: Int64) throws -> Bool {
    try database.has("SELECT 1 FROM blocks WHERE account_id = ? AND target_id = ?", [account, target])
  }

  /// Whether an account gets no notifications from another: blocked in either direction, muted with notifications, on a
  /// blocked domain, or in a muted conversation.
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
