import CustomDump
import MastodonClient
import MastodonKit
import Testing

@Suite struct SignInTests {
  private static let application =
    #"{"id":"1","name":"Howdah","client_id":"c-1","client_secret":"s3cret-1","redirect_uri":"urn:ietf:wg:oauth:2.0:oob"}"#

  private static func server(discovery: String?) -> ScriptedServer {
    ScriptedServer { request, _ in
      switch request.path {
      case "/.well-known/oauth-authorization-server":
        discovery.map { .text($0) } ?? .text("<html>", status: 404)
      case "/api/v1/apps": .text(application)
      case "/oauth/token": .text(#"{"access_token":"t0ken-new","scope":"read write","created_at":1000000000}"#)
      case "/api/v1/accounts/verify_credentials": .text(Sample.account("7"))
      case "/oauth/revoke": .text("{}")
      default: .text("{}", status: 404)
      }
    }
  }

  @Test func thePlainWay() async throws {
    let server = Self.server(discovery: nil)
    let signIn = SignIn(client: try server.client(token: nil), program: "Howdah", website: "https://howdah.example")
    let pending = try await signIn.begin(application: nil, verifier: Secret("v"))
    expectNoDifference(
      pending.authorizeURL,
      "https://shore.example/oauth/authorize?response_type=code&client_id=c-1"
        + "&redirect_uri=urn%3Aietf%3Awg%3Aoauth%3A2.0%3Aoob&scope=read%20write")
    let session = try await signIn.finish(pending, code: Secret(" c0de \n"))
    #expect(session.account.id == "7")
    #expect(session.token.accessToken == "t0ken-new")
    try await signIn.revoke(Secret(session.token.accessToken), application: session.application)
    expectNoDifference(
      server.requests.map(\.line).joined(separator: "\n"),
      """
      GET /.well-known/oauth-authorization-server
      POST /api/v1/apps ← client_name=Howdah&redirect_uris=urn%3Aietf%3Awg%3Aoauth%3A2.0%3Aoob\
      &scopes=read%20write&website=https%3A%2F%2Fhowdah.example
      POST /oauth/token ← grant_type=authorization_code&code=c0de&client_id=c-1&client_secret=s3cret-1\
      &redirect_uri=urn%3Aietf%3Awg%3Aoauth%3A2.0%3Aoob
      GET /api/v1/accounts/verify_credentials
      POST /oauth/revoke ← client_id=c-1&client_secret=s3cret-1&token=t0ken-new
      """)
    #expect(server.requests.map { $0.header("Authorization") } == [nil, nil, nil, "Bearer t0ken-new", nil])
  }

  @Test func whereTheServerSupportsItTheCodeIsBoundToWhoAsked() async throws {
    let server = Self.server(discovery: #"{"code_challenge_methods_supported":["S256"]}"#)
    let signIn = SignIn(client: try server.client(token: nil), program: "Howdah", website: nil)
    // The verifier and challenge of RFC 7636, appendix B.
    let pending = try await signIn.begin(
      application: Application(name: "Howdah", clientID: "kept", clientSecret: "kept-secret"),
      verifier: Secret("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"))
    #expect(
      pending.authorizeURL.hasSuffix(
        "&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256"))
    _ = try await signIn.finish(pending, code: Secret("https://x.example/oauth/authorize/native?code=c0de&state=1"))
    let exchange = try #require(server.requests.first { $0.path == "/oauth/token" })
    #expect(exchange.line.contains("&code=c0de&client_id=kept&"))
    #expect(exchange.line.hasSuffix("&code_verifier=dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"))
    #expect(!server.requests.contains { $0.path == "/api/v1/apps" })
  }

  @Test func aWrongCodeIsRefusedInTheServersWordsWithoutTheCode() async throws {
    let server = ScriptedServer { request, _ in
      request.path == "/oauth/token"
        ? .text(#"{"error":"invalid_grant","error_description":"The grant wr0ng-code is invalid"}"#, status: 400)
        : .text(Self.application)
    }
    let signIn = SignIn(client: try server.client(token: nil), program: "Howdah", website: nil)
    let pending = try await signIn.begin(application: nil, verifier: Secret("v"))
    await #expect(
      throws: MastodonError.rejected(host: "shore.example", words: "The grant … is invalid").during("sign in")
    ) {
      try await signIn.finish(pending, code: Secret("wr0ng-code"))
    }
  }

  @Test func aServerThatCannotBeReachedEndsTheSignInAtOnce() async throws {
    let server = ScriptedServer { _, _ in throw TransportFailure.unreachable(.unknownHost) }
    let signIn = SignIn(client: try server.client(token: nil), program: "Howdah", website: nil)
    await #expect(
      throws: MastodonError.unreachable(host: "shore.example", reason: .unknownHost).during(
        "read how the server signs in")
    ) {
      try await signIn.begin(application: nil, verifier: Secret("v"))
    }
    #expect(server.requests.count == 1)
  }

  @Test func aVerifierIsLongRandomAndMadeOfSafeLetters() {
    var random = SplitMix(state: 1)
    let (first, second) = (CodeVerifier.make(using: &random).reveal, CodeVerifier.make(using: &random).reveal)
    #expect(first.count == 43 && second.count == 43 && first != second)
    #expect(first.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") })
  }
}
