import FoundationEssentials

extension Account: EncodableEntity {
  /// Decodes a server's JSON leniently: only the id is required.
  public init(_ json: Fields) throws {
    id = try json.id("id")
    let acct = json.nameIfPresent("acct")
    username = json.nameIfPresent("username") ?? acct.map { String($0.prefix { $0 != "@" }) } ?? ""
    self.acct = acct ?? username
    displayName = json.name("display_name")
    note = json.text("note")
    url = json.word("url")
    uri = json.word("uri")
    avatar = json.word("avatar")
    header = json.word("header")
    locked = json.flag("locked")
    bot = json.flag("bot")
    group = json.flag("group")
    createdAt = json.date("created_at") ?? Date(timeIntervalSince1970: 0)
    lastStatusAt = json.date("last_status_at").map(MastodonDate.startOfDay)
    statusesCount = json.count("statuses_count")
    followersCount = json.count("followers_count")
    followingCount = json.count("following_count")
    fields = json.list("fields")
    emojis = json.list("emojis")
    suspended = json.flag("suspended")
    limited = json.flag("limited")
    roles = json.list("roles")
    source = json.entity("source")
    details = Details(json)
    moved = json.entity("moved")
  }

  public func encode(to json: inout EntityEncoder) throws {
    try json.encode(id, forKey: "id")
    try json.encode(username, forKey: "username")
    try json.encode(acct, forKey: "acct")
    try json.encode(displayName, forKey: "display_name")
    try json.encode(locked, forKey: "locked")
    try json.encode(bot, forKey: "bot")
    try json.encode(group, forKey: "group")
    try json.encode(date: createdAt, forKey: "created_at")
    try json.encode(note, forKey: "note")
    try json.encode(url, forKey: "url")
    try json.encodeIfPresent(uri, forKey: "uri")
    try json.encode(avatar ?? "", forKey: "avatar")
    try json.encode(header ?? "", forKey: "header")
    try json.encode(followersCount, forKey: "followers_count")
    try json.encode(followingCount, forKey: "following_count")
    try json.encode(statusesCount, forKey: "statuses_count")
    try json.encode(day: lastStatusAt, forKey: "last_status_at")
    try json.encode(emojis, forKey: "emojis")
    try json.encode(fields, forKey: "fields")
    try json.encodeIfPresent(moved, forKey: "moved")
    try json.encodeIfTrue(suspended, forKey: "suspended")
    try json.encodeIfTrue(limited, forKey: "limited")
    try json.encode(roles, forKey: "roles")
    try json.encodeIfPresent(source, forKey: "source")
    try json.encode(details?.discoverable, forKey: "discoverable")
    try details?.encode(to: &json)
  }
}

extension Account.Field: EncodableEntity {
  public init(_ json: Fields) throws {
    name = json.name("name")
    value = json.text("value")
    verifiedAt = json.date("verified_at")
  }

  public func encode(to json: inout EntityEncoder) throws {
    try json.encode(name, forKey: "name")
    try json.encode(value, forKey: "value")
    try json.encode(date: verifiedAt, forKey: "verified_at")
  }
}

extension Account.Role: EncodableEntity {
  public init(_ json: Fields) throws {
    id = json.text("id")
    name = json.name("name")
    color = json.text("color")
    permissions = json.word("permissions").flatMap { UInt64($0) }
    collectionLimit = json.integer("collection_limit")
  }

  public func encode(to json: inout EntityEncoder) throws {
    try json.encode(id, forKey: "id")
    try json.encode(name, forKey: "name")
    try json.encode(color, forKey: "color")
    try json.encodeIfPresent(permissions.map(String.init), forKey: "permissions")
    try json.encodeIfPresent(collectionLimit, forKey: "collection_limit")
  }
}

extension Account.Source: EncodableEntity {
  public init(_ json: Fields) throws {
    privacy = json.choice("privacy") ?? .public
    sensitive = json.flag("sensitive")
    language = json.word("language")
    note = json.text("note")
    fields = json.list("fields")
    quotePolicy = json.choice("quote_policy")
    hideCollections = json.answer("hide_collections")
    discoverable = json.answer("discoverable")
    indexable = json.answer("indexable")
    attributionDomains = json.list("attribution_domains")
  }

  /// Writes the owner's view as Mastodon does.
  public func encode(to json: inout EntityEncoder) throws {
    try json.encode(privacy, forKey: "privacy")
    try json.encode(sensitive, forKey: "sensitive")
    try json.encode(language, forKey: "language")
    try json.encode(note, forKey: "note")
    try json.encode(fields, forKey: "fields")
    try json.encodeIfPresent(quotePolicy, forKey: "quote_policy")
    try json.encodeIfPresent(hideCollections, forKey: "hide_collections")
    try json.encodeIfPresent(discoverable, forKey: "discoverable")
    try json.encodeIfPresent(indexable, forKey: "indexable")
    if !attributionDomains.isEmpty { try json.encode(attributionDomains, forKey: "attribution_domains") }
  }
}
