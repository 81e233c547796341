import FoundationEssentials
import GRDB
import Glibc
import MastodonKit

/// Writes responses to an archive, within a transaction.
final class ArchiveWriter {
  /// The name of the account on its server, in lower case.
  let username: String
  let database: GRDB.Database
  /// Whether what is known already stays as it is: what is added may be older.
  private let keepsKnown: Bool
  /// The number of posts that were not known before.
  private(set) var added = 0
  private let compressor = EntityCompressor()
  /// The accounts that were read from the archive or written to it.
  private var accounts: [[UInt8]: (row: Int64, json: [UInt8])] = [:]
  /// What the index gets once all posts are in their table: with each post that is inserted there, it would write down what it has
  /// gathered.
  private var texts: [(row: Int64, text: SearchText, before: SearchText?)] = []
  /// The posts that their account no longer has, which are deleted last.
  private var gone: Set<String> = []

  init(username: String, database: GRDB.Database, keepsKnown: Bool = false) {
    self.username = username
    self.database = database
    self.keepsKnown = keepsKnown
  }

  /// A property of a post that is searched for.
  struct Flags: OptionSet {
    let rawValue: Int

    static let media = Flags(rawValue: 1)
    static let poll = Flags(rawValue: 2)
    static let link = Flags(rawValue: 4)
    static let alt = Flags(rawValue: 8)
    static let quote = Flags(rawValue: 16)
    static let reply = Flags(rawValue: 32)
    /// It reached the account as a boost.
    static let boosted = Flags(rawValue: 64)
    /// It is a boost, whose text is the boosted post's.
    static let wrapper = Flags(rawValue: 128)
    /// The index has its symbols.
    static let symbols = Flags(rawValue: 256)
    /// The index has its letters without marks.
    static let folded = Flags(rawValue: 512)
  }

  /// The longest post that is kept, in bytes.
  private static let longest = 1 << 20

  /// Keeps responses: their posts and accounts, each in its last form, and what else there is of them.
  func keep(_ responses: [ArchivedResponse], keepsPrivate: Bool) throws {
    let splits = responses.map { EntitySplitter(Array($0.body)) }
    var last: [[UInt8]: EntitySplitter.Entity] = [:]
    for case let split? in splits { for entity in split.entities { last[entity.key] = entity } }
    var rows: [[UInt8]: Int64] = [:]
    for case (let response, let split?) in zip(responses, splits) {
      let place = response.request.flatMap { Self.place(of: $0.path) }
      for entity in split.entities where entity.json.count <= Self.longest {
        let key = entity.key
        // One that could not be read yet may be by now.
        if rows[key] == nil, let last = last[key] {
          switch entity.kind {
          case .account: rows[key] = try keep(account: last, at: response.date)
          case .status: rows[key] = try keep(status: last, at: response.date, keepsPrivate: keepsPrivate)
          }
        }
        guard entity.kind == .status, let place, let row = rows[key] else { continue }
        try put(row, in: place)
        if let boosted = entity.boosted, let row = rows[boosted] { try put(row, in: place) }
      }
      try keep(response, split, in: place, keepsPrivate: keepsPrivate)
    }
    for (row, text, before) in texts { try index(text, in: before, at: row) }
    texts = []
    guard !gone.isEmpty else { return }
    for id in gone { try delete("id = ?", [StoredID(id)]) }
    gone = []
    try ArchiveStore.mergeIndex(in: database)
  }

  private func keep(
    _ response: ArchivedResponse, _ split: EntitySplitter, in place: String?, keepsPrivate: Bool
  ) throws {
    guard let request = response.request else { return }
    if place == "conversations", !keepsPrivate { return }
    if let page = request.page, let elements = split.elements, elements.allSatisfy({ !$0.id.isEmpty }) {
      try keep(elements, of: page, response, in: request.key)
    } else {
      try database.run(
        "INSERT OR REPLACE INTO response (key, date, body, older, namesCursors) VALUES (?, ?, ?, ?, ?)",
        [
          request.responseKey, response.date.timeIntervalSince1970, Data(split.skeleton), response.older?.value,
          response.namesCursors,
        ])
      if request.key == Self.lists { try keep(lists: split.elements ?? [], at: response.date) }
    }
  }

  /// The name of the response with all lists.
  static let lists = "/api/v1/lists"

