public import MastodonKit

/// The encoding and encryption of a push read from standard input.
public struct PushReadingOptions: Hashable, Sendable {
  /// The content encoding, which overrides the push's own header field.
  public var contentEncoding: String?
  /// The header field `Encryption`, which overrides the push's own.
  public var encryption: String?
  /// The header field `Crypto-Key`, which overrides the push's own.
  public var cryptoKey: String?
  /// Whether the push is encoded in base64.
  public var isBase64: Bool

  public init(
    contentEncoding: String? = nil, encryption: String? = nil, cryptoKey: String? = nil, isBase64: Bool = false
  ) {
    self.contentEncoding = contentEncoding
    self.encryption = encryption
    self.cryptoKey = cryptoKey
    self.isBase64 = isBase64
  }
}

public struct ReceivedPush: Hashable, Sendable {
  /// The account that it is for, `user@host`.
  public var account: String
  public var isForCurrentAccount: Bool
  public var notification: Notification.ID?
  public var kind: Notification.Kind?
  public var title: String
  /// The beginning of the post or profile that it is about; may be empty.
  public var body: String
  /// Whether it carried a valid signature of the server; a push with an invalid one is rejected.
  public var isSigned: Bool

  public init(
    account: String, isForCurrentAccount: Bool = true, notification: Notification.ID? = nil,
    kind: Notification.Kind? = nil, title: String, body: String = "", isSigned: Bool = false
  ) {
    self.account = account
    self.isForCurrentAccount = isForCurrentAccount
    self.notification = notification
    self.kind = kind
    self.title = title
    self.body = body
    self.isSigned = isSigned
  }

  /// Pushes with fixed content.
  public static let fixtures = Fixtures()

  /// One for each way that a push can look.
  public final class Fixtures: Sendable {
    public let mention = ReceivedPush(
      account: "wren@shore.example", notification: "90002", kind: .mention, title: "You were mentioned by Rook",
      body: "@wren Is the tide table of the north pier right?", isSigned: true)
    /// A new follower, without a body.
    public let follow = ReceivedPush(
      account: "wren@shore.example", notification: "90003", kind: .follow, title: "Heron followed you")
    public let another = ReceivedPush(
      account: "lamp@garden.example", isForCurrentAccount: false, notification: "7", kind: .favourite,
      title: "Moss favorited your post", body: "The lamp is lit.", isSigned: true)
    /// A long body with wide characters.
    public let long = ReceivedPush(
      account: "wren@shore.example", notification: "90004", kind: .status, title: "Chinatsu 千夏 just posted",
      body: "海辺の本屋が今日から開いています。" + String(repeating: "波の音を聞きながら本を読めます。", count: 8), isSigned: true)
    public let hostile = ReceivedPush(
      account: "wren@shore.example", notification: "90005", kind: .mention,
      title: "You were mentioned by \u{1B}]0;root\u{07}Eve\u{202E}evE",
      body: "\u{1B}[2J\u{1B}[31mrm -rf\r\n› logout\u{0}", isSigned: true)
  }
}
