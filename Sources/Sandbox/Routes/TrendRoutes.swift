import GRDB

/// Trends, by use in the last days.
let trendRoutes: [Route] = [
  .get("/api/v1/trends/tags") { try $0.trendingTags() },
  .get("/api/v1/trends") { try $0.trendingTags() },
  .get("/api/v1/trends/statuses") { try $0.trendingStatuses() },
  .get("/api/v1/trends/links") { try $0.trendingLinks() },
]

extension RequestContext {
  private func slice(standard: Int, most: Int) -> Arguments {
    [
      "limit": parameters.limit(standard: standard, most: most),
      "offset": parameters.offset, "viewer": viewer ?? 0,
      "since": transaction.now + -7 * 86_400,
    ]
  }

  fileprivate func trendingTags() throws -> SandboxResponse {
    let names = try transaction.database.values(
      String.self,
      """
      SELECT lower(t.tag) FROM status_tags t JOIN statuses s ON s.id = t.status_id
      WHERE s.created_at >= :since AND s.visibility = 0 AND :viewer = :viewer
      GROUP BY 1 ORDER BY count(DISTINCT s.account_id) DESC, count(*) DESC, 1 LIMIT :limit OFFSET :offset
      """, StatementArguments(slice(standard: 10, most: 20)))
    return try TagRenderer(names, for: viewer, in: transaction).response(names)
  }

  fileprivate func trendingStatuses() throws -> SandboxResponse {
    let rows: [StatusRow] = try transaction.database.all(
      """
      WHERE s.created_at >= :since AND s.visibility = 0 AND s.reblog_of_id IS NULL AND s.in_reply_to_id IS NULL
        AND s.sensitive = 0 AND s.favourites_count + s.reblogs_count > 0 AND \(Visible.inPublic) AND \(Visible.wanted)
      ORDER BY s.favourites_count + 2 * s.reblogs_count DESC, s.id DESC LIMIT :limit OFFSET :offset
      """, StatementArguments(slice(standard: 20, most: 40)))
    return try renderer(rows).response(rows)
  }

  /// Preview cards by number of posts, with their use per day.
  fileprivate func trendingLinks() throws -> SandboxResponse {
    let rows = try transaction.database.rows(
      """
      SELECT max(s.card) FROM statuses s
      WHERE s.created_at >= :since AND s.visibility = 0 AND s.card IS NOT NULL AND :viewer = :viewer
      GROUP BY json_extract(s.card, '$.url') ORDER BY count(DISTINCT s.account_id) DESC, max(s.id) DESC
      LIMIT :limit OFFSET :offset
      """, StatementArguments(slice(standard: 10, most: 20)))
    let cards = try rows.map { row -> (card: String, days: [DailyUse]) in
      let card: String = row[0]
      return (card, try transaction.linkHistory(card))
    }
    return .json { writer in
      writer.array(cards) { writer, link in
        let history = JSONWriter.objects(link.days) { writer, day in
          writer.field("day", String(day.day))
          writer.field("accounts", String(day.accounts))
          writer.field("uses", String(day.uses))
        }
        // A trending link is a preview card with its history.
        writer.raw(#"\#(link.card.dropLast()),"history":\#(history)}"#)
      }
    }
  }
}

/// The use of something on one day.
struct DailyUse: Sendable {
  var day: Int64
  var uses: Int
  var accounts: Int
}

extension Transaction {
  fileprivate func linkHistory(_ card: String) throws -> [DailyUse] {
    let today = now.seconds / 86_400
    let uses = try database.rows(
      """
      SELECT s.created_at / 86400000, count(*), count(DISTINCT s.account_id) FROM statuses s
      WHERE s.visibility = 0 AND s.created_at >= ? AND s.card IS NOT NULL
        AND json_extract(s.card, '$.url') = json_extract(?, '$.url')
      GROUP BY 1
      """, [(today - 6) * 86_400_000, card])
    return (0..<7).map { back in
      let day = today - Int64(back)
      let row = uses.first { $0[0] == day }
      return DailyUse(day: day * 86_400, uses: row?[1] ?? 0, accounts: row?[2] ?? 0)
    }
  }
}
