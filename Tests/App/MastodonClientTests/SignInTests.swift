import CustomDump
import FoundationEssentials
import MastodonClient
import MastodonKit
import Testing

@Suite struct SignInTests {
  private static let application =
    #"{"id":"1","name":"Howdah","client_id":"c-1","client_secret":"s3cret-1","redirect_uri":"urn:ietf:wg:oauth:2.0:oob"}"#
  private static let kept = Application(
    name: "Howdah", clientID: "kept", clientSecret: "kept-secret",
    redirectURIs: ["http://127.0.0.1:4000/signed-in", SignIn.outOfBand], scopes: ["read", "write"])
  /// The verifier of RFC 7636, appendix B.
  private static let words = SignIn.Words(
    state: Secret("st4te"), verifier: Secret("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"))
  private static let now = Date(timeIntervalSince1970: 1_000_000_000)

  /// A server that signs in; the closure answers first where it has something to say.
  private static func server(
    discovery: String? = nil, token: String = #"{"access_token":"t0ken-new","scope":"read write","created_at":7}"#,
    _ answer: @escaping @Sendable (HTTPRequest) -> HTTPResponse? = { _ in nil }
  ) -> ScriptedServer {
    ScriptedServer { request, _ in
      if let special = answer(request) { return special }
      return switch request.path {
      case "/.well-known/oauth-authorization-server":
        discovery.map { .text($0) } ?? .text("<html>", status: 404)
      case "/api/v1/apps": .text(application)
      case "/oauth/token": .text(token)
      case "/api/v1/accounts/verify_credentials": .text(Sample.account("7"))
      case "/oauth/revoke": .text("{}")
      default: .text("{}", status: 404)
      }
    }
  }

  private static func signIn(_ server: ScriptedServer, website: String? = nil) throws -> SignIn {
    let client = try server.client(token: nil)
    return SignIn(
      server: client.server, program: "Howdah", website: website, now: { now },
      connect: { address in
        MastodonClient(
          server: address, transport: server.transport, tokens: .signedOut, userAgent: "howdah-tests", now: { now })
      })
  }

  @Test func signInWithAPastedCode() async throws {
    let server = Self.server()
    let signIn = try Self.signIn(server, website: "https://howdah.example")
    let pending = try await signIn.begin(application: nil, redirectURI: SignIn.outOfBand, words: Self.words)
    expectNoDifference(
      pending.authorizeURL,
      "https://shore.example/oauth/authorize?response_type=code&client_id=c-1"
        + "&redirect_uri=urn%3Aietf%3Awg%3Aoauth%3A2.0%3Aoob&scope=read%20write&state=st4te"
        + "&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256")
    let session = try await signIn.finish(pending, code: try pending.code(in: Secret(" c0de \n")))
    #expect(session.account.id == "7")
    #expect(session.token.accessToken == "t0ken-new")
    #expect(session.tokenURL == nil && session.revocationURL == nil)
    try await signIn.revoke(Secret(session.token.accessToken), application: session.application, at: nil)
    expectNoDifference(
      server.requests.map(\.line).joined(separator: "\n"),
      """
      GET /.well-known/oauth-authorization-server
      POST /api/v1/apps ← client_name=Howdah&redirect_uris=urn%3Aietf%3Awg%3Aoauth%3A2.0%3Aoob\
      &scopes=read%20write&website=https%3A%2F%2Fhowdah.example
      POST /oauth/token ← grant_type=authorization_code&code=c0de&client_id=c-1&client_secret=s3cret-1\
      &redirect_uri=urn%3Aietf%3Awg%3Aoauth%3A2.0%3Aoob&code_verifier=dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk
      GET /api/v1/accounts/verify_credentials
      POST /oauth/revoke ← client_id=c-1&client_secret=s3cret-1&token=t0ken-new
      """)
    #expect(server.requests.map { $0.header("Authorization") } == [nil, nil, nil, "Bearer t0ken-new", nil])
  }

  @Test func aRegistrationWithFewerRightsIsNotUsedAgain() async throws {
    let server = Self.server()
    let pending = try await Self.signIn(server).begin(
      application: Self.kept, redirectURI: SignIn.outOfBand, words: Self.words, needs: [.read, .write, .push])
    #expect(pending.application.clientID == "c-1")
    #expect(pending.application.scopes == ["read", "write", "push"])
  }

