public struct StatusSource: Hashable, Sendable, Identifiable {
  public var id: Status.ID
  public var text: String = ""
  public var spoilerText: String = ""
  /// The MIME type of the text, on servers that have several.
  public var contentType: String?
}

extension StatusSource: DecodableEntity {
  public init(_ json: Fields) throws {
    id = try json.id("id")
    text = json.text("text")
    spoilerText = json.text("spoiler_text")
    contentType = json.word("content_type")
  }
}
