public struct Translation: Hashable, Sendable, DecodableEntity {
  /// The text as HTML.
  public var content: String
  public var spoilerText: String?
  public var language: String
  public var poll: Poll?
  public var mediaAttachments: [Attachment]
  public var detectedSourceLanguage: String
  public var provider: String

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

  public struct Poll: Hashable, Sendable, Identifiable {
    public var id: Identifier<MastodonKit.Poll>
    public var options: [Option] = []

    public struct Option: Hashable, Sendable {
      public var title: String = ""
    }
  }

  /// A translated alt text.
  public struct Attachment: Hashable, Sendable, Identifiable {
    public var id: MediaAttachment.ID
    public var description: String = ""
  }

  public init(_ json: Fields) throws {
    content = json.text("content")
    spoilerText = json.word("spoiler_text")
    language = json.text("language")
    poll = json.entity("poll") ?? (json.list("poll") as [Poll]).first
    mediaAttachments = json.list("media_attachments")
    detectedSourceLanguage = json.text("detected_source_language")
    provider = json.text("provider")
  }
}

extension Translation.Poll: DecodableEntity {
  public init(_ json: Fields) throws {
    id = try json.id("id")
    options = json.list("options")
  }
}

extension Translation.Poll.Option: DecodableEntity {
  public init(_ json: Fields) throws {
    title = json.name("title")
  }
}

extension Translation.Attachment: DecodableEntity {
  public init(_ json: Fields) throws {
    id = try json.id("id")
    description = json.text("description")
  }
}
