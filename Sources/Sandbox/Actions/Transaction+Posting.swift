import GRDB
import MastodonKit

struct NewStatus: Sendable {
  struct Poll: Sendable {
    var options: [String]
    var expiresIn: Int
    var multiple = false
    var hideTotals = false
    /// Initial votes by unnamed remote accounts, for seeded polls.
    var earlierVotes: [Int] = []
  }

  var author: Int64
  var text: String
  var spoilerText = ""
  var sensitive = false
  var audience = Audience.public
  var language: String?
  var inReplyToID: Int64?
  var quoteOfID: Int64?
  /// `accepted` if the quoted author allows it, otherwise `pending`.
  var quoteState = QuoteState.accepted
  /// Who may quote the status; ignored unless it is public or unlisted.
  var quotePolicy = QuotePolicy.public
  var poll: Poll?
  /// JSON, as in responses; for seeded media, which was not uploaded.
  var media = "[]"
  var mediaRows: [MediaRow] = []
  var card: String?
  var application: String?
}

extension Transaction {
  /// Posts a status: stores and counts it, notifies mentioned accounts, and emits events.
  @discardableResult
  func post(_ new: NewStatus, at moment: Moment) throws -> StatusRow {
    guard let author = try account(new.author) else { throw APIError.recordNotFound }
    let parent = try new.inReplyToID.flatMap { try status($0, for: new.author) }
    let typed = StatusText(new.text)
    let mentioned = try mentionedAccounts(in: typed, near: author)
    let id = try nextStatusID(at: moment)
    let pollID = new.poll == nil ? nil : id
    let formatter = ContentFormatter(instance: instance, mentioned: mentioned)
    let media = new.mediaRows.isEmpty ? new.media : mediaJSON(new.mediaRows)
    let isBare = media == "[]" && new.poll == nil && new.quoteOfID == nil
    try database.run(
      """
      INSERT INTO statuses(id, account_id, created_at, visibility, in_reply_to_id, in_reply_to_account_id, quote_of_id,
        poll_id, local, text, content, spoiler_text, sensitive, language, mentions, tags, media, card, application,
        conversation_id, quote_state, quote_policy)
      VALUES (:id, :author, :at, :visibility, :parent, :parentAuthor, :quote, :poll, :local, :text, :content, :spoiler,
        :sensitive, :language, :mentions, :tags, :media, :card, :application,
        :conversation, :quoteState, :quotePolicy)
      """,
      [
        "id": id, "author": new.author, "at": moment, "visibility": new.audience.rawValue, "parent": parent?.id,
        "parentAuthor": parent?.accountID, "quote": new.quoteOfID, "poll": pollID, "local": author.domain == nil,
        "text": new.text, "content": formatter.html(typed), "spoiler": new.spoilerText,
        "sensitive": new.sensitive || !new.spoilerText.isEmpty, "language": new.language,
        "mentions": mentionsJSON(Array(mentioned.values)), "tags": tagsJSON(typed.tags), "media": media,
        "card": new.card ?? (isBare ? try LinkCard.invented(for: typed, in: self) : nil),
        "application": new.application,
        "conversation": parent?.conversationID ?? id,
        "quoteState": new.quoteOfID == nil ? nil : new.quoteState.rawValue,
        "quotePolicy": (new.audience.rawValue >= 2 ? .nobody : new.quotePolicy).rawValue,
      ])
    try index(typed.tags, mentioned.values.map(\.id), of: id)
    if !new.mediaRows.isEmpty { try attach(new.mediaRows, to: id) }
    if let poll = new.poll { try store(poll, id: id, author: new.author, at: moment) }
    try count(new, parent: parent, at: moment)
    emit(.posted(id))
    try announce(id, new, author, mentioned: Set(mentioned.values.map(\.id)), at: moment)
    let posted = try status(id, for: new.author)
    try converse(posted)
    return posted
  }

  /// The accounts that a text mentions, keyed by the name as typed.
  ///
  /// A name without a domain is on the author's server.
  func mentionedAccounts(in text: StatusText, near author: AccountRow) throws -> [String: AccountRow] {
    var found: [String: AccountRow] = [:]
    for (username, domain) in text.mentions {
      let typed = domain.map { "\(username)@\($0)" } ?? username
      let near = domain == nil ? author.domain.map { "\(username)@\($0)" } : nil
      guard found[typed.lowercased()] == nil else { continue }
      let neighbour = try near.flatMap { try account(named: $0) }
      found[typed.lowercased()] = try neighbour ?? account(named: typed)
    }
    return found
  }

  func mentionsJSON(_ accounts: [AccountRow]) -> String {
    // Two spellings can mean the same account.
    let accounts = Dictionary(accounts.map { ($0.id, $0) }) { first, _ in first }.values.sorted { $0.id < $1.id }
    return JSONWriter.objects(accounts) { writer, account in
      writer.field("id", account.id)
      writer.field("username", account.username)
      writer.field("url", account.url(in: instance))
      writer.field("acct", account.acct)
    }
  }

