import GRDB

/// Writes statuses as API entities.
///
/// Loads everything that a page needs with a fixed number of queries, whatever the number of statuses.
struct StatusRenderer {
  let instance: InstanceInfo
  /// The account that reads; `nil` leaves out the viewer's fields, as in public streams.
  let viewer: Int64?
  let now: Moment
  private var statuses: [Int64: StatusRow] = [:]
  private var accounts: [Int64: [UInt8]] = [:]
  private var rows: [Int64: AccountRow] = [:]
  private var polls: [Int64: PollRow] = [:]
  private var marks: [Int64: ViewerFlags] = [:]
  /// Which quoted statuses the viewer may see.
  private var quotes = QuoteStates()
  private var filters: FilterMatcher?
  /// The collections that the texts link to.
  private var collections: [Int64: CollectionRow] = [:]
  /// The authors with a quote policy of `followers` whom the viewer follows.
  private var followed: Set<Int64> = []
  /// Whether to write the source text instead of the content, for a deleted status.
  private var isRedraft = false

  struct ViewerFlags: OptionSet {
    let rawValue: Int
    static let favourited = ViewerFlags(rawValue: 1)
    static let reblogged = ViewerFlags(rawValue: 2)
    static let bookmarked = ViewerFlags(rawValue: 4)
    static let pinned = ViewerFlags(rawValue: 8)
    static let muted = ViewerFlags(rawValue: 16)
  }

  /// Loads what the given statuses refer to.
  init(_ given: [StatusRow], for viewer: Int64?, in transaction: Transaction) throws {
    instance = transaction.instance
    now = transaction.now
    self.viewer = viewer
    for status in given { statuses[status.id] = status }
    try loadReferenced(Set(given.compactMap(\.reblogOfID)), transaction)
    let quoted = Set(statuses.values.compactMap(\.quoteOfID))
    if !quoted.isEmpty {
      try loadReferenced(quoted, transaction)
      // A nested quote is written as the id of its quoted status.
      let all = quoted.union(quoted.compactMap { statuses[$0]?.quoteOfID })
      quotes = try QuoteStates(all, of: viewer, in: transaction)
    }
    let linked = Set(statuses.values.flatMap { Self.collections(in: $0.text, instance) })
    if !linked.isEmpty {
      for collection in try transaction.collections("c.id IN (SELECT value FROM json_each(?))", [linked.json]) {
        collections[collection.id] = collection
      }
    }
    if let viewer { followed = try QuoteStates.followed(among: statuses.values, by: viewer, in: transaction.database) }
    let renderer = AccountRenderer(instance: instance)
    for account in try transaction.accounts(Set(statuses.values.map(\.accountID))) {
      rows[account.id] = account
      accounts[account.id] = renderer.bytes(account)
    }
    let pollIDs = statuses.values.compactMap(\.pollID)
    if !pollIDs.isEmpty { polls = try PollRow.load(pollIDs, for: viewer, in: transaction.database) }
    if let viewer {
      marks = try Self.marks(of: viewer, on: statuses.keys.json, in: transaction.database)
      filters = try FilterMatcher(of: viewer, at: now, in: transaction.database)
    }
  }

  /// The same without the filters that match.
  var withoutFilters: StatusRenderer {
    var renderer = self
    renderer.filters = nil
    return renderer
  }

  func write(_ status: StatusRow, to writer: inout JSONWriter) { write(status, to: &writer, isNested: false) }

  func response(_ status: StatusRow) -> SandboxResponse { .json { write(status, to: &$0) } }

  /// A deleted status with its source text, for redrafting.
  func redraft(_ status: StatusRow) -> SandboxResponse {
    var renderer = self
    renderer.isRedraft = true
    return renderer.response(status)
  }

  func response(_ statuses: [StatusRow]) -> SandboxResponse {
    .json { $0.array(statuses) { write($1, to: &$0) } }
  }

  private mutating func loadReferenced(_ ids: Set<Int64>, _ transaction: Transaction) throws {
    let missing = ids.filter { statuses[$0] == nil }
    guard !missing.isEmpty else { return }
    for status in try transaction.statuses(missing) { statuses[status.id] = status }
  }

  private static func marks(of viewer: Int64, on ids: String, in database: Database) throws -> [Int64: ViewerFlags] {
    let sql = """
      SELECT status_id, 1 FROM favourites
        WHERE account_id = :viewer AND status_id IN (SELECT value FROM json_each(:ids))
      UNION ALL SELECT status_id, 4 FROM bookmarks
        WHERE account_id = :viewer AND status_id IN (SELECT value FROM json_each(:ids))
      UNION ALL SELECT reblog_of_id, 2 FROM statuses
        WHERE reblog_of_id IN (SELECT value FROM json_each(:ids)) AND account_id = :viewer
      UNION ALL SELECT status_id, 8 FROM pins
        WHERE account_id = :viewer AND status_id IN (SELECT value FROM json_each(:ids))
      UNION ALL SELECT s.id, 16 FROM conversation_mutes c JOIN statuses s ON s.conversation_id = c.conversation_id
        WHERE c.account_id = :viewer AND s.id IN (SELECT value FROM json_each(:ids))
      """
    var marks: [Int64: ViewerFlags] = [:]
    for row in try database.rows(sql, ["viewer": viewer, "ids": ids]) {
      marks[row[0], default: []].insert(ViewerFlags(rawValue: row[1]))
    }
    return marks
  }

