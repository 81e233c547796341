/// A translated status.
public struct Translation: Hashable, Sendable {
  /// The text as HTML.
  public var content: String
  /// The content warning.
  public var spoilerText: String?
  /// The target language.
  public var language: String
  /// The poll.
  public var poll: Poll?
  /// The media's alt texts.
  public var mediaAttachments: [Attachment]
  /// The detected source language.
  public var detectedSourceLanguage: String
  /// The translation service.
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

  /// A translated poll.
  public struct Poll: Hashable, Sendable, Identifiable {
    /// The poll's id.
    public var id: Identifier<MastodonKit.Poll>
    /// The options.
    public var options: [Option]

    /// Creates a poll.
    public init(id: Identifier<MastodonKit.Poll>, options: [Option] = []) {
      self.id = id
      self.options = options
    }

    /// A translated option.
    public struct Option: Hashable, Sendable {
      /// The text.
      public var title: String

      /// Creates an option.
      public init(title: String = "") {
        self.title = title
      }
    }
  }

  /// A translated alt text.
  public struct Attachment: Hashable, Sendable, Identifiable {
    /// The attachment's id.
    public var id: MediaAttachment.ID
    /// The alt text.
    public var description: String

    /// Creates an alt text.
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

  /// Decodes a server's JSON leniently.
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

  /// Decodes a server's JSON leniently.
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

  /// Decodes a server's JSON leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    title = json.name(.title)
  }
}

extension Translation.Attachment: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case id, description
  }

  /// Decodes a server's JSON leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    id = try json.id(.id)
    description = json.text(.description)
  }
}
