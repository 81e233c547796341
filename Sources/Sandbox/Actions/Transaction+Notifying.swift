import GRDB

extension Transaction {
  /// Creates a notification; the only place that does.
  ///
  /// No notification is created for an account's own actions, for remote accounts, or from muted or blocked accounts.
  /// One that the policy filters is stored as part of a notification request and not announced.
  func notify(_ account: Int64, _ type: String, from actor: Int64, about status: Int64?, at moment: Moment) throws {
    guard account != actor || type == "poll" else { return }
    guard try database.has("SELECT 1 FROM users WHERE account_id = ?", [account]) else { return }
    guard try !isSilenced(account, from: actor, about: status) else { return }
    let isGrouped = ["favourite", "reblog", "follow"].contains(type)
    // Undoing and repeating an action does not notify again.
    if isGrouped || type == "follow_request" {
      let isKnown = try database.has(
        """
        SELECT 1 FROM notifications
        WHERE account_id = ? AND type = ? AND from_account_id = ? AND status_id IS ?
        """, [account, type, actor, status])
      if isKnown { return }
    }
    let verdict = try verdict(on: type, for: account, from: actor, about: status, at: moment)
    guard verdict != .drop else { return }
    // Groups favourites and boosts of one status, and follows, within half a day.
    let subject = status.map { "\($0)-" } ?? ""
    try database.run(
      """
      INSERT INTO notifications(account_id, type, from_account_id, status_id, created_at, filtered, group_key)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """,
      [
        account, type, actor, status, moment, verdict == .filter,
        isGrouped ? "\(type)-\(subject)\(moment.seconds / 43_200)" : nil,
      ])
    if verdict == .accept { return emit(.notified(database.lastInsertedRowID, account: account)) }
    guard type == "mention" || type == "quote" else { return }
    try database.run(
      """
      INSERT INTO notification_requests(account_id, from_account_id, last_status_id, created_at, updated_at)
      VALUES (?, ?, ?, ?, ?)
      ON CONFLICT(account_id, from_account_id) DO UPDATE
      SET last_status_id = excluded.last_status_id, updated_at = excluded.updated_at
      """, [account, actor, status, moment, moment])
  }

  /// Applies the policy to a notification; some types are never filtered.
  private func verdict(
    on type: String, for account: Int64, from actor: Int64, about status: Int64?, at moment: Moment
  ) throws -> NotificationPolicy.Verdict {
    guard ["mention", "reblog", "follow", "follow_request", "favourite", "quote"].contains(type) else { return .accept }
    let policy = try notificationPolicy(of: account)
    guard let facts = try facts(of: actor, for: account, about: status), !facts.isPermitted else { return .accept }
    var verdicts: [NotificationPolicy.Verdict] = [.accept]
    if !facts.isFollowed {
      if facts.isLimited { verdicts.append(policy.limitedAccounts) }
      verdicts.append(policy.notFollowing)
      if facts.createdAt > moment + -30 * 86_400 { verdicts.append(policy.newAccounts) }
      if type == "mention", facts.isDirect, !facts.isAnswer { verdicts.append(policy.privateMentions) }
    }
    // Mastodon does not count followers of less than three days.
    if facts.followsSince.map({ $0 > moment + -3 * 86_400 }) ?? true { verdicts.append(policy.notFollowers) }
    return verdicts.max() ?? .accept
  }

  private struct SenderFacts {
    var createdAt: Moment
    var isPermitted: Bool
    var isFollowed: Bool
    var followsSince: Moment?
    var isDirect: Bool
    var isAnswer: Bool
    var isLimited: Bool
  }

