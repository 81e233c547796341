import GRDB

/// Yearly reports (Mastodon 4.6).
///
/// A report is computed when it is read; asking for one only records that it may be.
let annualReportRoutes: [Route] = [
  .get("/api/v1/annual_reports", .user("read:accounts")) { context in
    let years = try context.reportedYears().filter { $0.value == "new" }.keys.sorted(by: >)
    return try context.annualReports(years)
  },
  .get("/api/v1/annual_reports/:year", .user("read:accounts")) { context in
    try context.annualReports([try context.reportedYear()])
  },
  .get("/api/v1/annual_reports/:year/state", .user("read:accounts")) { context in
    let year = try context.year()
    let isThere = try context.reportedYears()[year] != nil
    let state = try isThere ? "available" : context.isEligible(year) ? "eligible" : "ineligible"
    return .object { $0.field("state", state) }
  },
  .perform("POST", "/api/v1/annual_reports/:year/read", .user("write:accounts")) { context in
    try context.keepReport(of: try context.reportedYear(), as: "read")
  },
  .perform("POST", "/api/v1/annual_reports/:year/generate", .user("write:accounts")) { context in
    let year = try context.year()
    guard try context.isEligible(year) else { throw APIError.recordNotFound }
    if try context.reportedYears()[year] == nil { try context.keepReport(of: year, as: "new") }
  },
]

extension RequestContext {
  fileprivate func year() throws(APIError) -> Int {
    guard let year = captures["year"].flatMap({ Int($0) }), (1...9999).contains(year) else { throw .recordNotFound }
    return year
  }

  /// The year in the path, if its report was asked for.
  fileprivate func reportedYear() throws -> Int {
    let year = try year()
    guard try reportedYears()[year] != nil else { throw APIError.recordNotFound }
    return year
  }

  /// The years with a report, and whether it is `new` or `read`.
  fileprivate func reportedYears() throws -> [Int: String] {
    let prefix = "annual_report.\(try user())."
    let rows = try transaction.database.rows(
      "SELECT substr(key, ?), value FROM meta WHERE key LIKE ? ESCAPE '\\'",
      [prefix.count + 1, prefix.literalPattern + "%"])
    var years: [Int: String] = [:]
    for row in rows {
      if let year = Int(row[0] as String) { years[year] = row[1] }
    }
    return years
  }

  fileprivate func keepReport(of year: Int, as state: String) throws {
    try transaction.setMeta("annual_report.\(try user()).\(year)", state)
  }

  /// Whether the account posted in a year.
  fileprivate func isEligible(_ year: Int) throws -> Bool {
    try transaction.database.has(
      "SELECT 1 FROM statuses WHERE account_id = ? AND \(Self.inYear) LIMIT 1", [try user(), String(year)])
  }

  private static let inYear = "strftime('%Y', created_at / 1000, 'unixepoch') = ?"
  private static let month = "CAST(strftime('%m', created_at / 1000, 'unixepoch') AS INTEGER)"

  fileprivate func annualReports(_ years: [Int]) throws -> SandboxResponse {
    let user = try user()
    let reports = try years.map { try AnnualReportRow($0, of: user, in: transaction) }
    let ids = Set(reports.flatMap { [$0.byReblogs, $0.byFavourites, $0.byReplies].compactMap(\.self) })
    let statuses = try transaction.statuses(ids).sorted { $0.id < $1.id }
    let renderer = try renderer(statuses)
    let accounts = reports.isEmpty ? [] : try transaction.accounts([user])
    let accountRenderer = AccountRenderer(instance: transaction.instance)
    return .object { writer in
      writer.field("annual_reports", reports)
      writer.field("accounts", array: accounts) { accountRenderer.write($1, to: &$0) }
      writer.field("statuses", array: statuses) { renderer.write($1, to: &$0) }
    }
  }

  fileprivate struct AnnualReportRow: JSONValue {
    var year: Int
    var account: Int64
    var archetype: String
    var byReblogs: Int64?
    var byFavourites: Int64?
    var byReplies: Int64?
    /// Posts, follows and followers of the twelve months.
    var months: [(statuses: Int, following: Int, followers: Int)]
    var tags: [(name: String, count: Int)]

    init(_ year: Int, of account: Int64, in transaction: Transaction) throws {
      let database = transaction.database
      self.year = year
      self.account = account
      func count(_ table: String, _ condition: String) throws -> [Int] {
        var months = [Int](repeating: 0, count: 12)
        let rows = try database.rows(
          "SELECT \(month), count(*) FROM \(table) WHERE \(condition) = ? AND \(inYear) GROUP BY 1",
          [account, String(year)])
        for row in rows { months[(row[0] as Int) - 1] = row[1] }
        return months
      }
      let statuses = try count("statuses", "account_id")
      let following = try count("follows", "account_id")
      let followers = try count("follows", "target_id")
      months = (0..<12).map { (statuses[$0], following[$0], followers[$0]) }
      func best(_ column: String) throws -> Int64? {
        try database.value(
          Int64.self,
          """
          SELECT id FROM statuses WHERE account_id = ? AND \(inYear) AND visibility <= 1 AND reblog_of_id IS NULL
            AND \(column) > 0 ORDER BY \(column) DESC, id LIMIT 1
          """, [account, String(year)])
      }
      byReblogs = try best("reblogs_count")
      byFavourites = try best("favourites_count")
      byReplies = try best("replies_count")
      tags = try database.rows(
        """
        SELECT t.tag, count(*) FROM status_tags t JOIN statuses ON statuses.id = t.status_id
        WHERE account_id = ? AND \(inYear) GROUP BY t.tag ORDER BY 2 DESC, 1 LIMIT 5
        """, [account, String(year)]
      ).map { ($0[0], $0[1]) }
      archetype = try Self.archetype(of: account, year, in: database)
    }

    /// The sort of account, by what it did most.
    private static func archetype(of account: Int64, _ year: Int, in database: Database) throws -> String {
      let row = try database.row(
        """
        SELECT count(*), count(reblog_of_id), count(in_reply_to_id), count(poll_id) FROM statuses
        WHERE account_id = ? AND \(inYear)
        """, [account, String(year)])
      guard let row, (row[0] as Int) > 0 else { return "lurker" }
      let (all, boosts, replies, polls): (Int, Int, Int, Int) = (row[0], row[1], row[2], row[3])
      if boosts * 2 > all { return "booster" }
      if polls * 10 > all { return "pollster" }
      return replies * 2 > all ? "replier" : "oracle"
    }

    func write(to writer: inout JSONWriter) {
      writer.object { writer in
        writer.field("year", year)
        writer.field("data") { writer in
          writer.field("archetype", archetype)
          writer.field("top_statuses") {
            $0.field("by_reblogs", byReblogs)
            $0.field("by_favourites", byFavourites)
            $0.field("by_replies", byReplies)
          }
          writer.field("time_series", objects: Array(months.enumerated())) { writer, month in
            writer.field("month", month.offset + 1)
            writer.field("statuses", month.element.statuses)
            writer.field("following", month.element.following)
            writer.field("followers", month.element.followers)
          }
          writer.field("top_hashtags", objects: tags) { writer, tag in
            writer.field("name", tag.name)
            writer.field("count", tag.count)
          }
        }
        writer.field("schema_version", 2)
        writer.null("share_url")
        writer.field("account_id", account)
      }
    }
  }
}
