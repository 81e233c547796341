public import FoundationEssentials

/// An access token.
public struct Token: Hashable, Sendable {
  /// The token itself, which is secret.
  public var accessToken: String
  /// The scopes, separated by spaces.
  public var scope: String
  /// When it was issued.
  public var createdAt: Date
  /// The refresh token, from servers whose tokens expire.
  public var refreshToken: String?
  /// Its lifetime in seconds; `nil` if it does not expire.
  public var expiresIn: Int?

  /// Creates a token.
  public init(
    accessToken: String, scope: String, createdAt: Date, refreshToken: String? = nil, expiresIn: Int? = nil
  ) {
    self.accessToken = accessToken
    self.scope = scope
    self.createdAt = createdAt
    self.refreshToken = refreshToken
    self.expiresIn = expiresIn
  }

  /// When it expires; `nil` if it does not, or if the server did not say when it was issued.
  ///
  /// Pixelfed sends the lifetime without a date: a token that looked expired from the start would never be used.
  public var expiresAt: Date? {
    guard createdAt.timeIntervalSince1970 > 0 else { return nil }
    return expiresIn.map { createdAt.addingTimeInterval(Double($0)) }
  }
}

extension Token: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The scopes, never the token.
  public var description: String { "Token(redacted, scope: \(scope))" }

  /// The same text as ``description``.
  public var debugDescription: String { description }

  /// The parts that contain no secret.
  public var customMirror: Mirror {
    Mirror(self, children: ["accessToken": "redacted", "scope": scope], displayStyle: .struct)
  }
}

extension Token: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case scope
    case accessToken = "access_token"
    case tokenType = "token_type"
    case createdAt = "created_at"
    case refreshToken = "refresh_token"
    case expiresIn = "expires_in"
  }

  /// Decodes a server's JSON leniently: the token is required.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    accessToken = try json.required(.accessToken)
    scope = json.text(.scope)
    createdAt = json.date(.createdAt) ?? Date(timeIntervalSince1970: 0)
    refreshToken = json.word(.refreshToken)
    // Some servers send zero for a token that does not expire; otherwise it would be renewed endlessly.
    expiresIn = json.integer(.expiresIn).flatMap { $0 > 0 ? $0 : nil }
  }

  /// Encodes the token as Mastodon does, with its secrets.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(accessToken, forKey: .accessToken)
    try json.encode("Bearer", forKey: .tokenType)
    try json.encode(scope, forKey: .scope)
    try json.encode(MastodonDate.wholeSeconds(createdAt), forKey: .createdAt)
    try json.encodeIfPresent(refreshToken, forKey: .refreshToken)
    try json.encodeIfPresent(expiresIn, forKey: .expiresIn)
  }
}
