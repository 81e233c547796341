/// One of the streams that a client can listen to.
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
  /// The tag in lower case, or the list's id.
  var argument: String?

  /// Reads a stream's name; a hashtag needs its tag and a list its id.
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

  /// Reads the path of a stream of server-sent events, without `/api/v1/streaming/`.
  init(path: String, onlyMedia: Bool, tag: String?, list: String?) throws(APIError) {
    let name = path.split(separator: "/").joined(separator: ":")
    try self.init(onlyMedia && name.hasPrefix("public") ? name + ":media" : name, tag: tag, list: list)
  }

  /// What a frame says of where it comes from.
  var names: [String] { [kind.rawValue] + (argument.map { [$0] } ?? []) }

  /// The scopes that a token needs to listen.
  var scopes: [String] {
    switch kind {
    case .user: ["read:statuses", "read:notifications"]
    case .userNotification: ["read:notifications"]
    default: ["read:statuses"]
    }
  }

  /// Whether a status that everybody sees is told here.
  func takes(_ status: PublicFacts) -> Bool {
    switch kind {
    case .public: status.isTimeline
    case .publicMedia: status.isTimeline && status.hasMedia
    case .publicLocal: status.isTimeline && status.isLocal
    case .publicLocalMedia: status.isTimeline && status.isLocal && status.hasMedia
    case .publicRemote: status.isTimeline && !status.isLocal
    case .publicRemoteMedia: status.isTimeline && !status.isLocal && status.hasMedia
    case .hashtag: status.tags.contains(argument ?? "")
    case .hashtagLocal: status.isLocal && status.tags.contains(argument ?? "")
    case .user, .userNotification, .list, .direct: false
    }
  }

  /// What decides in which public streams a status is told.
  struct PublicFacts {
    /// Whether public timelines show it: boosts and answers to others they do not.
    var isTimeline: Bool
    var isLocal: Bool
    var hasMedia: Bool
    var tags: [String]
  }
}

/// What a stream sends, as text on the wire.
enum StreamFrame {
  /// How an event is written.
  enum Style: Sendable {
    /// A JSON message that names its stream, for a WebSocket that carries several.
    case webSocket
    /// Two lines for a connection that carries one stream.
    case eventSource
  }

  static func event(_ name: StaticString, payload: String?, on channel: StreamChannel, style: Style) -> String {
    guard style == .webSocket else {
      // A payload is one line: JSON has no other breaks than those that it escapes.
      return "event: \(name)\ndata: \(payload ?? "undefined")\n\n"
    }
    var writer = JSONWriter()
    writer.object { writer in
      writer.field("stream", texts: channel.names)
      writer.key("event")
      writer.value("\(name)")
      if let payload { writer.field("payload", payload) }
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  static func error(_ apiError: APIError) -> String {
    var writer = JSONWriter()
    writer.object {
      $0.field("error", apiError.message)
      $0.field("status", apiError.status)
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
