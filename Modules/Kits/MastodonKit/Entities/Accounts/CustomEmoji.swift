/// An image for a `:shortcode:` in the texts of the entity that lists it.
public struct CustomEmoji: Hashable, Sendable {
  /// The name between the colons.
  public var shortcode: String
  public var url: String?
  /// Whether a picker offers it.
  public var visibleInPicker: Bool = true
  /// The heading that a picker lists it under.
  public var category: String?
}

extension CustomEmoji: EncodableEntity {
  public init(_ json: Fields) throws {
    shortcode = try json.requiredName("shortcode")
    url = json.word("url")
    visibleInPicker = json.answer("visible_in_picker") ?? true
    category = json.word("category")
  }

  public func encode(to json: inout EntityEncoder) throws {
    try json.encode(shortcode, forKey: "shortcode")
    try json.encode(url, forKey: "url")
    try json.encode(visibleInPicker, forKey: "visible_in_picker")
    try json.encode(category, forKey: "category")
  }
}
