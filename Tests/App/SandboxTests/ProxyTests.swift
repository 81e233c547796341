import NIOHTTP1
import Testing

@testable import Sandbox

/// The addresses that the server gives, and those by which it lets itself be called.
@Suite(.timeLimit(.minutes(10))) struct ProxyTests {
  @Test(arguments: [
    ("localhost", true), ("localhost:3000", true), ("LOCALHOST", true), ("app.localhost:80", true),
    ("127.0.0.1:3000", true), ("127.1.2.3", true), ("[::1]", true), ("[::1]:3000", true),
    ("127.0.0.1.evil.example", false), ("127.0.0", false), ("127.0.0.256", false), ("localhost.evil.example", false),
    ("evillocalhost", false), ("10.0.0.1", false), ("[::2]", false), ("", false), ("0.0.0.0", false),
  ]) func onlyLoopbackNamesAreThisMachine(_ host: String, _ isLoopback: Bool) {
    #expect(LoopbackNames.contains(host) == isLoopback)
  }

  @Test(arguments: ["localhost", "127.0.0.1", "127.1.2.3:99", "[::1]", "sandbox.example"])
  func loopbackNamesAreAccepted(_ host: String) async throws {
    try await serving { _, port in
      let response = try await request(port, "/health", host: host)
      #expect(response.hasPrefix("HTTP/1.1 200 "))
    }
  }

  @Test func streamOfAForeignHostIsRefused() async throws {
    try await serving { instance, port in
      let upgrade: KeyValuePairs = [
        "Upgrade": "websocket", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
        "Authorization": "Bearer \(instance.token)",
      ]
      let response = try await request(port, "/api/v1/streaming", upgrade, host: "rebound.example")
      #expect(response.hasPrefix("HTTP/1.1 421 "))
    }
  }

  private static let proxy: KeyValuePairs = [
    "X-Forwarded-Proto": "https", "X-Forwarded-Host": "toots.example:8443, inner.example",
  ]

  @Test func urlsAreThoseOfTheProxyOnThisMachine() async throws {
    try await serving { _, port in
      let metadata = try await request(port, "/.well-known/oauth-authorization-server", Self.proxy)
      #expect(metadata.contains(#""issuer":"https://toots.example:8443/""#))
      #expect(metadata.contains(#""token_endpoint":"https://toots.example:8443/oauth/token""#))
      let page = try await request(port, "/api/v1/timelines/public?limit=2", Self.proxy)
      #expect(page.contains("Link: <https://toots.example:8443/api/v1/timelines/public?limit=2&max_id="))
      #expect(page.contains("https://toots.example:8443/avatars/"))
      let instance = try await request(port, "/api/v2/instance", Self.proxy)
      #expect(instance.contains(#""streaming":"wss://toots.example:8443""#))
    }
  }

  @Test(
    arguments: [
      ("https", "toots.example", "https://toots.example"), ("HTTPS", nil, "https://localhost"),
      (nil, "toots.example", "http://toots.example"), ("gopher", nil, "http://localhost"),
      ("https", "a\"b", "https://localhost"), ("https", "", "https://localhost"),
    ] as [(String?, String?, String)]) func invalidHeadersOfAProxyAreIgnored(
      _ proto: String?, _ host: String?, _ origin: String
    )
  {
    var request = SandboxRequest.get("/")
    request.headers.append("Host", "localhost")
    if let proto { request.headers.append("X-Forwarded-Proto", proto) }
    if let host { request.headers.append("X-Forwarded-Host", host) }
    #expect(request.origin == origin)
  }

  @Test func otherMachinesAreNoProxy() {
    let head = HTTPRequestHead(
      version: .http1_1, method: .GET, uri: "/",
      headers: ["Host": "localhost", "X-Forwarded-Host": "evil.example", "x-forwarded-proto": "https"])
    #expect(SandboxRequest(head, body: [], trustsProxy: false).origin == "http://localhost")
    #expect(SandboxRequest(head, body: [], trustsProxy: true).origin == "https://evil.example")
  }
}
