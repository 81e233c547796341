import FoundationEssentials
import MastodonKit
import Testing

@testable import MastodonClient

@Suite struct SignInPlanTests {
  private static let needs: Set<SignInPlan.Need> = [.read, .write]

  struct Endpoint: Sendable, CustomTestStringConvertible {
    var rule: String
    var server = "https://shore.example"
    var said: String
    /// The address that the user is sent to; the usual one if what was said must not be used.
    var used: String?
    var testDescription: String { rule }
  }

  @Test(arguments: [
    Endpoint(rule: "the same host", said: "https://shore.example/allow", used: "https://shore.example/allow"),
    Endpoint(rule: "another port", said: "https://shore.example:8443/allow", used: "https://shore.example:8443/allow"),
    Endpoint(rule: "below the name", said: "https://id.shore.example/a?b=c", used: "https://id.shore.example/a?b=c"),
    Endpoint(rule: "no path", said: "https://id.shore.example", used: "https://id.shore.example/"),
    Endpoint(rule: "capital letters", said: "HTTPS://Shore.Example/Allow", used: "https://shore.example/Allow"),
    Endpoint(rule: "another site", said: "https://elsewhere.example/oauth/authorize"),
    Endpoint(rule: "above the name", said: "https://example/oauth/authorize"),
    Endpoint(rule: "a name that only ends alike", said: "https://notshore.example/allow"),
    Endpoint(rule: "in the clear", said: "http://shore.example/allow"),
    Endpoint(rule: "into this machine", said: "http://127.0.0.1:3000/allow"),
    Endpoint(rule: "a disguise", said: "https://shore.example@elsewhere.example/allow"),
    Endpoint(rule: "no address", said: "javascript:alert(1)"),
    Endpoint(rule: "a line feed", said: "https://shore.example/a\nb"),
    Endpoint(
      rule: "this machine in the clear", server: "http://127.0.0.1:3000", said: "http://127.0.0.1:3000/allow",
      used: "http://127.0.0.1:3000/allow"),
    Endpoint(
      rule: "another port of this machine", server: "http://127.0.0.1:3000", said: "http://127.0.0.1:3001/allow"),
    Endpoint(
      rule: "another port, over TLS", server: "http://127.0.0.1:3000", said: "https://127.0.0.1:3001/allow"),
    Endpoint(
      rule: "from this machine elsewhere", server: "http://127.0.0.1:3000", said: "https://elsewhere.example/allow"),
  ]) func endpointsOfOtherServersAreIgnored(_ test: Endpoint) throws {
    let server = try ServerAddress(parsing: test.server)
    let plan = SignInPlan(AuthorizationServer(authorizationEndpoint: test.said), of: server, needs: Self.needs)
    #expect(plan.authorization.url == test.used ?? "\(test.server)/oauth/authorize")
  }

  @Test func withoutMetadataTheUsualEndpointsAreUsed() throws {
    let plan = SignInPlan(nil, of: try ServerAddress(parsing: "shore.example"), needs: Self.needs)
    #expect(
      [plan.authorization, plan.token, plan.revocation, plan.registration].map(\.url) == [
        "https://shore.example/oauth/authorize", "https://shore.example/oauth/token",
        "https://shore.example/oauth/revoke", "https://shore.example/api/v1/apps",
      ])
    #expect(plan.usesChallenge && plan.scopes == "read write")
  }

  @Test(
    arguments: [
      ([.read, .write], nil, "read write"), ([.read], nil, "read"), ([.read, .write, .push], nil, "read write push"),
      ([.read, .write, .push], ["read", "write"], "read write"), ([.identity], nil, "read:accounts"),
      ([.identity], ["read", "profile"], "profile"), ([.identity], ["read"], "read:accounts"),
      ([.identity, .read], ["read", "profile"], "read"),
    ] as [(Set<SignInPlan.Need>, [String]?, String)])
  func scopesAreTheFewestThatServe(_ needs: Set<SignInPlan.Need>, _ supported: [String]?, _ scopes: String) throws {
    let plan = SignInPlan(
      AuthorizationServer(scopes: supported), of: try ServerAddress(parsing: "shore.example"), needs: needs)
    #expect(plan.scopes == scopes)
  }

  @Test(
    arguments: [(nil, true), (["S256"], true), (["plain", "S256"], true), (["plain"], false), ([], false)]
      as [([String]?, Bool)])
  func theChallengeIsSentUnlessTheServerRulesItOut(_ methods: [String]?, _ isUsed: Bool) throws {
    let plan = SignInPlan(
      AuthorizationServer(codeChallengeMethods: methods), of: try ServerAddress(parsing: "shore.example"), needs: [])
    #expect(plan.usesChallenge == isUsed)
  }

  @Test func unreadableMetadataCountsAsMissing() throws {
    let json = #"{"token_endpoint":7,"scopes_supported":"read","code_challenge_methods_supported":["S256"],"x":null}"#
    #expect(
      try MastodonJSON.decode(AuthorizationServer.self, from: Data(json.utf8))
        == AuthorizationServer(codeChallengeMethods: ["S256"]))
  }
}
