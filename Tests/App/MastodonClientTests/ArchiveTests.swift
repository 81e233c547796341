import FoundationEssentials
import MastodonKit
import Synchronization
import Testing

@testable import MastodonClient

/// What is read is kept, and shown where the server cannot be reached.
@Suite(.timeLimit(.minutes(10))) struct ArchiveTests {
  /// An archive that answers everything with one body, and remembers what it was given.
  private final class Shelf: Sendable {
    private struct Calls {
      var kept: [ArchivedResponse] = []
      var removed: [Status.ID] = []
      var asked: [ArchiveRequest] = []
    }

    private let calls = Mutex(Calls())
    let body: String?

    var kept: [ArchivedResponse] { calls.withLock(\.kept) }
    var removed: [Status.ID] { calls.withLock(\.removed) }
    var asked: [ArchiveRequest] { calls.withLock(\.asked) }

    init(_ body: String? = nil) { self.body = body }

    var service: ArchiveService {
      var service = ArchiveService.none
      service.keep = { [self] response in calls.withLock { $0.kept.append(response) } }
      service.remove = { [self] id in calls.withLock { $0.removed.append(id) } }
      service.answer = { [self] request in
        calls.withLock { $0.asked.append(request) }
        return body.map {
          ArchivedResponse(
            request: request, body: Data($0.utf8), older: "7", namesCursors: true,
            date: Date(timeIntervalSince1970: 999_999_000))
        }
      }
      return service
    }
  }

  private func client(
    _ server: ScriptedServer, _ shelf: Shelf, _ use: ArchiveUse = .automatic
  ) throws -> MastodonClient {
    MastodonClient(
      server: try ServerAddress(parsing: "shore.example"), transport: server.transport,
      tokens: .fixed(Secret("t0ken-abc")), userAgent: "howdah-tests", archive: shelf.service, archiveUse: use,
      now: { Date(timeIntervalSince1970: 1_000_000_000) })
  }

  private static let offline = ScriptedServer { _, _ in throw TransportFailure.unreachable(.offline) }
  private static var page: String { "[\(Sample.status("9")),\(Sample.status("8"))]" }

  @Test func aPageThatTheServerSendsIsKept() async throws {
    let shelf = Shelf()
    let link = #"<https://shore.example/api/v1/timelines/home?max_id=8>; rel="next""#
    let server = ScriptedServer(Self.page, headers: [Field("Link", link)])
    _ = try await client(server, shelf).send(.homeTimeline(PageRequest(limit: 2)))
    let kept = try #require(shelf.kept.first)
    #expect(kept.request?.path == "/api/v1/timelines/home" && kept.request?.isPagedByID == true)
    #expect(kept.older == "8" && kept.namesCursors)
    #expect(kept.date == Date(timeIntervalSince1970: 1_000_000_000))
    #expect(shelf.asked.isEmpty)
  }

  @Test func anUnreachableServerIsReplacedByTheArchive() async throws {
    let shelf = Shelf(Self.page)
    let answers = AnswerLog()
    let client = try client(Self.offline, shelf).noting(answers)
    let page = try await client.send(.homeTimeline(PageRequest(limit: 2)))
    #expect(page.elements.map(\.id) == ["9", "8"] && page.older == "7")
    #expect(answers.archived(since: 0)?.oldest == Date(timeIntervalSince1970: 999_999_000))
    #expect(answers.archived(since: 0)?.reason?.isAboutReachingTheServer == true)
    #expect(shelf.kept.isEmpty)
  }

  @Test(arguments: [TransportFailure.timedOut(seconds: 3), .closedMidResponse, .unreachable(.refused)])
  func everyWayNotToReachTheServerCounts(_ failure: TransportFailure) async throws {
    let server = ScriptedServer { _, _ in throw failure }
    let page = try await client(server, Shelf(Self.page)).send(.homeTimeline(PageRequest(limit: 2)))
    #expect(page.elements.count == 2)
  }

  @Test func aServerThatAnswersIsBelieved() async throws {
    let shelf = Shelf(Self.page)
    for status in [401, 403, 404, 422, 500] {
      let client = try client(ScriptedServer("{}", status: status), shelf)
      _ = await failure { () async throws(MastodonError) in try await client.send(.homeTimeline(PageRequest(limit: 2)))
      }
    }
    // Nor is a certificate that is wrong a reason to look elsewhere.
    let client = try client(ScriptedServer { _, _ in throw TransportFailure.unreachable(.untrusted) }, shelf)
    let error = await failure { () async throws(MastodonError) in
      try await client.send(.homeTimeline(PageRequest(limit: 2)))
    }
    #expect(error != nil)
    #expect(shelf.asked.isEmpty)
  }

  @Test func aFreshRunAndAnEmptyArchiveSayThatTheServerCannotBeReached() async throws {
    for client in [
      try client(Self.offline, Shelf(Self.page), .fresh), try client(Self.offline, Shelf(Self.page)).fresh,
      try client(Self.offline, Shelf()),
    ] {
      let error = await failure { () async throws(MastodonError) in
        try await client.send(.homeTimeline(PageRequest(limit: 2)))
      }
      let expected = MastodonError.unreachable(
        host: "shore.example", reason: .offline, operation: "load the home timeline")
      #expect(error == expected)
    }
  }

  @Test func anArchiveThatCannotBeReadIsSaidWhereNothingElseIsAsked() async throws {
    let broken = MastodonError.unavailable(words: "The archive can't be read.")
    for (use, expected) in [
      (ArchiveUse.cached, broken),
      (.automatic, .unreachable(host: "shore.example", reason: .offline, operation: "load the home timeline")),
    ] {
      var archive = ArchiveService.none
      archive.answer = { _ throws(MastodonError) in throw broken }
      let client = MastodonClient(
        server: try ServerAddress(parsing: "shore.example"), transport: Self.offline.transport,
        tokens: .fixed(Secret("t0ken-abc")), userAgent: "howdah-tests", archive: archive, archiveUse: use,
        now: { Date(timeIntervalSince1970: 1_000_000_000) })
      let error = await failure { () async throws(MastodonError) in
        try await client.send(.homeTimeline(PageRequest(limit: 2)))
      }
      #expect(error == expected)
    }
  }

  @Test func aRunFromTheArchiveSendsNothing() async throws {
    let server = ScriptedServer(Self.page)
    let client = try client(server, Shelf(Self.page), .cached)
    #expect(try await client.send(.homeTimeline(PageRequest(limit: 2))).elements.count == 2)
    let refused = await failure { () async throws(MastodonError) in try await client.send(.favourite("9")) }
    let unknown = await failure { () async throws(MastodonError) in try await client.send(.verifyCredentials) }
    // What has to come from the server does not come at all.
    let fresh = client.fresh
    let asked = await failure { () async throws(MastodonError) in
      try await fresh.send(.homeTimeline(PageRequest(limit: 2)))
    }
    #expect(refused != nil && unknown != nil && asked != nil)
    #expect(server.requests.isEmpty)
  }

  /// A page of the client as a prompt reads it: what is kept first, if that is worth showing.
  @MainActor private func kept(_ client: MastodonClient) async -> (value: Page<Status>, isKept: Bool)? {
    let kept = KeptReads(client.answers)
    return await kept.read { try await client.reading(kept).send(.homeTimeline(PageRequest(limit: 2))) }
  }

  @Test @MainActor func aPromptGetsWhatIsKeptBeforeTheServerIsAsked() async throws {
    let server = ScriptedServer(Self.page)
    let client = try client(server, Shelf(Self.page))
    let page = await kept(client)
    #expect(page?.value.elements.map(\.id) == ["9", "8"] && page?.isKept == true)
    #expect(client.answers.archived(since: 0)?.oldest == Date(timeIntervalSince1970: 999_999_000))
    #expect(server.requests.isEmpty)
    // A page that is not shown says nothing.
    let other = try self.client(server, Shelf("[]"))
    let kept = KeptReads(other.answers)
    let none = await kept.read { () -> Page<Status>? in
      let page = try await other.reading(kept).send(.homeTimeline(PageRequest(limit: 2)))
      return page.elements.isEmpty ? nil : page
    }
    #expect(none == nil && other.answers.archived(since: 0) == nil)
    // What is not kept has to come from the server.
    #expect(await self.kept(try self.client(server, Shelf())) == nil)
  }

  @Test @MainActor func whatAChangeMayConcernIsNotShownFirst() async throws {
    let client = try client(ScriptedServer(Sample.status("9")), Shelf(Self.page))
    _ = try await client.send(.favourite("9"))
    #expect(await kept(client) == nil)
  }

  /// Whether a post was sent is never decided by what was read before.
  @Test func whatAChangeIsCheckedWithComesFromTheServer() async throws {
    let shelf = Shelf("[]")
    let server = ScriptedServer { request, _ in
      if request.method == .post { throw TransportFailure.closedMidResponse }
      throw TransportFailure.unreachable(.offline)
    }
    let publishing = try client(server, shelf).publishingService
    await #expect(throws: MastodonError.self) { try await publishing.publish(StatusDraft(text: "canal"), "key") }
    #expect(shelf.asked.isEmpty)
  }

  @Test func aPostThatIsGoneIsRemoved() async throws {
    let shelf = Shelf()
    let gone = ScriptedServer(#"{"error":"Record not found"}"#, status: 404)
    let client = try client(gone, shelf)
    _ = await failure { () async throws(MastodonError) in try await client.send(.status("9")) }
    _ = await failure { () async throws(MastodonError) in try await client.send(.account("5")) }
    let server = ScriptedServer(Sample.status("8"))
    try await self.client(server, shelf).send(.deleteStatus("8"))
    #expect(shelf.removed == ["9", "8"])
  }

  @Test func secretsAndRawRequestsAreNotKept() async throws {
    let shelf = Shelf()
    let server = ScriptedServer(Sample.account())
    _ = try await client(server, shelf).send(.verifyCredentials)
    #expect(shelf.kept.isEmpty)
  }
}
