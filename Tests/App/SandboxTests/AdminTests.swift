import Foundation
import MastodonKit
import Synchronization
import Testing

@testable import Sandbox

/// What a test may do with a server beside its API: `/sandbox/`, the log of requests, the limit of connections.
@Suite(.timeLimit(.minutes(10))) struct AdminTests {
  private let clock = AdjustableClock(at: .fixtureNow, speed: 0)

  private func admin(
    users: [String] = [], rules: [String] = []
  ) async throws -> (admin: SandboxAdmin, sandbox: Sandbox, token: String) {
    var configuration = SandboxConfiguration()
    configuration.users = users
    let sandbox = try Sandbox(
      store: .inMemory, seed: 7, clock: clock.clock, activity: .quiet, configuration: configuration)
    let faults = FaultInjector(try rules.map { try FaultRule(parsing: $0) })
    let admin = SandboxAdmin(sandbox: sandbox, clock: clock, faults: faults, rules: faults.rules)
    return (admin, sandbox, try await sandbox.token(for: "you"))
  }

  private func post(_ name: String, _ json: String, type: String = "application/json") -> SandboxRequest {
    SandboxRequest("POST", "/sandbox/\(name)", headers: ["Content-Type": type], body: Array(json.utf8))
  }

  @Test func anAccountIsAddedAgainAfterAReset() async throws {
    let (admin, sandbox, token) = try await admin(users: ["alice"])
    let alice = try await sandbox.token(for: "alice")
    for _ in 0..<2 {
      for name in ["carol", "dave"] {
        let response = try #require(await admin.respond(to: post("accounts", "{\"username\": \"\(name)\"}")))
        #expect(response.status == 200, "\(String(decoding: response.body, as: UTF8.self))")
      }
      _ = await admin.respond(to: post("reset", "{}"))
    }
    #expect(try await sandbox.token(for: "alice") == alice)
    #expect(try await sandbox.token(for: "you") == token)
  }

  @Test func resetRestoresTheStartAndKeepsTokens() async throws {
    let (admin, sandbox, token) = try await admin(users: ["alice"], rules: ["/health drop"])
    let alice = try await sandbox.token(for: "alice")
    let home = await sandbox.respond(to: .get("/api/v1/timelines/home", token: token))
    _ = await sandbox.respond(to: .post("/api/v1/statuses", form: ["status": "Hello"], token: alice))
    _ = await admin.respond(to: post("clock", #"{"advance": 3600}"#))
    _ = await admin.respond(to: post("faults", #"{"rules": []}"#))
    #expect(admin.faults.rules.isEmpty)
    let response = try #require(await admin.respond(to: post("reset", "{}")))
    #expect(response.status == 200, "\(String(decoding: response.body, as: UTF8.self))")
    #expect(clock.now == .fixtureNow)
    #expect(admin.faults.rules.count == 1)
    // The same ids, because the clock is back at its start.
    #expect(await sandbox.respond(to: .get("/api/v1/timelines/home", token: token)).body == home.body)
    let own: Account = try await sandbox.respond(
      to: .get("/api/v1/accounts/verify_credentials", token: alice)
    ).decoded()
    #expect(own.acct == "alice" && own.statusesCount == 0)
  }

  @Test func pollEndsWhenTheClockIsPutForward() async throws {
    let (admin, sandbox, token) = try await admin()
    let poll = SandboxRequest.post(
      "/api/v1/statuses",
      form: ["status": "Tea?", "poll[options][]": "yes", "poll[options][]": "no", "poll[expires_in]": "86400"],
      token: token)
    let status: Status = try await sandbox.respond(to: poll).decoded()
    #expect(status.poll?.expired == false)
    let response = try #require(await admin.respond(to: post("clock", #"{"advance": 86401}"#)))
    #expect(response.status == 200)
    let later: Status = try await sandbox.respond(to: .get("/api/v1/statuses/\(status.id)", token: token)).decoded()
    #expect(later.poll?.expired == true)
  }

  @Test func clockRunsAtASpeedAndGoesForwardsOnly() async throws {
    let (admin, _, _) = try await admin()
    let back = try #require(await admin.respond(to: post("clock", #"{"at": "2001-01-01T00:00:00Z"}"#)))
    #expect(back.apiError == "The clock goes back with reset only")
    _ = await admin.respond(to: post("clock", #"{"speed": 100000}"#))
    // Time passes; how much of it depends on the machine.
    while clock.now < .fixtureNow.addingTimeInterval(60) {
      try Task.checkCancellation()
      await Task.yield()
    }
    #expect(clock.speed == 100_000)
    let read = try #require(await admin.respond(to: SandboxRequest("GET", "/sandbox/clock")))
    #expect(String(decoding: read.body, as: UTF8.self).contains(#""speed":100000"#))
  }

  @Test func accountsStatusesAndNotificationsAreAdded() async throws {
    let (admin, sandbox, token) = try await admin()
    struct Made: Decodable { var id, acct, token: String }
    let made: Made = try #require(
      await admin.respond(to: post("accounts", #"{"username": "alice", "display_name": "Alice", "locked": true}"#))
    ).decoded()
    let alice: Account = try await sandbox.respond(
      to: .get("/api/v1/accounts/verify_credentials", token: made.token)
    ).decoded()
    #expect(alice.id.rawValue == made.id && alice.displayName == "Alice" && alice.locked)

    let status: Status = try #require(
      await admin.respond(to: post("statuses", #"{"account": "wren", "status": "For @you", "visibility": "unlisted"}"#))
    ).decoded()
    #expect(status.account.acct == "wren" && status.visibility == .unlisted)

    let mine: Status = try await sandbox.respond(
      to: .post("/api/v1/statuses", form: ["status": "Mine"], token: token)
    ).decoded()
    for json in [
      #"{"account": "you", "type": "favourite", "from": "moss", "status_id": "\#(mine.id)"}"#,
      #"{"account": "you", "type": "follow", "from": "alice"}"#,
    ] {
      #expect(await admin.respond(to: post("notifications", json))?.status == 200)
      #expect(await admin.respond(to: post("notifications", json))?.status == 422, "nobody is notified twice")
    }
    let locked = #"{"account": "alice", "type": "follow", "from": "moss"}"#
    #expect(await admin.respond(to: post("notifications", locked))?.status == 200)
    let requests: [Account] = try await sandbox.respond(
      to: .get("/api/v1/follow_requests", token: made.token)
    ).decoded()
    #expect(requests.map(\.acct) == ["moss"], "a locked account is asked")
    let notifications: [MastodonKit.Notification] = try await sandbox.respond(
      to: .get("/api/v1/notifications?limit=3", token: token)
    ).decoded()
    #expect(notifications.map(\.account.acct) == ["alice", "moss", "wren"])
    let liked: Status = try await sandbox.respond(to: .get("/api/v1/statuses/\(mine.id)", token: token)).decoded()
    #expect(liked.favouritesCount == 1)
  }

  @Test(arguments: [
    ("accounts", #"{"username": "not a name"}"#, 422), ("accounts", #"{"username": "wren"}"#, 422),
    ("statuses", #"{"account": "nobody", "status": "x"}"#, 404), ("statuses", #"{"status": "x"}"#, 422),
    ("statuses", #"{"account": "wren", "status": ""}"#, 422), ("clock", #"{"speed": -1}"#, 422),
    ("clock", #"{"at": "tomorrow"}"#, 422), ("clock", #"{"advance": "x"}"#, 422), ("clock", "{", 400),
    ("notifications", #"{"account": "you", "from": "wren", "type": "poll"}"#, 422),
    ("notifications", #"{"account": "you", "from": "you", "type": "follow"}"#, 422),
    ("statuses", #"{"account": "wren", "status": "x", "scheduled_at": "2040-01-01T00:00:00Z"}"#, 422),
    ("statuses", #"{"account": "wren", "status": "x", "visiblity": "direct"}"#, 422), ("clock", #"{"advanc": 5}"#, 422),
    ("reset", #"{"x": 1}"#, 422),
    ("faults", #"{"rules": ["nonsense"]}"#, 422), ("nothing", "{}", 404),
  ]) func mistakeIsRefused(_ name: String, _ json: String, _ status: Int) async throws {
    let (admin, _, _) = try await admin()
    let response = try #require(await admin.respond(to: post(name, json)))
    #expect(response.status == status, "\(String(decoding: response.body, as: UTF8.self))")
    #expect(response.apiError != nil)
  }

  /// A website's form sends other types without asking first.
  @Test(arguments: ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"])
  func formOfAWebsiteIsRefused(_ type: String) async throws {
    let (admin, _, _) = try await admin()
    #expect(await admin.respond(to: post("reset", "{}", type: type))?.status == 415)
  }

  @Test func routesNeedTheOption() async throws {
    try await serving { _, port in
      let text = try await exchange(
        port,
        "POST /sandbox/reset HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
          + "Content-Length: 2\r\nConnection: close\r\n\r\n{}")
      #expect(text.hasPrefix("HTTP/1.1 404"))
    }
  }

  @Test func requestsAreLoggedWithoutTokens() async throws {
    let lines = Mutex<[String]>([])
    let instance = try await TestInstance()
    let server = SandboxServer(
      instance.sandbox, port: 0,
      control: SandboxControl(log: RequestLog { line in lines.withLock { $0.append(line) } }))
    let port = try await server.start()
    _ = try await request(port, "/api/v1/timelines/home?limit=1&access_token=\(instance.token)")
    _ = try await request(port, "/nothing", ["Authorization": "Bearer \(instance.token)"])
    // A stream that is refused has not begun.
    _ = try await request(port, "/api/v1/streaming/user")
    await server.stop()
    struct Line: Decodable { var method, path, query: String, status, bytes, milliseconds: Int }
    let logged = lines.withLock(\.self)
    #expect(!logged.joined().contains(instance.token))
    let read = try logged.map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
    #expect(
      read.map { "\($0.method) \($0.path)?\($0.query) \($0.status)" } == [
        "GET /api/v1/timelines/home?limit=1 200", "GET /nothing? 404",
        "GET /api/v1/streaming/user? 401",
      ])
    #expect(read.allSatisfy { $0.bytes > 0 })
  }

  @Test func connectionsBeyondTheLimitAreClosed() async throws {
    let instance = try await TestInstance()
    let server = SandboxServer(instance.sandbox, port: 0, control: SandboxControl(connectionLimit: 0))
    let port = try await server.start()
    let answer: String
    do { answer = try await request(port, "/health") } catch { answer = "" }
    #expect(answer.isEmpty)
    await server.stop()
  }
}
