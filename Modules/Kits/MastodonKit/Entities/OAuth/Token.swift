public import FoundationEssentials

public struct Token: Hashable, Sendable, EncodableEntity {
  /// The token itself, which is secret.
  public var accessToken: String
  /// The scopes, separated by spaces.
  public var scope: String
  public var createdAt: Date
  /// The refresh token, from servers whose tokens expire.
  public var refreshToken: String?
  /// Its lifetime in seconds; `nil` if it does not expire.
  public var expiresIn: Int?

  /// The scopes of these that the server has granted no part of, as `write`; none if it does not say what it has granted.
  public func scopesRefused(of asked: [String]) -> [String] {
    let granted = Set(scope.split(separator: " ").map { $0.prefix { $0 != ":" } })
    return granted.isEmpty ? [] : asked.filter { !granted.contains($0.prefix { $0 != ":" }) }
  }

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

  /// Decodes a server's JSON leniently: the token is required.
  public init(_ json: Fields) throws {
    accessToken = try json.required("access_token")
    scope = json.text("scope")
    createdAt = json.date("created_at") ?? Date(timeIntervalSince1970: 0)
    refreshToken = json.word("refresh_token")
    // Some servers send zero for a token that does not expire; otherwise it would be renewed endlessly.
    expiresIn = json.integer("expires_in").flatMap { $0 > 0 ? $0 : nil }
  }

  /// Encodes the token as Mastodon does, with its secrets.
  public func encode(to json: inout EntityEncoder) throws {
    try json.encode(accessToken, forKey: "access_token")
    try json.encode("Bearer", forKey: "token_type")
    try json.encode(scope, forKey: "scope")
    try json.encode(MastodonDate.wholeSeconds(createdAt), forKey: "created_at")
    try json.encodeIfPresent(refreshToken, forKey: "refresh_token")
    try json.encodeIfPresent(expiresIn, forKey: "expires_in")
  }
}

extension Token: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The scopes, never the token.
  public var description: String { "Token(redacted, scope: \(scope))" }

  public var debugDescription: String { description }

  /// The parts that contain no secret.
  public var customMirror: Mirror {
    Mirror(self, children: ["accessToken": "redacted", "scope": scope], displayStyle: .struct)
  }
}
