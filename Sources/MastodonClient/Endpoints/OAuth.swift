public import MastodonKit

extension Endpoint where Response == Application {
  /// Registers the program with the server.
  ///
  /// The addresses are one field with a line for each: every server reads that, an array only newer ones.
  public static func registerApplication(
    name: String, website: String?, redirectURIs: [String], scopes: String, at path: String = "/api/v1/apps"
  ) -> Endpoint {
    var fields = [
      Field("client_name", name), Field("redirect_uris", redirectURIs.joined(separator: "\n")), Field("scopes", scopes),
    ]
    if let website { fields.append(Field("website", website)) }
    return Endpoint(.post, path, body: .form(fields), access: .anonymous, operation: "register with the server")
  }
}

extension Endpoint where Response == Token {
  /// Exchanges the code that a person was shown for a token.
  public static func token(
    code: Secret, application: Application, redirectURI: String, verifier: Secret?, at path: String = "/oauth/token"
  ) -> Endpoint {
    var fields = [Field("grant_type", "authorization_code"), Field("code", code.reveal)]
    fields += SignInFields.credentials(of: application)
    fields.append(Field("redirect_uri", redirectURI))
    if let verifier { fields.append(Field("code_verifier", verifier.reveal)) }
    return Endpoint(.post, path, body: .form(fields), access: .anonymous, operation: "sign in")
  }

  /// Exchanges a refresh token for the next token.
  public static func token(
    refreshing refresh: Secret, application: Application, at path: String = "/oauth/token"
  ) -> Endpoint {
    Endpoint(
      .post, path,
      body: .form(
        [Field("grant_type", "refresh_token"), Field("refresh_token", refresh.reveal)]
          + SignInFields.credentials(of: application)),
      access: .anonymous, operation: "stay signed in")
  }

  /// Asks for a token of the program itself, which speaks for nobody.
  public static func token(of application: Application, scopes: String, at path: String = "/oauth/token") -> Endpoint {
    Endpoint(
      .post, path,
      body: .form(
        [Field("grant_type", "client_credentials")] + SignInFields.credentials(of: application)
          + [Field("scope", scopes)]),
      access: .anonymous, operation: "register with the server")
  }
}

extension Endpoint where Response == Void {
  /// Makes a token useless.
  public static func revoke(
    _ token: Secret, application: Application, at path: String = "/oauth/revoke"
  ) -> Endpoint {
    Endpoint(
      .post, path, body: .form(SignInFields.credentials(of: application) + [Field("token", token.reveal)]),
      access: .anonymous, operation: "sign out")
  }
}

extension Endpoint where Response == AuthorizationServer {
  /// What the server's sign-in can do; servers without it answer 404.
  public static var authorizationServer: Endpoint {
    Endpoint(
      .get, "/.well-known/oauth-authorization-server", access: .anonymous, operation: "read how the server signs in")
  }
}

/// What a server says of its sign-in (RFC 8414), as far as it matters here; what it does not say is `nil`.
public struct AuthorizationServer: Hashable, Sendable, Decodable {
  /// The page where a person allows the program.
  public var authorizationEndpoint: String?
  /// Where a code becomes a token.
  public var tokenEndpoint: String?
  /// Where a token is made useless.
  public var revocationEndpoint: String?
  /// Where a program is registered; Mastodon's own name for it.
  public var registrationEndpoint: String?
  /// What a program may ask for.
  public var scopes: [String]?
  /// How a code may be bound to who asked for it.
  public var codeChallengeMethods: [String]?

  /// Makes a description.
  public init(
    authorizationEndpoint: String? = nil, tokenEndpoint: String? = nil, revocationEndpoint: String? = nil,
    registrationEndpoint: String? = nil, scopes: [String]? = nil, codeChallengeMethods: [String]? = nil
  ) {
    self.authorizationEndpoint = authorizationEndpoint
    self.tokenEndpoint = tokenEndpoint
    self.revocationEndpoint = revocationEndpoint
    self.registrationEndpoint = registrationEndpoint
    self.scopes = scopes
    self.codeChallengeMethods = codeChallengeMethods
  }

  private enum CodingKeys: String, CodingKey {
    case authorizationEndpoint = "authorization_endpoint"
    case tokenEndpoint = "token_endpoint"
    case revocationEndpoint = "revocation_endpoint"
    case registrationEndpoint = "app_registration_endpoint"
    case scopes = "scopes_supported"
    case codeChallengeMethods = "code_challenge_methods_supported"
  }

  /// Reads a server's metadata; an unreadable member counts as missing.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.container(keyedBy: CodingKeys.self)
    func read<Value: Decodable>(_ key: CodingKeys) -> Value? {
      // Sign-in falls back to the usual paths for a missing member.
      try? json.decodeIfPresent(Value.self, forKey: key)
    }
    authorizationEndpoint = read(.authorizationEndpoint)
    tokenEndpoint = read(.tokenEndpoint)
    revocationEndpoint = read(.revocationEndpoint)
    registrationEndpoint = read(.registrationEndpoint)
    scopes = read(.scopes)
    codeChallengeMethods = read(.codeChallengeMethods)
  }
}

/// The form fields of signing in, whichever endpoint sends them.
enum SignInFields {
  /// Those that hold secrets.
  static let secret: Set<String> = [
    "code", "client_secret", "code_verifier", "token", "refresh_token", "password",
  ]

  /// Both halves of a program's credentials; in the form, where every server reads them.
  static func credentials(of application: Application) -> [Field] {
    [Field("client_id", application.clientID), Field("client_secret", application.clientSecret)]
  }
}
