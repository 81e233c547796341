public import MastodonKit

extension StreamTopic {
  /// The stream's name in a subscription, in a query and in frames.
  var name: String {
    switch self {
    case .user: "user"
    case .notifications: "user:notification"
    case .federated(let onlyMedia): onlyMedia ? "public:media" : "public"
    case .local(let onlyMedia): onlyMedia ? "public:local:media" : "public:local"
    case .remote(let onlyMedia): onlyMedia ? "public:remote:media" : "public:remote"
    case .hashtag(_, let isLocal): isLocal ? "hashtag:local" : "hashtag"
    case .list: "list"
    case .direct: "direct"
    }
  }

  /// The argument that the name does not contain.
  var argument: Field? {
    switch self {
    case .hashtag(let tag, _): Field("tag", tag)
    case .list(let id): Field("list", id)
    default: nil
    }
  }

  /// The query of a WebSocket that begins with this stream.
  func query(_ dialect: StreamDialect) -> [Field] {
    [Field("stream", dialect.name(of: self))] + (argument.map { [$0] } ?? [])
  }

  /// The path and the query of its server-sent events; that it has only media is a parameter there.
  var eventSource: (path: String, query: [Field]) {
    let onlyMedia = name.hasSuffix(":media")
    let path = name.split(separator: ":").dropLast(onlyMedia ? 1 : 0).joined(separator: "/")
    let media = onlyMedia ? [Field("only_media", "true")] : []
    return ("/api/v1/streaming/\(path)", media + (argument.map { [$0] } ?? []))
  }

  /// Whether a frame with these names belongs to the stream.
  ///
  /// Mastodon documents the name alone and sends the argument after it; both are accepted.
  func isMeant(by names: [String]) -> Bool {
    guard let first = names.first, first == name || (self == .notifications && first == "user:notifications") else {
      return false
    }
    guard names.count > 1, let argument else { return true }
    return names[1].lowercased() == argument.value.lowercased()
  }

  /// The message that subscribes to the stream on an open connection, or unsubscribes.
  func message(_ type: String, _ dialect: StreamDialect) -> String {
    var fields = [("type", type), ("stream", dialect.name(of: self))]
    if let argument { fields.append((argument.name, argument.value)) }
    return "{" + fields.map { "\(Self.quote($0.0)):\(Self.quote($0.1))" }.joined(separator: ",") + "}"
  }

  /// A JSON string; an encoder would cost more for three words.
  private static func quote(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case "\u{0}"..."\u{1F}": quoted += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}

/// The streaming features in which servers differ.
public enum StreamDialect: Hashable, Sendable {
  /// Every stream can be subscribed to on an open connection.
  case mastodon
  /// Hashtags and notifications need a connection of their own; subscriptions to them are ignored silently.
  case goToSocial
  /// The stream of notifications has another name.
  case pleroma

  /// Recognises the software by the instance; an instance that was not requested counts as Mastodon.
  ///
  /// GoToSocial has its own version numbers, which look like those of Mastodon's first years, before it had streaming.
  public init(_ instance: Instance?) {
    let version = instance?.version.lowercased() ?? ""
    if version.contains("pleroma") || version.contains("akkoma") {
      self = .pleroma
    } else if version.hasPrefix("0.") || instance?.sourceURL?.lowercased().contains("gotosocial") == true {
      self = .goToSocial
    } else {
      self = .mastodon
    }
  }

  func name(of topic: StreamTopic) -> String {
    self == .pleroma && topic == .notifications ? "user:notifications" : topic.name
  }

  /// Whether a stream can be subscribed to on an open connection.
  func canSubscribe(to topic: StreamTopic) -> Bool {
    switch (self, topic) {
    case (.goToSocial, .hashtag), (.goToSocial, .notifications): false
    default: true
    }
  }
}
