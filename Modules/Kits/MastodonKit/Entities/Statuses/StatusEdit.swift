public import FoundationEssentials

/// A status as it was between two changes.
public struct StatusEdit: Hashable, Sendable {
  /// What it said, as HTML.
  public var content: String
  /// The content warning; empty if there was none.
  public var spoilerText: String
  /// Whether its media were hidden at first.
  public var sensitive: Bool
  /// When it was written.
  public var createdAt: Date
  /// Who wrote it.
  public var account: Account
  /// The question that it asked.
  public var poll: Poll?
  /// Its pictures, films and sounds.
  public var mediaAttachments: [MediaAttachment]
  /// The emoji that its text used.
  public var emojis: [CustomEmoji]
  /// The status that it quoted.
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

  /// A question, of which a revision keeps only the answers to choose from.
  public struct Poll: Hashable, Sendable {
    /// What could be chosen.
    public var options: [Option]

    /// Creates a question.
    public init(options: [Option] = []) {
      self.options = options
    }

    /// One answer.
    public struct Option: Hashable, Sendable {
      /// The answer as plain text.
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

  /// Reads what a server sent, leniently.
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

  /// Writes it as Mastodon does.
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

  /// Reads what a server sent, leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    options = json.list(.options)
  }
}

extension StatusEdit.Poll.Option: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case title
  }

  /// Reads what a server sent, leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    title = json.name(.title)
  }
}
