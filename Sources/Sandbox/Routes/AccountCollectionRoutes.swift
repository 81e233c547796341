import GRDB

/// Collections of accounts (Mastodon 4.6).
let accountCollectionRoutes: [Route] = [
  .get("/api/v1/accounts/:account_id/collections", .scope("read:collections")) { context in
    let account = try context.id("account_id")
    guard try context.transaction.account(account) != nil else { throw APIError.recordNotFound }
    return try context.collections("c.account_id = :account", account)
  },
  .get("/api/v1/accounts/:account_id/in_collections", .user("read:collections")) { context in
    let account = try context.id("account_id")
    guard try account == context.user() else { throw APIError.forbidden }
    return try context.collections(
      "c.id IN (SELECT collection_id FROM collection_items WHERE account_id = :account)", account)
  },
  .get("/api/v1/collections/:id", .scope("read:collections")) { context in
    let collection = try context.collection()
    let accounts = try context.transaction.accounts(inOrder: collection.items.map(\.account))
    let renderer = AccountRenderer(instance: context.transaction.instance)
    return .object { writer in
      writer.field("collection") { collection.writeFields(to: &$0, in: context.transaction.instance) }
      writer.field("accounts", array: accounts) { renderer.write($1, to: &$0) }
    }
  },
  .post("/api/v1/collections", .user("write:collections")) { try $0.createCollection() },
  Route("PATCH", "/api/v1/collections/:id", .user("write:collections")) { context in
    let collection = try context.collectionSettings(try context.ownCollection())
    try context.transaction.database.run(
      """
      UPDATE collections SET name = ?, description = ?, language = ?, tag = ?, sensitive = ?, discoverable = ?,
        updated_at = ? WHERE id = ?
      """,
      [
        collection.name, collection.description, collection.language, collection.tag, collection.sensitive,
        collection.discoverable, context.transaction.now, collection.id,
      ])
    return try context.response(collection.id)
  },
  .perform("DELETE", "/api/v1/collections/:id", .user("write:collections")) { context in
    try context.transaction.database.run("DELETE FROM collections WHERE id = ?", [try context.ownCollection().id])
  },
  .post("/api/v1/collections/:collection_id/items", .user("write:collections")) { context in
    let collection = try context.ownCollection("collection_id")
    let account = context.parameters.text("account_id").flatMap { Int64($0) } ?? 0
    let item = try context.add(account, to: collection)
    return .object { $0.field("collection_item") { item.writeFields(to: &$0) } }
  },
  Route("DELETE", "/api/v1/collections/:collection_id/items/:id", .user("write:collections")) { context in
    try context.removeItem(from: try context.ownCollection("collection_id")) { _ in true }
  },
  .post("/api/v1/collections/:collection_id/items/:id/revoke", .user("write:collections")) { context in
    let user = try context.user()
    return try context.removeItem(from: try context.collection("collection_id")) { $0.account == user }
  },
]

/// A row of the table of collections with its items.
struct CollectionRow: Sendable {
  static let columns = """
    c.id, c.account_id, c.name, c.description, c.language, c.tag, c.sensitive, c.discoverable, c.created_at, \
    c.updated_at
    """
  static let limit = 10
  static let mostItems = 25

  var id: Int64 = 0
  var account: Int64
  var name = ""
  var description = ""
  var language: String?
  var tag: String?
  var sensitive = false
  var discoverable = true
  var createdAt: Moment
  var updatedAt: Moment
  var items: [Item] = []

  struct Item: Sendable {
    var id: Int64
    var account: Int64
    var state: String
    var createdAt: Moment

    func writeFields(to writer: inout JSONWriter) {
      writer.field("id", id)
      writer.field("account_id", account)
      writer.field("state", state)
      writer.field("created_at", createdAt)
    }
  }

  init(account: Int64, at now: Moment) {
    self.account = account
    createdAt = now
    updatedAt = now
  }

  init(_ row: Row, _ items: [Item]) {
    id = row[0]
    account = row[1]
    name = row[2]
    description = row[3]
    language = row[4]
    tag = row[5]
    sensitive = row[6]
    discoverable = row[7]
    createdAt = row[8]
    updatedAt = row[9]
    self.items = items
  }

  func writeFields(to writer: inout JSONWriter, in instance: InstanceInfo) {
    writer.field("id", id)
    writer.field("account_id", account)
    writer.field("uri", "\(instance.origin)/collections/\(id)")
    writer.field("url", "\(instance.origin)/collections/\(id)")
    writer.field("name", name)
    writer.field("description", description.isEmpty ? "" : "<p>\(ContentFormatter.escape(description))</p>")
    writer.field("language", language)
    writer.field("local", true)
    writer.field("sensitive", sensitive)
    writer.field("discoverable", discoverable)
    if let tag {
      writer.field("tag") {
        $0.field("name", tag)
        $0.field("url", "\(instance.origin)/tags/\(tag)")
      }
    } else {
      writer.null("tag")
    }
    writer.field("created_at", createdAt)
    writer.field("updated_at", updatedAt)
    writer.field("item_count", items.count)
    writer.field("items", objects: items) { $1.writeFields(to: &$0) }
  }
}

