import Testing

@testable import Sandbox

/// Clients in a browser, on another origin.
@Suite(.timeLimit(.minutes(10))) struct CrossOriginTests {
  private static let origin: KeyValuePairs = ["Origin": "https://client.example"]

  private func preflight(_ port: Int, _ method: String, _ path: String) async throws -> String {
    try await request(
      port, path,
      [
        "Origin": "https://client.example", "Access-Control-Request-Method": method,
        "Access-Control-Request-Headers": "authorization,content-type",
      ], method: "OPTIONS")
  }

  @Test(arguments: [
    ("DELETE", "/api/v1/statuses/1"), ("POST", "/oauth/token"), ("POST", "/oauth/revoke"), ("GET", "/oauth/userinfo"),
    ("GET", "/.well-known/oauth-authorization-server"), ("GET", "/api/v1/streaming/user"),
    ("PATCH", "/api/v1/accounts/update_credentials"),
  ]) func preflightIsAnswered(_ method: String, _ path: String) async throws {
    try await serving { _, port in
      let response = try await preflight(port, method, path)
      #expect(response.hasPrefix("HTTP/1.1 200 "))
      #expect(response.contains("Access-Control-Allow-Origin: *\r\n"))
      #expect(response.contains("Access-Control-Allow-Headers: authorization,content-type\r\n"))
      #expect(response.contains(#/Access-Control-Allow-Methods: [A-Z, ]*/#))
    }
  }

  @Test(arguments: [("POST", "/oauth/authorize"), ("DELETE", "/oauth/token"), ("GET", "/")])
  func otherPathsAndMethodsAreNotAllowed(_ method: String, _ path: String) async throws {
    try await serving { _, port in
      let response = try await preflight(port, method, path)
      #expect(response.hasPrefix("HTTP/1.1 404 "))
    }
  }

  /// Errors, too: a client has to read them.
  @Test(arguments: ["/api/v1/timelines/public?limit=1", "/api/v1/statuses/1", "/api/v1/streaming/user"])
  func responsesAreReadableByOtherOrigins(_ path: String) async throws {
    try await serving { _, port in
      let response = try await request(port, path, Self.origin)
      #expect(response.contains("Access-Control-Allow-Origin: *\r\n"))
      #expect(
        response.contains(
          "Access-Control-Expose-Headers: Link, X-RateLimit-Reset, X-RateLimit-Limit, X-RateLimit-Remaining, "
            + "X-Request-Id\r\n"))
      #expect(response.contains("Vary: Origin\r\n"))
      // Without an origin there is nothing to allow.
      let plain = try await request(port, path)
      #expect(!plain.contains("Access-Control-"))
    }
  }

  @Test func foreignHostIsRefusedBeforeAPreflight() async throws {
    try await serving { _, port in
      let response = try await request(
        port, "/api/v1/instance", ["Origin": "http://rebound.example", "Access-Control-Request-Method": "GET"],
        method: "OPTIONS", host: "rebound.example")
      #expect(response.hasPrefix("HTTP/1.1 421 "))
    }
  }

  /// The user's account needs no password.
  @Test(
    arguments: [
      (nil, 302), ("https://sandbox.example", 302), ("https://evil.example", 422), ("null", 422),
      ("https://evil-sandbox.example", 422),
    ] as [(String?, Int)]) func websiteCannotAuthorizeItself(_ origin: String?, _ status: Int) async throws
  {
    struct Registration: Decodable {
      var clientID: String
      private enum CodingKeys: String, CodingKey { case clientID = "client_id" }
    }
    let instance = try await TestInstance()
    let form: KeyValuePairs = ["client_name": "Site", "redirect_uris": "https://evil.example/"]
    let application: Registration = try await instance.post("/api/v1/apps", form).decoded()
    var request = SandboxRequest.post(
      "/oauth/authorize",
      form: [
        "client_id": application.clientID, "redirect_uri": "https://evil.example/", "response_type": "code",
        "scope": "read", "account": "you",
      ])
    request.headers.append("Host", "sandbox.example")
    if let origin { request.headers.append("Origin", origin) }
    let response = await instance.send(request)
    #expect(response.status == status)
    #expect((response.headers["Location"] == nil) == (status == 422))
  }
}
