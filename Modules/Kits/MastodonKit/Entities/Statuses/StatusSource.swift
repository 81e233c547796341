public struct StatusSource: Hashable, Sendable, Identifiable {
  public var id: Status.ID
  public var text: String = ""
  /// The content warning; `nil` if the server says nothing of it.
  public var spoilerText: String?
  /// The MIME type of the text, on servers that have several.
  public var contentType: String?
}

extension StatusSource: DecodableEntity {
  public init(_ json: Fields) throws {
    id = try json.id("id")
    text = json.text("text")
    spoilerText = json.string("spoiler_text")
    contentType = json.word("content_type")
  }
}
