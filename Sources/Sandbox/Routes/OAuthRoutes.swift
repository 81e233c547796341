import Crypto
import FoundationEssentials
import GRDB
import MastodonKit

/// OAuth: authorization, tokens, revocation.
let oauthRoutes: [Route] = [
  .get("/oauth/authorize") { try $0.authorizePage() },
  .post("/oauth/authorize") { try $0.authorize() },
  .get("/oauth/authorize/native") { context in
    .html(AuthorizePage.code(context.parameters.text("code") ?? "", instance: context.transaction.instance))
  },
  .post("/oauth/token") { try $0.token() },
  .post("/oauth/revoke") { try $0.revoke() },
  .get("/oauth/userinfo", .user("profile")) { try $0.userInfo() },
  .post("/oauth/userinfo", .user("profile")) { try $0.userInfo() },
]

struct AuthorizationRequest {
  var application: ApplicationRow
  var redirectURI: String
  var scopes: Scopes
  var state: String?
  var challenge: String?

  /// The redirect to the client with a code or an error.
  func redirect(_ pairs: [(String, String)]) -> SandboxResponse {
    let all = pairs + (state.map { [("state", $0)] } ?? [])
    let query = all.map { "\($0)=\(PercentCoding.encode($1))" }.joined(separator: "&")
    return SandboxResponse(
      status: 302, headers: ["Location": "\(redirectURI)\(redirectURI.contains("?") ? "&" : "?")\(query)"])
  }
}

extension RequestContext {
  /// Reads the request.
  ///
  /// A wrong client or redirect URI is shown to the user, never redirected.
  private func authorizationRequest() throws -> AuthorizationRequest {
    guard let application = try parameters.text("client_id").flatMap(transaction.application(clientID:)) else {
      throw APIError.invalidClient
    }
    let uri = parameters.text("redirect_uri") ?? ""
    guard application.redirectURIs.contains(uri) else {
      throw APIError.oauth("invalid_redirect_uri", "The redirect uri included is not valid.")
    }
    return AuthorizationRequest(
      application: application, redirectURI: uri, scopes: Scopes(parameters.text("scope") ?? "read"),
      state: parameters.text("state"), challenge: parameters.text("code_challenge"))
  }

  /// The error to redirect with, if the request is invalid.
  private func validationError(to asked: AuthorizationRequest) -> APIError? {
    if parameters.text("response_type") != "code" {
      return .oauth(
        "unsupported_response_type", "The authorization server does not support this response type.")
    }
    if !asked.scopes.areWithin(asked.application.scopes) || asked.scopes.names.isEmpty { return .invalidScope }
    if asked.challenge != nil, parameters.text("code_challenge_method") != "S256" {
      return .oauth("invalid_code_challenge_method", "The code_challenge_method must be S256.")
    }
    return nil
  }

  /// The parameters to repeat in the form.
  private var fields: [(String, String)] {
    [
      "response_type", "client_id", "redirect_uri", "scope", "state", "code_challenge", "code_challenge_method",
    ].compactMap { key in parameters.text(key).map { (key, $0) } }
  }

  private func refuse(_ asked: AuthorizationRequest, _ error: APIError) -> SandboxResponse {
    let description = error.description ?? error.message
    guard asked.redirectURI != ApplicationRow.outOfBand else {
      return .html(AuthorizePage.error(description, instance: transaction.instance), status: 400)
    }
    return asked.redirect([("error", error.message), ("error_description", description)])
  }

  fileprivate func authorizePage() throws -> SandboxResponse {
    do {
      let asked = try authorizationRequest()
      if let error = validationError(to: asked) { return refuse(asked, error) }
      let people = try transaction.people()
      return .html(
        AuthorizePage.form(asked, people, fields: fields, errorMessage: nil, instance: transaction.instance))
    } catch let apiError as APIError {
      return .html(
        AuthorizePage.error(apiError.description ?? apiError.message, instance: transaction.instance),
        status: apiError.status)
    }
  }

