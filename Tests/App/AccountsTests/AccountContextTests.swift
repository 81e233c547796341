import Foundation
import LocalStore
import MastodonClient
import MastodonKit
import Synchronization
import Testing

@testable import Accounts

/// The facts about the account and the server, over several runs on one disk.
@MainActor @Suite(.timeLimit(.minutes(10))) struct AccountContextTests {
  private let locations = FileLocations.inMemory()
  private let server = Server()

  /// A server that remembers what it was asked, and that can be unreachable.
  private final class Server: Sendable {
    let asked = Mutex<[String]>([])
    let limit = Mutex(500)
    let isReachable = Mutex(true)
    let date = Mutex(Date.fixtureNow)

    var requests: [String] { asked.withLock { $0.sorted() } }

    var transport: Transport {
      Transport(
        send: { [self] request in
          asked.withLock { $0.append("\(request.method.rawValue) \(request.path)") }
          guard isReachable.withLock(\.self) else { throw TransportFailure.unreachable(.refused) }
          switch request.path {
          case "/api/v1/accounts/verify_credentials":
            return answer(#"{"id":"7","username":"wren","acct":"wren","source":{"privacy":"private"}}"#)
          case "/api/v2/instance":
            let limit = limit.withLock(\.self)
            return answer(
              #"{"domain":"shore.example","version":"4.6.0","api_versions":{"mastodon":10},"#
                + #""configuration":{"statuses":{"max_characters":\#(limit)}}}"#)
          default: return HTTPResponse(status: 404)
          }
        }, openStream: { _ in AsyncThrowingStream { $0.finish() } })
    }

    private func answer(_ body: String) -> HTTPResponse { HTTPResponse(status: 200, body: Data(body.utf8)) }
  }

  private static let both = ["GET /api/v1/accounts/verify_credentials", "GET /api/v2/instance"]

  private var file: KnownServerFile {
    KnownServerFile(locations: locations, account: "wren@shore.example") { [server] in server.date.withLock(\.self) }
  }

  /// The context of another run.
  private func run(after seconds: TimeInterval = 0) throws -> AccountContext {
    server.asked.withLock { $0 = [] }
    server.date.withLock { $0 += seconds }
    let now: @Sendable () -> Date = { [server] in server.date.withLock(\.self) }
    return AccountContext(
      identity: AccountIdentity(id: "wren@shore.example", accountID: "7", isSandbox: false),
      client: MastodonClient(
        server: try ServerAddress(parsing: "shore.example"), transport: server.transport,
        tokens: .fixed(Secret("t0ken-abc")), userAgent: "howdah-tests", record: file.endpoints, now: now),
      file: file, now: now, identified: { _ in })
  }

  @Test func anEmptyDiskIsFilledOnce() async throws {
    let first = try run()
    await first.load()
    #expect(server.requests == Self.both)
    let second = try run(after: 60)
    await second.load()
    #expect(server.requests.isEmpty)
    #expect(second.author.source?.privacy == .private)
    #expect(second.configuration.maxCharacters == 500)
  }

  @Test(arguments: [(7200.0, 1), (90_000.0, 2), (-3600.0, 2)])
  func staleFactsAreUsedAndRefreshedInTheBackground(_ age: Double, _ requests: Int) async throws {
    await (try run()).load()
    server.limit.withLock { $0 = 5000 }
    let later = try run(after: age)
    await later.load()
    #expect(later.configuration.maxCharacters == 500, "nobody waits")
    while server.requests.count < requests, !Task.isCancelled { await Task.yield() }
    #expect(server.requests == Array(Self.both.prefix(requests)))
    guard requests == 2 else { return }
    while later.configuration.maxCharacters != 5000, !Task.isCancelled { await Task.yield() }
    let next = try run()
    #expect(next.configuration.maxCharacters == 5000)
  }

  @Test func weekOldFactsAreUnknown() async throws {
    await (try run()).load()
    server.limit.withLock { $0 = 5000 }
    let later = try run(after: 8 * 86_400)
    await later.load()
    #expect(server.requests == Self.both)
    #expect(later.configuration.maxCharacters == 5000)
  }

  @Test func knownFactsStayWithoutANetwork() async throws {
    await (try run()).load()
    server.isReachable.withLock { $0 = false }
    let later = try run(after: 8 * 86_400)
    await later.load()
    #expect(later.author.source?.privacy == .private)
    #expect(try run().configuration.maxCharacters == 500)
  }

  @Test func limitsThatForbidAreRequestedAgainOnce() async throws {
    await (try run()).load()
    server.limit.withLock { $0 = 5000 }
    let later = try run(after: 60)
    await later.load()
    #expect(await later.refetchInstance())
    #expect(later.configuration.maxCharacters == 5000)
    #expect(await later.refetchInstance() == false, "it is from this run")
    #expect(server.requests == ["GET /api/v2/instance"])
  }

  @Test func aServerThatRefusedIsAskedByTheNextRun() async throws {
    await (try run()).load()
    let later = try run(after: 60)
    later.doubtInstance()
    let next = try run()
    await next.load()
    #expect(server.requests == ["GET /api/v2/instance"])
  }

  @Test func signingOutDeletesTheCache() async throws {
    let session = try TestSession(connect: { _, _ in .signedOut })
    try await session.add("wren@shore.example")
    let file = KnownServerFile(locations: session.locations, account: "wren@shore.example", now: { .fixtureNow })
    file.update { $0.account = KnownServer.Part(Account.fixtures.you, .fixtureNow) }
    _ = try await session.confirmation("logout")
    #expect(file.load().account == nil)
  }

  @Test func aMissingEndpointIsKnownForADay() throws {
    file.endpoints.add("GET /api/v1/markers")
    #expect(file.endpoints.load() == ["GET /api/v1/markers"])
    server.date.withLock { $0 += 90_000 }
    #expect(file.endpoints.load().isEmpty)
    file.endpoints.add("POST /api/v1/markers")
    #expect(file.load().missing.map(\.value) == ["POST /api/v1/markers"])
  }
}
