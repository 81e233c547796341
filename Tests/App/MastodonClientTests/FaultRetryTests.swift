import FoundationEssentials
import MastodonKit
import Synchronization
import Testing

@testable import MastodonClient

extension RetryPlan {
  /// The plan of a request to a server that honours keys.
  init(_ policy: RetryPolicy, for request: HTTPRequest) {
    self.init(policy, isSafe: request.isRepeatable(honouringKeys: true))
  }
}

/// Retries: which requests are sent again and when; without a network.
@Suite struct FaultRetryTests {
  private static let get = HTTPRequest(method: .get, path: "/")
  private static let keyed = HTTPRequest(method: .post, path: "/", headers: [Field("idempotency-key", "k")])
  private static let policy = RetryPolicy(
    attempts: 4, firstWait: .seconds(1), longestWait: .seconds(5), total: .seconds(60))

  @Test(arguments: [
    (HTTPRequest(method: .get, path: "/"), true),
    (HTTPRequest(method: .post, path: "/", headers: [Field("Idempotency-Key", "k")]), true),
    (HTTPRequest(method: .post, path: "/"), false), (HTTPRequest(method: .put, path: "/"), false),
    (HTTPRequest(method: .patch, path: "/"), false), (HTTPRequest(method: .delete, path: "/"), false),
  ]) func onlySafeRequestsAreRetried(_ request: HTTPRequest, _ isSafe: Bool) {
    for trouble in [
      RetryPlan.Failure.closedBeforeResponse, .closedMidResponse, .busy(seconds: 0), .limited(seconds: 0),
    ] {
      var plan = RetryPlan(Self.policy, for: request)
      #expect((plan.wait(after: trouble, elapsed: .zero, chance: 0) != nil) == isSafe)
    }
  }

  @Test func theWaitsDoubleUpToTheLongestAndEndWithTheAttempts() {
    var plan = RetryPlan(
      RetryPolicy(attempts: 6, firstWait: .seconds(1), longestWait: .seconds(5), total: .seconds(60)), for: Self.get)
    let waits = (0..<6).map { _ in plan.wait(after: .busy(seconds: nil), elapsed: .zero, chance: 1) }
    #expect(waits == [.seconds(1), .seconds(2), .seconds(4), .seconds(5), .seconds(5), nil])
  }

  @Test(arguments: [0, 0.25, 1]) func jitterScalesTheWait(_ chance: Double) {
    var plan = RetryPlan(Self.policy, for: Self.get)
    #expect(plan.wait(after: .closedMidResponse, elapsed: .zero, chance: chance) == .seconds(1) * chance)
  }

  @Test func closedReusedConnectionIsReopenedOnceWithoutAnAttempt() {
    var plan = RetryPlan(.never, for: Self.get)
    #expect(plan.wait(after: .closedBeforeResponse, elapsed: .zero, chance: 1) == .zero)
    #expect(plan.wait(after: .closedBeforeResponse, elapsed: .zero, chance: 1) == nil)
  }

  @Test(arguments: [
    (RetryPlan.Failure.limited(seconds: 0), Duration?.some(.milliseconds(500))),
    (.limited(seconds: 5), .milliseconds(5500)), (.limited(seconds: 6), nil), (.limited(seconds: nil), nil),
    (.busy(seconds: 5), .milliseconds(5500)), (.busy(seconds: 30), nil), (.busy(seconds: nil), .milliseconds(500)),
  ]) func shortRetryAfterIsWaitedFor(_ trouble: RetryPlan.Failure, _ wait: Duration?) {
    var plan = RetryPlan(Self.policy, for: Self.keyed)
    #expect(plan.wait(after: trouble, elapsed: .zero, chance: 0.5) == wait)
  }

  @Test func noAttemptBeginsAfterTheTotalTime() {
    var plan = RetryPlan(Self.policy, for: Self.get)
    #expect(plan.wait(after: .limited(seconds: 5), elapsed: .seconds(54), chance: 0) == .seconds(5))
    #expect(plan.wait(after: .limited(seconds: 5), elapsed: .seconds(55), chance: 0) == nil)
  }

  /// A client of a Mastodon whose waits are noted instead of waited for.
  private static func client(
    _ server: ScriptedServer, _ policy: RetryPolicy, waits: Waits = Waits()
  ) throws -> MastodonClient {
    MastodonClient(
      server: try ServerAddress(parsing: "shore.example"), transport: server.transport,
      tokens: .fixed(Secret("t0ken-abc")), userAgent: "howdah-tests",
      retries: Retries(policy, sleep: { waits.note($0) }, chance: { 1 }, report: { _ in }),
      now: { Date(timeIntervalSince1970: 1_000_000_000) })
  }

  private final class Waits: Sendable {
    private let all = Mutex<[Duration]>([])
    var value: [Duration] { all.withLock { $0 } }
    func note(_ wait: Duration) { all.withLock { $0.append(wait) } }
  }

