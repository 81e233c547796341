import FoundationEssentials
import MastodonKit
import Testing

@testable import Sandbox

@Suite(.timeLimit(.minutes(10))) struct OAuthTests {
  static let oob = "urn:ietf:wg:oauth:2.0:oob"

  /// A client that requests a token.
  struct Client {
    let instance: TestInstance
    let application: Application
    var redirect = OAuthTests.oob
    var scope = "read write:statuses"
    var challenge: String?
    var challengeMethod = "S256"

    init(redirects: String = OAuthTests.oob, tokenLifetime: Int? = nil) async throws {
      instance = try await TestInstance(tokenLifetime: tokenLifetime)
      application = try await instance.send(
        .post(
          "/api/v1/apps",
          form: ["client_name": "Test", "redirect_uris": redirects, "scopes": "read write follow push"])
      ).decoded()
    }

    var query: String {
      let pairs = [
        ("response_type", "code"), ("client_id", application.clientID), ("redirect_uri", redirect), ("scope", scope),
        ("state", "a b"), ("code_challenge", challenge ?? ""),
        ("code_challenge_method", challenge == nil ? "" : challengeMethod),
      ]
      return pairs.filter { !$0.1.isEmpty }.map { "\($0)=\(PercentCoding.encode($1))" }.joined(separator: "&")
    }

    /// Submits the form and follows the redirect to the code.
    func location(account: String = "you", password: String = "", decision: String = "authorize") async -> String {
      let answer = await instance.send(
        SandboxRequest(
          "POST", "/oauth/authorize", headers: ["Content-Type": "application/x-www-form-urlencoded"],
          body: Array("\(query)&account=\(account)&password=\(password)&decision=\(decision)".utf8)))
      return answer.headers["Location"] ?? "\(answer.status)"
    }

    func code(account: String = "you", password: String = "") async -> String {
      let parts = await location(account: account, password: password).split(separator: "code=")
      return parts.last.map { String($0.prefix { $0 != "&" }) } ?? ""
    }

    func token(_ code: String, verifier: String = "", redirect: String? = nil) async -> SandboxResponse {
      await instance.send(
        .post(
          "/oauth/token",
          form: [
            "grant_type": "authorization_code", "code": code, "client_id": application.clientID,
            "client_secret": application.clientSecret, "redirect_uri": redirect ?? self.redirect,
            "code_verifier": verifier,
          ]))
    }
  }

  @Test func codeIsExchangedForATokenOnce() async throws {
    let client = try await Client()
    let form = await client.instance.send(SandboxRequest("GET", "/oauth/authorize?\(client.query)"))
    #expect(form.status == 200)
    #expect(form.text.contains(#"<input type="radio" name="account" value="you" checked>"#))
    #expect(form.text.contains(#"<input type="hidden" name="state" value="a b">"#))
    let location = await client.location()
    #expect(location.hasPrefix("https://sandbox.example/oauth/authorize/native?code="))
    let code = await client.code()
    let page = await client.instance.send(SandboxRequest("GET", "/oauth/authorize/native?code=\(code)"))
    #expect(page.text.contains("<code>\(code)</code>"))

    let token: Token = try await client.token(code).decoded()
    #expect(token.scope == "read write:statuses")
    let account: Account = try await client.instance.get(
      "/api/v1/accounts/verify_credentials", token: token.accessToken
    ).decoded()
    #expect(account.acct == "you")
    #expect(await client.instance.post("/api/v1/accounts/1002/follow", token: token.accessToken).status == 403)
    let again = await client.token(code)
    #expect(again.status == 400 && again.apiError == "invalid_grant")
    let status = try await client.instance.postStatus("signed", as: token.accessToken)
    #expect(status.application?.name == "Test")
  }

  @Test func loopbackRedirectGetsCodeAndState() async throws {
    var client = try await Client(redirects: "http://127.0.0.1:9999/callback\n\(Self.oob)")
    client.redirect = "http://127.0.0.1:9999/callback"
    #expect(await client.location().hasPrefix("http://127.0.0.1:9999/callback?code="))
    #expect(await client.location().hasSuffix("&state=a%20b"))
    #expect(await client.location(decision: "deny").contains("error=access_denied"))
    client.scope = "read admin:everything"
    #expect(await client.location().contains("error=invalid_scope"))
    client.redirect = "http://127.0.0.1:9998/callback"
    #expect(await client.location() == "400")
  }

  @Test func verifierMustMatchTheChallenge() async throws {
    // RFC 7636, appendix B.
    let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    #expect(PKCE.challenge(of: verifier) == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
    var client = try await Client()
    client.challenge = PKCE.challenge(of: verifier)
    #expect(await client.token(client.code()).status == 400)
    #expect(await client.token(client.code(), verifier: "another").status == 400)
    #expect(await client.token(client.code(), verifier: verifier).status == 200)
  }

  @Test func streamsOfARevokedTokenEnd() async throws {
    let client = try await Client()
    let token: Token = try await client.token(client.code()).decoded()
    let stream = try await client.instance.sandbox.events(token: token.accessToken, stream: "public")
    let other = try await client.instance.sandbox.events(token: client.instance.token, stream: "public")
    let revoked = await client.instance.post(
      "/oauth/revoke",
      [
        "client_id": client.application.clientID, "client_secret": client.application.clientSecret,
        "token": token.accessToken,
      ])
    #expect(revoked.status == 200)
    try await client.instance.postStatus("for those who are still here")
    // The revoked stream ends, others continue.
    for await frame in stream { Issue.record("a revoked token hears \(frame)") }
    for await frame in other {
      #expect(frame.contains("still here"))
      break
    }
  }

  @Test(arguments: ["plain", "", "s256"]) func onlyHashedPKCEIsAccepted(_ method: String) async throws {
    var client = try await Client(redirects: "http://127.0.0.1:9999/callback")
    client.redirect = "http://127.0.0.1:9999/callback"
    client.challenge = "a-verifier-that-is-sent-as-it-is-and-long-enough"
    client.challengeMethod = method
    let page = await client.instance.send(SandboxRequest("GET", "/oauth/authorize?\(client.query)"))
    #expect(page.headers["Location"]?.contains("error=invalid_code_challenge_method") == true)
    // The form's endpoint checks the same conditions as the page.
    let location = await client.location()
    #expect(location.contains("error=invalid_code_challenge_method") && !location.contains("code="))
  }

  @Test func challengeIsNotAcceptedAsVerifier() async throws {
    var client = try await Client()
    let challenge = PKCE.challenge(of: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
    client.challenge = challenge
    #expect(await client.token(client.code(), verifier: challenge).apiError == "invalid_grant")
  }

  @Test func codesExpireAndBelongToOneRedirectURI() async throws {
    let client = try await Client()
    #expect(await client.token(client.code(), redirect: "http://elsewhere.example/").apiError == "invalid_grant")
    let code = await client.code()
    client.instance.clock.advance(by: 601)
    #expect(await client.token(code).apiError == "invalid_grant")
    #expect(await client.location(account: "nobody") == "422")
  }

  @Test func residentsNeedThePassword() async throws {
    let client = try await Client()
    let password = try await client.instance.sandbox.password()
    #expect(try await client.instance.sandbox.password() == password)
    for wrong in ["", "wrong", password.uppercased()] {
      #expect(await client.location(account: "wren", password: wrong) == "422", "\(wrong)")
    }
    #expect(await client.location(account: "pool@shore.example", password: password) == "422", "lives elsewhere")
    let token: Token = try await client.token(client.code(account: "wren", password: password)).decoded()
    let account: Account = try await client.instance.get(
      "/api/v1/accounts/verify_credentials", token: token.accessToken
    ).decoded()
    #expect(account.acct == "wren")
    #expect(account.source != nil)
    try await client.instance.postStatus("by hand", as: token.accessToken)
  }

  @Test func passwordGrantIsSupported() async throws {
    let client = try await Client()
    let password = try await client.instance.sandbox.password()
    func token(_ name: String, _ password: String, scope: String = "read write") async -> SandboxResponse {
      await client.instance.send(
        .post(
          "/oauth/token",
          form: [
            "grant_type": "password", "username": name, "password": password, "scope": scope,
            "client_id": client.application.clientID, "client_secret": client.application.clientSecret,
          ]))
    }
    #expect(await token("you@sandbox.example", password).status == 200)
    #expect(await token("wren", password).status == 200)
    #expect(await token("wren", "wrong").apiError == "invalid_grant")
    #expect(await token("you", "").apiError == "invalid_grant")
    #expect(await token("wren", password, scope: "admin:read").apiError == "invalid_scope")
  }

  @Test func pageIsAPlainForm() async throws {
    let client = try await Client()
    let page = await client.instance.send(SandboxRequest("GET", "/oauth/authorize?\(client.query)")).text
    #expect(page.contains(#"<form method="post" action="/oauth/authorize">"#))
    #expect(page.contains(#"name="account" value="you" checked"#))
    #expect(page.contains(#"name="account" value="wren">"#))
    #expect(page.contains(#"<input type="password" name="password""#))
    #expect(!page.contains("<script") && !page.contains("http://") && !page.contains("pool@"))
    // After a wrong password, the form still contains all parameters.
    let again = await client.instance.send(
      SandboxRequest(
        "POST", "/oauth/authorize", headers: ["Content-Type": "application/x-www-form-urlencoded"],
        body: Array("\(client.query)&account=wren&password=x&decision=authorize".utf8)))
    #expect(again.status == 422 && again.text.contains("role=\"alert\""))
    #expect(again.text.contains(#"name="state" value="a b">"#))
  }

  @Test func expiringTokensAreRenewedOnce() async throws {
    let client = try await Client(tokenLifetime: 60)
    let first: Token = try await client.token(client.code()).decoded()
    #expect(first.expiresIn == 60)
    let refresh = try #require(first.refreshToken)
    func get(_ token: String) async -> Int { await client.instance.get("/api/v1/preferences", token: token).status }
    func renew(_ refresh: String, scope: String = "") async -> SandboxResponse {
      await client.instance.send(
        .post(
          "/oauth/token",
          form: [
            "grant_type": "refresh_token", "refresh_token": refresh, "client_id": client.application.clientID,
            "client_secret": client.application.clientSecret, "scope": scope,
          ]))
    }
    #expect(await get(first.accessToken) == 200)
    client.instance.clock.advance(by: 60)
    #expect(await get(first.accessToken) == 401)
    #expect(await renew(refresh, scope: "read write").apiError == "invalid_scope")
    let second: Token = try await renew(refresh).decoded()
    #expect(await get(second.accessToken) == 200)
    #expect(second.scope == first.scope && second.refreshToken != refresh)
    #expect(await renew(refresh).apiError == "invalid_grant")
    #expect(await renew("nonsense").apiError == "invalid_grant")
    #expect(await get(client.instance.token) == 200, "the sandbox's own tokens stay")
  }

  @Test func permanentTokensHaveNoRefreshToken() async throws {
    let client = try await Client()
    let answer = await client.token(client.code())
    #expect(!answer.text.contains("expires_in") && !answer.text.contains("refresh_token"))
    let response = await client.instance.send(
      .post(
        "/oauth/token",
        form: [
          "grant_type": "refresh_token", "refresh_token": "x", "client_id": client.application.clientID,
          "client_secret": client.application.clientSecret,
        ]))
    #expect(response.apiError == "unsupported_grant_type")
  }

  @Test func applicationGetsItsOwnToken() async throws {
    let client = try await Client()
    var request = SandboxRequest.post("/oauth/token", form: ["grant_type": "client_credentials", "scope": "read"])
    let pair = "\(client.application.clientID):\(client.application.clientSecret)"
    request.headers.append("Authorization", "Basic \(Base64.encode(pair))")
    let token: Token = try await client.instance.send(request).decoded()
    #expect(await client.instance.get("/api/v1/apps/verify_credentials", token: token.accessToken).status == 200)
    #expect(await client.instance.get("/api/v1/timelines/home", token: token.accessToken).status == 422)
  }

  @Test(
    arguments: [
      (["grant_type": "authorization_code", "client_id": "nobody"], 401, "invalid_client"),
      ([:], 400, "invalid_request"),
    ] as [(KeyValuePairs<String, String>, Int, String)]) func tokenRequestsAreChecked(
      _ form: KeyValuePairs<String, String>, _ status: Int, _ code: String
    ) async throws
  {
    let response = await (try await TestInstance()).send(.post("/oauth/token", form: form))
    #expect(response.status == status && response.apiError == code)
  }

  @Test func onlyOwnTokensCanBeRevoked() async throws {
    let client = try await Client()
    let token: Token = try await client.token(client.code()).decoded()
    func revoke(_ token: String) async -> Int {
      await client.instance.send(
        .post(
          "/oauth/revoke",
          form: [
            "client_id": client.application.clientID, "client_secret": client.application.clientSecret, "token": token,
          ])
      ).status
    }
    #expect(await revoke(client.instance.token) == 403)
    #expect(await revoke(token.accessToken) == 200)
    #expect(await revoke(token.accessToken) == 200)
    #expect(await client.instance.get("/api/v1/preferences", token: token.accessToken).status == 401)
  }

  @Test func applicationRegistrationIsChecked() async throws {
    let instance = try await TestInstance()
    #expect(await instance.send(.post("/api/v1/apps", form: ["client_name": "x"])).status == 422)
    let scopes = await instance.send(
      .post("/api/v1/apps", form: ["client_name": "x", "redirect_uris": Self.oob, "scopes": "read fly"]))
    #expect(scopes.status == 422)
    let metadata = await instance.send(.get("/.well-known/oauth-authorization-server")).text
    #expect(metadata.contains(#""code_challenge_methods_supported":["S256"]"#))
  }
}

private enum Base64 {
  static func encode(_ text: String) -> String { Data(text.utf8).base64EncodedString() }
}