  /// Keeps each list by itself, so that its posts are found by its name also when the server no longer has it.
  private func keep(lists: [EntitySplitter.Element], at date: Date) throws {
    for list in lists {
      try database.run(
        "INSERT OR REPLACE INTO response (key, date, body, namesCursors) VALUES (?, ?, ?, 0)",
        [
          "\(Self.lists)/\(PercentCoding.encode(String(decoding: list.id, as: UTF8.self)))",
          date.timeIntervalSince1970, Data(list.json),
        ])
    }
  }

  private func keep(
    _ elements: [EntitySplitter.Element], of page: PageRequest, _ response: ArchivedResponse, in key: String
  ) throws {
    let date = response.date.timeIntervalSince1970
    var items = elements.map { element in
      ArchivedList.Item(
        id: String(decoding: element.id, as: UTF8.self), json: String(decoding: element.json, as: UTF8.self),
        date: date)
    }
    if !items.isEmpty { items[items.count - 1].cursor = response.older?.value }
    let text = try String.fetchOne(database, sql: "SELECT text FROM list WHERE key = ?", arguments: [key])
    var list = text.map(ArchivedList.init(text:)) ?? ArchivedList()
    let isLast = response.namesCursors ? response.older == nil : items.isEmpty
    let missing = list.add(items, at: page.position, limit: page.limit, isLast: isLast, at: date)
    try remove(missing, from: key)
    try database.run("INSERT OR REPLACE INTO list (key, text) VALUES (?, ?)", [key, list.text])
  }

  /// Takes out of the search what the server has left out of a list where it was before.
  ///
  /// Home and lists also lose the posts of accounts that are no longer followed; an account loses only what it has deleted.
  private func remove(_ ids: [String], from key: String) throws {
    let parts = key.split(separator: "/").dropFirst(2)
    switch (parts.first, parts.count) {
    case ("accounts", 3) where parts.last == "statuses": gone.formUnion(ids)
    case ("favourites", 1), ("bookmarks", 1):
      for id in ids {
        try database.run(
          "DELETE FROM place WHERE place = ? AND status IN (SELECT row FROM status WHERE id = ?)",
          [parts.first.map(String.init), StoredID(id)])
      }
    default: break
    }
  }

  /// Keeps an account, and returns its row; `nil` if it cannot be read.
  private func keep(account entity: EntitySplitter.Entity, at date: Date) throws -> Int64? {
    let known = try account(entity.id)
    if let known, keepsKnown || known.json == entity.json { return known.row }
    // One that cannot be read cannot be shown either.
    guard let account = try? MastodonJSON.decode(Account.self, from: Data(entity.json)) else { return nil }
    let row = try Int64.fetchOne(
      database.cachedStatement(
        sql: """
          INSERT INTO account (id, handle, keptAt, json) VALUES (?, ?, ?, ?)
          ON CONFLICT (id) DO UPDATE SET handle = excluded.handle, keptAt = excluded.keptAt, json = excluded.json
          RETURNING row
          """),
      arguments: [
        StoredID(String(decoding: entity.id, as: UTF8.self)), account.acct.lowercased(), date.seconds,
        compressor.compress(entity.json),
      ])
    accounts[entity.id] = row.map { ($0, entity.json) }
    return row
  }

  private func account(_ id: [UInt8]) throws -> (row: Int64, json: [UInt8])? {
    if let known = accounts[id] { return known }
    guard
      let found = try Row.fetchOne(
        database.cachedStatement(sql: "SELECT row, json FROM account WHERE id = ?"),
        arguments: [StoredID(String(decoding: id, as: UTF8.self))]),
      let json = EntityCompressor.text(of: found["json"])
    else { return nil }
    accounts[id] = (found["row"], json)
    return accounts[id]
  }

