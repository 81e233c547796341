import MastodonClient
import MastodonKit
import Synchronization
import Testing

/// The endpoints that a server lacks, as a run keeps them for the next one.
@Suite struct KeptAbsenceTests {
  private let kept = Kept()

  private final class Kept: Sendable {
    let endpoints = Mutex<[String]>([])
  }

  private func client(_ server: ScriptedServer) throws -> MastodonClient {
    MastodonClient(
      server: try ServerAddress(parsing: "shore.example"), transport: server.transport,
      tokens: .fixed(Secret("t0ken-abc")), userAgent: "howdah-tests",
      record: EndpointRecord(
        load: { [kept] in kept.endpoints.withLock { $0 } },
        add: { [kept] endpoint in kept.endpoints.withLock { $0.append(endpoint) } }),
      now: { .fixtureNow })
  }

  @Test(arguments: [(404, "<html>"), (404, #"{"error":"Not Found"}"#), (501, ""), (405, ""), (200, "[]")])
  func aServerWithoutMarkersIsAskedOnce(_ status: Int, _ body: String) async throws {
    let server = ScriptedServer(body, status: status)
    for _ in 1...2 {
      await #expect(throws: MastodonError.lacks(host: "shore.example", feature: .markers)) {
        _ = try await client(server).notificationService.lastRead()
      }
    }
    #expect(server.requests.count == 1)
    #expect(kept.endpoints.withLock { $0 } == ["GET /api/v1/markers"])
  }

  @Test func aServerThatStoresNoMarkerIsNotAskedForOne() async throws {
    let server = ScriptedServer("{}")
    try await client(server).notificationService.markRead("7")
    await #expect(throws: MastodonError.lacks(host: "shore.example", feature: .markers)) {
      _ = try await client(server).notificationService.lastRead()
    }
    #expect(server.requests.count == 1)
  }

  @Test func anAccountWithoutAMarkerIsAskedAgain() async throws {
    let server = ScriptedServer("{}")
    for _ in 1...2 { #expect(try await client(server).notificationService.lastRead() == nil) }
    #expect(server.requests.count == 2)
  }

  @Test(arguments: [403, 500, 503])
  func aFailureIsNoAbsence(_ status: Int) async throws {
    let server = ScriptedServer(#"{"error":"no"}"#, status: status)
    for _ in 1...2 {
      await #expect(throws: MastodonError.self) { _ = try await client(server).notificationService.lastRead() }
    }
    #expect(server.requests.count == 2)
  }

  /// A page of maintenance must not hide for a day what the user asks for.
  @Test func explicitRequestsAreSentByEachRun() async throws {
    let server = ScriptedServer("<html>", status: 404)
    for _ in 1...2 {
      await #expect(throws: MastodonError.self) { _ = try await client(server).send(.lists) }
    }
    #expect(server.requests.count == 2)
    kept.endpoints.withLock { $0 = ["GET /api/v1/lists", "nonsense", "BREW /api/v1/markers"] }
    await #expect(throws: MastodonError.self) { _ = try await client(server).send(.lists) }
    #expect(server.requests.count == 3)
  }
}
