public import FoundationEssentials

/// What an account did, in the form of ActivityPub, which archives of accounts have.
public struct OutboxActivity: Hashable, Sendable {
  /// The address of the account.
  public var actor: String
  /// What it posted; `nil` for a boost, and for what is no post.
  public var post: Post?
  public var isBoost: Bool

  public init(_ status: Status, actor: String) {
    (self.actor, isBoost) = (actor, false)
    post = Post(status, actor: actor)
  }

  public struct Post: Hashable, Sendable {
    /// The addresses of what is sent to other servers, and of the page.
    public var id: String, url: String?
    public var publishedAt: Date
    public var editedAt: Date?
    public var summary: String
    public var content: String
    public var sensitive: Bool
    public var language: String?
    public var inReplyTo: String?
    /// The addresses of who may read it, and of who may as well.
    public var to: [String], cc: [String]
    public var attachments: [Attachment]
    public var tags: [Tag]
    public var poll: Poll?
  }

  public struct Attachment: Hashable, Sendable {
    /// The MIME type: `image/png`.
    public var mediaType: String
    public var url: String?
    public var name: String?
    public var blurhash: String?
  }

  /// A hashtag, a mention or an emoji.
  public struct Tag: Hashable, Sendable {
    /// `Hashtag`, `Mention` or `Emoji`.
    public var type: String
    public var name: String
    /// Its page, or its picture.
    public var address: String?
  }

  public struct Poll: Hashable, Sendable {
    public var multiple: Bool
    public var endsAt: Date?
    public var voters: Int?
    public var options: [Option]
  }

  public struct Option: Hashable, Sendable {
    public var name: String
    public var votes: Int?
  }

  fileprivate static let everybody = "https://www.w3.org/ns/activitystreams#Public"
}

// MARK: - As a status

extension OutboxActivity.Post {
  /// The status as its server would send it, as far as it is known here: what others did with it is not.
  ///
  /// - Parameters:
  ///   - account: The author.
  ///   - host: The host of its addresses.
  /// - Returns: `nil` if its address has no id.
  public func status(by account: Account, host: String) -> Status? {
    guard let id = Self.lastPart(of: self.id) else { return nil }
    let replied = inReplyTo.map { Status.ID(Self.host(of: $0) == host ? Self.lastPart(of: $0) ?? $0 : $0) }
    var status = Status(
      id: Status.ID(id), uri: self.id, url: url, createdAt: publishedAt, editedAt: editedAt, account: account,
      content: content, spoilerText: summary, sensitive: sensitive, visibility: visibility, language: language,
      inReplyToID: replied)
    status.hasViewerState = false
    status.mediaAttachments = attachments.enumerated().map { index, file in
      MediaAttachment(
        id: MediaAttachment.ID("\(id).\(index)"),
        kind: MediaAttachment.Kind(rawValue: String(file.mediaType.prefix { $0 != "/" })), url: file.url,
        description: file.name, blurhash: file.blurhash)
    }
    for tag in tags {
      let name = String(tag.name.drop { $0 == "#" || $0 == "@" || $0 == ":" })
      switch tag.type {
      case "Hashtag": status.tags.append(MastodonKit.Tag(name: name.lowercased(), url: tag.address))
      case "Emoji": status.emojis.append(CustomEmoji(shortcode: String(name.prefix { $0 != ":" }), url: tag.address))
      case "Mention":
        let acct = name.hasSuffix("@\(host)") ? String(name.dropLast(host.count + 1)) : name
        status.mentions.append(
          Mention(id: "0", username: String(acct.prefix { $0 != "@" }), acct: acct, url: tag.address))
      default: break
      }
    }
    status.poll = poll.map { poll in
      MastodonKit.Poll(
        id: MastodonKit.Poll.ID(id), expiresAt: poll.endsAt, expired: true, multiple: poll.multiple,
        votesCount: poll.options.reduce(0) { $0 + ($1.votes ?? 0) }, votersCount: poll.voters,
        options: poll.options.map { MastodonKit.Poll.Option($0.name, votesCount: $0.votes) })
    }
    return status
  }

  private var visibility: Visibility {
    let names: Set = [OutboxActivity.everybody, "as:Public", "Public"]
    if to.contains(where: names.contains) { return .public }
    if cc.contains(where: names.contains) { return .unlisted }
    return to.contains { $0.hasSuffix("/followers") } ? .private : .direct
  }

  /// The host of an address, in lower case; empty if it has none.
  public static func host(of address: String) -> String {
    guard let start = address.firstRange(of: "://")?.upperBound else { return "" }
    return address[start...].prefix { $0 != "/" }.lowercased()
  }

  /// The last part of the path of an address; `nil` if it has none.
  public static func lastPart(of address: String) -> String? {
    address.firstRange(of: "://").flatMap { address[$0.upperBound...].split(separator: "/").dropFirst().last }
      .map(String.init)
  }

