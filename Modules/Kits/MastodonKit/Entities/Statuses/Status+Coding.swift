import FoundationEssentials

extension Status: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case id, uri, url, account, content, text, sensitive, visibility, language, reblog, quote, mentions, tags, emojis
    case poll, card, application, filtered, favourited, reblogged, bookmarked, muted, pinned
    case createdAt = "created_at"
    case editedAt = "edited_at"
    case spoilerText = "spoiler_text"
    case inReplyToID = "in_reply_to_id"
    case inReplyToAccountID = "in_reply_to_account_id"
    case repliesCount = "replies_count"
    case reblogsCount = "reblogs_count"
    case favouritesCount = "favourites_count"
    case quotesCount = "quotes_count"
    case mediaAttachments = "media_attachments"
    case quoteApproval = "quote_approval"
    case taggedCollections = "tagged_collections"
  }

  /// The names that only other servers than Mastodon use.
  private enum ForeignKeys: String, CodingKey {
    case contentType = "content_type"
  }

  /// Decodes a server's JSON leniently: an id and an account are required.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    id = try json.id(.id)
    url = json.word(.url)
    uri = json.word(.uri) ?? url ?? ""
    createdAt = json.date(.createdAt) ?? Date(timeIntervalSince1970: 0)
    editedAt = json.date(.editedAt)
    account = try json.decode(Account.self, forKey: .account)
    content = json.text(.content)
    text = json.string(.text)
    spoilerText = json.text(.spoilerText)
    sensitive = json.flag(.sensitive)
    visibility = json.choice(.visibility) ?? .public
    language = json.word(.language)
    contentType = try decoder.fields(ForeignKeys.self).word(.contentType)
    inReplyToID = json.idIfPresent(.inReplyToID)
    inReplyToAccountID = json.idIfPresent(.inReplyToAccountID)
    repliesCount = json.count(.repliesCount)
    reblogsCount = json.count(.reblogsCount)
    favouritesCount = json.count(.favouritesCount)
    quotesCount = json.count(.quotesCount)
    quote = json.entity(.quote)
    taggedCollections = json.list(.taggedCollections)
    mediaAttachments = json.list(.mediaAttachments)
    mentions = json.list(.mentions)
    tags = json.list(.tags)
    emojis = json.list(.emojis)
    poll = json.entity(.poll)
    application = json.entity(.application)
    filtered = json.list(.filtered)
    let favourited = json.answer(.favourited)
    self.favourited = favourited ?? false
    reblogged = json.flag(.reblogged)
    bookmarked = json.flag(.bookmarked)
    muted = json.flag(.muted)
    pinned = json.flag(.pinned)
    hasViewerState = favourited != nil
    card = json.entity(.card)
    quoteApproval = json.entity(.quoteApproval)
    reblog = json.entity(.reblog)
  }

  /// Encodes the status as Mastodon does.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(id, forKey: .id)
    try json.encode(date: createdAt, forKey: .createdAt)
    try json.encode(inReplyToID, forKey: .inReplyToID)
    try json.encode(inReplyToAccountID, forKey: .inReplyToAccountID)
    try json.encode(sensitive, forKey: .sensitive)
    try json.encode(spoilerText, forKey: .spoilerText)
    try json.encode(visibility, forKey: .visibility)
    try json.encode(language, forKey: .language)
    try json.encode(uri, forKey: .uri)
    try json.encode(url, forKey: .url)
    try json.encode(repliesCount, forKey: .repliesCount)
    try json.encode(reblogsCount, forKey: .reblogsCount)
    try json.encode(favouritesCount, forKey: .favouritesCount)
    try json.encode(quotesCount, forKey: .quotesCount)
    try json.encode(date: editedAt, forKey: .editedAt)
    try json.encode(content, forKey: .content)
    try json.encodeIfPresent(text, forKey: .text)
    try json.encode(reblog, forKey: .reblog)
    try json.encode(quote, forKey: .quote)
    try json.encodeIfPresent(quoteApproval, forKey: .quoteApproval)
    if !taggedCollections.isEmpty { try json.encode(taggedCollections, forKey: .taggedCollections) }
    try json.encode(application, forKey: .application)
    try json.encode(account, forKey: .account)
    try json.encode(mediaAttachments, forKey: .mediaAttachments)
    try json.encode(mentions, forKey: .mentions)
    try json.encode(tags, forKey: .tags)
    try json.encode(emojis, forKey: .emojis)
    try json.encode(card, forKey: .card)
    try json.encode(poll, forKey: .poll)
    guard hasViewerState else { return }
    try json.encode(favourited, forKey: .favourited)
    try json.encode(reblogged, forKey: .reblogged)
    try json.encode(muted, forKey: .muted)
    try json.encode(bookmarked, forKey: .bookmarked)
    try json.encode(pinned, forKey: .pinned)
    try json.encode(filtered, forKey: .filtered)
  }
}

extension Status.Application: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case name, website
  }

  /// Decodes a server's JSON leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    name = try json.requiredName(.name)
    website = json.word(.website)
  }

  /// Encodes the application as Mastodon does.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(name, forKey: .name)
    try json.encode(website, forKey: .website)
  }
}