extension Transaction {
  /// The collections that fulfil a condition, oldest first.
  func collections(_ condition: String, _ arguments: StatementArguments) throws -> [CollectionRow] {
    let rows = try database.rows(
      "SELECT \(CollectionRow.columns) FROM collections c WHERE \(condition) ORDER BY c.id", arguments)
    let items = try database.rows(
      """
      SELECT collection_id, id, account_id, state, created_at FROM collection_items
      WHERE collection_id IN (SELECT value FROM json_each(?)) ORDER BY id
      """, [rows.map { $0[0] as Int64 }.json])
    return rows.map { row in
      CollectionRow(
        row,
        items.filter { $0[0] as Int64 == row[0] as Int64 }.map {
          CollectionRow.Item(id: $0[1], account: $0[2], state: $0[3], createdAt: $0[4])
        })
    }
  }

  /// Adds an account, whose consent a locked one has to give first.
  func addToCollection(_ collection: Int64, _ account: AccountRow, at moment: Moment) throws -> CollectionRow.Item {
    let state = account.locked ? "pending" : "accepted"
    try database.run(
      "INSERT INTO collection_items(collection_id, account_id, state, created_at) VALUES (?, ?, ?, ?)",
      [collection, account.id, state, moment])
    return CollectionRow.Item(
      id: database.lastInsertedRowID, account: account.id, state: state, createdAt: moment)
  }

  func insert(_ collection: CollectionRow) throws -> Int64 {
    try database.run(
      """
      INSERT INTO collections(account_id, name, description, language, tag, sensitive, discoverable, created_at,
        updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        collection.account, collection.name, collection.description, collection.language, collection.tag,
        collection.sensitive, collection.discoverable, collection.createdAt, collection.updatedAt,
      ])
    return database.lastInsertedRowID
  }
}

extension RequestContext {
  fileprivate func collections(_ condition: String, _ account: Int64) throws -> SandboxResponse {
    let limit = parameters.limit(standard: 40, most: 80)
    let all = try transaction.collections(condition, ["account": account])
    let page = all.dropFirst(max(parameters.integer("offset") ?? 0, 0)).prefix(limit)
    let instance = transaction.instance
    return .object { writer in
      writer.field("collections", objects: page) { $1.writeFields(to: &$0, in: instance) }
    }
  }

  fileprivate func collection(_ capture: String = "id") throws -> CollectionRow {
    guard let found = try transaction.collections("c.id = ?", [try id(capture)]).first else {
      throw APIError.recordNotFound
    }
    return found
  }

  /// The collection in the path, if it is the user's.
  fileprivate func ownCollection(_ capture: String = "id") throws -> CollectionRow {
    let collection = try collection(capture)
    guard try collection.account == user() else { throw APIError.forbidden }
    return collection
  }

  fileprivate func response(_ id: Int64) throws -> SandboxResponse {
    guard let collection = try transaction.collections("c.id = ?", [id]).first else { throw APIError.broken }
    let instance = transaction.instance
    return .object { $0.field("collection") { collection.writeFields(to: &$0, in: instance) } }
  }

  fileprivate func collectionSettings(_ old: CollectionRow) throws(APIError) -> CollectionRow {
    var collection = old
    if parameters.has("name") || old.id == 0 { collection.name = parameters.text("name") ?? "" }
    guard !collection.name.allSatisfy(\.isWhitespace) else { throw .invalid("Name can't be blank") }
    guard collection.name.count <= 40 else { throw .invalid("Name is too long (maximum is 40 characters)") }
    // What is sent empty is removed.
    if parameters.has("description") { collection.description = parameters.text("description") ?? "" }
    guard collection.description.count <= 100 else {
      throw .invalid("Description is too long (maximum is 100 characters)")
    }
    if parameters.has("language") {
      collection.language = parameters.text("language").flatMap { $0.isEmpty ? nil : $0 }
    }
    if parameters.has("tag_name") {
      let tag = parameters.text("tag_name") ?? ""
      collection.tag = tag.isEmpty ? nil : tag.hasPrefix("#") ? String(tag.dropFirst()) : tag
    }
    collection.sensitive = parameters.flag("sensitive") ?? old.sensitive
    collection.discoverable = parameters.flag("discoverable") ?? old.discoverable
    return collection
  }

  fileprivate func createCollection() throws -> SandboxResponse {
    let user = try user()
    guard try transaction.collections("c.account_id = ?", [user]).count < CollectionRow.limit else {
      throw APIError.invalid("You have reached the limit of \(CollectionRow.limit) collections")
    }
    var collection = try collectionSettings(CollectionRow(account: user, at: transaction.now))
    collection.id = try transaction.insert(collection)
    for account in parameters.texts("account_ids") {
      _ = try add(Int64(account) ?? 0, to: collection)
    }
    return try response(collection.id)
  }

  fileprivate func add(_ id: Int64, to collection: CollectionRow) throws -> CollectionRow.Item {
    guard let account = try transaction.account(id) else { throw APIError.recordNotFound }
    guard !account.bot else { throw APIError.invalid("Account cannot be featured") }
    guard !collection.items.contains(where: { $0.account == id }) else {
      throw APIError.invalid("Account has already been taken")
    }
    guard collection.items.count < CollectionRow.mostItems else {
      throw APIError.invalid("A collection has at most \(CollectionRow.mostItems) accounts")
    }
    return try transaction.addToCollection(collection.id, account, at: transaction.now)
  }

  fileprivate func removeItem(
    from collection: CollectionRow, if isAllowed: (CollectionRow.Item) -> Bool
  ) throws -> SandboxResponse {
    let id = try id()
    guard let item = collection.items.first(where: { $0.id == id }), isAllowed(item) else {
      throw APIError.recordNotFound
    }
    try transaction.database.run("DELETE FROM collection_items WHERE id = ?", [id])
    return .emptyObject
  }
}
