extension MediaAttachment.Meta: Codable {
  /// Decodes a server's JSON leniently: images and videos have their duration in different places.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields()
    original = json.entity("original")
    small = json.entity("small")
    duration = json.number("duration") ?? json.object("original")?.number("duration")
    focus = json.entity("focus")
  }

  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: FieldName.self)
    try json.encodeIfPresent(original, forKey: "original")
    try json.encodeIfPresent(small, forKey: "small")
    try json.encodeIfPresent(duration, forKey: "duration")
    try json.encodeIfPresent(focus, forKey: "focus")
  }
}

extension MediaAttachment.Focus: Codable {
  /// Decodes a point leniently; one without both coordinates is refused.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields()
    guard let x = json.number("x"), let y = json.number("y") else {
      throw json.missing("x")
    }
    self.init(x: x, y: y)
  }

  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: FieldName.self)
    try json.encode(x, forKey: "x")
    try json.encode(y, forKey: "y")
  }
}

extension MediaAttachment.Size: Codable {
  /// Decodes the size of an image; the cover of an audio file has none and is refused.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields()
    guard let width = json.integer("width"), let height = json.integer("height"), width > 0, height > 0 else {
      throw json.missing("width")
    }
    self.init(width: width, height: height)
  }

  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: FieldName.self)
    try json.encode(width, forKey: "width")
    try json.encode(height, forKey: "height")
  }
}