  func tagsJSON(_ tags: [String]) -> String {
    JSONWriter.objects(tags) { writer, tag in
      writer.field("name", tag.lowercased())
      writer.field("url", "\(instance.origin)/tags/\(PercentCoding.encode(tag.lowercased()))")
    }
  }

  func index(_ tags: [String], _ mentioned: [Int64], of id: Int64) throws {
    for tag in tags.map(Hashtag.normalized) {
      try database.run("INSERT OR IGNORE INTO status_tags(tag, status_id) VALUES (?, ?)", [tag, id])
    }
    for account in Set(mentioned) {
      try database.run("INSERT OR IGNORE INTO mentions(status_id, account_id) VALUES (?, ?)", [id, account])
    }
  }

  func store(_ poll: NewStatus.Poll, id: Int64, author: Int64, at moment: Moment) throws {
    try database.run(
      """
      INSERT INTO polls(id, status_id, account_id, expires_at, multiple, hide_totals, voters_count)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """,
      [
        id, id, author, moment + Double(poll.expiresIn), poll.multiple, poll.hideTotals,
        poll.multiple ? poll.earlierVotes.max() ?? 0 : poll.earlierVotes.reduce(0, +),
      ])
    for (position, title) in poll.options.enumerated() {
      let votes = poll.earlierVotes.indices.contains(position) ? poll.earlierVotes[position] : 0
      try database.run(
        "INSERT INTO poll_options(poll_id, position, title, votes_count) VALUES (?, ?, ?, ?)",
        [id, position, title, votes])
    }
  }

  private func count(_ new: NewStatus, parent: StatusRow?, at moment: Moment) throws {
    try database.run(
      "UPDATE accounts SET statuses_count = statuses_count + 1, last_status_at = max(ifnull(last_status_at, 0), ?) WHERE id = ?",
      [moment, new.author])
    if let parent {
      try database.run("UPDATE statuses SET replies_count = replies_count + 1 WHERE id = ?", [parent.id])
    }
    if let quoted = new.quoteOfID, new.quoteState == .accepted { try countQuote(of: quoted, by: 1) }
  }

  private func announce(
    _ id: Int64, _ new: NewStatus, _ author: AccountRow, mentioned: Set<Int64>, at moment: Moment
  ) throws {
    for account in mentioned.sorted() { try notify(account, "mention", from: new.author, about: id, at: moment) }
    if let quoted = new.quoteOfID, new.quoteState == .accepted, let owner = try statuses([quoted]).first?.accountID,
      !mentioned.contains(owner)
    {
      try notify(owner, "quote", from: new.author, about: id, at: moment)
    }
    guard new.audience != .direct, new.inReplyToID == nil else { return }
    let watchers = try database.values(
      Int64.self, "SELECT account_id FROM follows WHERE target_id = ? AND notify = 1", [new.author])
    for watcher in watchers where !mentioned.contains(watcher) {
      try notify(watcher, "status", from: new.author, about: id, at: moment)
    }
  }

  /// Deletes a status with its boosts, notifications and other dependent rows.
  ///
  /// Uploaded media is kept for redrafting unless `withMedia` is set.
  func delete(_ status: StatusRow, withMedia: Bool = false) throws {
    if withMedia { for media in try media(of: status.id) { try delete(media) } }
    let boosts = try database.rows("SELECT id, account_id FROM statuses WHERE reblog_of_id = ?", [status.id])
    let tags = try database.values(String.self, "SELECT tag FROM status_tags WHERE status_id = ?", [status.id])
    if let original = status.reblogOfID {
      try database.run("UPDATE statuses SET reblogs_count = max(reblogs_count - 1, 0) WHERE id = ?", [original])
      try database.run(
        "DELETE FROM notifications WHERE type = 'reblog' AND status_id = ? AND from_account_id = ?",
        [original, status.accountID])
    }
    if let parent = status.inReplyToID {
      try database.run("UPDATE statuses SET replies_count = max(replies_count - 1, 0) WHERE id = ?", [parent])
    }
    if let quoted = status.quoteOfID, status.quoteState == .accepted { try countQuote(of: quoted, by: -1) }
    for author in [status.accountID] + boosts.map({ $0[1] as Int64 }) {
      try database.run("UPDATE accounts SET statuses_count = max(statuses_count - 1, 0) WHERE id = ?", [author])
    }
    try database.run("DELETE FROM statuses WHERE id = ?", [status.id])
    let isPublic = status.audience == .public
    emit(
      .deleted(
        .init(id: status.id, author: status.accountID, isPublic: isPublic, isLocal: status.isLocal, tags: tags)))
    for boost in boosts {
      emit(.deleted(.init(id: boost[0], author: boost[1], isPublic: false, isLocal: false, tags: [])))
    }
  }
}
