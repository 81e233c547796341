/// A picture, film or sound that belongs to a status.
public struct MediaAttachment: Hashable, Sendable, Identifiable {
  /// The type of an attachment's id.
  public typealias ID = Identifier<MediaAttachment>

  /// The attachment's id.
  public var id: ID
  /// What it is.
  public var kind: Kind
  /// Where it is; nil while the server still works on it.
  public var url: String?
  /// Where a smaller version is.
  public var previewURL: String?
  /// Where the author's server keeps it.
  public var remoteURL: String?
  /// Where the author's server keeps the smaller version.
  public var previewRemoteURL: String?
  /// What it shows, in the author's words.
  public var description: String?
  /// A few colours to show before the picture has arrived.
  public var blurhash: String?
  /// Its measures, as far as the server tells them.
  public var meta: Meta?

  /// Creates an attachment.
  public init(
    id: ID, kind: Kind, url: String? = nil, previewURL: String? = nil, remoteURL: String? = nil,
    description: String? = nil, blurhash: String? = nil, meta: Meta? = nil, previewRemoteURL: String? = nil
  ) {
    self.id = id
    self.kind = kind
    self.url = url
    self.previewURL = previewURL
    self.remoteURL = remoteURL
    self.description = description
    self.blurhash = blurhash
    self.meta = meta
    self.previewRemoteURL = previewRemoteURL
  }

  /// What an attachment can be.
  public enum Kind: OpenEnum {
    /// A picture that stands still.
    case image
    /// A short film without sound that repeats.
    case gifv
    /// A film.
    case video
    /// Sound.
    case audio
    /// A kind that the server does not handle, or that this version does not know.
    case unknown(String)

    /// The kinds with a name.
    public static let known: [Kind] = [.image, .gifv, .video, .audio]

    /// The server's value.
    public var rawValue: String {
      switch self {
      case .image: "image"
      case .gifv: "gifv"
      case .video: "video"
      case .audio: "audio"
      case .unknown(let word): word
      }
    }
  }

  /// The measures of an attachment.
  public struct Meta: Hashable, Sendable {
    /// The measures of the whole thing.
    public var original: Size?
    /// The measures of its preview.
    public var small: Size?
    /// How long it plays, in seconds.
    public var duration: Double?
    /// The point that must stay visible when it is cropped.
    public var focus: Focus?
    /// What only somebody who works with films and sounds asks for.
    @Indirect public var recording: Recording? = nil

    /// Creates the measures.
    public init(
      original: Size? = nil, small: Size? = nil, duration: Double? = nil, focus: Focus? = nil,
      recording: Recording? = nil
    ) {
      self.original = original
      self.small = small
      self.duration = duration
      self.focus = focus
      self.recording = recording
    }
  }

  /// Width and height in pixels.
  public struct Size: Hashable, Sendable {
    /// Pixels across.
    public var width: Int
    /// Pixels down.
    public var height: Int

    /// Creates a size.
    public init(width: Int, height: Int) {
      self.width = width
      self.height = height
    }
  }

  /// A point of a picture, from -1 to 1 in both directions, y upwards.
  public struct Focus: Hashable, Sendable {
    /// From -1, the left edge, to 1, the right one.
    public var x: Double
    /// From -1, the lower edge, to 1, the upper one.
    public var y: Double

    /// Creates a point.
    public init(x: Double, y: Double) {
      self.x = x
      self.y = y
    }
  }
}

extension MediaAttachment: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case id, type, url, description, blurhash, meta
    case previewURL = "preview_url"
    case remoteURL = "remote_url"
    case previewRemoteURL = "preview_remote_url"
  }

  /// Reads what a server sent, leniently.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    id = try json.id(.id)
    kind = json.choice(.type) ?? .unknown("unknown")
    url = json.word(.url)
    previewURL = json.word(.previewURL)
    remoteURL = json.word(.remoteURL)
    previewRemoteURL = json.word(.previewRemoteURL)
    description = json.word(.description)
    blurhash = json.word(.blurhash)
    meta = json.entity(.meta)
  }

  /// Writes the attachment as Mastodon does.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(id, forKey: .id)
    try json.encode(kind, forKey: .type)
    try json.encode(url, forKey: .url)
    try json.encode(previewURL, forKey: .previewURL)
    try json.encode(remoteURL, forKey: .remoteURL)
    try json.encodeIfPresent(previewRemoteURL, forKey: .previewRemoteURL)
    try json.encode(meta, forKey: .meta)
    try json.encode(description, forKey: .description)
    try json.encode(blurhash, forKey: .blurhash)
  }
}
