import FoundationEssentials
import GRDB
import MastodonKit
import Synchronization

@testable import Sandbox

/// An instance with a controllable clock.
struct TestInstance: Sendable {
  let sandbox: Sandbox
  let clock: TestClock
  let token: String

  /// A seeded instance at noon, without activity by default.
  init(
    seed: UInt64 = 7, activity: SandboxActivity = .quiet, store: SandboxStore = .inMemory, rateLimit: Int? = nil,
    tokenLifetime: Int? = nil, configuration: SandboxConfiguration = SandboxConfiguration()
  ) async throws {
    clock = TestClock()
    sandbox = try Sandbox(
      store: store, seed: seed, clock: clock.clock, activity: activity, rateLimit: rateLimit,
      tokenLifetime: tokenLifetime, configuration: configuration)
    token = try await sandbox.token(for: "you")
  }

  /// A token of any local account, with the given scopes.
  func token(of name: String, scopes: String = "read write follow push profile") async throws -> String {
    try await sandbox.write { transaction in
      let application = try transaction.ownApplication()
      return try transaction.issueToken(
        for: try transaction.account(named: name)?.id, to: application.id, Scopes(scopes))
    }
  }

  func send(_ request: SandboxRequest) async -> SandboxResponse { await sandbox.respond(to: request) }

  func get(_ target: String, token: String? = nil) async -> SandboxResponse {
    await send(.get(target, token: token ?? self.token))
  }

  /// Sends a GET request without a token.
  func getWithoutToken(_ target: String) async -> SandboxResponse { await send(.get(target)) }

  @discardableResult
  func post(
    _ target: String, _ form: KeyValuePairs<String, String> = [:], token: String? = nil
  ) async -> SandboxResponse {
    await send(.post(target, form: form, token: token ?? self.token))
  }

  /// Posts a status and returns it.
  @discardableResult
  func postStatus(
    _ text: String, _ more: KeyValuePairs<String, String> = [:], as token: String? = nil
  ) async throws -> Status {
    var request = SandboxRequest.post("/api/v1/statuses", form: ["status": text], token: token ?? self.token)
    let rest = SandboxRequest.post("", form: more).body
    request.body += rest.isEmpty ? [] : Array("&".utf8) + rest
    return try await send(request).decoded()
  }

  /// The newest status with a text.
  func status(containing words: String) async throws -> Status {
    let id = try await sandbox.read { transaction in
      try transaction.database.value(
        Int64.self, "SELECT id FROM statuses WHERE text LIKE ? ORDER BY id DESC", ["%\(words)%"])
    }
    return try await get("/api/v1/statuses/\(id ?? 0)").decoded()
  }

  func account(_ name: String) async throws -> Account {
    try await get("/api/v1/accounts/lookup?acct=\(name)").decoded()
  }

  func notifications(_ query: String = "") async throws -> [MastodonKit.Notification] {
    try await get("/api/v1/notifications\(query)").decoded()
  }
}

/// A clock that tests advance.
final class TestClock: Sendable {
  private let time: Mutex<Date>

  init(_ start: Date = .fixtureNow) { time = Mutex(start) }

  func advance(by seconds: Double) { time.withLock { $0 = $0.addingTimeInterval(seconds) } }

  var clock: SandboxClock {
    SandboxClock(now: { [self] in time.withLock { $0 } }, sleep: { _ in await Task.yield() })
  }
}

extension SandboxResponse {
  /// Decodes the body.
  func decoded<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
    try MastodonJSON.decode(type, from: Data(body))
  }

  /// The message of an error response.
  var apiError: String? {
    struct Body: Decodable { var error: String }
    do { return try decoded(Body.self).error } catch { return nil }
  }

  /// The target of a link in the `Link` header.
  func link(_ relation: String) -> String? {
    headers["Link"]?.split(separator: ", ").first { $0.hasSuffix("rel=\"\(relation)\"") }
      .flatMap { $0.split(separator: ">").first }.map { String($0.dropFirst()) }
      .map { $0.replacing("https://sandbox.example", with: "") }
  }
}

extension Status {
  /// The content without HTML.
  var words: String {
    var text = ""
    var isTag = false
    for character in content {
      if character == "<" {
        isTag = true
      } else if character == ">" {
        isTag = false
      } else if !isTag {
        text.append(character)
      }
    }
    return text
  }
}
