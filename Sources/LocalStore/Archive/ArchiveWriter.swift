import FoundationEssentials
import GRDB
import MastodonKit

/// Writes responses to an archive, within a transaction.
struct ArchiveWriter {
  /// The name of the account on its server, in lower case.
  let username: String
  let database: GRDB.Database

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
  }

  /// The longest post that is kept, in bytes.
  private static let longest = 1 << 20

  /// Keeps a response: its posts and accounts, and what else there is of it.
  func keep(_ response: ArchivedResponse, keepsPrivate: Bool) throws {
    guard let split = EntitySplitter(Array(response.body)) else { return }
    let place = response.request.flatMap { Self.place(of: $0.path) }
    for entity in split.entities where entity.json.count <= Self.longest {
      switch entity.kind {
      case .account: try keep(account: entity, at: response.date)
      case .status: try keep(status: entity, at: response.date, in: place, keepsPrivate: keepsPrivate)
      }
    }
    guard let request = response.request else { return }
    if place == "conversations", !keepsPrivate { return }
    if let page = request.page, let elements = split.elements, elements.allSatisfy({ !$0.id.isEmpty }) {
      try keep(elements, of: page, response, in: request.key)
    } else {
      try database.execute(
        sql: "INSERT OR REPLACE INTO response (key, date, body, older, namesCursors) VALUES (?, ?, ?, ?, ?)",
        arguments: [
          request.responseKey, response.date.timeIntervalSince1970, Data(split.skeleton), response.older?.value,
          response.namesCursors,
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
    list.add(items, at: page.position, limit: page.limit, isLast: isLast, at: date)
    try database.execute(
      sql: "INSERT OR REPLACE INTO list (key, text) VALUES (?, ?)", arguments: [key, list.text])
  }

  private func keep(account entity: EntitySplitter.Entity, at date: Date) throws {
    let isSame = try Bool.fetchOne(
      database.cachedStatement(sql: "SELECT json = ? FROM account WHERE id = ?"),
      arguments: [Data(entity.json), String(decoding: entity.id, as: UTF8.self)])
    if isSame == true { return }
    // One that cannot be read cannot be shown either.
    guard let account = try? MastodonJSON.decode(Account.self, from: Data(entity.json)) else { return }
    try database.execute(
      sql: """
        INSERT INTO account (id, handle, keptAt, json) VALUES (?, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET handle = excluded.handle, keptAt = excluded.keptAt, json = excluded.json
        """,
      arguments: [
        String(decoding: entity.id, as: UTF8.self), account.acct.lowercased(), date.timeIntervalSince1970,
        Data(entity.json),
      ])
  }

  private func keep(
    status entity: EntitySplitter.Entity, at date: Date, in place: String?, keepsPrivate: Bool
  ) throws {
    let id = String(decoding: entity.id, as: UTF8.self)
    let known = try Row.fetchOne(
      database.cachedStatement(sql: "SELECT row, json = ? AS isSame FROM status WHERE id = ?"),
      arguments: [Data(entity.json), id])
    if let known, known["isSame"] == true {
      if let place { try put(known["row"], in: place) }
      return
    }
    let whole = Data(try assembler.assemble(entity.json))
    // As above.
    guard let status = try? MastodonJSON.decode(Status.self, from: whole) else { return }
    let isPrivate = ![.public, .unlisted].contains(status.visibility)
    guard keepsPrivate || !isPrivate else { return }
    let row = try Int64.fetchOne(
      database,
      sql: """
        INSERT INTO status (id, createdAt, keptAt, author, visibility, language, flags, inReplyTo, json)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET createdAt = excluded.createdAt, author = excluded.author,
          visibility = excluded.visibility, language = excluded.language,
          flags = excluded.flags | (flags & \(Flags.boosted.rawValue)), inReplyTo = excluded.inReplyTo,
          json = excluded.json
        RETURNING row
        """,
      arguments: [
        id, status.createdAt.timeIntervalSince1970, date.timeIntervalSince1970, status.account.acct.lowercased(),
        Self.rank(of: status.visibility), status.language?.lowercased(), Self.flags(of: status).rawValue,
        status.inReplyToAccountID?.rawValue, Data(entity.json),
      ])
    guard let row else { return }
    if let boosted = status.reblog {
      try database.execute(
        sql: "UPDATE status SET flags = flags | ? WHERE id = ?",
        arguments: [Flags.boosted.rawValue, boosted.id.rawValue])
      if let place, let inner = try self.row(of: boosted.id) { try put(inner, in: place) }
    } else {
      try index(SearchText(status), at: row)
      try setPlaces(of: status, at: row)
    }
    if let place { try put(row, in: place) }
  }

  private func index(_ text: SearchText, at row: Int64) throws {
    let known = try Row.fetchOne(
      database, sql: "SELECT body, alt, author, mentions, tags FROM text WHERE rowid = ?", arguments: [row])
    let values = [text.body, text.alt, text.author, text.mentions, text.tags]
    if let known {
      if (0..<5).allSatisfy({ known[$0] == values[$0] }) { return }
      try database.execute(sql: "DELETE FROM text WHERE rowid = ?", arguments: [row])
    }
    try database.execute(
      sql: "INSERT INTO text (rowid, body, alt, author, mentions, tags) VALUES (?, ?, ?, ?, ?, ?)",
      arguments: [row, text.body, text.alt, text.author, text.mentions, text.tags])
  }

  /// Puts a post among the favourites, the bookmarks and the user's own, or removes it there.
  private func setPlaces(of status: Status, at row: Int64) throws {
    if status.account.acct.lowercased() == username { try put(row, in: "mine") }
    guard status.hasViewerState else { return }
    for (place, isIn) in [("favourites", status.favourited), ("bookmarks", status.bookmarked)] {
      if isIn {
        try put(row, in: place)
      } else {
        try database.execute(
          sql: "DELETE FROM place WHERE place = ? AND status = ?", arguments: [place, row])
      }
    }
  }

  private func put(_ row: Int64, in place: String) throws {
    try database.execute(sql: "INSERT OR IGNORE INTO place (place, status) VALUES (?, ?)", arguments: [place, row])
  }

  private func row(of id: Status.ID) throws -> Int64? {
    try Int64.fetchOne(database, sql: "SELECT row FROM status WHERE id = ?", arguments: [id.rawValue])
  }

  /// Puts entities back together.
  var assembler: EntityAssembler {
    EntityAssembler { kind, id in
      let table = kind == .status ? "status" : "account"
      return try Data.fetchOne(
        database, cachedSQL: "SELECT json FROM \(table) WHERE id = ?", id: String(decoding: id, as: UTF8.self)
      ).map { Array($0) }
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
    if status.card != nil || status.content.contains("class=\"invisible\"") { flags.insert(.link) }
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

extension ArchiveRequest {
  /// The name of the list.
  var key: String { parameters.isEmpty ? path : "\(path)?\(parameters)" }

  /// The name of a response that is kept as a whole: also of a page of one whose elements have no ids.
  var responseKey: String {
    switch page?.position {
    case nil, .newest: key
    case .older(let cursor): key + " older " + cursor.value
    case .newer(let cursor): key + " newer " + cursor.value
    case .since(let cursor): key + " since " + cursor.value
    case .between(let lower, let upper): "\(key) between \(lower.value) \(upper.value)"
    case .offset(let count): "\(key) offset \(count)"
    }
  }
}

extension Data {
  /// A column of the row with an id; the statement is kept for the next one.
  fileprivate static func fetchOne(_ database: GRDB.Database, cachedSQL sql: String, id: String) throws -> Data? {
    try Data.fetchOne(try database.cachedStatement(sql: sql), arguments: [id])
  }
}
