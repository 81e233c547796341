public import FoundationEssentials

/// A version of an edited status.
public struct StatusEdit: Hashable, Sendable {
  /// The text as HTML.
  public var content: String
  /// The content warning; empty if there was none.
  public var spoilerText: String
  /// Whether its media were marked as sensitive.
  public var sensitive: Bool
  /// When it was written.
  public var createdAt: Date
  /// The author.
  public var account: Account
  /// The poll.
  public var poll: Poll?
  /// The media.
  public var mediaAttachments: [MediaAttachment]
  /// The custom emoji in its text.
  public var emojis: [CustomEmoji]
  /// The quoted status.
  public var quote: Quote?

  /// Creates a revision.
  public init(
    content: String = "", spoilerText: String = "", sensitive: Bool = false, createdAt: Date, account: Account,
    poll: Poll? = nil, mediaAttachments: [MediaAttachment] = [], emojis: [CustomEmoji] = [], quote: Quote? = nil
  ) {
    self.content = content
    self.spoilerText = spoilerText
    self.sensitive = sensitive
    self.createdAt = createdAt
    self.account = account
    self.poll = poll
    self.mediaAttachments = mediaAttachments
    self.emojis = emojis
    self.quote = quote
  }

  /// The poll of a version, with the options only.
  public struct Poll: Hashable, Sendable {
    /// The options.
    public var options: [Option]

    /// Creates a poll.
    public init(options: [Option] = []) {
      self.options = options
    }

    /// An option.
    public struct Option: Hashable, Sendable {
      /// The text.
      public var title: String

      /// Creates an option.
      public init(title: String = "") {
        self.title = title
      }
    }
  }
}

extension StatusEdit: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case content, sensitive, account, poll, emojis, quote
    case spoilerText = "spoiler_text"
    case createdAt = "created_at"
    case mediaAttachments = "media_attachments"
  }

  /// Decodes a server's JSON leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    content = json.text(.content)
    spoilerText = json.text(.spoilerText)
    sensitive = json.flag(.sensitive)
    createdAt = json.date(.createdAt) ?? Date(timeIntervalSince1970: 0)
    account = try json.decode(Account.self, forKey: .account)
    poll = json.entity(.poll)
    mediaAttachments = json.list(.mediaAttachments)
    emojis = json.list(.emojis)
    quote = json.entity(.quote)
  }

  /// Encodes it as Mastodon does.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(content, forKey: .content)
    try json.encode(spoilerText, forKey: .spoilerText)
    try json.encode(sensitive, forKey: .sensitive)
    try json.encode(date: createdAt, forKey: .createdAt)
    try json.encode(account, forKey: .account)
    try json.encodeIfPresent(poll, forKey: .poll)
    try json.encode(mediaAttachments, forKey: .mediaAttachments)
    try json.encode(emojis, forKey: .emojis)
    try json.encodeIfPresent(quote, forKey: .quote)
  }
}

extension StatusEdit.Poll: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case options
  }

  /// Decodes a server's JSON leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    options = json.list(.options)
  }
}

extension StatusEdit.Poll.Option: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case title
  }

  /// Decodes a server's JSON leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    title = json.name(.title)
  }
}
