import GRDB

struct StatusEdit: Sendable {
  var text: String
  var spoilerText: String
  var sensitive: Bool
  var language: String?
  var media: [MediaRow]
  var poll: NewStatus.Poll?
  var quotePolicy: QuotePolicy?
}

extension Transaction {
  /// Changes a status, stores its previous version, and notifies those who boosted or quoted it.
  ///
  /// An edit without changes is not recorded.
  func edit(_ status: StatusRow, _ edit: StatusEdit, at moment: Moment) throws {
    if let policy = edit.quotePolicy { try setQuotePolicy(policy, of: status) }
    let poll = try status.pollID.flatMap { try PollRow.load([$0], for: nil, in: database)[$0] }
    let media = edit.media.isEmpty && status.media == "[]" ? "[]" : mediaJSON(edit.media)
    let isPollNew = edit.poll?.options != poll?.options.map(\.title) || edit.poll?.multiple != poll?.multiple
    let isChanged =
      edit.text != status.text || edit.spoilerText != status.spoilerText || edit.sensitive != status.sensitive
      || media != status.media || isPollNew
    guard isChanged || edit.language != status.language else { return }
    guard let author = try account(status.accountID) else { throw APIError.recordNotFound }
    if isChanged { try keepVersion(of: status, poll) }
    try attach(edit.media, to: status.id)
    if isPollNew { try replacePoll(poll, with: edit.poll, of: status, at: moment) }
    let typed = StatusText(edit.text)
    let mentioned = try mentionedAccounts(in: typed, near: author)
    let known = Set(
      try database.values(Int64.self, "SELECT account_id FROM mentions WHERE status_id = ?", [status.id]))
    try database.run("DELETE FROM mentions WHERE status_id = ?", [status.id])
    try database.run("DELETE FROM status_tags WHERE status_id = ?", [status.id])
    try index(typed.tags, mentioned.values.map(\.id), of: status.id)
    try database.run(
      """
      UPDATE statuses SET text = :text, content = :content, spoiler_text = :spoiler, sensitive = :sensitive,
        language = :language, mentions = :mentions, tags = :tags, media = :media, card = :card, poll_id = :poll,
        edited_at = CASE WHEN :isChanged THEN :at ELSE edited_at END
      WHERE id = :id
      """,
      [
        "id": status.id, "text": edit.text,
        "content": ContentFormatter(instance: instance, mentioned: mentioned).html(typed), "spoiler": edit.spoilerText,
        "sensitive": edit.sensitive || !edit.spoilerText.isEmpty, "language": edit.language,
        "mentions": mentionsJSON(Array(mentioned.values)), "tags": tagsJSON(typed.tags), "media": media,
        "card": media == "[]" && edit.poll == nil ? try LinkCard.invented(for: typed, in: self) : nil,
        "poll": edit.poll == nil ? nil : status.id, "at": moment, "isChanged": isChanged,
      ])
    emit(.edited(status.id))
    for account in Set(mentioned.values.map(\.id)).subtracting(known).sorted() {
      try notify(account, "mention", from: status.accountID, about: status.id, at: moment)
    }
    if isChanged { try announceEdit(of: status, at: moment) }
  }

  /// Notifies accounts that boosted the status, and accounts that quoted it (about their own quote).
  private func announceEdit(of status: StatusRow, at moment: Moment) throws {
    let boosters = try database.values(
      Int64.self, "SELECT account_id FROM statuses WHERE reblog_of_id = ? ORDER BY id", [status.id])
    for account in boosters { try notify(account, "update", from: status.accountID, about: status.id, at: moment) }
    let quotes = try database.rows(
      "SELECT id, account_id FROM statuses WHERE quote_of_id = ? AND quote_state = 'accepted' ORDER BY id", [status.id])
    for quote in quotes {
      try notify(quote[1], "quoted_update", from: status.accountID, about: quote[0], at: moment)
    }
  }

  private func keepVersion(of status: StatusRow, _ poll: PollRow?) throws {
    let titles = poll.map { JSONWriter.texts($0.options.map(\.title)) }
    try database.run(
      """
      INSERT INTO status_edits(status_id, created_at, content, spoiler_text, sensitive, media, poll)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """,
      [
        status.id, status.editedAt ?? status.createdAt, status.content, status.spoilerText, status.sensitive,
        status.media, titles,
      ])
  }

  /// Attaches media to a status; media no longer attached can be attached elsewhere.
  func attach(_ media: [MediaRow], to status: Int64) throws {
    try database.run(
      "UPDATE media SET status_id = NULL WHERE status_id = ? AND id NOT IN (SELECT value FROM json_each(?))",
      [status, media.map(\.id).json])
    guard !media.isEmpty else { return }
    try database.run(
      "UPDATE media SET status_id = ?, scheduled_id = NULL WHERE id IN (SELECT value FROM json_each(?))",
      [status, media.map(\.id).json])
  }

  /// Replaces a poll.
  ///
  /// Changed options make a new poll without votes.
  private func replacePoll(_ old: PollRow?, with new: NewStatus.Poll?, of status: StatusRow, at moment: Moment) throws {
    if let old { try database.run("DELETE FROM polls WHERE id = ?", [old.id]) }
    if let new { try store(new, id: status.id, author: status.accountID, at: moment) }
  }

  func setQuotePolicy(_ policy: QuotePolicy, of status: StatusRow) throws {
    let policy = status.audience.rawValue >= 2 ? QuotePolicy.nobody : policy
    guard policy != status.quotePolicy else { return }
    try database.run("UPDATE statuses SET quote_policy = ? WHERE id = ?", [policy.rawValue, status.id])
    emit(.edited(status.id))
  }

  func revokeQuote(_ quote: StatusRow, of status: StatusRow) throws {
    guard quote.quoteState != .revoked else { return }
    try database.run("UPDATE statuses SET quote_state = 'revoked' WHERE id = ?", [quote.id])
    if quote.quoteState == .accepted { try countQuote(of: status.id, by: -1) }
    emit(.edited(quote.id))
  }

  func countQuote(of status: Int64, by step: Int) throws {
    try database.run(
      "UPDATE statuses SET quotes_count = max(quotes_count + ?, 0) WHERE id = ?", [step, status])
  }

  /// Accepts pending quotes of remote posts after ``quoteDelay``, as another server would.
  func settleQuotes(at moment: Moment) throws {
    let settled = try database.rows(
      """
      SELECT q.id, q.account_id, s.id, s.account_id FROM statuses q LEFT JOIN statuses s ON s.id = q.quote_of_id
      WHERE q.quote_state = 'pending' AND q.created_at <= ?
      """, [moment + -Self.quoteDelay])
    for row in settled {
      guard let quoted: Int64 = row[2], let owner: Int64 = row[3] else { continue }
      try database.run("UPDATE statuses SET quote_state = 'accepted' WHERE id = ?", [row[0]])
      try countQuote(of: quoted, by: 1)
      try notify(owner, "quote", from: row[1], about: row[0], at: moment)
      emit(.edited(row[0]))
    }
  }

  /// The delay before a remote server accepts a quote, in seconds.
  static let quoteDelay = 3.0
}
