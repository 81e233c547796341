/// An image, video or audio file of a status.
public struct MediaAttachment: Hashable, Sendable, Identifiable, EncodableEntity {
  public var id: Identifier<MediaAttachment>
  public var kind: Kind
  /// The URL; `nil` while the server processes the file.
  public var url: String?
  public var previewURL: String?
  /// The URL on the author's server.
  public var remoteURL: String?
  public var description: String?
  /// A blurhash to show before the image is loaded.
  public var blurhash: String?
  /// The sizes, as far as they are known.
  public var meta: Meta?

  public init(
    id: ID, kind: Kind, url: String? = nil, previewURL: String? = nil, remoteURL: String? = nil,
    description: String? = nil, blurhash: String? = nil, meta: Meta? = nil
  ) {
    self.id = id
    self.kind = kind
    self.url = url
    self.previewURL = previewURL
    self.remoteURL = remoteURL
    self.description = description
    self.blurhash = blurhash
    self.meta = meta
  }

  public enum Kind: OpenEnum {
    case image
    /// A short silent video that repeats.
    case gifv
    case video
    case audio
    /// A kind that the server does not support, or that this version does not know.
    case unknown(String)

    public static let names: KeyValuePairs<Kind, String> = [
      .image: "image", .gifv: "gifv", .video: "video", .audio: "audio",
    ]
  }

  public struct Meta: Hashable, Sendable {
    public var original: Size?
    public var small: Size?
    public var duration: Double?
    /// The focal point for cropping.
    public var focus: Focus?

    public init(
      original: Size? = nil, small: Size? = nil, duration: Double? = nil, focus: Focus? = nil
    ) {
      self.original = original
      self.small = small
      self.duration = duration
      self.focus = focus
    }
  }

  /// Width and height in pixels.
  public struct Size: Hashable, Sendable {
    public var width: Int
    public var height: Int
  }

  /// A focal point, from -1 to 1 in both directions, y upwards.
  public struct Focus: Hashable, Sendable {
    /// From -1, the left edge, to 1, the right one.
    public var x: Double
    /// From -1, the lower edge, to 1, the upper one.
    public var y: Double

    public init(x: Double, y: Double) {
      self.x = x
      self.y = y
    }
  }

  public init(_ json: Fields) throws {
    id = try json.id("id")
    kind = json.choice("type") ?? .unknown("unknown")
    url = json.word("url")
    previewURL = json.word("preview_url")
    remoteURL = json.word("remote_url")
    description = json.word("description")
    blurhash = json.word("blurhash")
    meta = json.entity("meta")
  }

  public func encode(to json: inout EntityEncoder) throws {
    try json.encode(id, forKey: "id")
    try json.encode(kind, forKey: "type")
    try json.encode(url, forKey: "url")
    try json.encode(previewURL, forKey: "preview_url")
    try json.encode(remoteURL, forKey: "remote_url")
    try json.encode(meta, forKey: "meta")
    try json.encode(description, forKey: "description")
    try json.encode(blurhash, forKey: "blurhash")
  }
}
