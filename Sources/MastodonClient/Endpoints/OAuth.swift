public import MastodonKit

extension Endpoint where Response == Application {
  /// Registers the program with the server.
  public static func registerApplication(
    name: String, website: String?, redirectURI: String, scopes: String
  ) -> Endpoint {
    var fields = [Field("client_name", name), Field("redirect_uris", redirectURI), Field("scopes", scopes)]
    if let website { fields.append(Field("website", website)) }
    return Endpoint(
      .post, "/api/v1/apps", body: .form(fields), access: .anonymous, operation: "register with the server")
  }
}

extension Endpoint where Response == Token {
  /// Exchanges the code that a person was shown for a token.
  public static func token(
    code: Secret, application: Application, redirectURI: String, verifier: Secret?
  ) -> Endpoint {
    var fields = [
      Field("grant_type", "authorization_code"), Field("code", code.reveal),
      Field("client_id", application.clientID), Field("client_secret", application.clientSecret),
      Field("redirect_uri", redirectURI),
    ]
    if let verifier { fields.append(Field("code_verifier", verifier.reveal)) }
    return Endpoint(.post, "/oauth/token", body: .form(fields), access: .anonymous, operation: "sign in")
  }
}

extension Endpoint where Response == Void {
  /// Makes a token useless.
  public static func revoke(_ token: Secret, application: Application) -> Endpoint {
    Endpoint(
      .post, "/oauth/revoke",
      body: .form([
        Field("client_id", application.clientID), Field("client_secret", application.clientSecret),
        Field("token", token.reveal),
      ]), access: .anonymous, operation: "sign out")
  }
}

extension Endpoint where Response == AuthorizationServer {
  /// What the server's sign-in can do; servers without it answer 404.
  public static var authorizationServer: Endpoint {
    Endpoint(
      .get, "/.well-known/oauth-authorization-server", access: .anonymous, operation: "read how the server signs in")
  }
}

/// What a server says of its sign-in, as far as it matters here.
public struct AuthorizationServer: Hashable, Sendable, Decodable {
  /// How a code may be bound to who asked for it.
  public var codeChallengeMethods: [String]

  /// Makes a description.
  public init(codeChallengeMethods: [String]) { self.codeChallengeMethods = codeChallengeMethods }

  private enum CodingKeys: String, CodingKey {
    case codeChallengeMethods = "code_challenge_methods_supported"
  }

  /// Reads what a server sent; a server that names no method has none.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.container(keyedBy: CodingKeys.self)
    codeChallengeMethods = try json.decodeIfPresent([String].self, forKey: .codeChallengeMethods) ?? []
  }
}

/// The form fields that hold secrets, whichever endpoint sends them.
enum SignInFields {
  static let secret: Set<String> = [
    "code", "client_secret", "code_verifier", "token", "refresh_token", "password",
  ]
}
