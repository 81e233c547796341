import FoundationEssentials
import MastodonKit
import Testing

@testable import Sandbox

/// What an instance refuses that is as strict as Mastodon.
@Suite(.timeLimit(.minutes(10))) struct StrictTests {
  private func strict() async throws -> TestInstance {
    var configuration = SandboxConfiguration()
    configuration.isStrict = true
    return try await TestInstance(configuration: configuration)
  }

  /// Each works with an ordinary instance, where `media_ids=1` is a list of one.
  @Test func textIsNoListAndAListIsNoText() async throws {
    let (strict, ordinary) = (try await strict(), try await TestInstance())
    func post(_ instance: TestInstance, _ json: String) async -> SandboxResponse {
      let headers: SandboxHeaders = ["Authorization": "Bearer \(instance.token)", "Content-Type": "application/json"]
      return await instance.send(
        SandboxRequest("POST", "/api/v1/statuses", headers: headers, body: Array(json.utf8)))
    }
    #expect(await post(ordinary, #"{"status": ["Hello"]}"#).status == 200)
    #expect(await post(strict, #"{"status": ["Hello"]}"#).apiError == "Validation failed: Text can't be blank")
    #expect(await post(strict, #"{"status": 5}"#).status == 200)
    func upload(to instance: TestInstance) async throws -> String {
      let media: MediaAttachment = try await instance.upload("/api/v2/media", SampleFile.png).decoded()
      return media.id.rawValue
    }
    #expect(
      try await ordinary.postStatus("One", ["media_ids": upload(to: ordinary)]).mediaAttachments.count == 1)
    let id = try await upload(to: strict)
    #expect(try await strict.postStatus("None", ["media_ids": id]).mediaAttachments.isEmpty)
    #expect(try await strict.postStatus("One", ["media_ids[]": id]).mediaAttachments.count == 1)
  }

  @Test func singleIDIsAListWhereMastodonTakesOne() async throws {
    let strict = try await strict()
    let wren = try await strict.account("wren").id
    let related: [Relationship] = try await strict.get("/api/v1/accounts/relationships?id=\(wren)").decoded()
    #expect(related.count == 1)
    let named: [Account] = try await strict.get("/api/v1/accounts?id=\(wren)").decoded()
    #expect(named.isEmpty)
    let listed: [Account] = try await strict.get("/api/v1/accounts?id[]=\(wren)").decoded()
    #expect(listed.count == 1)
  }

  @Test func requestsAreLimitedAsOnMastodon() async throws {
    let strict = try await strict()
    for turn in 1...301 {
      let response = await strict.get("/api/v1/preferences")
      #expect(response.status == (turn <= 300 ? 200 : 429))
    }
    strict.clock.advance(by: 300)
    let first = await strict.get("/api/v1/timelines/home?max_id=1")
    #expect(first.headers["X-RateLimit-Remaining"] == "299")
  }

  @Test func pagesHaveALimitOfTheirOwn() async throws {
    let strict = try await strict()
    for turn in 1...300 {
      if turn == 151 { strict.clock.advance(by: 300) }
      #expect(await strict.get("/api/v1/timelines/home?limit=1&max_id=2").status == 200)
    }
    #expect(await strict.get("/api/v1/timelines/home?limit=1&max_id=2").status == 429)
    #expect(await strict.get("/api/v1/timelines/home?limit=1").status == 200)
  }

  @Test func passwordIsNoGrant() async throws {
    struct Application: Decodable {
      var id: String
      var secret: String
      enum CodingKeys: String, CodingKey {
        case id = "client_id"
        case secret = "client_secret"
      }
    }
    let (strict, ordinary) = (try await strict(), try await TestInstance())
    for (instance, code) in [(strict, "unsupported_grant_type"), (ordinary, "invalid_grant")] {
      let form: KeyValuePairs = ["client_name": "x", "redirect_uris": "urn:ietf:wg:oauth:2.0:oob"]
      let registered = await instance.post("/api/v1/apps", form)
      let application = try JSONDecoder().decode(Application.self, from: Data(registered.body))
      let response = await instance.post(
        "/oauth/token",
        [
          "grant_type": "password", "username": "wren", "password": "wrong", "client_id": application.id,
          "client_secret": application.secret,
        ])
      #expect(response.apiError == code)
    }
  }

  /// Always: no client relies on more.
  @Test(arguments: [
    ("client_name", String(repeating: "x", count: 61), "Application name is too long (maximum is 60 characters)"),
    ("website", "example.org", "Website is not a valid URL"),
    ("redirect_uris", "javascript:/x", "Redirect URI is forbidden by the server."),
    ("redirect_uris", "https://a/" + String(repeating: "x", count: 2000), "Redirect URI is too long"),
    ("scopes", "read fly", "Scopes doesn't match configured on the server."),
  ]) func applicationIsChecked(_ name: String, _ value: String, _ message: String) async throws {
    let instance = try await TestInstance()
    var form = ["client_name": "x", "redirect_uris": "https://a/", "scopes": "read admin:read:accounts"]
    func register() async -> SandboxResponse {
      let body = form.map { "\($0)=\(PercentCoding.encode($1))" }.joined(separator: "&")
      var request = SandboxRequest.post("/api/v1/apps")
      request.body = Array(body.utf8)
      return await instance.send(request)
    }
    #expect(await register().status == 200)
    form[name] = value
    #expect(await register().apiError?.hasPrefix("Validation failed: \(message)") == true)
  }

  @Test func listsAndScheduledPostsAreLimited() async throws {
    let instance = try await TestInstance()
    for turn in 1...51 {
      let response = await instance.post("/api/v1/lists", ["title": "\(turn)"])
      #expect(response.status == 200 || turn == 51 || response.apiError?.contains("maximum number of lists") == true)
      if turn == 51 { #expect(response.status == 422) }
    }
    for turn in 1...26 {
      let response = await instance.post(
        "/api/v1/statuses", ["status": "\(turn)", "scheduled_at": "2026-12-24T18:00:00Z"])
      #expect(response.status == (turn <= 25 ? 200 : 422))
    }
    let next = await instance.post("/api/v1/statuses", ["status": "x", "scheduled_at": "2026-12-25T18:00:00Z"])
    #expect(next.status == 200)
  }
}
