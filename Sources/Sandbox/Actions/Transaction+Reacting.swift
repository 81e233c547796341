import GRDB

extension Transaction {
  func favourite(_ status: StatusRow, by account: Int64, at moment: Moment) throws {
    guard try mark("favourites", "status_id", status.id, by: account) else { return }
    try database.run("UPDATE statuses SET favourites_count = favourites_count + 1 WHERE id = ?", [status.id])
    try notify(status.accountID, "favourite", from: account, about: status.id, at: moment)
  }

  func unfavourite(_ status: StatusRow, by account: Int64) throws {
    guard try unmark("favourites", "status_id", status.id, by: account) else { return }
    try database.run(
      "UPDATE statuses SET favourites_count = max(favourites_count - 1, 0) WHERE id = ?", [status.id])
    try database.run(
      "DELETE FROM notifications WHERE type = 'favourite' AND status_id = ? AND from_account_id = ?",
      [status.id, account])
  }

  /// Boosts a status; a second boost returns the first.
  func reblog(_ status: StatusRow, by account: Int64, as audience: Audience, at moment: Moment) throws -> StatusRow {
    if let boost = try boost(of: status.id, by: account) { return boost }
    let id = try nextStatusID(at: moment)
    let isLocal = try self.account(account)?.domain == nil
    try database.run(
      """
      INSERT INTO statuses(id, account_id, created_at, visibility, reblog_of_id, local, text, content, spoiler_text,
        sensitive, mentions, tags, media, conversation_id)
      VALUES (?, ?, ?, ?, ?, ?, '', '', '', 0, '[]', '[]', '[]', ?)
      """, [id, account, moment, audience.rawValue, status.id, isLocal, id])
    try database.run("UPDATE statuses SET reblogs_count = reblogs_count + 1 WHERE id = ?", [status.id])
    try database.run(
      "UPDATE accounts SET statuses_count = statuses_count + 1, last_status_at = max(ifnull(last_status_at, 0), ?) WHERE id = ?",
      [moment, account])
    emit(.posted(id))
    try notify(status.accountID, "reblog", from: account, about: status.id, at: moment)
    return try self.status(id, for: account)
  }

  func boost(of status: Int64, by account: Int64) throws -> StatusRow? {
    try database.first("WHERE s.reblog_of_id = ? AND s.account_id = ?", [status, account])
  }

  /// Votes in a poll, with Mastodon's checks.
  func vote(_ poll: PollRow, choices: [Int], by account: Int64) throws {
    guard !poll.isExpired(at: now) else { throw APIError.invalid("The poll has already ended") }
    guard poll.accountID != account else { throw APIError.invalid("You can't vote in your own polls") }
    var seen: Set<Int> = []
    let choices = choices.filter { seen.insert($0).inserted }
    guard !choices.isEmpty, choices.allSatisfy(poll.options.indices.contains) else {
      throw APIError.invalid("The chosen vote option does not exist")
    }
    // A poll with multiple choices accepts further choices later, but not the same one again.
    let isRepeated = poll.multiple ? choices.contains(where: poll.ownVotes.contains) : !poll.ownVotes.isEmpty
    if isRepeated || (!poll.multiple && choices.count > 1) {
      throw APIError.invalid("You have already voted on this poll")
    }
    try cast(choices, in: poll, by: account)
  }

  /// Stores a vote without checks.
  func cast(_ choices: [Int], in poll: PollRow, by account: Int64) throws {
    for (index, choice) in choices.enumerated() {
      try database.run(
        "INSERT INTO poll_votes(poll_id, account_id, position, turn) VALUES (?, ?, ?, ?)",
        [poll.id, account, choice, poll.ownVotes.count + index])
      try database.run(
        "UPDATE poll_options SET votes_count = votes_count + 1 WHERE poll_id = ? AND position = ?", [poll.id, choice])
    }
    guard poll.ownVotes.isEmpty else { return }
    try database.run("UPDATE polls SET voters_count = voters_count + 1 WHERE id = ?", [poll.id])
  }

  /// Notifies the author and the voters once when a poll has ended.
  func announceEndedPolls(at moment: Moment) throws {
    let ended = try database.rows(
      "SELECT id, status_id, account_id FROM polls WHERE announced = 0 AND expires_at <= ? ORDER BY expires_at",
      [moment])
    for row in ended {
      let poll: Int64 = row[0]
      let author: Int64 = row[2]
      let voters = try database.values(
        Int64.self, "SELECT DISTINCT account_id FROM poll_votes WHERE poll_id = ?", [poll])
      for account in Set(voters + [author]).sorted() {
        try notify(account, "poll", from: author, about: row[1], at: moment)
      }
      try database.run("UPDATE polls SET announced = 1 WHERE id = ?", [poll])
    }
  }
}
