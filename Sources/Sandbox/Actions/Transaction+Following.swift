import GRDB

/// The settings of a follow; `nil` leaves a setting unchanged.
struct FollowOptions: Sendable {
  var reblogs: Bool?
  var notify: Bool?
  /// A JSON array of language codes; an empty string for all languages.
  var languages: String?

  static let unchanged = FollowOptions()
}

extension Transaction {
  /// Follows an account, or changes the settings of an existing follow.
  func follow(_ target: Int64, by account: Int64, _ options: FollowOptions = .unchanged, at moment: Moment) throws {
    let isNew =
      try database.run(
        "INSERT OR IGNORE INTO follows(account_id, target_id, created_at) VALUES (?, ?, ?)", [account, target, moment])
      > 0
    try set(options, in: "follows", account, target)
    guard isNew else { return }
    try countFollow(target, account, by: 1)
    emit(.followed(target, by: account))
    try notify(target, "follow", from: account, about: nil, at: moment)
  }

  private func set(_ options: FollowOptions, in table: String, _ account: Int64, _ target: Int64) throws {
    guard options.reblogs != nil || options.notify != nil || options.languages != nil else { return }
    try database.run(
      """
      UPDATE \(table) SET reblogs = ifnull(?, reblogs), notify = ifnull(?, notify),
        languages = nullif(ifnull(?, languages), '')
      WHERE account_id = ? AND target_id = ?
      """, [options.reblogs, options.notify, options.languages, account, target])
  }

  /// Follows an account, or sends a follow request if it approves followers manually.
  ///
  /// - throws: `APIError.forbidden` if either account has blocked the other.
  func requestFollow(
    _ target: AccountRow, by account: Int64, _ options: FollowOptions = .unchanged, at moment: Moment
  ) throws {
    guard target.moderation != .suspend else { throw APIError.recordNotFound }
    let isSevered = try database.has(
      """
      SELECT 1 FROM blocks WHERE (account_id = :account AND target_id = :target)
        OR (account_id = :target AND target_id = :account)
      UNION ALL SELECT 1 FROM domain_blocks WHERE account_id = :account AND domain = :domain
      """, ["account": account, "target": target.id, "domain": target.domain])
    guard !isSevered else { throw APIError.forbidden }
    guard target.locked, try !follows(account, target.id) else {
      return try follow(target.id, by: account, options, at: moment)
    }
    let isNew = try database.run(
      "INSERT OR IGNORE INTO follow_requests(account_id, target_id, created_at) VALUES (?, ?, ?)",
      [account, target.id, moment])
    try set(options, in: "follow_requests", account, target.id)
    guard isNew > 0 else { return }
    emit(.followed(target.id, by: account))
    try notify(target.id, "follow_request", from: account, about: nil, at: moment)
  }

  func acceptFollow(of target: Int64, by account: Int64, at moment: Moment) throws {
    let asked = try database.row(
      "SELECT reblogs, notify, languages FROM follow_requests WHERE account_id = ? AND target_id = ?",
      [account, target])
    guard let asked else { throw APIError.recordNotFound }
    try withdraw(from: target, by: account)
    let options = FollowOptions(reblogs: asked[0], notify: asked[1], languages: asked[2])
    try follow(target, by: account, options, at: moment)
  }

  func rejectFollow(of target: Int64, by account: Int64) throws {
    guard try withdraw(from: target, by: account) else { throw APIError.recordNotFound }
    try leaveLists(of: account, target)
  }

  /// Deletes a follow request and its notification.
  @discardableResult
  private func withdraw(from target: Int64, by account: Int64) throws -> Bool {
    guard try unmark("follow_requests", "target_id", target, by: account) else { return false }
    try database.run(
      "DELETE FROM notifications WHERE type = 'follow_request' AND account_id = ? AND from_account_id = ?",
      [target, account])
    return true
  }

  /// Unfollows an account and withdraws a pending follow request.
  func unfollow(_ target: Int64, by account: Int64) throws {
    try withdraw(from: target, by: account)
    let isGone = try unmark("follows", "target_id", target, by: account)
    try leaveLists(of: account, target)
    try unmark("endorsements", "target_id", target, by: account)
    if isGone { try countFollow(target, account, by: -1) }
  }

  /// Removes an account that is no longer followed from the follower's lists.
  private func leaveLists(of account: Int64, _ target: Int64) throws {
    guard account != target else { return }
    try database.run(
      "DELETE FROM list_accounts WHERE account_id = ? AND list_id IN (SELECT id FROM lists WHERE account_id = ?)",
      [target, account])
  }

  private func countFollow(_ target: Int64, _ account: Int64, by step: Int) throws {
    try database.run("UPDATE accounts SET followers_count = max(followers_count + ?, 0) WHERE id = ?", [step, target])
    try database.run("UPDATE accounts SET following_count = max(following_count + ?, 0) WHERE id = ?", [step, account])
  }
}
