public import MastodonKit

extension Endpoint {
  /// Registers the application with the server.
  ///
  /// The redirect URIs are one field with a line for each: every server parses that, but only newer ones an array.
  public static func registerApplication(
    name: String, website: String?, redirectURIs: [String], scopes: String, at path: String = "/api/v1/apps"
  ) -> Endpoint<Application> {
    var fields = [
      Field("client_name", name), Field("redirect_uris", redirectURIs.joined(separator: "\n")), Field("scopes", scopes),
    ]
    if let website { fields.append(Field("website", website)) }
    return .init(.post, path, body: .form(fields), access: .anonymous, to: "register with the server")
  }

  public static func token(
    code: Secret, application: Application, redirectURI: String, verifier: Secret?, at path: String = "/oauth/token"
  ) -> Endpoint<Token> {
    var fields = [Field("grant_type", "authorization_code"), Field("code", code.reveal)]
    fields += SignInFields.credentials(of: application)
    fields.append(Field("redirect_uri", redirectURI))
    if let verifier { fields.append(Field("code_verifier", verifier.reveal)) }
    return .init(.post, path, body: .form(fields), access: .anonymous, to: "sign in")
  }

  /// Exchanges a refresh token for the next token.
  public static func token(
    refreshing refresh: Secret, application: Application, at path: String = "/oauth/token"
  ) -> Endpoint<Token> {
    .init(
      .post, path,
      body: .form(
        [Field("grant_type", "refresh_token"), Field("refresh_token", refresh.reveal)]
          + SignInFields.credentials(of: application)), access: .anonymous, to: "renew the sign-in")
  }

  /// Requests a token for the application itself, without an account.
  ///
  /// GoToSocial requires the redirect URI; others ignore it.
  public static func token(
    of application: Application, redirectURI: String, scopes: String, at path: String = "/oauth/token"
  ) -> Endpoint<Token> {
    .init(
      .post, path,
      body: .form(
        [Field("grant_type", "client_credentials")] + SignInFields.credentials(of: application) + [
          Field("redirect_uri", redirectURI), Field("scope", scopes),
        ]), access: .anonymous, to: "register with the server")
  }

  public static func revoke(
    _ token: Secret, application: Application, at path: String = "/oauth/revoke"
  ) -> Endpoint<Void> {
    .init(
      .post, path, body: .form(SignInFields.credentials(of: application) + [Field("token", token.reveal)]),
      access: .anonymous, to: "sign out")
  }

  /// The server's OAuth metadata; servers without it respond with 404.
  public static var authorizationServer: Endpoint<AuthorizationServer> {
    .init(.get, "/.well-known/oauth-authorization-server", access: .anonymous, to: "load the server's sign-in settings")
  }
}

/// A server's OAuth metadata (RFC 8414), as far as it matters here; missing members are `nil`.
public struct AuthorizationServer: Hashable, Sendable {
  /// The page where the user allows the application.
  public var authorizationEndpoint: String?
  /// The endpoint that exchanges a code for a token.
  public var tokenEndpoint: String?
  /// The endpoint that revokes a token.
  public var revocationEndpoint: String?
  /// The endpoint that registers an application; an extension by Mastodon.
  public var registrationEndpoint: String?
  public var scopes: [String]?
  /// The methods by which a code can be bound to a verifier.
  public var codeChallengeMethods: [String]?
}

extension AuthorizationServer: Decodable {
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

/// The form fields of signing in, shared by its endpoints.
enum SignInFields {
  /// The fields that contain secrets.
  static let secret: Set<String> = [
    "code", "client_secret", "code_verifier", "token", "refresh_token", "password",
  ]

  /// An application's credentials, in the form, where every server reads them.
  static func credentials(of application: Application) -> [Field] {
    [Field("client_id", application.clientID), Field("client_secret", application.clientSecret)]
  }
}
