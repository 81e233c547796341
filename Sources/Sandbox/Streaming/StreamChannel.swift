struct StreamChannel: Hashable, Sendable {
  enum Kind: String, Sendable, CaseIterable {
    case user
    case userNotification = "user:notification"
    case `public`
    case publicMedia = "public:media"
    case publicLocal = "public:local"
    case publicLocalMedia = "public:local:media"
    case publicRemote = "public:remote"
    case publicRemoteMedia = "public:remote:media"
    case hashtag
    case hashtagLocal = "hashtag:local"
    case list
    case direct
  }

  var kind: Kind
  /// The tag as it was written, in lower case, or the list's id.
  var argument: String?

  /// Parses a channel's name; hashtag channels need a tag, list channels an id.
  init(_ name: String, tag: String? = nil, list: String? = nil) throws(APIError) {
    guard let kind = Kind(rawValue: name) else { throw .badRequest("Unknown channel requested") }
    self.kind = kind
    switch kind {
    case .hashtag, .hashtagLocal:
      guard let tag, !tag.isEmpty else { throw .badRequest("Missing tag name parameter") }
      argument = tag.lowercased()
    case .list:
      guard let list, !list.isEmpty else { throw .badRequest("Missing list name parameter") }
      argument = list
    default: argument = nil
    }
  }

  /// Parses the path of a stream of server-sent events after `/api/v1/streaming/`.
  init(path: String, onlyMedia: Bool, tag: String?, list: String?) throws(APIError) {
    let name = path.split(separator: "/").joined(separator: ":")
    try self.init(onlyMedia && name.hasPrefix("public") ? name + ":media" : name, tag: tag, list: list)
  }

  /// The tag in the form in which posts have it; empty for other channels.
  var hashtag: String { Hashtag.normalized(argument ?? "") }

  /// The `stream` field of frames.
  var names: [String] { [kind.rawValue] + (argument.map { [$0] } ?? []) }

  var scopes: [String] {
    switch kind {
    case .user: ["read:statuses", "read:notifications"]
    case .userNotification: ["read:notifications"]
    default: ["read:statuses"]
    }
  }

  /// Whether the channel carries a public status.
  func takes(_ status: PublicFacts) -> Bool {
    switch kind {
    case .public: status.isTimeline
    case .publicMedia: status.isTimeline && status.hasMedia
    case .publicLocal: status.isTimeline && status.isLocal
    case .publicLocalMedia: status.isTimeline && status.isLocal && status.hasMedia
    case .publicRemote: status.isTimeline && !status.isLocal
    case .publicRemoteMedia: status.isTimeline && !status.isLocal && status.hasMedia
    case .hashtag: status.tags.contains(hashtag)
    case .hashtagLocal: status.isLocal && status.tags.contains(hashtag)
    case .user, .userNotification, .list, .direct: false
    }
  }

  /// The properties of a status that decide which public channels carry it.
  struct PublicFacts {
    /// Whether public timelines contain it: not boosts and not replies to others.
    var isTimeline: Bool
    var isLocal: Bool
    var hasMedia: Bool
    var tags: [String]
  }
}

enum StreamFrame {
  enum Style: Sendable {
    /// JSON with the channel's name, for a WebSocket with several channels.
    case webSocket
    /// Two lines, for server-sent events.
    case eventSource
  }

  static func event(_ name: StaticString, payload: String?, on channel: StreamChannel, style: Style) -> String {
    guard style == .webSocket else {
      // JSON contains no unescaped line breaks.
      return "event: \(name)\ndata: \(payload ?? "undefined")\n\n"
    }
    return JSONWriter.object {
      $0.field("stream", channel.names)
      $0.field("event", "\(name)")
      if let payload { $0.field("payload", payload) }
    }
  }

  static func error(_ apiError: APIError) -> String {
    JSONWriter.object {
      $0.field("error", apiError.message)
      $0.field("status", apiError.status)
    }
  }
}
