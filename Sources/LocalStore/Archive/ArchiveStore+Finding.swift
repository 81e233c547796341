import FoundationEssentials
import GRDB
import MastodonKit

extension ArchiveStore {
  /// A page of the posts that a query finds, and the number of those that cannot be read.
  ///
  /// - Parameter windows: How many of the newest posts are searched first: of a frequent word, the index has many more.
  func find(
    _ query: ArchiveQuery, _ request: PageRequest, windows: [Int] = [2000, 20_000], in database: GRDB.Database
  ) throws -> (page: Page<Status>, unreadable: Int) {
    let offset = request.archiveOffset
    var rows: [Data] = []
    for size in (query.sort == .time ? windows.map(Int?.some) : []) + [nil] {
      let window = try size.flatMap { try Window(newest: $0, in: database) }
      let search = try search(query, within: window, in: database)
      rows = try Data.fetchAll(
        database,
        sql: """
          SELECT status.json FROM status \(search.join) WHERE \(search.condition)
          ORDER BY \(search.order) createdAt DESC, id DESC LIMIT ? OFFSET ?
          """, arguments: search.arguments + [request.limit + 1, offset])
      if window == nil || rows.count > request.limit { break }
    }
    let assembler = ArchiveWriter(username: username, database: database).assembler
    let shown = rows.prefix(request.limit)
    // One that a damaged disk has left hides no other.
    let statuses = try shown.compactMap { data -> Status? in
      guard let text = EntityCompressor.text(of: data) else { return nil }
      let whole = Data(try assembler.assemble(StoredStatus(text).json))
      // It is counted.
      return try? MastodonJSON.decode(Status.self, from: whole)
    }
    let older = rows.count > request.limit ? Cursor(offset: offset + request.limit) : nil
    return (Page(statuses, older: older), shown.count - statuses.count)
  }

