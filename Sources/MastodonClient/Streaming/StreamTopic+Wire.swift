public import MastodonKit

/// How a stream is named on the wire.
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

  /// What the name alone does not say.
  var argument: Field? {
    switch self {
    case .hashtag(let tag, _): Field("tag", tag)
    case .list(let id): Field("list", id)
    default: nil
    }
  }

  /// What stands in the query of a WebSocket that begins with this stream.
  func query(_ dialect: StreamDialect) -> [Field] {
    [Field("stream", dialect.name(of: self))] + (argument.map { [$0] } ?? [])
  }

  /// Where server-sent events of the stream are, and with which query.
  var eventSource: (path: String, query: [Field]) {
    let (path, onlyMedia) =
      switch self {
      case .user: ("user", false)
      case .notifications: ("user/notification", false)
      case .federated(let onlyMedia): ("public", onlyMedia)
      case .local(let onlyMedia): ("public/local", onlyMedia)
      case .remote(let onlyMedia): ("public/remote", onlyMedia)
      case .hashtag(_, let isLocal): (isLocal ? "hashtag/local" : "hashtag", false)
      case .list: ("list", false)
      case .direct: ("direct", false)
      }
    let media = onlyMedia ? [Field("only_media", "true")] : []
    return ("/api/v1/streaming/\(path)", media + (argument.map { [$0] } ?? []))
  }

  /// Whether a frame that calls itself by these names belongs to the stream.
  ///
  /// Mastodon documents the name alone and sends the argument behind it; both are taken.
  func isMeant(by names: [String]) -> Bool {
    guard let first = names.first, first == name || (self == .notifications && first == "user:notifications") else {
      return false
    }
    guard names.count > 1, let argument else { return true }
    return names[1].lowercased() == argument.value.lowercased()
  }

  /// The message that asks for the stream on a connection that is open, or its opposite.
  func message(_ type: String, _ dialect: StreamDialect) -> String {
    var fields = [("type", type), ("stream", dialect.name(of: self))]
    if let argument { fields.append((argument.name, argument.value)) }
    return "{" + fields.map { "\(Self.quote($0.0)):\(Self.quote($0.1))" }.joined(separator: ",") + "}"
  }

  /// A JSON string; made by hand, since an encoder is a high price for three words.
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

/// What a server's streaming can do that others' cannot, and the reverse.
public enum StreamDialect: Hashable, Sendable {
  /// Everything can be asked for on an open connection.
  case mastodon
  /// Hashtags and the notifications alone are given only to a connection of their own; asked for otherwise, they are
  /// ignored in silence.
  case goToSocial
  /// The stream of notifications has another name.
  case pleroma

  /// Tells the server's software by what its instance says; one that was not asked is taken for Mastodon.
  ///
  /// GoToSocial counts its own versions, which look like a Mastodon of the first years: from before it had streams.
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

  /// What the server calls a stream.
  func name(of topic: StreamTopic) -> String {
    self == .pleroma && topic == .notifications ? "user:notifications" : topic.name
  }

  /// Whether a stream can be asked for on a connection that is open.
  func canSubscribe(to topic: StreamTopic) -> Bool {
    switch (self, topic) {
    case (.goToSocial, .hashtag), (.goToSocial, .notifications): false
    default: true
    }
  }
}
