import FoundationEssentials

extension Account: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case id, username, acct, note, url, uri, avatar, header, locked, bot, group, discoverable, fields, emojis, moved
    case suspended, limited, roles, role, source, indexable, noindex, memorial
    case displayName = "display_name"
    case avatarStatic = "avatar_static"
    case headerStatic = "header_static"
    case createdAt = "created_at"
    case lastStatusAt = "last_status_at"
    case statusesCount = "statuses_count"
    case followersCount = "followers_count"
    case followingCount = "following_count"
    case avatarDescription = "avatar_description"
    case headerDescription = "header_description"
    case hideCollections = "hide_collections"
    case showMedia = "show_media"
    case showMediaReplies = "show_media_replies"
    case showFeatured = "show_featured"
    case featureApproval = "feature_approval"
    case muteExpiresAt = "mute_expires_at"
  }

  /// Decodes a server's JSON leniently: only the id is required.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    id = try json.id(.id)
    let acct = json.nameIfPresent(.acct)
    username = json.nameIfPresent(.username) ?? acct.map { String($0.prefix { $0 != "@" }) } ?? ""
    self.acct = acct ?? username
    displayName = json.name(.displayName)
    note = json.text(.note)
    url = json.word(.url)
    uri = json.word(.uri)
    avatar = json.word(.avatar)
    header = json.word(.header)
    locked = json.flag(.locked)
    bot = json.flag(.bot)
    group = json.flag(.group)
    createdAt = json.date(.createdAt) ?? Date(timeIntervalSince1970: 0)
    lastStatusAt = json.date(.lastStatusAt).map(MastodonDate.startOfDay)
    statusesCount = json.count(.statusesCount)
    followersCount = json.count(.followersCount)
    followingCount = json.count(.followingCount)
    fields = json.list(.fields)
    emojis = json.list(.emojis)
    suspended = json.flag(.suspended)
    limited = json.flag(.limited)
    roles = json.list(.roles)
    source = json.entity(.source)
    details = Details(json, avatar: avatar, header: header)
    moved = json.entity(.moved)
  }

  /// Encodes the account as Mastodon does.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(id, forKey: .id)
    try json.encode(username, forKey: .username)
    try json.encode(acct, forKey: .acct)
    try json.encode(displayName, forKey: .displayName)
    try json.encode(locked, forKey: .locked)
    try json.encode(bot, forKey: .bot)
    try json.encode(group, forKey: .group)
    try json.encode(date: createdAt, forKey: .createdAt)
    try json.encode(note, forKey: .note)
    try json.encode(url, forKey: .url)
    try json.encodeIfPresent(uri, forKey: .uri)
    try json.encode(avatar ?? "", forKey: .avatar)
    try json.encode(details?.avatarStatic ?? avatar ?? "", forKey: .avatarStatic)
    try json.encode(header ?? "", forKey: .header)
    try json.encode(details?.headerStatic ?? header ?? "", forKey: .headerStatic)
    try json.encode(followersCount, forKey: .followersCount)
    try json.encode(followingCount, forKey: .followingCount)
    try json.encode(statusesCount, forKey: .statusesCount)
    try json.encode(day: lastStatusAt, forKey: .lastStatusAt)
    try json.encode(emojis, forKey: .emojis)
    try json.encode(fields, forKey: .fields)
    try json.encodeIfPresent(moved, forKey: .moved)
    try json.encodeIfTrue(suspended, forKey: .suspended)
    try json.encodeIfTrue(limited, forKey: .limited)
    try json.encode(roles, forKey: .roles)
    try json.encodeIfPresent(source, forKey: .source)
    try json.encode(details?.discoverable, forKey: .discoverable)
    try details?.encode(to: &json)
  }
}

extension Account.Field: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case name, value
    case verifiedAt = "verified_at"
  }

  /// Decodes a server's JSON leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    name = json.name(.name)
    value = json.text(.value)
    verifiedAt = json.date(.verifiedAt)
  }

  /// Encodes the field as Mastodon does.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(name, forKey: .name)
    try json.encode(value, forKey: .value)
    try json.encode(date: verifiedAt, forKey: .verifiedAt)
  }
}

extension Account.Role: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case id, name, color, permissions, highlighted
    case collectionLimit = "collection_limit"
  }

  /// Decodes a server's JSON leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    id = json.text(.id)
    name = json.name(.name)
    color = json.text(.color)
    permissions = json.word(.permissions).flatMap { UInt64($0) }
    highlighted = json.answer(.highlighted)
    collectionLimit = json.integer(.collectionLimit)
  }

  /// Encodes the role as Mastodon does.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(id, forKey: .id)
    try json.encode(name, forKey: .name)
    try json.encode(color, forKey: .color)
    try json.encodeIfPresent(permissions.map(String.init), forKey: .permissions)
    try json.encodeIfPresent(highlighted, forKey: .highlighted)
    try json.encodeIfPresent(collectionLimit, forKey: .collectionLimit)
  }
}

extension Account.Source: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case privacy, sensitive, language, note, fields, discoverable, indexable
    case quotePolicy = "quote_policy"
    case hideCollections = "hide_collections"
    case attributionDomains = "attribution_domains"
    case followRequestsCount = "follow_requests_count"
  }

  /// Decodes a server's JSON leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    privacy = json.choice(.privacy) ?? .public
    sensitive = json.flag(.sensitive)
    language = json.word(.language)
    note = json.text(.note)
    fields = json.list(.fields)
    followRequestsCount = json.count(.followRequestsCount)
    quotePolicy = json.choice(.quotePolicy)
    hideCollections = json.answer(.hideCollections)
    discoverable = json.answer(.discoverable)
    indexable = json.answer(.indexable)
    attributionDomains = json.list(.attributionDomains)
  }

  /// Writes the owner's view as Mastodon does.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(privacy, forKey: .privacy)
    try json.encode(sensitive, forKey: .sensitive)
    try json.encode(language, forKey: .language)
    try json.encode(note, forKey: .note)
    try json.encode(fields, forKey: .fields)
    try json.encode(followRequestsCount, forKey: .followRequestsCount)
    try json.encodeIfPresent(quotePolicy, forKey: .quotePolicy)
    try json.encodeIfPresent(hideCollections, forKey: .hideCollections)
    try json.encodeIfPresent(discoverable, forKey: .discoverable)
    try json.encodeIfPresent(indexable, forKey: .indexable)
    if !attributionDomains.isEmpty { try json.encode(attributionDomains, forKey: .attributionDomains) }
  }
}
