import FoundationEssentials

extension Status: EncodableEntity {
  /// Decodes a server's JSON leniently: an id and an account are required.
  public init(_ json: Fields) throws {
    id = try json.id("id")
    url = json.word("url")
    uri = json.word("uri") ?? url ?? ""
    createdAt = json.date("created_at") ?? Date(timeIntervalSince1970: 0)
    editedAt = json.date("edited_at")
    account = try json.decode(Account.self, "account")
    let (content, boosted): (String, Status?) = (json.text("content"), json.entity("reblog"))
    self.content = content
    text = json.string("text")
    spoilerText = json.text("spoiler_text")
    sensitive = json.flag("sensitive")
    visibility = json.choice("visibility") ?? .public
    language = json.word("language")
    contentType = json.word("content_type")
    inReplyToID = json.idIfPresent("in_reply_to_id")
    inReplyToAccountID = json.idIfPresent("in_reply_to_account_id")
    repliesCount = json.count("replies_count")
    reblogsCount = json.count("reblogs_count")
    favouritesCount = json.count("favourites_count")
    quotesCount = json.count("quotes_count")
    let quote = Self.quote(in: json, reblog: boosted)
    self.quote = quote
    mediaAttachments = json.list("media_attachments")
    mentions = json.list("mentions")
    tags = json.list("tags")
    emojis = json.list("emojis")
    poll = json.entity("poll")
    application = json.entity("application")
    filtered = json.list("filtered")
    let favourited = json.answer("favourited")
    self.favourited = favourited ?? false
    reblogged = json.flag("reblogged")
    bookmarked = json.flag("bookmarked")
    muted = json.flag("muted")
    pinned = json.flag("pinned")
    hasViewerState = favourited != nil
    card = json.entity("card")
    quoteApproval = json.entity("quote_approval")
    taggedCollections = json.list("tagged_collections")
    // Misskey's descendants send what a post with a text quotes as its boost, too.
    reblog = quote?.quotedStatusID == boosted?.id && !content.isEmpty ? nil : boosted
  }

  /// The quoted status: Mastodon's and Akkoma's member, Pleroma's, or Misskey's, where `quote` may only say that the boost is one.
  private static func quote(in json: Fields, reblog: Status?) -> Quote? {
    if let quote: Quote = json.entity("quote") { return quote }
    if json.flag("quote"), let reblog { return Quote(quotedStatus: reblog) }
    let pleroma = json.object("pleroma")
    if let quote: Quote = pleroma?.entity("quote") {
      return pleroma?.answer("quote_visible") == false ? Quote(state: .unauthorized) : quote
    }
    guard let id: Status.ID = pleroma?.idIfPresent("quote_id") ?? json.idIfPresent("quote_id") else { return nil }
    return pleroma?.answer("quote_visible") == false ? Quote(state: .unauthorized) : Quote(quotedStatusID: id)
  }

  public func encode(to json: inout EntityEncoder) throws {
    try json.encode(id, forKey: "id")
    try json.encode(date: createdAt, forKey: "created_at")
    try json.encode(inReplyToID, forKey: "in_reply_to_id")
    try json.encode(inReplyToAccountID, forKey: "in_reply_to_account_id")
    try json.encode(sensitive, forKey: "sensitive")
    try json.encode(spoilerText, forKey: "spoiler_text")
    try json.encode(visibility, forKey: "visibility")
    try json.encode(language, forKey: "language")
    try json.encode(uri, forKey: "uri")
    try json.encode(url, forKey: "url")
    try json.encode(repliesCount, forKey: "replies_count")
    try json.encode(reblogsCount, forKey: "reblogs_count")
    try json.encode(favouritesCount, forKey: "favourites_count")
    try json.encode(quotesCount, forKey: "quotes_count")
    try json.encode(date: editedAt, forKey: "edited_at")
    try json.encode(content, forKey: "content")
    try json.encodeIfPresent(text, forKey: "text")
    try json.encode(reblog, forKey: "reblog")
    try json.encode(quote, forKey: "quote")
    try json.encodeIfPresent(quoteApproval, forKey: "quote_approval")
    if !taggedCollections.isEmpty { try json.encode(taggedCollections, forKey: "tagged_collections") }
    try json.encode(application, forKey: "application")
    try json.encode(account, forKey: "account")
    try json.encode(mediaAttachments, forKey: "media_attachments")
    try json.encode(mentions, forKey: "mentions")
    try json.encode(tags, forKey: "tags")
    try json.encode(emojis, forKey: "emojis")
    try json.encode(card, forKey: "card")
    try json.encode(poll, forKey: "poll")
    guard hasViewerState else { return }
    try json.encode(favourited, forKey: "favourited")
    try json.encode(reblogged, forKey: "reblogged")
    try json.encode(muted, forKey: "muted")
    try json.encode(bookmarked, forKey: "bookmarked")
    try json.encode(pinned, forKey: "pinned")
    try json.encode(filtered, forKey: "filtered")
  }
}

extension Status.Application: EncodableEntity {
  public init(_ json: Fields) throws {
    name = try json.requiredName("name")
    website = json.word("website")
  }

  public func encode(to json: inout EntityEncoder) throws {
    try json.encode(name, forKey: "name")
    try json.encode(website, forKey: "website")
  }
}
