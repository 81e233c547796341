public import FoundationEssentials

/// What a program shows to a server instead of a password.
public struct Token: Hashable, Sendable {
  /// The secret itself.
  public var accessToken: String
  /// What it may be used for, separated by spaces.
  public var scope: String
  /// When it was given.
  public var createdAt: Date
  /// The secret for the next token, from servers whose tokens expire.
  public var refreshToken: String?
  /// After how many seconds it expires; nil for one that stays.
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

  /// When it expires; nil for one that stays, and where the server did not say when it made it.
  ///
  /// Pixelfed says how long a token lives and not since when: one that looked expired from the start would never be used.
  public var expiresAt: Date? {
    guard createdAt.timeIntervalSince1970 > 0 else { return nil }
    return expiresIn.map { createdAt.addingTimeInterval(Double($0)) }
  }
}

extension Token: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// What it may be used for, never the secret.
  public var description: String { "Token(redacted, scope: \(scope))" }

  /// The same words as ``description``.
  public var debugDescription: String { description }

  /// The parts that may be shown, so that a dump does not tell the secrets.
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

  /// Reads what a server sent, leniently: the secret is required.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.fields(CodingKeys.self)
    accessToken = try json.required(.accessToken)
    scope = json.text(.scope)
    createdAt = json.date(.createdAt) ?? Date(timeIntervalSince1970: 0)
    refreshToken = json.word(.refreshToken)
    // A life of no time is how some say that it does not end; taken at its word it would be renewed without end.
    expiresIn = json.integer(.expiresIn).flatMap { $0 > 0 ? $0 : nil }
  }

  /// Writes the token as Mastodon does, with its secrets.
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
