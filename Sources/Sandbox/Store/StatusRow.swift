import GRDB

/// Who may see a status; the numbers are those of the database, widest first.
enum Audience: Int, Sendable, CaseIterable {
  case `public`, unlisted, `private`, direct

  init?(word: String) {
    guard let match = Audience.allCases.first(where: { $0.word == word }) else { return nil }
    self = match
  }

  var word: String {
    switch self {
    case .public: "public"
    case .unlisted: "unlisted"
    case .private: "private"
    case .direct: "direct"
    }
  }
}

/// A status as the database has it.
struct StatusRow: Sendable {
  static let columns = """
    s.id, s.account_id, s.created_at, s.edited_at, s.visibility, s.in_reply_to_id, s.in_reply_to_account_id, \
    s.reblog_of_id, s.quote_of_id, s.poll_id, s.local, s.text, s.content, s.spoiler_text, s.sensitive, s.language, \
    s.mentions, s.tags, s.media, s.card, s.application, s.replies_count, s.reblogs_count, s.favourites_count, \
    s.quotes_count
    """

  var id: Int64
  var accountID: Int64
  var createdAt: Moment
  var editedAt: Moment?
  var audience: Audience
  var inReplyToID: Int64?
  var inReplyToAccountID: Int64?
  var reblogOfID: Int64?
  var quoteOfID: Int64?
  var pollID: Int64?
  var isLocal: Bool
  var text: String
  var content: String
  var spoilerText: String
  var sensitive: Bool
  var language: String?
  /// Mentions, tags, media, card and application never change with the reader: they are kept as they are answered.
  var mentions: String
  var tags: String
  var media: String
  var card: String?
  var application: String?
  var repliesCount: Int
  var reblogsCount: Int
  var favouritesCount: Int
  var quotesCount: Int

  init(_ row: Row) {
    id = row[0]
    accountID = row[1]
    createdAt = row[2]
    editedAt = row[3]
    audience = Audience(rawValue: row[4]) ?? .direct
    inReplyToID = row[5]
    inReplyToAccountID = row[6]
    reblogOfID = row[7]
    quoteOfID = row[8]
    pollID = row[9]
    isLocal = row[10]
    text = row[11]
    content = row[12]
    spoilerText = row[13]
    sensitive = row[14]
    language = row[15]
    mentions = row[16]
    tags = row[17]
    media = row[18]
    card = row[19]
    application = row[20]
    repliesCount = row[21]
    reblogsCount = row[22]
    favouritesCount = row[23]
    quotesCount = row[24]
  }
}

/// The conditions on a status `s` that decide what a reader `:viewer` sees; nobody is account 0.
enum Visible {
  static let toViewer = """
    (s.visibility <= 1 OR s.account_id = :viewer
      OR EXISTS (SELECT 1 FROM mentions m WHERE m.status_id = s.id AND m.account_id = :viewer)
      OR (s.visibility = 2
        AND EXISTS (SELECT 1 FROM follows f WHERE f.account_id = :viewer AND f.target_id = s.account_id)))
    """

  /// What a home timeline holds: one's own, those one follows, and direct messages to oneself.
  ///
  /// A reply is left out unless it goes to oneself, to its own author or to somebody one follows. A boost is left out where
  /// the timeline had the status itself, or another boost of it, within the twelve hours before.
  static let atHome = """
    (s.account_id = :viewer
      OR EXISTS (SELECT 1 FROM follows f WHERE f.account_id = :viewer AND f.target_id = s.account_id
        AND (s.reblog_of_id IS NULL OR f.reblogs = 1)))
    AND (s.in_reply_to_account_id IS NULL OR s.in_reply_to_account_id IN (s.account_id, :viewer)
      OR s.account_id = :viewer
      OR EXISTS (SELECT 1 FROM follows f WHERE f.account_id = :viewer AND f.target_id = s.in_reply_to_account_id))
    AND (s.reblog_of_id IS NULL OR NOT EXISTS (
      SELECT 1 FROM statuses o
      WHERE (o.id = s.reblog_of_id OR o.reblog_of_id = s.reblog_of_id) AND o.id < s.id AND o.id > s.id - \(halfDay)
        AND (o.account_id = :viewer
          OR EXISTS (SELECT 1 FROM follows f WHERE f.account_id = :viewer AND f.target_id = o.account_id))))
    """

  /// Twelve hours in the upper bits of an id.
  private static let halfDay: Int64 = 43_200_000 << 16
}

extension Transaction {
  func statuses(_ ids: some Sequence<Int64>) throws -> [StatusRow] {
    try database.rows(
      "SELECT \(StatusRow.columns) FROM statuses s WHERE s.id IN (SELECT value FROM json_each(?))", [ids.json]
    ).map(StatusRow.init)
  }

  /// A status that a reader may see.
  ///
  /// - throws: `Refusal.recordNotFound` for one that is not there and for one that is not theirs to see.
  func status(_ id: Int64, for viewer: Int64?) throws -> StatusRow {
    let row = try database.row(
      "SELECT \(StatusRow.columns) FROM statuses s WHERE s.id = :id AND \(Visible.toViewer)",
      ["id": id, "viewer": viewer ?? 0])
    guard let row else { throw Refusal.recordNotFound }
    return StatusRow(row)
  }

  /// Those of some statuses that a reader may see, in the order given.
  func statuses(inOrder ids: [Int64], for viewer: Int64?) throws -> [StatusRow] {
    let rows = try database.rows(
      """
      SELECT \(StatusRow.columns) FROM statuses s
      WHERE s.id IN (SELECT value FROM json_each(:ids)) AND \(Visible.toViewer)
      """, ["ids": ids.json, "viewer": viewer ?? 0]
    ).map(StatusRow.init)
    let found = Dictionary(rows.map { ($0.id, $0) }) { first, _ in first }
    return ids.compactMap { found[$0] }
  }
}