  @Test func aServerThatWasBusyTwiceIsAskedAThirdTime() async throws {
    let server = ScriptedServer { _, count in
      count < 2 ? .text("", status: 503) : .text(Sample.status("1"))
    }
    let waits = Waits()
    let client = try Self.client(server, Self.policy, waits: waits)
    #expect(try await client.send(.status("1")).id == "1")
    #expect(waits.value == [.seconds(1), .seconds(2)])
  }

  /// The limit of requests, which every response may state, is not when a busy server answers again.
  @Test func aBusyServerIsAskedAgainWhateverItsLimitIs() async throws {
    let server = ScriptedServer { _, count in
      count < 1
        ? .text("", status: 503, headers: [Field("X-RateLimit-Reset", "2001-09-09T01:50:00Z")])
        : .text(Sample.status("1"))
    }
    #expect(try await Self.client(server, Self.policy, waits: Waits()).send(.status("1")).id == "1")
  }

  @Test func onlyALongWaitIsReported() async throws {
    let server = ScriptedServer { _, count in
      count < 2
        ? .text("", status: 503, headers: count == 0 ? [] : [Field("Retry-After", "4")]) : .text(Sample.status("1"))
    }
    let reported = Waits()
    let retries = Retries(
      Self.policy, sleep: { _ in }, chance: { 0 },
      report: { if case .beforeRetry(let wait) = $0 { reported.note(wait) } })
    let client = MastodonClient(
      server: try ServerAddress(parsing: "shore.example"), transport: server.transport,
      tokens: .fixed(Secret("t0ken-abc")), userAgent: "howdah-tests", retries: retries,
      now: { Date(timeIntervalSince1970: 1_000_000_000) })
    #expect(try await client.send(.status("1")).id == "1")
    #expect(reported.value == [.seconds(4)])
  }

  @Test func aRepeatedPostKeepsItsKey() async throws {
    let server = ScriptedServer { _, count in
      if count == 0 { throw TransportFailure.closedMidResponse }
      return .text(Sample.status("1"))
    }
    let client = try Self.client(server, Self.policy)
    client.missingEndpoints.update(ServerSoftware(name: .mastodon))
    _ = try await client.publishingService.publish(StatusDraft(text: "Hi"), "key-1")
    // The answer says nothing of the text, so the post is read once more.
    let posts = server.requests.filter { $0.method == .post }
    #expect(posts.map { $0.header("Idempotency-Key") } == ["key-1", "key-1"])
    #expect(Set(posts.map(\.body)).count == 1)
  }

  @Test func cancelledReaderStopsWaiting() async throws {
    let server = ScriptedServer("", status: 503)
    let client = MastodonClient(
      server: try ServerAddress(parsing: "shore.example"), transport: server.transport, tokens: .signedOut,
      userAgent: "howdah-tests",
      retries: Retries(Self.policy, sleep: { _ in throw CancellationError() }, chance: { 1 }, report: { _ in }),
      now: { Date(timeIntervalSince1970: 0) })
    #expect(await failure { () async throws(MastodonError) in try await client.send(.status("1")) } == .cancelled)
    #expect(server.requests.count == 1)
  }

  @Test(arguments: [
    ("2001-09-09T01:50:00.000Z", 1_000_000_200.0), ("2001-09-09T01:50:00.123456Z", 1_000_000_200.123),
    ("2001-09-09T01:50:00", 1_000_000_200), ("1000000200", 1_000_000_200), ("200", 1_000_000_200), ("soon", nil),
  ]) func rateLimitComesFromTheLastResponse(_ reset: String, _ seconds: Double?) async throws {
    let server = ScriptedServer { _, count in
      .text(
        Sample.status("1"),
        headers: count == 2
          ? []
          : [
            Field("X-Ratelimit-Limit", "300"), Field("X-RateLimit-Remaining", "\(299 - count)"),
            Field("X-RateLimit-Reset", reset),
          ])
    }
    let client = try Self.client(server, .never)
    #expect(client.rateLimit == nil)
    for remaining in [299, 298, 298] {
      _ = try await client.send(.status("1"))
      let budget = try #require(client.rateLimit)
      #expect(budget.limit == 300 && budget.remaining == remaining)
      let resets = budget.resets?.timeIntervalSince1970
      #expect(resets.map { ($0 * 1000).rounded() } == seconds.map { $0 * 1000 })
    }
    #expect(client.with(tokens: .signedOut).rateLimit == nil, "Another account has a budget of its own.")
  }

  @Test func anonymousRejectionDoesNotExpireASignIn() async throws {
    let client = try ScriptedServer(#"{"error":"This method requires an authenticated user"}"#, status: 401)
      .client(token: nil)
    #expect(await failure { () async throws(MastodonError) in try await client.send(.status("1")) } == .signedOut)
  }
}