  private func facts(of actor: Int64, for account: Int64, about status: Int64?) throws -> SenderFacts? {
    try database.row(
      """
      SELECT a.created_at,
        EXISTS (SELECT 1 FROM notification_permissions p WHERE p.account_id = :account AND p.from_account_id = a.id),
        EXISTS (SELECT 1 FROM follows f WHERE f.account_id = :account AND f.target_id = a.id),
        (SELECT f.created_at FROM follows f WHERE f.account_id = a.id AND f.target_id = :account),
        ifnull((SELECT s.visibility = 3 FROM statuses s WHERE s.id = :status), 0),
        EXISTS (
          SELECT 1 FROM statuses s JOIN statuses p ON p.id = s.in_reply_to_id
          WHERE s.id = :status AND p.account_id = :account),
        ifnull(a.moderation = 'silence', 0)
      FROM accounts a WHERE a.id = :actor
      """, ["account": account, "actor": actor, "status": status]
    ).map {
      SenderFacts(
        createdAt: $0[0], isPermitted: $0[1], isFollowed: $0[2], followsSince: $0[3], isDirect: $0[4], isAnswer: $0[5],
        isLimited: $0[6])
    }
  }

  func notificationPolicy(of account: Int64) throws -> NotificationPolicy {
    let columns = NotificationPolicy.settings.map(\.name).joined(separator: ", ")
    return try database.row("SELECT \(columns) FROM notification_policies WHERE account_id = ?", [account])
      .map(NotificationPolicy.init) ?? .standard
  }

  func setNotificationPolicy(_ policy: NotificationPolicy, of account: Int64) throws {
    let columns = NotificationPolicy.settings.map(\.name).joined(separator: ", ")
    let words = NotificationPolicy.settings.map { policy[keyPath: $0.path].rawValue }
    try database.run(
      "INSERT OR REPLACE INTO notification_policies(account_id, \(columns)) VALUES (?, ?, ?, ?, ?, ?)",
      StatementArguments([account]) + StatementArguments(words))
  }

  /// Accepts an account's notifications from now on, including those already filtered.
  func acceptNotifications(of account: Int64, from sender: Int64) throws {
    try database.run(
      "INSERT OR IGNORE INTO notification_permissions(account_id, from_account_id) VALUES (?, ?)", [account, sender])
    try database.run(
      "UPDATE notifications SET filtered = 0 WHERE account_id = ? AND from_account_id = ? AND filtered = 1",
      [account, sender])
    try database.run(
      "DELETE FROM notification_requests WHERE account_id = ? AND from_account_id = ?", [account, sender])
    emit(.notificationsMerged(account: account))
  }

  func dismissNotifications(of account: Int64, from sender: Int64) throws {
    try database.run(
      "DELETE FROM notifications WHERE account_id = ? AND from_account_id = ? AND filtered = 1", [account, sender])
    try database.run(
      "DELETE FROM notification_requests WHERE account_id = ? AND from_account_id = ?", [account, sender])
  }
}

/// Which notifications are accepted, filtered or dropped, by sender.
struct NotificationPolicy: Sendable, Equatable {
  /// The verdict on a notification; if several apply, the last of these wins.
  enum Verdict: String, CaseIterable, Sendable, Comparable {
    case accept, filter, drop

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    static func < (left: Verdict, right: Verdict) -> Bool { left.rank < right.rank }
  }

  var notFollowing = Verdict.accept
  var notFollowers = Verdict.accept
  var newAccounts = Verdict.accept
  var privateMentions = Verdict.filter
  var limitedAccounts = Verdict.filter

  /// The settings, by the names of their columns.
  static let settings: [(name: String, path: any WritableKeyPath<NotificationPolicy, Verdict> & Sendable)] = [
    ("not_following", \.notFollowing), ("not_followers", \.notFollowers), ("new_accounts", \.newAccounts),
    ("private_mentions", \.privateMentions), ("limited_accounts", \.limitedAccounts),
  ]

  static let standard = NotificationPolicy()

  private init() {}

  init(_ row: Row) {
    for (column, setting) in Self.settings.enumerated() {
      self[keyPath: setting.path] = Verdict(rawValue: row[column]) ?? .accept
    }
  }
}
