import CustomDump
import FoundationEssentials
import MastodonClient
import MastodonKit
import Testing

@Suite(.timeLimit(.minutes(10))) struct MastodonClientTests {
  struct Answer: Sendable, CustomTestStringConvertible {
    let status: Int
    var body = ""
    var headers: [Field] = []
    let error: MastodonError
    var testDescription: String { "\(status) \(body)" }
  }

  static let host = "shore.example"
  static let noReason = ""

  @Test(arguments: [
    Answer(status: 400, body: #"{"error":"bad"}"#, error: .rejected(host: host, words: "bad")),
    Answer(status: 401, body: #"{"error":"The access token is invalid"}"#, error: .unauthorized(host: host)),
    Answer(status: 403, body: #"{"error":"Not yours"}"#, error: .forbidden(host: host, words: "Not yours")),
    Answer(status: 403, body: "<html>", error: .forbidden(host: host, words: noReason)),
    Answer(
      status: 404, body: #"{"error":"Record not found"}"#, error: .notFound(host: host, operation: "load the post")),
    Answer(status: 405, error: .unsupported(host: host, operation: "load the post")),
    Answer(status: 409, error: .rejected(host: host, words: noReason)),
    Answer(
      status: 409, body: #"{"error":"Conflict during update, please try again"}"#,
      error: .serverFailed(host: host, code: 409, words: "Conflict during update, please try again")),
    Answer(status: 410, error: .notFound(host: host, operation: "load the post")),
    Answer(
      status: 422, body: #"{"error":"Validation failed: Text\ncan't \u001b[31mbe\u202e blank"}"#,
      error: .rejected(host: host, words: "Validation failed: Text can't [31mbe blank")),
    Answer(
      status: 422, body: #"{"error":"invalid_grant","error_description":"The code is used"}"#,
      error: .rejected(host: host, words: "The code is used")),
    Answer(
      status: 422, body: #"{"error":"you sent Bearer t0ken-abc, why"}"#,
      error: .rejected(host: host, words: "you sent Bearer …, why")),
    Answer(
      status: 422, body: #"{"error":"\#(String(repeating: "wave ", count: 200))"}"#,
      error: .rejected(host: host, words: String(String(repeating: "wave ", count: 200).prefix(299)) + "…")),
    Answer(
      status: 422, body: #"{"message":"The given data was invalid.","errors":{"file":["Too large."]}}"#,
      error: .rejected(host: host, words: "The given data was invalid. Too large.")),
    Answer(
      status: 400, body: #"{"error":{"email":["has invalid format"]}}"#,
      error: .rejected(host: host, words: "email: has invalid format")),
    Answer(
      status: 403, body: #"{"error":"Not confirmed","identifier":"missing_confirmed_email"}"#,
      error: .forbidden(host: host, words: "Not confirmed")),
    Answer(status: 400, body: #"{"error":{"error":{"detail":["deep"]}}}"#, error: .rejected(host: host, words: "deep")),
    Answer(status: 400, body: #"["one",2,{"message":"three"}]"#, error: .rejected(host: host, words: "one. three")),
    Answer(status: 400, body: #""Captcha!""#, error: .rejected(host: host, words: "Captcha!")),
    Answer(status: 400, body: #"{"error":12}"#, error: .rejected(host: host, words: "12")),
    Answer(status: 400, body: #"{"error":"\u0007 "}"#, error: .rejected(host: host, words: noReason)),
    Answer(status: 400, body: "[]", error: .rejected(host: host, words: noReason)),
    Answer(
      status: 400, body: #"{"error":["you sent",{"x":"t0ken-abc"}]}"#,
      error: .rejected(host: host, words: "you sent. x: …")),
    Answer(
      status: 400, body: "Bad line\n", headers: [Field("Content-Type", "text/plain; charset=utf-8")],
      error: .rejected(host: host, words: "Bad line")),
    Answer(
      status: 400, body: "Bad line\n", headers: [Field("Content-Type", "text/html")],
      error: .rejected(host: host, words: noReason)),
    Answer(status: 429, error: .rateLimited(host: host, retryAfter: nil)),
    Answer(status: 429, headers: [Field("retry-after", "30")], error: .rateLimited(host: host, retryAfter: 30)),
    Answer(
      status: 429, headers: [Field("Retry-After", "Sun, 09 Sep 2001 01:47:00 GMT")],
      error: .rateLimited(host: host, retryAfter: 20)),
    Answer(
      status: 429, headers: [Field("X-RateLimit-Reset", "2001-09-09T01:50:00.000000Z")],
      error: .rateLimited(host: host, retryAfter: 200)),
    Answer(
      status: 429, headers: [Field("X-Ratelimit-Reset", "1000000060")], error: .rateLimited(host: host, retryAfter: 60)),
    Answer(
      status: 429, headers: [Field("X-RateLimit-Reset", "2001-09-09T00:00:00Z")],
      error: .rateLimited(host: host, retryAfter: nil)),
    Answer(
      status: 429, headers: [Field("Retry-After", "0"), Field("X-RateLimit-Reset", "0")],
      error: .rateLimited(host: host, retryAfter: nil)),
    Answer(status: 429, headers: [Field("Retry-After", "1.5")], error: .rateLimited(host: host, retryAfter: 2)),
    Answer(status: 429, headers: [Field("RateLimit-Reset", "30")], error: .rateLimited(host: host, retryAfter: 30)),
    Answer(
      status: 429, headers: [Field("RateLimit", "limit=300, remaining=0, reset=50")],
      error: .rateLimited(host: host, retryAfter: 50)),
    Answer(
      status: 429, headers: [Field("X-RateLimit-Reset", "9999-01-01T00:00:00Z")],
      error: .rateLimited(host: host, retryAfter: 86_400)),
    // By the server's clock, which is half an hour ahead.
    Answer(
      status: 429,
      headers: [
        Field("Date", "Sun, 09 Sep 2001 02:20:40 GMT"), Field("X-RateLimit-Reset", "2001-09-09T02:21:00.000000Z"),
      ], error: .rateLimited(host: host, retryAfter: 20)),
    Answer(status: 429, headers: [Field("Retry-After", "soon")], error: .rateLimited(host: host, retryAfter: nil)),
    Answer(status: 500, body: "<html>", error: .serverFailed(host: host, code: 500)),
    Answer(
      status: 500, body: #"{"error":"The disk is full.\n\u0007"}"#,
      error: .serverFailed(host: host, code: 500, words: "The disk is full.")),
    Answer(
      status: 503, body: "Moving to t0ken-abc.\nBack at noon\n", headers: [Field("Content-Type", "text/plain")],
      error: .serverFailed(host: host, code: 503, words: "Moving to …. Back at noon")),
    Answer(
      status: 502, body: "502 Bad Gateway", headers: [Field("Content-Type", "text/plain")],
      error: .serverFailed(host: host, code: 502)),
    Answer(status: 501, error: .unsupported(host: host, operation: "load the post")),
    Answer(status: 503, error: .serverFailed(host: host, code: 503)),
    // Only 429 says that there were too many requests, whatever the limit is that other responses state.
    Answer(
      status: 503, headers: [Field("Retry-After", "30"), Field("X-RateLimit-Reset", "2001-09-09T01:50:00Z")],
      error: .serverFailed(host: host, code: 503, retryAfter: 30)),
    Answer(
      status: 502, headers: [Field("Retry-After", "Sun, 09 Sep 2001 01:47:00 GMT")],
      error: .serverFailed(host: host, code: 502, retryAfter: 20)),
    Answer(
      status: 500, headers: [Field("X-RateLimit-Reset", "2001-09-09T01:50:00Z")],
      error: .serverFailed(host: host, code: 500)),
    Answer(
      status: 429, headers: [Field("X-RateLimit-Reset", "2001-09-09T01:47:00")],
      error: .rateLimited(host: host, retryAfter: 20)),
    Answer(
      status: 422, body: #"{"error":"t0\u200bken-\u0007abc"}"#, error: .rejected(host: host, words: "…")),
    Answer(status: 304, error: .invalidResponse(host: host, operation: "load the post")),
    Answer(status: 200, body: "<html>", error: .invalidResponse(host: host, operation: "load the post")),
    Answer(status: 200, body: #"{"error":"odd"}"#, error: .invalidResponse(host: host, operation: "load the post")),
  ])
  func everyRefusalIsOneTypedError(_ answer: Answer) async throws {
    let client = try ScriptedServer { request, _ in
      // The token is good: what is refused is the request.
      if request.path == "/api/v1/accounts/verify_credentials" { return .text(Sample.account()) }
      return .text(answer.body, status: answer.status, headers: answer.headers)
    }.client()
    let error = await failure { () async throws(MastodonError) in try await client.send(.status("1")) }
    expectNoDifference(error, answer.error.during("load the post"))
  }

  @Test(arguments: [
    (
      "<!DOCTYPE html><title>Back soon</title>",
      MastodonError.invalidResponse(host: host, operation: "clear the notifications")
    ),
    ("<html><title>Just a moment...</title>", .challenged(host: host, operation: "clear the notifications")),
    (#"{"error":"Not now"}"#, .invalidResponse(host: host, operation: "clear the notifications")),
    ("{\"a\":", .invalidResponse(host: host, operation: "clear the notifications")),
  ])
  func pageOrErrorIsNoSuccessOfAnActWithoutAnAnswer(body: String, expected: MastodonError) async throws {
    let client = try ScriptedServer(body).client()
    let error = await failure { () async throws(MastodonError) in try await client.send(.clearNotifications) }
    #expect(error == expected)
    let queued = QueuedRequest(
      template: "/api/v1/lists/:id/accounts", arguments: ["1"], fields: [], operation: "add it")
    #expect(
      await failure { () async throws(MastodonError) in try await client.send(queued) } == expected.during("add it"))
  }

  @Test(arguments: ["", " \n", "{}", "null", "[]", "true", #"{"id":"1","error":null}"#])
  func actWithoutAnAnswerNeedsNoContent(body: String) async throws {
    let client = try ScriptedServer { request, _ in
      // Whether the post is gone is looked up.
      request.method == .get ? .text(#"{"error":"Record not found"}"#, status: 404) : .text(body)
    }.client()
    try await client.send(.clearNotifications)
    try await client.statusService.delete("1", false)
  }

  @Test(arguments: [
    (TransportFailure.unreachable(.unknownHost), MastodonError.unreachable(host: host, reason: .unknownHost)),
    (.unreachable(.refused), .unreachable(host: host, reason: .refused)),
    (.unreachable(.insecure), .unreachable(host: host, reason: .insecure)),
    (.unreachable(.offline), .unreachable(host: host, reason: .offline)),
    (.unreachable(.plainText), .unreachable(host: host, reason: .plainText)),
    (.closedBeforeResponse, .unreachable(host: host, reason: .connectionLost)),
    (.closedMidResponse, .unreachable(host: host, reason: .connectionLost)),
    (.timedOut(seconds: 20), .timedOut(host: host, seconds: 20)),
    (.tooLarge, .invalidResponse(host: host, operation: "load the post")),
    (.malformedResponse, .invalidResponse(host: host, operation: "load the post")),
    (.cancelled, .cancelled),
  ])
  func everyTransportFailureIsOneTypedError(failed: TransportFailure, expected: MastodonError) async throws {
    let client = try ScriptedServer { _, _ in throw failed }.client()
    let error = await failure { () async throws(MastodonError) in try await client.send(.status("1")) }
    #expect(error == expected.during("load the post"))
  }

  @Test func aReadIsTriedOnceMoreWhenAKeptConnectionWasClosed() async throws {
    let server = ScriptedServer { _, count in
      if count == 0 { throw TransportFailure.closedBeforeResponse }
      return .text(Sample.status("1"))
    }
    #expect(try await server.client().send(.status("1")).id == "1")
    #expect(server.requests.count == 2)
  }

  @Test func changesAreNeverSentTwice() async throws {
    let server = ScriptedServer { _, _ in throw TransportFailure.closedBeforeResponse }
    let client = try server.client()
    let error = await failure { () async throws(MastodonError) in try await client.send(.favourite("1")) }
    #expect(error == .unreachable(host: Self.host, reason: .connectionLost, operation: "favourite the post"))
    #expect(server.requests.count == 1)
  }

  @Test func requestFromTheOutboxCountsAsAChange() async throws {
    let client = try ScriptedServer(Sample.status("1")).client()
    _ = try await client.send(.status("1"))
    #expect(client.changesSent == 0)
    try await client.send(
      QueuedRequest(
        template: "/api/v1/statuses/:id/favourite", arguments: ["1"], fields: [], operation: "favourite the post"))
    #expect(client.changesSent == 1)
  }

  @Test func deletionFromTheOutboxOfWhatIsGoneIsDone() async throws {
    let server = ScriptedServer { _, _ in HTTPResponse(status: 404, headers: [], body: Data(#"{"error":"x"}"#.utf8)) }
    let client = try server.client()
    func request(_ method: String?, _ template: String) -> QueuedRequest {
      QueuedRequest(method: method, template: template, arguments: ["1"], fields: [], operation: "x")
    }
    try await client.send(request("DELETE", "/api/v1/statuses/:id"))
    #expect(server.requests.map(\.method) == [.delete])
    await #expect(throws: MastodonError.self) { try await client.send(request(nil, "/api/v1/statuses/:id/favourite")) }
  }

  @Test func voteFromTheOutboxThatTheServerHasIsDone() async throws {
    let server = ScriptedServer { request, _ in
      request.method == .get
        ? HTTPResponse(status: 200, headers: [], body: Data(#"{"id":"1","voted":true,"options":[]}"#.utf8))
        : HTTPResponse(status: 422, headers: [], body: Data(#"{"error":"You have already voted on this poll"}"#.utf8))
    }
    try await server.client().send(
      QueuedRequest(
        template: "/api/v1/polls/:id/votes", arguments: ["1"], fields: [["choices[]", "0"]], operation: "vote"))
    #expect(server.requests.map(\.method) == [.post, .get])
  }

  @Test(arguments: [401, 422])
  func timelineForAccountsOfTheServerIsNotForWhoeverHasNone(status: Int) async throws {
    let answer = #"{"error":"This method requires an authenticated user"}"#
    let client = try ScriptedServer(answer, status: status).client(token: nil)
    await #expect(throws: MastodonError.signedOut) { try await client.timelineService.local(PageRequest()) }
  }

  @Test func signedOutRunSendsNoAuthenticatedRequest() async throws {
    let server = ScriptedServer("[]")
    let client = try server.client(token: nil)
    let calls: [@Sendable () async throws -> Void] = [
      { _ = try await client.timelineService.home(PageRequest()) },
      { _ = try await client.statusService.mark("1", .favourite, true) },
      { _ = try await client.notificationService.list(PageRequest(), NotificationQuery()) },
      { _ = try await client.publishingService.publish(StatusDraft(text: "Hi"), "k") },
      { _ = try await client.accountService.relationship("1") },
      { _ = try await client.accountService.resolve("rook@pool.example") },
      { _ = try await client.instanceService.verifyCredentials() },
    ]
    for call in calls { await #expect(throws: MastodonError.signedOut) { try await call() } }
    #expect(server.requests.isEmpty)

    _ = try await client.timelineService.local(PageRequest())
    #expect(server.requests.first?.header("authorization") == nil)
  }

  @Test func aCancelledTaskCancelsItsRequest() async throws {
    let (asked, signal) = AsyncStream<Void>.makeStream()
    let server = ScriptedServer { _, _ in
      signal.yield()
      let (silence, keep) = AsyncStream<Void>.makeStream()
      for await _ in silence {}
      keep.finish()
      throw TransportFailure.closedBeforeResponse
    }
    let client = try server.client()
    let task = Task { await failure { () async throws(MastodonError) in try await client.send(.status("1")) } }
    for await _ in asked { break }
    task.cancel()
    #expect(await task.value == .cancelled)
    #expect(server.requests.count == 1)
  }

  @Test func descriptionsRedactSecrets() throws {
    let secret = Secret("hush-hush")
    let request = HTTPRequest(
      method: .post, path: "/oauth/token", headers: [Field("Authorization", "Bearer hush-hush")],
      body: Data("code=hush-hush".utf8))
    let response = HTTPResponse.text(#"{"access_token":"hush-hush"}"#)
    let stream = StreamRequest(
      server: try ServerAddress(parsing: "a.example"), path: "/api/v1/streaming", query: [],
      headers: [Field("Authorization", "Bearer hush-hush")], outgoing: AsyncStream { $0.finish() })
    let values: [Any] = [secret, request, response, stream]
    for value in values {
      var dumped = ""
      customDump(value, to: &dumped)
      for text in ["\(value)", String(reflecting: value), dumped] { #expect(!text.contains("hush")) }
    }
  }
}