  /// Whether the form was sent from this server's own page, as far as the browser says.
  ///
  /// The user's account needs no password, so another website must not be able to authorize itself.
  private var isFromOwnPage: Bool {
    guard let origin = request.headers["Origin"] else { return true }
    return request.host.map { origin.hasSuffix("://\($0)") } ?? false
  }

  fileprivate func authorize() throws -> SandboxResponse {
    guard isFromOwnPage else {
      let message = "This form must be sent from this server's own page. A proxy has to set X-Forwarded-Host."
      return .html(AuthorizePage.error(message, instance: transaction.instance), status: 422)
    }
    let asked = try authorizationRequest()
    if let error = validationError(to: asked) { return refuse(asked, error) }
    if parameters.text("decision") == "deny" {
      return refuse(
        asked, .oauth("access_denied", "The resource owner or authorization server denied the request."))
    }
    let people = try transaction.people()
    let name = parameters.text("account") ?? ""
    guard let account = people.first(where: { $0.username == name }) else {
      return .html(
        AuthorizePage.error("There is no account of that name here.", instance: transaction.instance), status: 422)
    }
    // The account `you` needs no password; the others do, to prevent choosing one by mistake.
    if try !transaction.isReader(account.id), try !transaction.accepts(parameters.text("password"), of: account.id) {
      let isRegistered = try transaction.hasPassword(account.id)
      let page = AuthorizePage.form(
        asked, people, fields: fields,
        errorMessage: isRegistered ? "That is not the account's password." : "That is not the residents' password.",
        instance: transaction.instance
      )
      return .html(page, status: 422)
    }
    try transaction.addUser(account.id)
    let code = try transaction.makeSecret()
    try transaction.database.run(
      """
      INSERT INTO oauth_codes(code, application_id, account_id, redirect_uri, scopes, challenge, created_at)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """,
      [
        code, asked.application.id, account.id, asked.redirectURI, asked.scopes.description, asked.challenge,
        transaction.now,
      ])
    if asked.redirectURI == ApplicationRow.outOfBand {
      return SandboxResponse(status: 302, headers: ["Location": "\(origin)/oauth/authorize/native?code=\(code)"])
    }
    return asked.redirect([("code", code)])
  }

  /// The client, authenticated by header or form.
  private func client() throws -> ApplicationRow {
    var (id, secret) = (parameters.text("client_id"), parameters.text("client_secret"))
    if let header = request.headers["Authorization"], header.hasPrefix("Basic "),
      let decoded = Data(base64Encoded: String(header.dropFirst(6)))
    {
      let parts = String(decoding: decoded, as: UTF8.self).split(separator: ":", maxSplits: 1)
      if parts.count == 2 { (id, secret) = (PercentCoding.decode(parts[0]), PercentCoding.decode(parts[1])) }
    }
    guard let application = try id.flatMap(transaction.application(clientID:)), application.clientSecret == secret
    else { throw APIError.invalidClient }
    return application
  }