  /// Keeps a post, and returns its row; `nil` if it cannot be read, or is not kept.
  private func keep(status entity: EntitySplitter.Entity, at date: Date, keepsPrivate: Bool) throws -> Int64? {
    let id = StoredID(String(decoding: entity.id, as: UTF8.self))
    let known = try Row.fetchOne(
      database.cachedStatement(sql: "SELECT row, flags, json FROM status WHERE id = ?"), arguments: [id])
    if keepsKnown, let known { return known["row"] }
    let before = known.flatMap { EntityCompressor.text(of: $0["json"]) }.map(StoredStatus.init)
    if let known, before?.json == entity.json { return known["row"] }
    guard let status = try status(entity.json) else { return nil }
    let isPrivate = ![.public, .unlisted].contains(status.visibility)
    guard keepsPrivate || !isPrivate, let author = try account(Array(status.account.id.rawValue.utf8)) else {
      return nil
    }
    let text = status.reblog == nil ? SearchText(status, hasSymbols: true, isFolded: true) : nil
    var flags = Self.flags(of: status)
    if text?.hasSymbols == true { flags.insert(.symbols) }
    if text != nil { flags.insert(.folded) }
    let row = try Int64.fetchOne(
      database.cachedStatement(
        sql: """
          INSERT INTO status (id, createdAt, keptAt, author, visibility, language, flags, inReplyTo, json)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
          ON CONFLICT (id) DO UPDATE SET createdAt = excluded.createdAt, author = excluded.author,
            visibility = excluded.visibility, language = excluded.language,
            flags = excluded.flags | (flags & \(Flags.boosted.rawValue)), inReplyTo = excluded.inReplyTo,
            json = excluded.json
          RETURNING row
          """),
      arguments: [
        id, status.createdAt.seconds, date.seconds, author.row, Self.rank(of: status.visibility),
        status.language?.lowercased(), flags.rawValue,
        status.inReplyToAccountID.map { StoredID($0.rawValue) },
        compressor.compress(StoredStatus(json: entity.json, author: text?.author).bytes),
      ])
    guard let row else { return nil }
    if known == nil, status.reblog == nil { added += 1 }
    if let boosted = status.reblog {
      try database.run(
        "UPDATE status SET flags = flags | ? WHERE id = ?", [Flags.boosted.rawValue, StoredID(boosted.id.rawValue)])
    } else if let text {
      let before = try before.flatMap { try searchText(of: $0, known.map { $0["flags"] } ?? 0) }
      texts.append((row, text, before))
      try setPlaces(of: status, at: row, isNew: known == nil)
    }
    return row
  }

  /// A post from its JSON with markers; `nil` if it cannot be read.
  private func status(_ json: [UInt8]) throws -> Status? {
    let whole = Data(try assembler.assemble(json))
    // It is not kept.
    return try? MastodonJSON.decode(Status.self, from: whole)
  }

  /// The texts that the index has of a post; `nil` if it has none.
  private func searchText(of stored: StoredStatus, _ flags: Int) throws -> SearchText? {
    guard let author = stored.author, let status = try status(stored.json) else { return nil }
    let flags = Flags(rawValue: flags)
    var text = SearchText(status, hasSymbols: flags.contains(.symbols), isFolded: flags.contains(.folded))
    text.author = author
    return text
  }

  private func index(_ text: SearchText, in before: SearchText?, at row: Int64) throws {
    if text == before { return }
    if let before { try remove(before, at: row) }
    try database.run(
      "INSERT INTO text (rowid, body, alt, author, mentions, tags) VALUES (?, ?, ?, ?, ?, ?)",
      [row, text.body, text.alt, text.author, text.mentions, text.tags])
  }

  /// Removes a post from the index, which has to be told what it has of it.
  private func remove(_ text: SearchText, at row: Int64) throws {
    try database.run(
      "INSERT INTO text (text, rowid, body, alt, author, mentions, tags) VALUES ('delete', ?, ?, ?, ?, ?, ?)",
      [row, text.body, text.alt, text.author, text.mentions, text.tags])
  }

  /// Puts the symbols of a post into the index, which an earlier version has made without them.
  func indexSymbols(_ row: Row) throws {
    let flags: Int = row["flags"]
    guard !Flags(rawValue: flags).contains(.symbols),
      var stored = EntityCompressor.text(of: row["json"]).map(StoredStatus.init),
      let before = try searchText(of: stored, flags),
      var text = try searchText(of: stored, flags | Flags.symbols.rawValue)
    else { return }
    text.author = SearchText.separated(before.author, hasSymbols: true, isFolded: false)
    guard text.hasSymbols, text != before else { return }
    try index(text, in: before, at: row["row"])
    stored.author = text.author
    try database.run(
      "UPDATE status SET flags = ?, json = ? WHERE row = ?",
      [flags | Flags.symbols.rawValue, compressor.compress(stored.bytes), row["row"] as Int64])
  }