  @Test func aProgramIsRegisteredForBothWaysBackAtOnce() async throws {
    let server = Self.server()
    let uri = "http://127.0.0.1:4000/signed-in"
    let pending = try await Self.signIn(server).begin(application: nil, redirectURI: uri, words: Self.words)
    let registration = try #require(server.requests.first { $0.path == "/api/v1/apps" })
    #expect(registration.line.contains("127.0.0.1%3A4000%2Fsigned-in%0Aurn%3Aietf%3Awg%3Aoauth%3A2.0%3Aoob&"))
    #expect(pending.application.redirectURIs == [uri, SignIn.outOfBand])
    #expect(pending.application.scopes == ["read", "write"])
  }

  @Test func aServerThatTakesOneAddressGetsOne() async throws {
    let server = Self.server { request in
      request.path == "/api/v1/apps" && request.line.contains("%0A")
        ? .text(#"{"error":"Validation failed"}"#, status: 422) : nil
    }
    let uri = "http://127.0.0.1:4000/signed-in"
    let pending = try await Self.signIn(server).begin(application: nil, redirectURI: uri, words: Self.words)
    #expect(pending.application.redirectURIs == [uri])
  }

  @Test(arguments: [SignIn.outOfBand, "http://127.0.0.1:4000/signed-in"])
  func aKnownRegistrationServesAgain(_ uri: String) async throws {
    let server = Self.server()
    let pending = try await Self.signIn(server).begin(application: Self.kept, redirectURI: uri, words: Self.words)
    #expect(pending.application == Self.kept)
    #expect(!server.requests.contains { $0.path == "/api/v1/apps" })
  }

  @Test(arguments: [
    ("another way back", "http://127.0.0.1:4001/signed-in", 200),
    ("the server has forgotten it", SignIn.outOfBand, 401),
    ("the server does not say", SignIn.outOfBand, 400),
  ]) func unusableRegistrationIsRenewedOnce(_ why: String, _ uri: String, _ status: Int) async throws {
    let server = Self.server { request in
      request.line.contains("client_credentials") && status != 200
        ? .text(#"{"error":"invalid_client"}"#, status: status) : nil
    }
    let pending = try await Self.signIn(server).begin(application: Self.kept, redirectURI: uri, words: Self.words)
    #expect(pending.application.clientID == "c-1")
    #expect(server.requests.count { $0.path == "/api/v1/apps" } == 1)
  }

  @Test func aServerWithoutTheMethodGetsNoChallengeAndNoVerifier() async throws {
    let server = Self.server(discovery: #"{"code_challenge_methods_supported":["plain"]}"#)
    let signIn = try Self.signIn(server)
    let pending = try await signIn.begin(application: nil, redirectURI: SignIn.outOfBand, words: Self.words)
    #expect(!pending.authorizeURL.contains("code_challenge"))
    _ = try await signIn.finish(pending, code: Secret("c0de"))
    #expect(!server.requests.contains { $0.line.contains("code_verifier") })
  }

  @Test(arguments: [
    ("c0de", "c0de"), (" c0\nde ", "c0de"), ("https://x.example/oauth/authorize/native?code=c0de", "c0de"),
    ("http://127.0.0.1:4000/signed-in?code=c0de&state=st4te#x", "c0de"), ("why?", "why?"),
  ]) func codeIsReadFromPastedText(_ pasted: String, _ code: String) async throws {
    let pending = try await Self.signIn(Self.server()).begin(
      application: nil, redirectURI: SignIn.outOfBand, words: Self.words)
    #expect(try pending.code(in: Secret(pasted)) == Secret(code))
  }

  @Test(
    arguments: [
      ("http://127.0.0.1:4000/signed-in?code=c0de&state=other", .foreign),
      ("http://127.0.0.1:4000/signed-in?code=c0de&state=st4t", .foreign),
      ("http://127.0.0.1:4000/signed-in?code=a&code=b&state=st4te", .foreign),
      ("http://127.0.0.1:4000/signed-in?error=access_denied&state=st4te", .denied),
      ("http://127.0.0.1:4000/signed-in?error=invalid_scope&state=st4te", .refused(code: "invalid_scope")),
      ("http://127.0.0.1:4000/signed-in?error=%1B%5B2J&state=st4te", .refused(code: "error")),
    ] as [(String, SignInFailure)]) func anAddressWithoutACodeOfThisSignInIsRefused(
      _ pasted: String, _ failure: SignInFailure
    ) async throws
  {
    let pending = try await Self.signIn(Self.server()).begin(
      application: nil, redirectURI: SignIn.outOfBand, words: Self.words)
    #expect(throws: failure) { try pending.code(in: Secret(pasted)) }
  }

  @Test func serverMayMoveTheSignInSteps() async throws {
    let server = Self.server(
      discovery: """
        {"authorization_endpoint":"https://auth.shore.example/allow?tenant=1","token_endpoint":\
        "https://auth.shore.example/oauth/token","revocation_endpoint":"https://elsewhere.example/revoke"}
        """)
    let signIn = try Self.signIn(server)
    let pending = try await signIn.begin(application: nil, redirectURI: SignIn.outOfBand, words: Self.words)
    #expect(pending.authorizeURL.hasPrefix("https://auth.shore.example/allow?tenant=1&response_type=code&"))
    let session = try await signIn.finish(pending, code: Secret("c0de"))
    #expect(session.tokenURL == "https://auth.shore.example/oauth/token")
    #expect(session.revocationURL == nil)
  }

  @Test func aTokenThatExpiresCountsFromNow() async throws {
    let server = Self.server(
      token: #"{"access_token":"t0ken","scope":"read","expires_in":60,"refresh_token":"r3fresh","created_at":7}"#)
    let signIn = try Self.signIn(server)
    let pending = try await signIn.begin(application: nil, redirectURI: SignIn.outOfBand, words: Self.words)
    let session = try await signIn.finish(pending, code: Secret("c0de"))
    #expect(session.token.expiresAt == Self.now + 60)
    let next = try await signIn.renew(Secret("r3fresh"), application: session.application, at: nil)
    #expect(next.createdAt == Self.now)
    let request = try #require(server.requests.last)
    #expect(
      request.line
        == "POST /oauth/token ← grant_type=refresh_token&refresh_token=r3fresh&client_id=c-1&client_secret=s3cret-1")
  }

  @Test(arguments: [
    (#"{"access_token":"t0ken","expires_in":60,"refresh_token":"r3fresh"}"#, 60),
    (#"{"access_token":"t0ken","expires_in":"60","refresh_token":"r3fresh"}"#, 60),
    (#"{"access_token":"t0ken","expires_in":"60","created_at":null,"refresh_token":"r3fresh"}"#, 60),
    (#"{"access_token":"t0ken","expires_in":0,"refresh_token":"r3fresh"}"#, nil), (#"{"access_token":"t0ken"}"#, nil),
  ]) func tokenWithoutADateIsDatedByItsArrival(_ answer: String, _ life: Double?) async throws {
    let signIn = try Self.signIn(Self.server(token: answer))
    let pending = try await signIn.begin(application: nil, redirectURI: SignIn.outOfBand, words: Self.words)
    let session = try await signIn.finish(pending, code: Secret("c0de"))
    #expect(session.token.createdAt == Self.now)
    #expect(session.token.expiresAt == life.map { Self.now + $0 })
    let next = try await signIn.renew(Secret("r3fresh"), application: session.application, at: nil)
    #expect(next.createdAt == Self.now && next.expiresAt == life.map { Self.now + $0 })
  }

  @Test func aWrongCodeIsRefusedInTheServersWordsWithoutTheCode() async throws {
    let server = Self.server { request in
      request.path == "/oauth/token"
        ? .text(#"{"error":"invalid_grant","error_description":"The grant wr0ng-code is invalid"}"#, status: 400) : nil
    }
    let signIn = try Self.signIn(server)
    let pending = try await signIn.begin(application: nil, redirectURI: SignIn.outOfBand, words: Self.words)
    await #expect(
      throws: MastodonError.rejected(
        host: "shore.example", words: "The grant … is invalid", operation: "sign in")
    ) {
      try await signIn.finish(pending, code: Secret("wr0ng-code"))
    }
  }

  @Test func aServerThatCannotBeReachedEndsTheSignInAtOnce() async throws {
    let server = ScriptedServer { _, _ in throw TransportFailure.unreachable(.unknownHost) }
    let signIn = try Self.signIn(server)
    await #expect(
      throws: MastodonError.unreachable(
        host: "shore.example", reason: .unknownHost, operation: "load the server's sign-in settings")
    ) {
      try await signIn.begin(application: nil, redirectURI: SignIn.outOfBand, words: Self.words)
    }
    #expect(Set(server.requests.map(\.path)) == ["/.well-known/oauth-authorization-server"])
  }

  @Test func signInSecretsAreLongRandomAndURLSafe() {
    var random = SplitMix(state: 1)
    let (one, two) = (SignIn.Words.random(using: &random), SignIn.Words.random(using: &random))
    let words = [one.state, one.verifier, two.state, two.verifier].map(\.reveal)
    #expect(Set(words).count == 4)
    #expect(words.allSatisfy { $0.count == 43 })
    #expect(words.joined().allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") })
  }
}