  fileprivate func token() throws -> SandboxResponse {
    let grant = parameters.text("grant_type")
    guard grant != nil else { throw APIError.oauth("invalid_request", "Missing required parameter: grant_type.") }
    let application = try client()
    let (account, scopes): (Int64?, Scopes)
    switch grant {
    case "authorization_code": (account, scopes) = try redeemCode(of: application)
    case "client_credentials":
      (account, scopes) = (nil, Scopes(parameters.text("scope") ?? "read"))
      if transaction.instance.quirks.has(.requiresRedirectURI) {
        guard application.redirectURIs.contains(parameters.text("redirect_uri") ?? "") else {
          throw APIError.oauth("invalid_request", "Bad Request: redirect_uri was not set or did not match.")
        }
      }
      guard scopes.areWithin(application.scopes) else { throw APIError.invalidScope }
    // Mastodon has removed this grant, but scripts still try it first (`toot login_cli`).
    case "password" where !transaction.instance.configuration.isStrict:
      (account, scopes) = (try redeemPassword(), Scopes(parameters.text("scope") ?? "read"))
      guard scopes.areWithin(application.scopes) else { throw APIError.invalidScope }
    case "refresh_token" where transaction.instance.tokenLifetime != nil:
      (account, scopes) = try redeemRefreshToken(of: application)
    default:
      throw APIError.oauth(
        "unsupported_grant_type", "The authorization grant type is not supported by the authorization server.")
    }
    let token = try transaction.issueToken(for: account, to: application.id, scopes)
    // An application can request its own token repeatedly.
    let refresh = account == nil ? nil : try transaction.limit(token)
    return .object {
      $0.token(token, scopes, at: transaction.now)
      if let refresh, let lifetime = transaction.instance.tokenLifetime {
        $0.field("expires_in", lifetime)
        $0.field("refresh_token", refresh)
      }
    }.adding("Cache-Control", "no-store")
  }

  private static let invalidGrant = APIError.oauth(
    "invalid_grant",
    "The provided authorization grant is invalid, expired, revoked, does not match the redirection URI used in the "
      + "authorization request, or was issued to another client.")

  /// The account for a name and password; the name can be the email address that was registered, or one that begins with
  /// the user name.
  private func redeemPassword() throws -> Int64 {
    let typed = parameters.text("username") ?? ""
    let name = typed.split(separator: "@").first.map(String.init)
    let registered = try transaction.account(registeredWith: typed)
    guard let account = try registered ?? transaction.people().first(where: { $0.username == name })?.id,
      try transaction.accepts(parameters.text("password"), of: account)
    else { throw Self.invalidGrant }
    try transaction.addUser(account)
    return account
  }

  /// A refresh token can be used once; its access token is revoked.
  private func redeemRefreshToken(of application: ApplicationRow) throws -> (account: Int64?, scopes: Scopes) {
    let row = try transaction.database.row(
      "SELECT id, account_id, scopes FROM tokens WHERE refresh_token = ? AND application_id = ?",
      [parameters.text("refresh_token"), application.id])
    guard let row else { throw Self.invalidGrant }
    let given = Scopes(row[2])
    let scopes = parameters.text("scope").map(Scopes.init) ?? given
    guard scopes.areWithin(given) else { throw APIError.invalidScope }
    try transaction.revoke(row[0])
    return (row[1], scopes)
  }

  /// A code can be used once, within ten minutes, by the client and redirect URI it was issued for.
  private func redeemCode(of application: ApplicationRow) throws -> (account: Int64?, scopes: Scopes) {
    let apiError = Self.invalidGrant
    let row = try transaction.database.row(
      """
      SELECT account_id, scopes, challenge FROM oauth_codes
      WHERE code = ? AND application_id = ? AND redirect_uri = ? AND created_at > ?
      """,
      [parameters.text("code"), application.id, parameters.text("redirect_uri"), transaction.now + -600])
    guard let row else { throw apiError }
    if let challenge = row[2] as String? {
      guard let verifier = parameters.text("code_verifier"), PKCE.challenge(of: verifier) == challenge else {
        throw apiError
      }
    }
    try transaction.database.run("DELETE FROM oauth_codes WHERE code = ?", [parameters.text("code")])
    return (row[0], Scopes(row[1]))
  }

  fileprivate func revoke() throws -> SandboxResponse {
    let apiError = APIError.oauth("unauthorized_client", "You are not authorized to revoke this token", status: 403)
    let application: ApplicationRow
    do { application = try client() } catch is APIError { throw apiError }
    guard let token = parameters.text("token") else { throw apiError }
    let row = try transaction.database.row(
      "SELECT id, application_id FROM tokens WHERE token = ? OR refresh_token = ?", [token, token])
    if let row {
      guard row[1] as Int64 == application.id else { throw apiError }
      try transaction.revoke(row[0])
    }
    return .emptyObject
  }

