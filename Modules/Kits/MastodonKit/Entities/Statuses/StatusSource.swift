/// The source text of a status.
public struct StatusSource: Hashable, Sendable, Identifiable {
  /// The status's id.
  public var id: Status.ID
  /// The text.
  public var text: String
  /// The content warning.
  public var spoilerText: String

  /// Creates a source.
  public init(id: Status.ID, text: String = "", spoilerText: String = "") {
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

  /// Decodes a server's JSON leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    id = try json.id(.id)
    text = json.text(.text)
    spoilerText = json.text(.spoilerText)
  }
}
