import FoundationEssentials
import MastodonClient
import MastodonKit
import Testing

/// A 404 about a record that is there is about a feature.
@Suite struct MissingFeatureTests {
  private static let host = "shore.example"

  /// A server that has one post and one account, and none of what can be asked of them.
  private func server(_ version: String = "0.19.1 git-0a1b2c3", has: Bool = true) -> ScriptedServer {
    ScriptedServer { request, _ in
      switch request.path {
      case "/api/v2/instance": .text(#"{"domain":"shore.example","version":"\#(version)"}"#)
      case "/api/v1/statuses/7" where has: .text(Sample.status("7"))
      case "/api/v1/accounts/7" where has: .text(Sample.account("7"))
      default: .text(#"{"error":"Not Found"}"#, status: 404)
      }
    }
  }

  private func error(of specimen: Specimen, on server: ScriptedServer) async throws -> MastodonError? {
    let client = try server.client()
    return await failure { () async throws(MastodonError) in
      do { try await specimen.send(client) } catch let error as MastodonError { throw error } catch {}
    }
  }

  @Test(arguments: [
    (Specimen(.translate("7", into: nil)), ServerFeature.translation),
    (Specimen(.quotes(of: "7", PageRequest())), .quotes),
    (Specimen(.endorse("7")), .endorsements), (Specimen(.collections(of: "7", PageRequest())), .collections),
    (Specimen(.history(of: "7")), .history), (Specimen(.mute("7")), .mutes), (Specimen(.pin("7")), .pins),
  ])
  func existingRecordMeansAMissingFeature(_ specimen: Specimen, _ feature: ServerFeature) async throws {
    // Software that says nothing about itself, too.
    for version in ["0.19.1 git-0a1b2c3", "2.7.2 (compatible; Other 1.0)"] {
      #expect(try await error(of: specimen, on: server(version)) == .lacks(host: Self.host, feature: feature))
    }
    let missing = try await error(of: specimen, on: server("2.7.2 (compatible; Other 1.0)", has: false))
    guard case .notFound = missing else {
      Issue.record("\(String(describing: missing))")
      return
    }
  }

  @Test func aServerThatIsKnownToHaveTheFeatureLacksTheRecord() async throws {
    let server = server("4.6.0")
    let error = try await error(of: Specimen(.history(of: "7")), on: server)
    guard case .notFound = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(server.requests.allSatisfy { $0.path != "/api/v1/statuses/7" }, "The post is not requested.")
  }

  /// An empty list of what the software is known to lack says nothing; that of a server that may have it is one.
  @Test(arguments: [
    ("4.0.0 (not true; really snac/2.94)", Specimen(.conversations(PageRequest())), ServerFeature.conversations),
    ("4.0.0 (not true; really snac/2.94)", Specimen(.scheduledStatuses(PageRequest())), .scheduledList),
    ("takahe/0.11.0", Specimen(.lists), .lists), ("takahe/0.11.0", Specimen(.filters), .filters),
    ("WordPress/6.8.1, ActivityPub/7.3.0, EMA/1.4.6", Specimen(.announcements), .announcements),
    ("4.6.0", Specimen(.lists), nil), ("2.7.2 (compatible; Other 1.0)", Specimen(.filters), nil),
    ("takahe/0.11.0", Specimen(.conversations(PageRequest(.older(than: "7")))), nil),
  ])
  func anEmptyListOfWhatTheSoftwareLacksIsNone(
    _ version: String, _ specimen: Specimen, _ feature: ServerFeature?
  ) async throws {
    let server = ScriptedServer { request, _ in
      switch request.path {
      case "/api/v2/instance": .text(#"{"domain":"shore.example","version":"\#(version)"}"#)
      case "/.well-known/nodeinfo" where version.contains("snac"):
        .text(#"{"links":[{"rel":"http://nodeinfo.diaspora.software/ns/schema/2.0","href":"/nodeinfo"}]}"#)
      case "/nodeinfo": .text(#"{"software":{"name":"snac","version":"2.94"}}"#)
      default: .text("[]")
      }
    }
    let lack = feature.map { MastodonError.lacks(host: Self.host, feature: $0) }
    #expect(try await error(of: specimen, on: server) == lack)
  }

  @Test func wordPressSaysThatThereIsNoRoute() async throws {
    let server = ScriptedServer(#"{"code":"rest_no_route","message":"No route was found"}"#, status: 404)
    let error = try await error(of: Specimen(.block("7")), on: server)
    #expect(error == .lacks(host: Self.host, feature: .blocks))
    #expect(server.requests.count == 1)
  }

  @Test func aMissingListSaysNothingAboutItsChanges() async throws {
    let server = ScriptedServer { request, _ in
      switch request.path {
      case "/api/v2/instance": .text(#"{"domain":"shore.example","version":"takahe/0.11.0"}"#)
      case "/api/v1/accounts/7/mute": .text(#"{"id":"7","muting":true}"#)
      default: .text("<h1>404</h1>", status: 404)
      }
    }
    let client = try server.client()
    await #expect(throws: MastodonError.lacks(host: Self.host, feature: .muteList)) {
      try await client.send(.mutes(PageRequest()))
    }
    _ = try await client.instanceService.instance()
    #expect(try await client.send(.mute("7")).muting)
  }

  @Test(arguments: [
    (Specimen(.clearNotifications), "clear the notifications"), (Specimen(.deleteList("7")), "delete the list"),
    (Specimen(.deleteConversation("7")), "remove the conversation"),
  ])
  func aMissingPartOfAFeatureIsNotTheWhole(_ specimen: Specimen, _ operation: String) async throws {
    let client = try ScriptedServer("<h1>404</h1>", status: 404).client()
    let error = await failure { () async throws(MastodonError) in
      do { try await specimen.send(client) } catch let error as MastodonError { throw error } catch {}
    }
    #expect(error == .unsupported(host: Self.host, operation: operation))
    #expect(client.missingFeatures.isEmpty)
  }

  @Test func notFoundWithoutARecordIsUnsupported() async throws {
    let error = try await error(of: Specimen(.homeTimeline(PageRequest())), on: server())
    #expect(error == .unsupported(host: Self.host, operation: "load the home timeline"))
  }

  @Test(arguments: [404, 200]) func groupsThatAreAnnouncedButNotThereAreListedOneByOne(_ status: Int) async throws {
    let server = ScriptedServer { request, _ in
      request.path == "/api/v1/notifications"
        ? .text("[\(Sample.notification("1"))]")
        : .text(status == 404 ? #"{"error":"Not Found"}"# : "[]", status: status)
    }
    let service = try server.client().notificationService
    for _ in 0..<2 {
      #expect(try await service.groups(PageRequest(), NotificationQuery()).elements.map(\.id) == ["1"])
    }
    #expect(server.requests.count { $0.path == "/api/v2/notifications" } == 1, "It is asked once.")
  }

  @Test func postsThatAreNotPinnedAreNotListedAsPinned() async throws {
    let body = """
      [{"id":"3","pinned":false,"account":\(Sample.account())},{"id":"2","pinned":true,"account":\(Sample.account())},
      {"id":"1","account":\(Sample.account())}]
      """
    let page = try await ScriptedServer(body).client().send(
      .accountStatuses("1", PageRequest(), filter: AccountPostsFilter(pinned: true)))
    #expect(page.elements.map(\.id) == ["2", "1"], "Mastodon marks only the account's own.")
    let others = try await ScriptedServer(body).client().send(.accountStatuses("1", PageRequest()))
    #expect(others.elements.count == 3)
  }

  @Test(arguments: [
    (200, "<html><title>Just a moment...</title></html>", [Field]()), (403, "<html>challenge-platform</html>", []),
    (503, "<!DOCTYPE html>Checking your browser", []), (429, "<p>Making sure you&#39;re not a bot!</p>", []),
    (403, "", [Field("cf-mitigated", "challenge")]),
  ])
  func aPageForBrowsersIsNamed(_ status: Int, _ body: String, _ headers: [Field]) async throws {
    let server = ScriptedServer(body, status: status, headers: headers)
    let error = try await error(of: Specimen(.homeTimeline(PageRequest())), on: server)
    #expect(error == .challenged(host: Self.host, operation: "load the home timeline"))
  }

  @Test func notFoundPageIsNotAChallenge() async throws {
    let server = ScriptedServer("<html>Not found. <script src=challenge-platform></script></html>", status: 404)
    let error = try await error(of: Specimen(.homeTimeline(PageRequest())), on: server)
    #expect(error == .unsupported(host: Self.host, operation: "load the home timeline"))
  }

  @Test(arguments: ["http://127.0.0.1:4000", "https://192.168.0.7", "https://localhost"])
  func aDomainDoesNotLeadIntoTheUsersNetwork(_ address: String) async throws {
    let body = #"{"links":[{"href":"\#(address)/nodeinfo/2.0"},{"href":"https://social.shore.example/nodeinfo/2.0"}]}"#
    let found = try await ScriptedServer(body).client().servers(namedBy: .nodeInfo)
    #expect(found.map(\.name) == ["social.shore.example"])
  }

  @Test func aRequestThatIsTooLargeIsNamed() async throws {
    let server = ScriptedServer("<html><h1>413 Request Entity Too Large</h1></html>", status: 413)
    let error = try await error(of: Specimen(.homeTimeline(PageRequest())), on: server)
    #expect(error == .tooLarge(host: Self.host, operation: "load the home timeline"))
  }
}