  fileprivate func userInfo() throws -> SandboxResponse {
    let (account, instance) = (try ownAccount(), transaction.instance)
    return .object {
      $0.field("iss", "\(origin)/")
      $0.field("sub", account.uri(in: instance))
      $0.field("name", account.displayName)
      $0.field("preferred_username", account.username)
      $0.field("profile", account.url(in: instance))
      $0.field("picture", account.avatarAddress(in: instance))
    }
  }

  func authorizationServer() -> SandboxResponse {
    .object {
      $0.field("issuer", "\(origin)/")
      $0.field("authorization_endpoint", "\(origin)/oauth/authorize")
      $0.field("token_endpoint", "\(origin)/oauth/token")
      $0.field("revocation_endpoint", "\(origin)/oauth/revoke")
      $0.field("userinfo_endpoint", "\(origin)/oauth/userinfo")
      $0.field("app_registration_endpoint", "\(origin)/api/v1/apps")
      $0.field("scopes_supported", Scopes.known)
      $0.field("response_types_supported", ["code"])
      $0.field("response_modes_supported", ["query"])
      let renewal = transaction.instance.tokenLifetime == nil ? [] : ["refresh_token"]
      $0.field("grant_types_supported", ["authorization_code", "client_credentials"] + renewal)
      $0.field("token_endpoint_auth_methods_supported", ["client_secret_basic", "client_secret_post"])
      $0.field("code_challenge_methods_supported", ["S256"])
      $0.field("service_documentation", "https://docs.\(transaction.instance.domain)")
    }
  }
}

extension JSONWriter {
  mutating func token(_ token: String, _ scopes: Scopes, at now: Moment) {
    field("access_token", token)
    field("token_type", "Bearer")
    field("scope", scopes.description)
    field("created_at", Int(now.seconds))
  }
}

extension Transaction {
  /// Accounts that can sign in, `you` first.
  func people() throws -> [AccountRow] {
    try database.all(
      """
      LEFT JOIN users u ON u.account_id = a.id
      WHERE a.domain IS NULL ORDER BY u.account_id IS NULL, a.id
      """)
  }

  /// Whether an account is `you`.
  func isReader(_ account: Int64) throws -> Bool {
    try account == database.value(Int64.self, "SELECT id FROM accounts WHERE acct = ?", [Resident.you.acct])
  }

  /// Adds a row of posting defaults, which also enables notifications.
  func addUser(_ account: Int64) throws {
    try database.run(
      "INSERT OR IGNORE INTO users(account_id, privacy, sensitive, language) VALUES (?, 'public', 0, 'en')", [account])
  }

  /// Sets a token's expiry, if tokens expire, and returns a refresh token.
  func limit(_ token: String) throws -> String? {
    guard let lifetime = instance.tokenLifetime else { return nil }
    let refresh = try makeSecret()
    try database.run(
      "UPDATE tokens SET expires_at = ?, refresh_token = ? WHERE token = ?", [now + Double(lifetime), refresh, token])
    return refresh
  }

  /// Revokes a token and ends its streams.
  func revoke(_ token: Int64) throws {
    try database.run("INSERT OR IGNORE INTO revoked_tokens SELECT token FROM tokens WHERE id = ?", [token])
    try database.run("DELETE FROM tokens WHERE id = ?", [token])
    emit(.revoked(token: token))
  }

  /// The accounts that have signed in.
  func users() throws -> [AccountRow] {
    try database.all("JOIN users u ON a.id = u.account_id ORDER BY a.id")
  }
}

/// Proof Key for Code Exchange (RFC 7636).
enum PKCE {
  /// SHA-256 of the verifier in Base64 for URLs.
  static func challenge(of verifier: String) -> String {
    Base64URL.encode(SHA256.hash(data: Data(verifier.utf8)))
  }
}
