extension MediaAttachment {
  /// Technical data of a video or audio file.
  public struct Recording: Hashable, Sendable {
    /// The duration as text, `0:01:28.65`.
    public var length: String?
    /// The duration of the original in seconds, if it is sent separately.
    public var playing: Double?
    /// The frame rate as a fraction.
    public var frameRate: String?
    /// The frame rate in frames per second.
    public var framesPerSecond: Int?
    /// The bit rate in bits per second.
    public var bitrate: Int?
    /// The size of the original, if it is sent twice.
    public var whole: Size?
    /// The audio codec.
    public var audioEncoding: String?
    /// The audio bit rate.
    public var audioBitrate: String?
    /// The audio channels.
    public var audioChannels: String?

    /// Creates a description.
    public init(
      length: String? = nil, playing: Double? = nil, frameRate: String? = nil, framesPerSecond: Int? = nil,
      bitrate: Int? = nil, whole: Size? = nil, audioEncoding: String? = nil, audioBitrate: String? = nil,
      audioChannels: String? = nil
    ) {
      self.length = length
      self.playing = playing
      self.frameRate = frameRate
      self.framesPerSecond = framesPerSecond
      self.bitrate = bitrate
      self.whole = whole
      self.audioEncoding = audioEncoding
      self.audioBitrate = audioBitrate
      self.audioChannels = audioChannels
    }
  }
}

extension MediaAttachment.Meta: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case original, small, duration, focus, length, fps, width, height, size, aspect
    case audioEncode = "audio_encode"
    case audioBitrate = "audio_bitrate"
    case audioChannels = "audio_channels"
  }

  /// The members of the original besides its size.
  enum OriginalKeys: String, CodingKey, CaseIterable {
    case duration, bitrate
    case frameRate = "frame_rate"
  }

  /// Decodes a server's JSON leniently: images and videos have their duration in different places.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    let whole = json.object(.original, OriginalKeys.self)
    original = json.entity(.original)
    small = json.entity(.small)
    duration = json.number(.duration) ?? whole?.number(.duration)
    focus = json.entity(.focus)
    let recording = MediaAttachment.Recording(
      length: json.word(.length), playing: whole?.number(.duration), frameRate: whole?.word(.frameRate),
      framesPerSecond: json.integer(.fps), bitrate: whole?.integer(.bitrate),
      whole: MediaAttachment.Size(width: json.integer(.width), height: json.integer(.height)),
      audioEncoding: json.word(.audioEncode), audioBitrate: json.word(.audioBitrate),
      audioChannels: json.word(.audioChannels))
    self.recording = recording == MediaAttachment.Recording() ? nil : recording
  }

  /// Encodes the measures as Mastodon does.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encodeIfPresent(original, forKey: .original)
    try json.encodeIfPresent(small, forKey: .small)
    try json.encodeIfPresent(duration, forKey: .duration)
    try json.encodeIfPresent(focus, forKey: .focus)
    guard let recording else { return }
    if recording.playing != nil || recording.frameRate != nil || recording.bitrate != nil {
      var whole = json.nestedContainer(keyedBy: OriginalKeys.self, forKey: .original)
      try whole.encodeIfPresent(recording.playing, forKey: .duration)
      try whole.encodeIfPresent(recording.frameRate, forKey: .frameRate)
      try whole.encodeIfPresent(recording.bitrate, forKey: .bitrate)
    }
    try recording.whole?.encode(to: encoder)
    try json.encodeIfPresent(recording.length, forKey: .length)
    try json.encodeIfPresent(recording.framesPerSecond, forKey: .fps)
    try json.encodeIfPresent(recording.audioEncoding, forKey: .audioEncode)
    try json.encodeIfPresent(recording.audioBitrate, forKey: .audioBitrate)
    try json.encodeIfPresent(recording.audioChannels, forKey: .audioChannels)
  }
}

extension MediaAttachment.Focus: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case x, y
  }

  /// Decodes a point leniently; one without both coordinates is refused.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    guard let x = json.number(.x), let y = json.number(.y) else {
      throw DecodingError.keyNotFound(
        CodingKeys.x, .init(codingPath: json.codingPath, debugDescription: "A point without x and y."))
    }
    self.init(x: x, y: y)
  }

  /// Encodes the point as Mastodon does.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(x, forKey: .x)
    try json.encode(y, forKey: .y)
  }
}

extension MediaAttachment.Size: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case width, height, size, aspect
  }

  /// Decodes the size of an image; the cover of an audio file has none and is refused.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    guard let size = Self(width: json.integer(.width), height: json.integer(.height)) else {
      throw DecodingError.keyNotFound(
        CodingKeys.width, .init(codingPath: json.codingPath, debugDescription: "A size without width and height."))
    }
    self = size
  }

  /// Creates a size if both width and height are known.
  fileprivate init?(width: Int?, height: Int?) {
    guard let width, let height, width > 0, height > 0 else { return nil }
    self.init(width: width, height: height)
  }

  /// Encodes the size as Mastodon does, which sends it in three forms.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(width, forKey: .width)
    try json.encode(height, forKey: .height)
    try json.encode("\(width)x\(height)", forKey: .size)
    if height > 0 { try json.encode(Double(width) / Double(height), forKey: .aspect) }
  }
}
