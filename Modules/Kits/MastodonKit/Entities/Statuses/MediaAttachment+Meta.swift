extension MediaAttachment {
  /// What a server tells of a film or a sound besides its measures.
  public struct Recording: Hashable, Sendable {
    /// How long it plays, as `0:01:28.65`.
    public var length: String?
    /// How long the whole thing plays, in seconds, where that is said apart.
    public var playing: Double?
    /// How many pictures a second there are, as a fraction.
    public var frameRate: String?
    /// How many pictures a second there are.
    public var framesPerSecond: Int?
    /// How many bits a second there are.
    public var bitrate: Int?
    /// The measures of the whole thing, where they are said a second time.
    public var whole: Size?
    /// How the sound is encoded.
    public var audioEncoding: String?
    /// How many bits a second the sound has.
    public var audioBitrate: String?
    /// The channels of the sound.
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

  /// What the whole thing has besides its measures.
  enum OriginalKeys: String, CodingKey, CaseIterable {
    case duration, bitrate
    case frameRate = "frame_rate"
  }

  /// Reads what a server sent, leniently: pictures and films keep their duration in different places.
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

  /// Writes the measures as Mastodon does.
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

  /// Reads a point, leniently; half a point is none.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    guard let x = json.number(.x), let y = json.number(.y) else {
      throw DecodingError.keyNotFound(
        CodingKeys.x, .init(codingPath: json.codingPath, debugDescription: "A point without x and y."))
    }
    self.init(x: x, y: y)
  }

  /// Writes the point as Mastodon does.
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

  /// Reads the measures of a picture; the cover of a sound has none and is refused.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    guard let size = Self(width: json.integer(.width), height: json.integer(.height)) else {
      throw DecodingError.keyNotFound(
        CodingKeys.width, .init(codingPath: json.codingPath, debugDescription: "A size without width and height."))
    }
    self = size
  }

  /// Takes both measures or none.
  fileprivate init?(width: Int?, height: Int?) {
    guard let width, let height else { return nil }
    self.init(width: width, height: height)
  }

  /// Writes the measures as Mastodon does, which says the same in three ways.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(width, forKey: .width)
    try json.encode(height, forKey: .height)
    try json.encode("\(width)x\(height)", forKey: .size)
    if height > 0 { try json.encode(Double(width) / Double(height), forKey: .aspect) }
  }
}
