/// The source text of a status.
public struct StatusSource: Hashable, Sendable, Identifiable {
  /// The status's id.
  public var id: Status.ID
  /// The text.
  public var text: String
  /// The content warning.
  public var spoilerText: String
  /// The MIME type of the text, on servers that have several.
  public var contentType: String?

  /// Creates a source.
  public init(id: Status.ID, text: String = "", spoilerText: String = "", contentType: String? = nil) {
    self.contentType = contentType
    self.id = id
    self.text = text
    self.spoilerText = spoilerText
  }
}

extension StatusSource: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case id, text
    case spoilerText = "spoiler_text"
  }

  /// The names that only other servers than Mastodon use.
  private enum ForeignKeys: String, CodingKey {
    case contentType = "content_type"
  }

  /// Decodes a server's JSON leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    id = try json.id(.id)
    text = json.text(.text)
    spoilerText = json.text(.spoilerText)
    contentType = try decoder.fields(ForeignKeys.self).word(.contentType)
  }
}