  /// Deletes posts and what is searched of them.
  func delete(_ condition: String, _ arguments: StatementArguments = StatementArguments()) throws {
    // The rows alone first: of all posts together, the texts would need much memory.
    let rows = try Int64.fetchAll(database, sql: "SELECT row FROM status WHERE \(condition)", arguments: arguments)
    let places = rows.isEmpty ? [] : try String.fetchAll(database, sql: Self.everyPlace)
    for row in rows {
      let known = try Row.fetchOne(
        database.cachedStatement(sql: "SELECT flags, json FROM status WHERE row = ?"), arguments: [row])
      // Of one that cannot be read, the index keeps words that lead nowhere: no other post gets its row.
      if let known, let stored = EntityCompressor.text(of: known["json"]).map(StoredStatus.init),
        let text = try searchText(of: stored, known["flags"])
      {
        try remove(text, at: row)
      }
      for place in places {
        try database.run("DELETE FROM place WHERE place = ? AND status = ?", [place, row])
      }
      try database.run("DELETE FROM status WHERE row = ?", [row])
    }
  }

  /// The names of the places, each found from the one before: their table begins with the name, and has a row for each post.
  private static let everyPlace = """
    WITH RECURSIVE name (name) AS (
      SELECT MIN(place) FROM place UNION ALL SELECT (SELECT MIN(place) FROM place WHERE place > name) FROM name WHERE name IS NOT NULL
    ) SELECT name FROM name WHERE name IS NOT NULL
    """

  /// Puts a post among the favourites, the bookmarks and the user's own, or removes it there.
  private func setPlaces(of status: Status, at row: Int64, isNew: Bool) throws {
    if status.account.acct.lowercased() == username { try put(row, in: "mine") }
    guard status.hasViewerState else { return }
    for (place, isIn) in [("favourites", status.favourited), ("bookmarks", status.bookmarked)] {
      if isIn {
        try put(row, in: place)
      } else if !isNew {
        try database.run("DELETE FROM place WHERE place = ? AND status = ?", [place, row])
      }
    }
  }

  private func put(_ row: Int64, in place: String) throws {
    try database.run("INSERT OR IGNORE INTO place (place, status) VALUES (?, ?)", [place, row])
  }

  /// Puts entities back together.
  var assembler: EntityAssembler {
    EntityAssembler { [self] kind, id in
      if kind == .account { return try account(id)?.json }
      return try Data.fetchOne(
        database.cachedStatement(sql: "SELECT json FROM status WHERE id = ?"),
        arguments: [StoredID(String(decoding: id, as: UTF8.self))]
      ).flatMap(EntityCompressor.text).map { StoredStatus($0).json }
    }
  }

  private static func rank(of visibility: Visibility) -> Int {
    switch visibility {
    case .public: 0
    case .unlisted: 1
    case .direct: 3
    default: 2
    }
  }

  private static func flags(of status: Status) -> Flags {
    if status.reblog != nil { return .wrapper }
    var flags: Flags = []
    if !status.mediaAttachments.isEmpty { flags.insert(.media) }
    if status.mediaAttachments.contains(where: { $0.description?.isEmpty == false }) { flags.insert(.alt) }
    if status.poll != nil { flags.insert(.poll) }
    // By bytes: by characters it would take a twentieth of the time of keeping a post.
    let hasLink = status.content.withCString { strstr($0, "class=\"invisible\"") != nil }
    if status.card != nil || hasLink { flags.insert(.link) }
    if status.quote != nil { flags.insert(.quote) }
    if status.inReplyToID != nil { flags.insert(.reply) }
    return flags
  }

  /// The place that posts of a path were read in; `nil` for one that is not searched.
  private static func place(of path: String) -> String? {
    let parts = path.split(separator: "/").dropFirst(2)
    return switch (parts.first, parts.count) {
    case ("timelines", 2) where parts.last == "home": "home"
    case ("timelines", 3) where parts.dropFirst().first == "list": "list:" + (parts.last ?? "")
    case ("notifications", 1): "notifications"
    case ("favourites", 1): "favourites"
    case ("bookmarks", 1): "bookmarks"
    case ("conversations", 1): "conversations"
    default: nil
    }
  }
}

extension Date {
  /// The whole seconds since 1970.
  var seconds: Int64 { Int64(timeIntervalSince1970.rounded(.down)) }
}

extension EntitySplitter.Entity {
  fileprivate var key: [UInt8] { [kind.rawValue] + id }

  /// The key of the post that this one boosts.
  fileprivate var boosted: [UInt8]? {
    let start = Array(#""reblog":{"@":""#.utf8)
    guard kind == .status, let found = json[...].firstPlace(of: start) else { return nil }
    return Array(json[found.upperBound...].prefix { $0 != UInt8(ascii: "\"") })
  }
}