  fileprivate init(_ status: Status, actor: String) {
    (id, url, publishedAt, editedAt) = (status.uri, status.url, status.createdAt, status.editedAt)
    (summary, content, sensitive) = (status.spoilerText, status.content, status.sensitive)
    language = status.language
    // Of a post on the own server, only the id is known, and its author is not.
    inReplyTo = status.inReplyToID.map { replied in
      replied.rawValue.contains("://")
        ? replied.rawValue : String(status.uri.dropLast(status.id.rawValue.count)) + replied.rawValue
    }
    let (everybody, followers) = (OutboxActivity.everybody, "\(actor)/followers")
    let mentioned = status.mentions.compactMap(\.url)
    (to, cc) =
      switch status.visibility {
      case .public: ([everybody], [followers] + mentioned)
      case .unlisted: ([followers], [everybody] + mentioned)
      case .private: ([followers], mentioned)
      case .direct, .unknown: (mentioned, [])
      }
    attachments = status.mediaAttachments.map {
      OutboxActivity.Attachment(
        mediaType: $0.kind == .gifv ? "video/mp4" : "\($0.kind.rawValue)/*", url: $0.url, name: $0.description,
        blurhash: $0.blurhash)
    }
    tags =
      status.tags.map { OutboxActivity.Tag(type: "Hashtag", name: "#\($0.name)", address: $0.url) }
      + status.mentions.map { OutboxActivity.Tag(type: "Mention", name: "@\($0.acct)", address: $0.url) }
      + status.emojis.map { OutboxActivity.Tag(type: "Emoji", name: ":\($0.shortcode):", address: $0.url) }
    poll = status.poll.map { poll in
      OutboxActivity.Poll(
        multiple: poll.multiple, endsAt: poll.expiresAt, voters: poll.votersCount,
        options: poll.options.map { OutboxActivity.Option(name: $0.title, votes: $0.votesCount) })
    }
  }
}

// MARK: - As JSON

extension OutboxActivity: EncodableEntity {
  public init(_ json: Fields) throws {
    let type = try json.required("type")
    (actor, isBoost) = (json.word("actor") ?? "", type == "Announce")
    post = type == "Create" ? json.entity("object") : nil
  }

  public func encode(to json: inout EntityEncoder) throws {
    try json.encodeIfPresent(post.map { "\($0.id)/activity" }, forKey: "id")
    try json.encode(isBoost ? "Announce" : "Create", forKey: "type")
    try json.encode(actor, forKey: "actor")
    try json.encode(date: post?.publishedAt, forKey: "published")
    try json.encode(post?.to ?? [], forKey: "to")
    try json.encode(post?.cc ?? [], forKey: "cc")
    try json.encode(post, forKey: "object")
  }
}

extension OutboxActivity.Post: EncodableEntity {
  public init(_ json: Fields) throws {
    id = try json.required("id")
    url = json.word("url")
    guard let published = json.date("published") else { throw json.missing("published") }
    (publishedAt, editedAt) = (published, json.date("updated"))
    (summary, content, sensitive) = (json.text("summary"), json.text("content"), json.flag("sensitive"))
    language = json.dictionary("contentMap") { _, name in name }.keys.sorted().first
    inReplyTo = json.word("inReplyTo")
    // A single one need not be in a list.
    func addresses(_ name: String) -> [String] { json.word(name).map { [$0] } ?? json.list(name) }
    (to, cc) = (addresses("to"), addresses("cc"))
    (attachments, tags) = (json.list("attachment"), json.list("tag"))
    let (one, several): ([OutboxActivity.Option], [OutboxActivity.Option]) = (json.list("oneOf"), json.list("anyOf"))
    poll =
      one.isEmpty && several.isEmpty
      ? nil
      : OutboxActivity.Poll(
        multiple: one.isEmpty, endsAt: json.date("endTime") ?? json.date("closed"), voters: json.integer("votersCount"),
        options: one + several)
  }

  public func encode(to json: inout EntityEncoder) throws {
    try json.encode(id, forKey: "id")
    try json.encode(poll == nil ? "Note" : "Question", forKey: "type")
    try json.encode(summary.isEmpty ? nil : summary, forKey: "summary")
    try json.encode(inReplyTo, forKey: "inReplyTo")
    try json.encode(date: publishedAt, forKey: "published")
    try json.encodeIfPresent(date: editedAt, forKey: "updated")
    try json.encode(url, forKey: "url")
    try json.encode(to, forKey: "to")
    try json.encode(cc, forKey: "cc")
    try json.encode(sensitive, forKey: "sensitive")
    try json.encode(content, forKey: "content")
    try json.encodeIfPresent(language.map { [$0: content] }, forKey: "contentMap")
    try json.encode(attachments, forKey: "attachment")
    try json.encode(tags, forKey: "tag")
    guard let poll else { return }
    try json.encode(poll.options, forKey: poll.multiple ? "anyOf" : "oneOf")
    try json.encode(date: poll.endsAt, forKey: "endTime")
    try json.encode(poll.voters, forKey: "votersCount")
  }
}

extension OutboxActivity.Attachment: EncodableEntity {
  public init(_ json: Fields) throws {
    mediaType = json.text("mediaType")
    (url, name, blurhash) = (json.word("url"), json.word("name"), json.word("blurhash"))
  }

  public func encode(to json: inout EntityEncoder) throws {
    try json.encode("Document", forKey: "type")
    try json.encode(mediaType, forKey: "mediaType")
    try json.encode(url, forKey: "url")
    try json.encode(name, forKey: "name")
    try json.encodeIfPresent(blurhash, forKey: "blurhash")
  }
}

extension OutboxActivity.Tag: EncodableEntity {
  public init(_ json: Fields) throws {
    (type, name) = (try json.required("type"), try json.requiredName("name"))
    address = json.word("href") ?? json.object("icon")?.word("url")
  }

  public func encode(to json: inout EntityEncoder) throws {
    try json.encode(type, forKey: "type")
    try json.encode(name, forKey: "name")
    if type == "Emoji" {
      try json.encode(["type": "Image", "url": address ?? ""], forKey: "icon")
    } else {
      try json.encodeIfPresent(address, forKey: "href")
    }
  }
}

extension OutboxActivity.Option: EncodableEntity {
  public init(_ json: Fields) throws {
    name = try json.requiredName("name")
    votes = json.object("replies")?.integer("totalItems")
  }

  public func encode(to json: inout EntityEncoder) throws {
    try json.encode("Note", forKey: "type")
    try json.encode(name, forKey: "name")
    if let votes { try json.encode(["totalItems": votes], forKey: "replies") }
  }
}