  /// The posts after a place as JSON, the oldest first, with the last place; `nil` at the end.
  func posts(
    after place: MastodonKit.Cursor?, in database: GRDB.Database
  ) throws -> (lines: [String], last: MastodonKit.Cursor)? {
    let after = place?.value.split(separator: " ").compactMap { Int64($0) } ?? [Int64.min, 0]
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT createdAt, row, json FROM status
        WHERE (createdAt, row) > (?, ?) AND flags & \(ArchiveWriter.Flags.wrapper.rawValue) = 0
        ORDER BY createdAt, row LIMIT 200
        """, arguments: StatementArguments(after))
    guard let last = rows.last else { return nil }
    let assembler = writer(database).assembler
    let lines = try rows.compactMap { row -> String? in
      guard let text = EntityCompressor.text(of: row["json"]) else { return nil }
      // A server may send line breaks between the members.
      return String(decoding: try assembler.assemble(StoredStatus(text).json), as: UTF8.self).replacing("\n", with: " ")
    }
    return (lines, MastodonKit.Cursor("\(last["createdAt"] as Int64) \(last["row"] as Int64)"))
  }

  func count(_ query: ArchiveQuery, in database: GRDB.Database) throws -> Int {
    let search = try search(ArchiveQuery(query.groups), within: nil, in: database)
    return try Int.fetchOne(
      database, sql: "SELECT COUNT(*) FROM status WHERE \(search.condition)", arguments: search.arguments) ?? 0
  }

  /// The newest posts, and the rows that they are among.
  private struct Window {
    let since: Int64
    /// Ranges in order: after an import, what was read before it is far from the newest of what was imported.
    let rows: [ClosedRange<Int64>]

    /// Finds the newest posts; `nil` if there are no more than that.
    init?(newest count: Int, in database: GRDB.Database) throws {
      let first = try Int64.fetchOne(
        database, sql: "SELECT createdAt FROM status ORDER BY createdAt DESC LIMIT 1 OFFSET ?", arguments: [count])
      guard let first else { return nil }
      // Rows by the thousand, of which there are few; all that are followed by the next one are one range.
      let parts = try Int64.fetchAll(
        database, sql: "SELECT DISTINCT row / 1000 FROM status WHERE createdAt >= ?", arguments: [first]
      ).sorted()
      let gaps = zip(parts.indices, zip(parts, parts.dropFirst())).map { (start: $0, width: $1.1 - $1.0) }
      // Each range is one more search of the index.
      let ends = gaps.filter { $0.width > 1 }.sorted { $0.width > $1.width }.prefix(7).map(\.start).sorted()
      since = first
      rows = zip([0] + ends.map { $0 + 1 }, ends + [parts.count - 1]).map {
        parts[$0] * 1000...parts[$1] * 1000 + 999
      }
    }
  }

  /// The parts of a statement.
  private struct Search {
    var condition: String
    var join = ""
    var order = ""
    var arguments: StatementArguments
  }

  private func search(
    _ query: ArchiveQuery, within window: Window?, in database: GRDB.Database
  ) throws -> Search {
    var conditions = [Fragment("flags & \(ArchiveWriter.Flags.wrapper.rawValue) = 0")]
    if let window { conditions.append(Fragment("createdAt >= ?", [window.since])) }
    // Words that all have to match are one search of the index.
    var phrases: [String] = []
    for group in query.groups {
      if group.alternatives.count == 1, let term = group.alternatives.first, !term.isExcluded,
        let phrase = try phrase(of: term.condition, in: database)
      {
        phrases.append(phrase)
      } else {
        conditions.append(try fragment(of: group, window, in: database))
      }
    }
    if !phrases.isEmpty { conditions.append(.matching(phrases.joined(separator: " AND "), window)) }
    let condition = conditions.reduce(Fragment("")) { $0.joined($1, by: " AND ") }
    var search = Search(condition: condition.sql, arguments: condition.arguments)
    let words = query.groups.flatMap(\.alternatives).filter { !$0.isExcluded }.compactMap { phrase(of: $0.condition) }
    if query.sort == .relevance, !words.isEmpty {
      search.join = """
        LEFT JOIN (SELECT rowid AS found, bm25(text, 4, 2, 2, 1, 4) AS score FROM text WHERE text MATCH ?)
        ON found = status.row
        """
      search.order = "score,"
      search.arguments = [words.joined(separator: " OR ")] + search.arguments
    }
    return search
  }

  /// A part of a statement with the values of its `?`.
  private struct Fragment {
    var sql: String
    var arguments: StatementArguments

    init(_ sql: String, _ arguments: StatementArguments = StatementArguments()) {
      self.sql = sql
      self.arguments = arguments
    }

    static func matching(_ phrase: String, _ window: Window?) -> Fragment {
      Fragment("SELECT rowid FROM text WHERE text MATCH ?", [phrase]).rows(among: window, "rowid")
    }

    /// The posts of a search for rows, which need to be those of a window only.
    func rows(among window: Window?, _ row: String) -> Fragment {
      let parts = window?.rows.map {
        Fragment("\(sql) AND \(row) BETWEEN ? AND ?", arguments + [$0.lowerBound, $0.upperBound])
      }
      let all = (parts ?? [self]).reduce(Fragment("")) { $0.joined($1, by: " UNION ALL ") }
      return Fragment("status.row IN (\(all.sql))", all.arguments)
    }

    func joined(_ other: Fragment, by word: String) -> Fragment {
      sql.isEmpty ? other : Fragment(sql + word + other.sql, arguments + other.arguments)
    }
  }

  private func fragment(
    of group: ArchiveQuery.Group, _ window: Window?, in database: GRDB.Database
  ) throws -> Fragment {
    let parts = try group.alternatives.map { term in
      let part = try fragment(of: term.condition, window, in: database)
      return term.isExcluded ? Fragment("NOT (\(part.sql))", part.arguments) : part
    }
    let all = parts.reduce(Fragment("")) { $0.joined($1, by: " OR ") }
    return Fragment("(\(all.sql))", all.arguments)
  }

  /// A condition as a search of the index; `nil` for one on something else.
  private func phrase(of condition: ArchiveQuery.Condition) -> String? {
    switch condition {
    case .words(let words, let isPrefix): SearchText.phrase(words, isPrefix: isPrefix)
    case .hashtag(let name): SearchText.phrase(name, isPrefix: false, in: "tags")
    case .mentions(let handle): SearchText.phrase(local(handle), isPrefix: false, in: "mentions")
    case .from, .to, .has, .place, .language, .before, .after, .kind, .match, .hours: nil
    }
  }

  /// The same with words of the index in place of the beginning of words, if they are not many.
  ///
  /// What begins so is put together from all rows of these words before any is found, however few rows are asked for.
  private func phrase(of condition: ArchiveQuery.Condition, in database: GRDB.Database) throws -> String? {
    guard case .words(let words, isPrefix: true) = condition else { return phrase(of: condition) }
    let tokenizer = try database.makeTokenizer(.unicode61(diacritics: .remove))
    var phrases: [String] = []
    for form in SearchText.forms(words) {
      var words = try tokenizer.tokenize(query: form).map(\.token)
      guard let beginning = words.popLast(), let ends = try self.words(beginning, limit: 20, in: database) else {
        return phrase(of: condition)
      }
      phrases += ends.map { SearchText.quoted((words + [$0]).joined(separator: " ")) }
    }
    return SearchText.any(of: phrases) ?? phrase(of: condition)
  }

  /// The words of the index that begin so; `nil` if there are more than a limit.
  private func words(_ beginning: String, limit: Int, in database: GRDB.Database) throws -> [String]? {
    let statement = try database.cachedStatement(sql: "SELECT term FROM word WHERE term >= ? LIMIT 1")
    var words: [String] = []
    while let word = try String.fetchOne(statement, arguments: [words.last.map { $0 + "\u{1}" } ?? beginning]),
      word.utf8.starts(with: beginning.utf8)
    {
      guard words.count < limit else { return nil }
      words.append(word)
    }
    return words
  }

  private func fragment(
    of condition: ArchiveQuery.Condition, _ window: Window?, in database: GRDB.Database
  ) throws -> Fragment {
    switch condition {
    // Without letters, digits and symbols, nothing is found.
    case .words, .hashtag, .mentions:
      return try phrase(of: condition, in: database).map { .matching($0, window) } ?? Fragment("0")
    case .from(let handle):
      let account = account(handle)
      return Fragment("author IN (SELECT row FROM account WHERE \(account.sql))", account.arguments)
    case .to(let handle):
      let account = account(handle)
      return Fragment("inReplyTo IN (SELECT id FROM account WHERE \(account.sql))", account.arguments)
    case .has(let content):
      let flag: ArchiveWriter.Flags =
        switch content {
        case .media: .media
        case .poll: .poll
        case .link: .link
        case .alt: .alt
        case .quote: .quote
        }
      return Fragment("flags & \(flag.rawValue) != 0")
    case .place(let place):
      let names = try names(of: place, in: database)
      let marks = names.map { _ in "?" }.joined(separator: ", ")
      return Fragment(
        "SELECT status FROM place WHERE place IN (\(marks))", StatementArguments(names)
      ).rows(among: window, "status")
    case .language(let code): return Fragment("(language = ? OR language LIKE ?)", [code, code + "-%"])
    case .before(let date): return Fragment("createdAt < ?", [date.seconds])
    case .after(let date): return Fragment("createdAt >= ?", [date.seconds])
    case .kind(.reply): return Fragment("flags & \(ArchiveWriter.Flags.reply.rawValue) != 0")
    case .kind(.boost): return Fragment("flags & \(ArchiveWriter.Flags.boosted.rawValue) != 0")
    case .kind(.private): return Fragment("visibility >= 2")
    // These are for rules.
    case .match, .hours: return Fragment("0")
    }
  }

  /// A handle as the account's server writes it: without the name of that server.
  private func local(_ handle: String) -> String {
    if handle == "me" { return username }
    let handle = handle.lowercased().drop { $0 == "@" }
    return handle.hasSuffix("@\(host)") ? String(handle.dropLast(host.count + 1)) : String(handle)
  }

  /// The accounts of a handle; a name without a server is that of accounts on any.
  private func account(_ handle: String) -> Fragment {
    let name = local(handle)
    guard !name.contains("@"), !handle.dropFirst().contains("@"), handle != "me" else {
      return Fragment("handle = ?", [name])
    }
    // What follows @ in ASCII is A.
    return Fragment("(handle = ? OR (handle >= ? AND handle < ?))", [name, name + "@", name + "A"])
  }

  func names(of place: ArchiveQuery.Place, in database: GRDB.Database) throws -> [String] {
    switch place {
    case .home: return ["home"]
    case .notifications: return ["notifications"]
    case .favourites: return ["favourites"]
    case .bookmarks: return ["bookmarks"]
    case .conversations: return ["conversations"]
    case .mine: return ["mine"]
    case .local, .federated, .live, .group: return []
    case .list(let title):
      return try lists(in: database).filter { $0.title.lowercased() == title.lowercased() }.map {
        "list:\($0.id.rawValue)"
      }
    }
  }

  /// The lists that are known, by the last names they had.
  func lists(in database: GRDB.Database) throws -> [List] {
    let all = ArchiveWriter.lists
    let each = try Data.fetchAll(database, sql: "SELECT body FROM response WHERE key GLOB '\(all)/*'").compactMap {
      // What cannot be read has no name; the members of a list are not one.
      try? MastodonJSON.decode(List.self, from: $0)
    }
    // An earlier version has kept them only together.
    let known = try Data.fetchOne(database, sql: "SELECT body FROM response WHERE key = '\(all)'")
    // See above.
    let together = known.flatMap { try? MastodonJSON.decode([List].self, from: $0) } ?? []
    return each + together.filter { list in !each.contains { $0.id == list.id } }
  }

  // MARK: - Size and deletion

  func facts(in database: GRDB.Database) throws -> ArchiveFacts {
    func number(_ sql: String) throws -> Int { try Int.fetchOne(database, sql: sql) ?? 0 }
    func date(_ sql: String) throws -> Date? {
      try Double.fetchOne(database, sql: sql).map { Date(timeIntervalSince1970: $0) }
    }
    var facts = ArchiveFacts()
    facts.accounts = try number("SELECT COUNT(*) FROM account")
    facts.lists = try number("SELECT COUNT(*) FROM list")
    facts.responses = try number("SELECT COUNT(*) FROM response")
    facts.bytes = try Self.size(in: database)
    facts.oldest = try date("SELECT MIN(createdAt) FROM status")
    facts.newest = try date("SELECT MAX(createdAt) FROM status")
    // Those that are not counted yet need a pass over them; the days are put together here.
    let days = try Row.fetchAll(
      database,
      sql: """
        SELECT day * 86400, SUM(posts), SUM(privatePosts) FROM (
          SELECT day, posts, privatePosts FROM tally
          UNION ALL \(Self.tally) AND row <= (SELECT row FROM unexamined) GROUP BY 1
        ) GROUP BY day HAVING SUM(posts) > 0 ORDER BY day
        """)
    for row in days {
      let (day, posts, privatePosts): (Double, Int, Int) = (row[0], row[1], row[2])
      facts.posts += posts
      facts.privatePosts += privatePosts
      let name = String(MastodonDate.format(Date(timeIntervalSince1970: day)).prefix(7))
      if facts.months.last?.name == name {
        facts.months[facts.months.count - 1].posts += posts
      } else {
        facts.months.append(ArchiveFacts.Month(name, posts: posts))
      }
    }
    return facts
  }

  /// Deletes the posts from before a date, or everything for `nil`; returns the number of posts.
  func clear(before date: Date?) throws -> Int {
    let count = try write { database in
      let number = "SELECT COUNT(*) FROM status WHERE flags & \(ArchiveWriter.Flags.wrapper.rawValue) = 0"
      let before = try Int.fetchOne(database, sql: number) ?? 0
      guard let date else {
        try database.execute(
          sql: """
            INSERT INTO text (text) VALUES ('delete-all');
            DELETE FROM place; DELETE FROM status; DELETE FROM tally; DELETE FROM unexamined;
            DELETE FROM account; DELETE FROM list; DELETE FROM response
            """)
        return before
      }
      try self.writer(database).delete("createdAt < ?", [date.seconds])
      try database.run("DELETE FROM response WHERE date < ?", [date.timeIntervalSince1970])
      try database.run("INSERT INTO text (text) VALUES ('optimize')")
      return before - (try Int.fetchOne(database, sql: number) ?? 0)
    }
    try database.erase()
    if date == nil { try StoredFile(path: database.path).removeSetAside() }
    return count
  }

  /// Deletes the posts that only some accounts may read, and the conversations.
  func clearPrivate() throws {
    try write { database in
      try self.writer(database).delete("visibility >= 2")
      try database.run("DELETE FROM list WHERE key LIKE '/api/v1/conversations%'")
      try database.run("INSERT INTO text (text) VALUES ('optimize')")
    }
    try database.erase()
  }
}

extension PageRequest {
  /// The number of posts before the page, which is paged by offset.
  fileprivate var archiveOffset: Int {
    switch position {
    case .offset(let offset): offset
    case .older(let cursor): cursor.query.flatMap { Int($0.drop { $0 != "=" }.dropFirst()) } ?? 0
    case .newest, .newer, .since, .between: 0
    }
  }
}
