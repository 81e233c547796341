import CustomDump
import MastodonKit
import Testing

@testable import MastodonClient

@Suite struct EndpointTests {
  /// An id of a server is one segment of a path, whatever is in it.
  @Test(arguments: ["../../accounts/7/follow", "1?x=1", "1#x", "a\\b", "%2e%2e", "1/../2", "\u{1B}[2J"])
  func anIDStaysOneSegmentOfThePath(_ id: String) async throws {
    let server = ScriptedServer("{")
    let client = try server.client()
    await #expect(throws: MastodonError.self) { try await client.send(.status(Status.ID(id))) }
    await #expect(throws: MastodonError.self) { try await client.statusService.mark(Status.ID(id), .favourite, true) }
    await #expect(throws: MastodonError.self) {
      try await client.send(try await .raw(RawRequest(.get, "/api/v1/statuses/:id", arguments: [id])))
    }
    #expect(server.requests.count == 3)
    for request in server.requests {
      let segments = request.path.split(separator: "/").map(String.init)
      #expect(segments.prefix(3) == ["api", "v1", "statuses"] && segments.count == (request.method == .get ? 4 : 5))
      #expect(request.path.utf8.allSatisfy { !"?#\\".utf8.contains($0) && $0 > 0x20 } && segments[3] != "..")
    }
  }

  /// Programs on the way take these for steps of the path.
  @Test(arguments: ["", ".", ".."]) func invalidPathSegmentIsNotSent(_ id: String) async throws {
    let server = ScriptedServer("{}")
    let client = try server.client()
    let statuses = client.statusService
    let calls: [@Sendable () async throws -> Void] = [
      { _ = try await statuses.status(Status.ID(id)) },
      { _ = try await statuses.mark(Status.ID(id), .favourite, true) },
      { _ = try await statuses.delete(Status.ID(id), false) },
      {
        _ = try await client.send(try await .raw(RawRequest(.post, "/api/v1/statuses/:id/favourite", arguments: [id])))
      },
    ]
    for call in calls {
      await #expect {
        try await call()
      } throws: { error in
        if case .unusableID(let refused, _)? = error as? MastodonError { refused == id } else { false }
      }
    }
    #expect(server.requests.isEmpty)
  }

  /// The requests of the app's services, in order and complete.
  @Test func everyServiceCallIsOneKnownRequest() async throws {
    let server = ScriptedServer("{")
    let client = try server.client()
    let page = PageRequest(.older(than: "9&x"), limit: 5)
    var calls: [@Sendable () async throws -> Void] = []
    let timelines = client.timelineService
    calls.append { _ = try await timelines.home(PageRequest()) }
    calls.append { _ = try await timelines.home(page) }
    calls.append { _ = try await timelines.local(PageRequest(.newer(than: "9"))) }
    calls.append { _ = try await timelines.federated(page) }
    let statuses = client.statusService
    calls.append { _ = try await statuses.status("a/b") }
    calls.append { _ = try await statuses.context("1") }
    for flag in [true, false] {
      calls.append { _ = try await statuses.mark("1", .favourite, flag) }
      calls.append { _ = try await statuses.mark("1", .boost(nil), flag) }
      calls.append { _ = try await statuses.mark("1", .bookmark, flag) }
    }
    calls.append { _ = try await statuses.vote("2", "1", [0, 3]) }
    calls.append { _ = try await statuses.delete("1", false) }
    let accounts = client.accountService
    calls.append { _ = try await accounts.account("1") }
    calls.append { _ = try await accounts.lookup("pool@shore.example") }
    calls.append { _ = try await accounts.statuses("1", page) }
    calls.append { _ = try await accounts.relationship("1") }
    for flag in [true, false] { calls.append { _ = try await accounts.setFollowing("1", flag) } }
    calls.append { _ = try await accounts.resolve("https://shore.example/@rook/1?x=ä b") }
    let notifications = client.notificationService
    calls.append { _ = try await notifications.list(PageRequest(limit: 40), NotificationQuery()) }
    calls.append { _ = try await notifications.dismiss("1") }
    calls.append { _ = try await notifications.clear() }
    calls.append { _ = try await notifications.lastRead() }
    calls.append { _ = try await notifications.markRead("1") }
    client.missingEndpoints.update(ServerSoftware(name: .mastodon))
    let publish = client.publishingService.publish
    calls.append { _ = try await publish(StatusDraft(text: "Ebb / flow\n\"é\""), "key-1") }
    calls.append {
      _ = try await publish(
        StatusDraft(text: "", spoilerText: "tide", visibility: .direct, language: "de", inReplyToID: "4"), "key-2")
    }
    calls.append { _ = try await client.instanceService.verifyCredentials() }
    calls.append { _ = try await client.instanceService.instance() }
    for call in calls {
      do { try await call() } catch is MastodonError {}
    }
    // Which kinds of notifications are understood is said elsewhere.
    expectNoDifference(
      server.requests.map { $0.line.replacing(/supported_types%5B%5D=\w[\w.]*&/, with: "") }.joined(separator: "\n"),
      """
      GET /api/v1/timelines/home?limit=20
      GET /api/v1/timelines/home?limit=5&max_id=9%26x
      GET /api/v1/timelines/public?local=true&limit=20&min_id=9
      GET /api/v1/timelines/public?limit=5&max_id=9%26x
      GET /api/v1/statuses/a%2Fb
      GET /api/v1/statuses/1/context
      POST /api/v1/statuses/1/favourite
      POST /api/v1/statuses/1/reblog
      POST /api/v1/statuses/1/bookmark
      POST /api/v1/statuses/1/unfavourite
      POST /api/v1/statuses/1/unreblog
      POST /api/v1/statuses/1/unbookmark
      POST /api/v1/polls/2/votes ← choices%5B%5D=0&choices%5B%5D=3
      DELETE /api/v1/statuses/1
      GET /api/v1/accounts/1
      GET /api/v1/accounts/lookup?acct=pool%40shore.example
      GET /api/v1/accounts/1/statuses?limit=5&max_id=9%26x
      GET /api/v1/accounts/relationships?id%5B%5D=1
      POST /api/v1/accounts/1/follow
      POST /api/v1/accounts/1/unfollow
      GET /api/v2/search?q=https%3A%2F%2Fshore.example%2F%40rook%2F1%3Fx%3D%C3%A4%20b&resolve=true&limit=5
      GET /api/v1/notifications?limit=40
      POST /api/v1/notifications/1/dismiss
      POST /api/v1/notifications/clear
      GET /api/v1/markers?timeline%5B%5D=notifications
      POST /api/v1/markers ← notifications%5Blast_read_id%5D=1
      POST /api/v1/statuses ← {"status":"Ebb / flow\\n\\"é\\"","visibility":"public"}
      POST /api/v1/statuses ← {"in_reply_to_id":"4","language":"de","spoiler_text":"tide","status":"","visibility":"direct"}
      GET /api/v1/accounts/verify_credentials
      GET /api/v2/instance
      GET /api/v1/instance
      """)
  }

  @Test func requestHasUserAgentAndToken() async throws {
    let server = ScriptedServer(Sample.status("1"))
    _ = try await server.client().publishingService.publish(StatusDraft(text: "Hi"), "key-1")
    expectNoDifference(
      server.requests.first?.headers,
      [
        Field("Accept", "application/json"), Field("User-Agent", "howdah-tests"),
        Field("Authorization", "Bearer t0ken-abc"), Field("Idempotency-Key", "key-1"),
        Field("Content-Type", "application/json"),
      ])
  }

  @Test func aBoostAnswersWithTheBoostedStatus() async throws {
    let boost = #"{"id":"9","account":\#(Sample.account()),"reblog":\#(Sample.status("1"))}"#
    let status = try await ScriptedServer(boost).client().statusService.mark("1", .boost(nil), true)
    #expect(status.id == "1")
  }

  @Test func theOlderInstanceFormIsAskedForWhereTheNewerIsMissing() async throws {
    let server = ScriptedServer { request, _ in
      request.path == "/api/v1/instance"
        ? .text(#"{"uri":"old.example","urls":{"streaming_api":"wss://stream.old.example"}}"#)
        : .text(#"{"error":"Not found"}"#, status: 404)
    }
    let instance = try await server.client().instanceService.instance()
    #expect(instance.domain == "old.example")
    #expect(instance.streamingURL == "wss://stream.old.example")
  }

  @Test func anInstanceThatCannotBeReachedIsNotAskedTwice() async throws {
    let server = ScriptedServer { _, _ in throw TransportFailure.unreachable(.refused) }
    await #expect(
      throws: MastodonError.unreachable(host: "shore.example", reason: .refused, operation: "read about the server")
    ) {
      try await server.client().instanceService.instance()
    }
    #expect(server.requests.count == 1)
  }

  @Test func noReadMarkerIsNoError() async throws {
    let none = try await ScriptedServer("{}").client().notificationService.lastRead()
    #expect(none == nil)
    let server = ScriptedServer(
      #"{"notifications":{"last_read_id":35,"version":1,"updated_at":"2026-11-21T08:00:00Z"}}"#)
    #expect(try await server.client().notificationService.lastRead() == "35")
  }
}
