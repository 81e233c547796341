import MastodonKit
import Testing

@testable import Sandbox

@Suite struct AuthenticationTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var rule: String
    var request: SandboxRequest
    var scopes: String?
    var status: Int
    var apiError: String?
    var testDescription: String { rule }
  }

  static let cases: [Case] = [
    Case(rule: "the public timeline is open", request: .get("/api/v1/timelines/public"), status: 200),
    Case(
      rule: "home needs a token", request: .get("/api/v1/timelines/home"), status: 401,
      apiError: "The access token is invalid"),
    Case(
      rule: "a token that was never issued counts as none", request: .get("/api/v1/timelines/public", token: "(null)"),
      status: 200),
    Case(
      rule: "nor is it enough where one is needed", request: .get("/api/v1/timelines/home", token: "(null)"),
      status: 401, apiError: "The access token is invalid"),
    Case(
      rule: "an application registers with any token",
      request: .post(
        "/api/v1/apps", form: ["client_name": "a", "redirect_uris": "urn:ietf:wg:oauth:2.0:oob"], token: "(null)"),
      status: 200),
    Case(rule: "read holds read:statuses", request: .get("/api/v1/timelines/home"), scopes: "read", status: 200),
    Case(
      rule: "another part of read is not enough", request: .get("/api/v1/timelines/home"), scopes: "read:accounts",
      status: 403, apiError: "This action is outside the authorized scopes"),
    Case(
      rule: "read does not write", request: .post("/api/v1/statuses", form: ["status": "x"]), scopes: "read",
      status: 403,
      apiError: "This action is outside the authorized scopes"),
    Case(
      rule: "profile reads one's own account", request: .get("/api/v1/accounts/verify_credentials"), scopes: "profile",
      status: 200),
    Case(
      rule: "profile reads nothing else", request: .get("/api/v1/timelines/home"), scopes: "profile", status: 403,
      apiError: "This action is outside the authorized scopes"),
    Case(
      rule: "a public account needs its scope with a token", request: .get("/api/v1/accounts/1002"), scopes: "write",
      status: 403, apiError: "This action is outside the authorized scopes"),
    Case(rule: "a public account needs no token", request: .get("/api/v1/accounts/1002"), status: 200),
    Case(
      rule: "follow is the old name of write:follows", request: .post("/api/v1/accounts/1002/follow"), scopes: "follow",
      status: 200),
    Case(rule: "no such path", request: .get("/api/v1/nothing"), status: 404, apiError: "Not Found"),
    Case(rule: "no such method", request: .post("/api/v1/timelines/home"), status: 404, apiError: "Not Found"),
    Case(rule: "no such status", request: .get("/api/v1/statuses/12"), status: 404, apiError: "Record not found"),
    Case(
      rule: "an id that is no number", request: .get("/api/v1/statuses/twelve"), status: 404,
      apiError: "Record not found"),
  ]

  /// Shared by tests that change nothing.
  private static let instance = Task { try await TestInstance() }

  @Test(arguments: cases) func accessDependsOnTheToken(_ test: Case) async throws {
    let instance = try await Self.instance.value
    var request = test.request
    if let scopes = test.scopes {
      request.headers.append("Authorization", "Bearer \(try await instance.token(of: "you", scopes: scopes))")
    }
    let response = await instance.send(request)
    #expect(response.status == test.status)
    #expect(response.apiError == test.apiError)
  }

  @Test func tokenInTheQueryIsAccepted() async throws {
    let instance = try await TestInstance()
    #expect(await instance.getWithoutToken("/api/v1/timelines/home?access_token=\(instance.token)").status == 200)
  }

  @Test func applicationTokenHasNoAccount() async throws {
    let instance = try await TestInstance()
    let token = try await instance.token(of: "nobody", scopes: "read")
    let response = await instance.get("/api/v1/timelines/home", token: token)
    #expect(response.status == 422)
    #expect(response.apiError == "This method requires an authenticated user")
    #expect(await instance.get("/api/v1/apps/verify_credentials", token: token).status == 200)
  }

  @Test func tokenOfTheUserIsStableAndResidentsHaveNone() async throws {
    let instance = try await TestInstance()
    #expect(try await instance.sandbox.token(for: "you") == instance.token)
    await #expect(throws: SandboxError.noSuchAccount("wren")) { try await instance.sandbox.token(for: "wren") }
  }

  @Test func accountsReportWhoCanSignIn() async throws {
    let accounts = try await TestInstance().sandbox.accounts()
    #expect(accounts.allSatisfy { $0.canSignIn == !$0.acct.contains("@") })
    #expect(accounts.filter(\.isBot).map(\.acct) == ["tides"])
    #expect(accounts.contains { $0.acct == "pool@shore.example" })
  }

  @Test func rateLimitHeadersAreAlwaysSentButLimitsAreOptional() async throws {
    let open = try await TestInstance()
    let response = await open.get("/api/v1/timelines/home")
    #expect(response.headers["x-ratelimit-limit"] == "300")
    #expect(response.headers["X-RateLimit-Reset"] == "2026-11-21T12:05:00.000Z")

    let strict = try await TestInstance(rateLimit: 2)
    let remaining = [await strict.get("/api/v1/preferences"), await strict.get("/api/v1/preferences")]
      .map { $0.headers["X-RateLimit-Remaining"] }
    #expect(remaining == ["1", "0"])
    let refused = await strict.get("/api/v1/preferences")
    #expect(refused.status == 429)
    #expect(refused.apiError == "Too many requests")
    strict.clock.advance(by: 300)
    #expect(await strict.get("/api/v1/preferences").status == 200)
  }

  /// The tightest limit is reported.
  @Test func uploadsDeletionsAndRegistrationsHaveTheirOwnLimits() async throws {
    let instance = try await TestInstance(rateLimit: 1000)
    var responses: [SandboxResponse] = []
    for _ in 0..<30 { responses.append(await instance.upload("/api/v2/media", nil)) }
    #expect(responses.first?.headers["X-RateLimit-Limit"] == "30")
    #expect(responses.map { $0.headers["X-RateLimit-Remaining"] } == (0..<30).map { "\(29 - $0)" })
    #expect(responses.last?.headers["X-RateLimit-Reset"] == "2026-11-21T12:30:00.000Z")
    #expect(await instance.upload("/api/v1/media", nil).status == 429)
    // Deletions and undone boosts share a limit.
    for turn in 0..<31 {
      let unboosts = turn.isMultiple(of: 2)
      let response = await instance.send(
        unboosts
          ? .post("/api/v1/statuses/1/unreblog", token: instance.token)
          : SandboxRequest("DELETE", "/api/v1/statuses/1", form: [:], token: instance.token))
      #expect(response.status == (turn < 30 ? 404 : 429))
    }
    // Registrations are counted by address, not by token.
    for turn in 0..<6 {
      let response = await instance.post("/api/v1/accounts", token: "token \(turn)")
      #expect(response.status == (turn < 5 ? 401 : 429))
    }
    // Other requests are not affected.
    #expect(await instance.get("/api/v1/preferences").status == 200)
    instance.clock.advance(by: 1800)
    #expect(await instance.upload("/api/v1/media", nil).status == 422)
  }

  @Test func requestsWithoutTokenAreCountedSeparately() async throws {
    let instance = try await TestInstance(rateLimit: 1)
    #expect(await instance.get("/api/v1/preferences").status == 200)
    #expect(await instance.getWithoutToken("/api/v1/instance").status == 200)
    #expect(await instance.getWithoutToken("/api/v1/instance").status == 429)
    #expect(await instance.get("/api/v1/preferences").status == 429)
  }

  @Test func headResponseHasNoBody() async throws {
    let response = await (try await TestInstance()).send(SandboxRequest("HEAD", "/api/v2/instance"))
    #expect(response.status == 200)
    #expect(response.body.isEmpty)
    #expect(response.headers["Content-Length"] != "0")
  }

  @Test func invalidJSONIsRefused() async throws {
    let instance = try await TestInstance()
    let request = SandboxRequest(
      "POST", "/api/v1/statuses",
      headers: ["Authorization": "Bearer \(instance.token)", "Content-Type": "application/json"], body: Array("{".utf8))
    #expect(await instance.send(request).status == 400)
  }
}