  private func write(_ status: StatusRow, to writer: inout JSONWriter, isNested: Bool) {
    writer.object { writer in
      let original = status.reblogOfID.flatMap { statuses[$0] }
      writeHead(status, original, to: &writer)
      writeBody(status, original ?? status, to: &writer, isNested: isNested)
      writer.field("reblog", of: original) { write($1, to: &$0, isNested: isNested) }
      if let viewer { writeViewerFlags(status, original ?? status, of: viewer, to: &writer) }
    }
  }

  private func writeHead(_ status: StatusRow, _ original: StatusRow?, to writer: inout JSONWriter) {
    let author = rows[status.accountID]
    let page = author.map { "\($0.url(in: instance))/\(status.id)" }
    let uri = author.map { "\($0.uri(in: instance))/statuses/\(status.id)" } ?? ""
    writer.field("id", status.id)
    writer.field("created_at", status.createdAt)
    writer.field("edited_at", status.editedAt)
    writer.field("in_reply_to_id", status.inReplyToID)
    writer.field("in_reply_to_account_id", status.inReplyToAccountID)
    writer.field("visibility", status.audience.word)
    writer.field("uri", original == nil ? uri : "\(uri)/activity")
    writer.field("url", original == nil ? page : "\(uri)/activity")
    writer.field("account", raw: accounts[status.accountID])
  }

  /// Writes content and counts; for a boost those of the boosted status, as Mastodon does.
  private func writeBody(_ status: StatusRow, _ shown: StatusRow, to writer: inout JSONWriter, isNested: Bool) {
    let isSensitized = rows[shown.accountID]?.moderation == .sensitive && shown.accountID != viewer
    writer.field("sensitive", shown.sensitive || isSensitized)
    writer.field("spoiler_text", shown.spoilerText)
    writer.field("language", shown.language)
    writer.field("replies_count", shown.repliesCount)
    writer.field("reblogs_count", shown.reblogsCount)
    writer.field("favourites_count", shown.favouritesCount)
    writer.field("quotes_count", shown.quotesCount)
    if isRedraft { writer.field("text", shown.text) } else { writer.field("content", shown.content) }
    writer.field("application", raw: status.application)
    writer.field("media_attachments", raw: shown.media)
    writer.field("mentions", raw: shown.mentions)
    writer.field("tags", raw: shown.tags)
    writer.emojis(in: [shown.text, shown.spoilerText])
    writer.field("card", raw: shown.card)
    writer.field("poll", of: shown.pollID.flatMap { polls[$0] }) { $1.write(to: &$0, for: viewer, at: now) }
    writer.field("quote", of: shown.quoteState) { writeQuote($1, shown.quoteOfID, to: &$0, isNested: isNested) }
    writer.field("quote_approval") { $0.approval(of: shown, viewer, isFollower: followed.contains(shown.accountID)) }
    writer.field("tagged_collections", array: Self.collections(in: shown.text, instance).compactMap { collections[$0] })
    {
      writer, collection in
      writer.object { collection.writeFields(to: &$0, in: instance) }
    }
  }

  /// The ids of the collections that a text links to.
  private static func collections(in text: String, _ instance: InstanceInfo) -> [Int64] {
    let start = "\(instance.origin)/collections/"
    guard text.contains(start) else { return [] }
    return text.split(separator: start, omittingEmptySubsequences: false).dropFirst().compactMap {
      Int64($0.prefix { $0.isNumber })
    }
  }

  /// Writes a quote; one inside a quoted status has only an id.
  private func writeQuote(_ state: QuoteState, _ quoted: Int64?, to writer: inout JSONWriter, isNested: Bool) {
    writer.object { writer in
      let (word, id) = quotes.stand(state, of: quoted)
      writer.field("state", word)
      if isNested {
        writer.field("quoted_status_id", id)
      } else {
        writer.field("quoted_status", of: id.flatMap { statuses[$0] }) { write($1, to: &$0, isNested: true) }
      }
    }
  }

  private func writeViewerFlags(_ status: StatusRow, _ shown: StatusRow, of viewer: Int64, to writer: inout JSONWriter)
  {
    let marks = marks[shown.id] ?? []
    writer.field("favourited", marks.contains(.favourited))
    writer.field("reblogged", marks.contains(.reblogged))
    writer.field("muted", marks.contains(.muted))
    writer.field("bookmarked", marks.contains(.bookmarked))
    if status.accountID == viewer, status.reblogOfID == nil, status.audience != .direct {
      writer.field("pinned", marks.contains(.pinned))
    }
    writer.key("filtered")
    if let filters {
      filters.write(shown, poll: shown.pollID.flatMap { polls[$0] }, to: &writer)
    } else {
      writer.raw("[]")
    }
  }
}
