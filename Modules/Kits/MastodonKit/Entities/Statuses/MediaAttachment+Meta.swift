extension MediaAttachment.Meta: EncodableEntity {
  /// Decodes a server's JSON leniently: images and videos have their duration in different places.
  public init(_ json: Fields) throws {
    original = json.entity("original")
    small = json.entity("small")
    duration = json.number("duration") ?? json.object("original")?.number("duration")
    focus = json.entity("focus")
  }

  public func encode(to json: inout EntityEncoder) throws {
    try json.encodeIfPresent(original, forKey: "original")
    try json.encodeIfPresent(small, forKey: "small")
    try json.encodeIfPresent(duration, forKey: "duration")
    try json.encodeIfPresent(focus, forKey: "focus")
  }
}

extension MediaAttachment.Focus: EncodableEntity {
  /// Decodes a point leniently; one without both coordinates is refused.
  public init(_ json: Fields) throws {
    guard let x = json.number("x"), let y = json.number("y") else {
      throw json.missing("x")
    }
    self.init(x: x, y: y)
  }

  public func encode(to json: inout EntityEncoder) throws {
    try json.encode(x, forKey: "x")
    try json.encode(y, forKey: "y")
  }
}

extension MediaAttachment.Size: EncodableEntity {
  /// Decodes the size of an image; the cover of an audio file has none and is refused.
  public init(_ json: Fields) throws {
    guard let width = json.integer("width"), let height = json.integer("height"), width > 0, height > 0 else {
      throw json.missing("width")
    }
    self.init(width: width, height: height)
  }

  public func encode(to json: inout EntityEncoder) throws {
    try json.encode(width, forKey: "width")
    try json.encode(height, forKey: "height")
  }
}
