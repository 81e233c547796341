import FeatureKit
import FoundationEssentials
import LocalStore
import MastodonClient
import MastodonKit
import Sandbox
import Synchronization
import TerminalKit
import Testing

@testable import Accounts

/// Servers whose accounts have another domain than their API.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct DomainTests {
  /// Servers within the test: what each answers to a path, by its name.
  private func session(_ servers: [String: [String: String]]) throws -> TestSession {
    try TestSession { server, _ in
      Transport(
        send: { request in
          guard let body = servers[server.name]?["\(request.method.rawValue) \(request.path)"] else {
            return HTTPResponse(status: 404, headers: [], body: Data("<h1>404</h1>".utf8))
          }
          if body.hasPrefix("to ") { throw TransportFailure.redirected(to: String(body.dropFirst(3))) }
          return HTTPResponse(status: 200, headers: [], body: Data(body.utf8))
        }, openStream: { _ in AsyncThrowingStream { $0.finish() } })
    }
  }

  private static func api(domain: String) -> [String: String] {
    [
      "GET /api/v2/instance": #"{"domain":"\#(domain)","title":"Pond","version":"4.5.0"}"#,
      "GET /api/v1/accounts/verify_credentials": #"{"id":"9","username":"newt","acct":"newt"}"#,
      "POST /api/v1/apps": #"{"name":"Howdah","client_id":"client","client_secret":"secret"}"#,
    ]
  }

  private func signIn(_ session: TestSession, at host: String) async throws -> Response {
    guard case .ask(let question) = try await session.type("login", "--with-token", host) else { return .nothing }
    return try await question.answer("a token")
  }

  @Test(arguments: [
    #"{"domain":"pond.example","title":"Pond","version":"4.5.0"}"#,
    #"{"domain":"social.pond.example","account_domain":"pond.example","title":"Pond","version":"0.19.1"}"#,
  ])
  func theHandleHasTheDomainOfTheInstance(_ instance: String) async throws {
    var api = Self.api(domain: "")
    api["GET /api/v2/instance"] = instance
    let session = try session(["social.pond.example": api])
    _ = try await signIn(session, at: "social.pond.example")
    #expect(session.account.identity.id == "newt@pond.example")
    #expect(session.account.server?.name == "social.pond.example")
    // Either name finds it, in any spelling.
    for name in ["newt@pond.example", "@Newt@POND.example", "newt@social.pond.example"] {
      #expect(try session.manager.id(named: name) == "newt@pond.example", "\(name)")
    }
    // A second sign-in is the same account.
    _ = try await signIn(session, at: "social.pond.example")
    #expect(try session.manager.known().all.count == 1)
  }

  @Test func aDomainThatAnotherServerClaimsDoesNotReplaceAnAccount() async throws {
    let session = try session([
      "pond.example": Self.api(domain: "pond.example"), "evil.example": Self.api(domain: "pond.example"),
    ])
    _ = try await signIn(session, at: "pond.example")
    _ = try await signIn(session, at: "evil.example")
    #expect(try session.manager.known().all.map(\.id) == ["newt@pond.example", "newt@evil.example"])
    let error = #expect(throws: AppError.self) { try session.manager.id(named: "@newt") }
    #expect(error?.message == "2 accounts are called @newt.")
    #expect(error?.suggestion == "Give the server, too: @newt@pond.example, @newt@evil.example.")
  }

  @Test func anInternationalNameIsOneServerInEverySpelling() async throws {
    let session = try session(["xn--baw-joa.example": Self.api(domain: "bawü.example")])
    _ = try await signIn(session, at: "BAWÜ.example")
    #expect(session.account.identity.id == "newt@xn--baw-joa.example")
    #expect(try session.manager.id(named: "@newt@bawü.example") == "newt@xn--baw-joa.example")
  }

  @Test(arguments: [
    [
      "GET /.well-known/host-meta":
        #"<XRD><Link template="https://social.pond.example/.well-known/webfinger?resource={uri}"/></XRD>"#
    ],
    ["GET /.well-known/host-meta": "to social.pond.example"],
    [
      "GET /.well-known/nodeinfo":
        #"{"links":[{"rel":"http://nodeinfo.diaspora.software/ns/schema/2.0","href":"https:\/\/social.pond.example\/nodeinfo\/2.0"}]}"#
    ],
    [
      "GET /.well-known/webfinger":
        #"{"subject":"acct:newt@pond.example","links":[{"rel":"self","href":"https://social.pond.example/users/newt"}]}"#
    ],
  ])
  func aDomainWithoutAnAPILeadsToTheServerThatHasIt(_ documents: [String: String]) async throws {
    let session = try session(["pond.example": documents, "social.pond.example": Self.api(domain: "pond.example")])
    let login = try await session.login("@newt@pond.example", noBrowser: true)
    #expect(login.page.hasPrefix("https://social.pond.example/oauth/authorize"))
    #expect(session.notices == ["The API of pond.example is at social.pond.example."])
    // A token is not sent to a server that was not named.
    let refusal = await message { try await self.signIn(session, at: "@newt@pond.example") }
    #expect(refusal == "The API of pond.example is at social.pond.example.")
  }

  @Test func aDomainThatLeadsNowhereHasNoAPI() async throws {
    let session = try session(["pond.example": ["GET /.well-known/nodeinfo": #"{"links":[]}"#]])
    let refusal = await message { try await session.type("login", "--no-browser", "pond.example") }
    #expect(refusal == "pond.example does not support Mastodon's API, so Howdah cannot sign in there.")
  }
}
