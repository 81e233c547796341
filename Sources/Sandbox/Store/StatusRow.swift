import GRDB

/// The visibility of a status; raw values are stored, widest first.
enum Audience: Int, Sendable {
  case `public`, unlisted, `private`, direct

  private static let words = ["public", "unlisted", "private", "direct"]

  var word: String { Self.words[rawValue] }

  init?(word: String) { self.init(rawValue: Self.words.firstIndex(of: word) ?? -1) }
}

/// The state of a quote, independent of the viewer.
enum QuoteState: String, Sendable { case pending, accepted, rejected, revoked }

/// Who may quote a status without approval.
enum QuotePolicy: String, Sendable { case `public`, followers, nobody }

struct StatusRow: TableRow, Sendable {
  static let table = "statuses s"
  static let columns = """
    s.id, s.account_id, s.created_at, s.edited_at, s.visibility, s.in_reply_to_id, s.in_reply_to_account_id, \
    s.reblog_of_id, s.quote_of_id, s.poll_id, s.local, s.text, s.content, s.spoiler_text, s.sensitive, s.language, \
    s.mentions, s.tags, s.media, s.card, s.application, s.replies_count, s.reblogs_count, s.favourites_count, \
    s.quotes_count, s.conversation_id, s.quote_state, s.quote_policy
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
  /// Mentions, tags, media, card and application are the same for every viewer, so they are stored as JSON for
  /// responses.
  var mentions: String
  var tags: String
  var media: String
  var card: String?
  var application: String?
  var repliesCount: Int
  var reblogsCount: Int
  var favouritesCount: Int
  var quotesCount: Int
  /// The first status of the thread.
  var conversationID: Int64
  /// The state of its quote; `nil` if it quotes nothing.
  var quoteState: QuoteState?
  var quotePolicy: QuotePolicy

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
    conversationID = row[25] ?? row[0]
    quoteState = (row[26] as String?).flatMap(QuoteState.init)
    quotePolicy = QuotePolicy(rawValue: row[27]) ?? .nobody
  }
}

extension Transaction {
  func statuses(_ ids: some Sequence<Int64>) throws -> [StatusRow] {
    try database.all("WHERE s.id IN (SELECT value FROM json_each(?))", [ids.json])
  }

  /// A status that a viewer can see.
  ///
  /// - throws: `APIError.recordNotFound` if it does not exist or is not visible to the viewer.
  func status(_ id: Int64, for viewer: Int64?) throws -> StatusRow {
    return try database.found(
      "WHERE s.id = :id AND \(Visible.toViewer)",
      ["id": id, "viewer": viewer ?? 0])
  }

  /// The visible ones of some statuses in the given order; `wantedOnly` leaves out those by blocked and muted accounts.
  func statuses(inOrder ids: [Int64], for viewer: Int64?, wantedOnly: Bool = false) throws -> [StatusRow] {
    guard !ids.isEmpty else { return [] }
    let rows: [StatusRow] = try database.all(
      """
      WHERE s.id IN (SELECT value FROM json_each(:ids)) AND \(Visible.toViewer)\(wantedOnly ? " AND \(Visible.wanted)" : "")
      """, ["ids": ids.json, "viewer": viewer ?? 0])
    let found = Dictionary(rows.map { ($0.id, $0) }) { first, _ in first }
    return ids.compactMap { found[$0] }
  }
}
