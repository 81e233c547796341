import GRDB

/// A poll with its options and the viewer's votes.
struct PollRow: Sendable {
  var id: Int64
  var statusID: Int64
  var accountID: Int64
  var expiresAt: Moment?
  var multiple: Bool
  var hideTotals: Bool
  var votersCount: Int
  var options: [(title: String, votes: Int)] = []
  /// The viewer's votes in the order in which they were cast.
  var ownVotes: [Int] = []

  private init(_ row: Row) {
    id = row[0]
    statusID = row[1]
    accountID = row[2]
    expiresAt = row[3]
    multiple = row[4]
    hideTotals = row[5]
    votersCount = row[6]
  }

  func isExpired(at now: Moment) -> Bool { expiresAt.map { $0 <= now } ?? false }

  static func load(_ ids: [Int64], for viewer: Int64?, in database: Database) throws -> [Int64: PollRow] {
    let ids = ids.json
    var polls: [Int64: PollRow] = [:]
    let heads = try database.rows(
      """
      SELECT id, status_id, account_id, expires_at, multiple, hide_totals, voters_count
      FROM polls WHERE id IN (SELECT value FROM json_each(?))
      """, [ids])
    for row in heads { polls[row[0]] = PollRow(row) }
    let options = try database.rows(
      """
      SELECT poll_id, title, votes_count FROM poll_options
      WHERE poll_id IN (SELECT value FROM json_each(?)) ORDER BY poll_id, position
      """, [ids])
    for row in options { polls[row[0]]?.options.append((row[1], row[2])) }
    if let viewer {
      let votes = try database.rows(
        """
        SELECT poll_id, position FROM poll_votes
        WHERE poll_id IN (SELECT value FROM json_each(?)) AND account_id = ? ORDER BY turn, position
        """, [ids, viewer])
      for row in votes { polls[row[0]]?.ownVotes.append(row[1]) }
    }
    return polls
  }

  func write(to writer: inout JSONWriter, for viewer: Int64?, at now: Moment) {
    let isExpired = isExpired(at: now)
    let isOwn = viewer == accountID
    writer.object { writer in
      writer.field("id", id)
      writer.field("expires_at", expiresAt)
      writer.field("expired", isExpired)
      writer.field("multiple", multiple)
      writer.field("votes_count", options.reduce(0) { $0 + $1.votes })
      writer.field("voters_count", multiple ? votersCount : nil)
      if viewer != nil {
        // `voted` is true for the author too, so that clients show the result.
        writer.field("voted", isOwn || !ownVotes.isEmpty)
        writer.field("own_votes", array: ownVotes) { $0.value($1) }
      }
      writer.field("options", objects: options) { writer, option in
        writer.field("title", option.title)
        writer.field("votes_count", hideTotals && !isExpired ? nil : option.votes)
      }
      writer.emojis(in: options.map(\.title))
    }
  }
}
