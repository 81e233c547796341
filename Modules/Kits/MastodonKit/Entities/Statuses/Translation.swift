/// A status in another language.
public struct Translation: Hashable, Sendable {
  /// What it says, as HTML.
  public var content: String
  /// The content warning.
  public var spoilerText: String?
  /// The language that it is translated into.
  public var language: String
  /// The question that it asks.
  public var poll: Poll?
  /// What its media show.
  public var mediaAttachments: [Attachment]
  /// The language that it was written in.
  public var detectedSourceLanguage: String
  /// Who translated it.
  public var provider: String

  /// Creates a translation.
  public init(
    content: String = "", spoilerText: String? = nil, language: String = "", poll: Poll? = nil,
    mediaAttachments: [Attachment] = [], detectedSourceLanguage: String = "", provider: String = ""
  ) {
    self.content = content
    self.spoilerText = spoilerText
    self.language = language
    self.poll = poll
    self.mediaAttachments = mediaAttachments
    self.detectedSourceLanguage = detectedSourceLanguage
    self.provider = provider
  }

  /// A translated question.
  public struct Poll: Hashable, Sendable, Identifiable {
    /// The poll's id.
    public var id: Identifier<MastodonKit.Poll>
    /// What can be chosen.
    public var options: [Option]

    /// Creates a question.
    public init(id: Identifier<MastodonKit.Poll>, options: [Option] = []) {
      self.id = id
      self.options = options
    }

    /// A translated answer.
    public struct Option: Hashable, Sendable {
      /// The answer as plain text.
      public var title: String

      /// Creates an option.
      public init(title: String = "") {
        self.title = title
      }
    }
  }

  /// A translated description.
  public struct Attachment: Hashable, Sendable, Identifiable {
    /// The attachment's id.
    public var id: MediaAttachment.ID
    /// What it shows.
    public var description: String

    /// Creates a description.
    public init(id: MediaAttachment.ID, description: String = "") {
      self.id = id
      self.description = description
    }
  }
}

extension Translation: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case content, language, poll, provider
    case spoilerText = "spoiler_text"
    case mediaAttachments = "media_attachments"
    case detectedSourceLanguage = "detected_source_language"
  }

  /// Reads what a server sent, leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    content = json.text(.content)
    spoilerText = json.word(.spoilerText)
    language = json.text(.language)
    poll = json.entity(.poll) ?? (json.list(.poll) as [Poll]).first
    mediaAttachments = json.list(.mediaAttachments)
    detectedSourceLanguage = json.text(.detectedSourceLanguage)
    provider = json.text(.provider)
  }
}

extension Translation.Poll: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case id, options
  }

  /// Reads what a server sent, leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    id = try json.id(.id)
    options = json.list(.options)
  }
}

extension Translation.Poll.Option: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case title
  }

  /// Reads what a server sent, leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    title = json.name(.title)
  }
}

extension Translation.Attachment: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case id, description
  }

  /// Reads what a server sent, leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    id = try json.id(.id)
    description = json.text(.description)
  }
}
