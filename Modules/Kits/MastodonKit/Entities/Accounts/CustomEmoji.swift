/// An image for a `:shortcode:` in the texts of the entity that lists it.
public struct CustomEmoji: Hashable, Sendable {
  /// The name between the colons.
  public var shortcode: String
  /// Where the picture is.
  public var url: String?
  /// Where a picture that does not move is.
  public var staticURL: String?
  /// Whether a picker offers it.
  public var visibleInPicker: Bool
  /// The heading that a picker lists it under.
  public var category: String?

  /// Creates an emoji.
  public init(
    shortcode: String, url: String? = nil, staticURL: String? = nil, visibleInPicker: Bool = true,
    category: String? = nil
  ) {
    self.shortcode = shortcode
    self.url = url
    self.staticURL = staticURL
    self.visibleInPicker = visibleInPicker
    self.category = category
  }
}

extension CustomEmoji: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case shortcode, url, category
    case staticURL = "static_url"
    case visibleInPicker = "visible_in_picker"
  }

  /// Decodes a server's JSON leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    shortcode = try json.requiredName(.shortcode)
    url = json.word(.url)
    staticURL = json.word(.staticURL)
    visibleInPicker = json.answer(.visibleInPicker) ?? true
    category = json.word(.category)
  }
}
