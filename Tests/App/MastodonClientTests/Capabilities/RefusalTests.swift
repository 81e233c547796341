import FoundationEssentials
import MastodonKit
import Testing

@testable import MastodonClient

/// The subject of a refusal, where the server does not say so: the token, a feature, or the request.
@Suite struct RefusalTests {
  struct Refusal: Sendable, CustomTestStringConvertible {
    let rule: String
    var status = 422
    var body = ""
    var type = "text/html; charset=utf-8"
    var testDescription: String { rule }
  }

  /// The ways in which servers report that a token has expired.
  static let tokenRefusals = [
    Refusal(rule: "Pleroma", status: 403, body: #"{"error":"Invalid credentials."}"#, type: "application/json"),
    Refusal(
      rule: "Mastodon, for a token of an application", body: #"{"error":"This method requires an authenticated user"}"#,
      type: "application/json"),
    Refusal(rule: "Takahe", status: 400, body: "<!DOCTYPE html><title>Bad request</title>"),
    Refusal(rule: "Takahe in one line", status: 400, body: "Invalid Bearer token", type: "text/plain"),
    Refusal(rule: "snac"), Refusal(rule: "a body without words", body: "{}", type: "application/json"),
    Refusal(rule: "Mastodon", status: 401, body: #"{"error":"The access token is invalid"}"#),
  ]

  private static func client(
    _ refusal: Refusal, acceptsToken: Bool, _ log: @escaping @Sendable (HTTPRequest) -> Void = { _ in }
  ) throws -> (MastodonClient, ScriptedServer) {
    let server = ScriptedServer { request, _ in
      if acceptsToken, request.path == "/api/v1/accounts/verify_credentials" { return .text(Sample.account()) }
      return .text(refusal.body, status: refusal.status, headers: [Field("Content-Type", refusal.type)])
    }
    return (try server.client(), server)
  }

  @Test(arguments: tokenRefusals) func aTokenThatHasExpiredMeansSigningInAgain(_ refusal: Refusal) async throws {
    let (client, _) = try Self.client(refusal, acceptsToken: false)
    let expected = MastodonError.unauthorized(host: "shore.example", operation: "load the home timeline")
    #expect(
      await failure { () async throws(MastodonError) in try await client.send(.homeTimeline(PageRequest())) }
        == expected)
    let own = await failure { () async throws(MastodonError) in try await client.send(.verifyCredentials) }
    #expect(own == .unauthorized(host: "shore.example", operation: Endpoint<Account>.verifyCredentials.operation))
    await #expect(throws: MastodonError.unauthorized(host: "shore.example", operation: "send the post")) {
      _ = try await client.publishingService.publish(StatusDraft(text: "Hi"), "key-1")
    }
  }

  @Test(arguments: tokenRefusals) func aTokenThatIsRefusedInAnyWayIsRenewed(_ refusal: Refusal) async throws {
    let server = ScriptedServer { request, _ in
      request.header("Authorization") == "Bearer new"
        ? .text(Sample.status("1"))
        : .text(refusal.body, status: refusal.status, headers: [Field("Content-Type", refusal.type)])
    }
    let client = try server.client().with(
      tokens: TokenSource(current: { Secret("old") }, renewed: { _ throws(MastodonError) in Secret("new") }))
    #expect(try await client.send(.favourite("1")).id == "1")
  }

  @Test func tokenWithoutReadScopeIsNotReportedAsExpired() async throws {
    let server = ScriptedServer { request, _ in
      .text("", status: request.path == "/api/v1/accounts/verify_credentials" ? 403 : 422)
    }
    let client = try server.client()
    let error = await failure { () async throws(MastodonError) in try await client.send(.homeTimeline(PageRequest())) }
    #expect(error != .unauthorized(host: "shore.example", operation: "load the home timeline"))
  }

  @Test func serversReasonIsShown() async throws {
    let refusal = Refusal(
      rule: "", body: #"{"error":"Validation failed: Text can't be blank"}"#, type: "application/json")
    let (client, server) = try Self.client(refusal, acceptsToken: true)
    let error = await failure { () async throws(MastodonError) in try await client.send(.favourite("1")) }
    #expect(
      error
        == .rejected(
          host: "shore.example", words: "Validation failed: Text can't be blank", operation: "favourite the post"))
    #expect(server.requests.count == 1)
  }

  struct Lack: Sendable, CustomTestStringConvertible {
    let rule: String
    let specimen: Specimen
    let status: Int
    var body = ""
    let words: String?
    var testDescription: String { rule }
  }

  @Test(arguments: [
    Lack(
      rule: "404 with a page", specimen: Specimen(.mutes(PageRequest())), status: 404, body: "<html>",
      words: "list of muted accounts"),
    Lack(rule: "422 without a word", specimen: Specimen(.pin("1")), status: 422, words: "pinned posts"),
    Lack(
      rule: "an empty list for a thing", specimen: Specimen(.notificationPolicy), status: 200, body: "[]\n",
      words: "notification policy"),
    Lack(
      rule: "404 about a record", specimen: Specimen(.pin("1")), status: 404, body: #"{"error":"gone"}"#, words: nil),
    Lack(rule: "404 about a search", specimen: Specimen(.resolve("x")), status: 404, body: "{}", words: "search"),
  ]) func aFeatureThatTheServerLacksIsNamed(_ lack: Lack) async throws {
    let refusal = Refusal(rule: lack.rule, status: lack.status, body: lack.body, type: "application/json")
    let (client, _) = try Self.client(refusal, acceptsToken: true)
    let error = await failure { () async throws(MastodonError) in
      do { try await lack.specimen.send(client) } catch let error as MastodonError { throw error } catch {}
    }
    guard let words = lack.words else {
      #expect(error == .notFound(host: "shore.example", operation: lack.specimen.operation))
      return
    }
    guard case .lacks("shore.example", let feature) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(feature.words == words)
  }

  /// The endpoints without which no Mastodon client works.
  private static let everybodys: Set<String> = [
    "/api/v1/accounts", "/api/v1/accounts/:id", "/api/v1/accounts/:id/statuses", "/api/v1/accounts/verify_credentials",
    "/api/v1/apps", "/api/v1/apps/verify_credentials", "/api/v1/emails/confirmations", "/api/v1/instance",
    "/api/oembed", "/api/v2/instance", "/api/v1/statuses", "/api/v1/statuses/:id", "/api/v1/timelines/home",
    "/api/v1/timelines/public", "/api/v1_alpha/async_refreshes/:id",
  ]

  @Test func everyEndpointBelongsToAFeatureOrIsEverybodys() throws {
    for specimen in try Specimen.all() where specimen.template.hasPrefix("/api/") {
      let method = try #require(HTTPRequest.Method(rawValue: specimen.method))
      let feature = ServerFeature(method: method, template: specimen.template)
      #expect(feature != nil || Self.everybodys.contains(specimen.template), "\(specimen.key) belongs to no feature")
    }
  }
}
