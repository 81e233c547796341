import MastodonClient
import Testing

@testable import MastodonKit

@Suite struct LearntAbsenceTests {
  private static let host = "shore.example"

  @Test func missingFeatureFailsAtOnceTheSecondTime() async throws {
    let server = ScriptedServer(#"{"error":"Not Found"}"#, status: 404)
    let client = try server.client()
    for _ in 1...3 {
      await #expect(throws: MastodonError.lacks(host: Self.host, feature: .lists)) { try await client.send(.lists) }
    }
    #expect(server.requests.count == 1)
    #expect(client.missingFeatures == [.lists])
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let rule: String
    let specimen: Specimen
    var status = 404
    var body = #"{"error":"Record not found"}"#
    var headers: [Field] = []
    let feature: ServerFeature?
    var testDescription: String { rule }
  }

  @Test(arguments: [
    Case(rule: "a record that is missing is no feature", specimen: Specimen(.list("7")), feature: nil),
    Case(
      rule: "a page of HTML is no answer about a record, but about one endpoint", specimen: Specimen(.list("7")),
      body: "<!DOCTYPE html>",
      feature: nil),
    Case(
      rule: "nor is one that only says it is HTML", specimen: Specimen(.list("7")), body: "Not found",
      headers: [Field("Content-Type", "text/html; charset=utf-8")], feature: nil),
    Case(rule: "405 is about the method", specimen: Specimen(.deleteList("7")), status: 405, feature: nil),
    Case(
      rule: "501 too", specimen: Specimen(.dismissNotification("7")), status: 501, feature: .dismissingNotifications),
    Case(rule: "410 is about a record", specimen: Specimen(.lists), status: 410, feature: nil),
    Case(rule: "403 is about the account", specimen: Specimen(.lists), status: 403, feature: nil),
    Case(rule: "an account that is not known", specimen: Specimen(.lookup("rook")), feature: nil),
    Case(rule: "no push subscription", specimen: Specimen(.pushSubscription), feature: nil),
    Case(
      rule: "a link that is not trending", specimen: Specimen(.linkTimeline("https://a.example", PageRequest())),
      feature: nil),
    Case(rule: "markers", specimen: Specimen(.notificationsMarker), feature: .markers),
    Case(
      rule: "grouped notifications", specimen: Specimen(.notificationGroups(PageRequest())),
      feature: .groupedNotifications),
    Case(rule: "the policy", specimen: Specimen(.notificationPolicy), feature: .notificationPolicy),
    Case(rule: "trends", specimen: Specimen(.trendingTags(PageRequest())), feature: .trends),
    Case(rule: "filters", specimen: Specimen(.filters), feature: .filters),
  ])
  func aMissingRecordIsNotAMissingFeature(_ example: Case) async throws {
    let client = try ScriptedServer(example.body, status: example.status, headers: example.headers).client()
    let error = await failure { () async throws(MastodonError) in
      do { try await example.specimen.send(client) } catch let error as MastodonError { throw error } catch {}
    }
    if let feature = example.feature {
      #expect(error == .lacks(host: Self.host, feature: feature))
    } else if case .lacks = error {
      Issue.record("taken for a missing feature")
    }
    #expect(client.missingFeatures == Set([example.feature].compactMap(\.self)))
  }

  @Test func otherMethodsOfTheSamePathAreAskedStill() async throws {
    let server = ScriptedServer("", status: 405)
    let client = try server.client()
    _ = await failure { () async throws(MastodonError) in try await client.send(.createList(ListDraft(title: "a"))) }
    _ = await failure { () async throws(MastodonError) in try await client.send(.lists) }
    #expect(server.requests.count == 2)
  }

  @Test func knownGapsOfTheSoftwareAreNotRequestedIfTheResponseIsAmbiguous() async throws {
    let server = ScriptedServer { request, _ in
      request.path == "/api/v2/instance"
        ? .text(#"{"domain":"shore.example","version":"0.19.1 git-0a1b2c3"}"#)
        : .text(#"{"error":"Not Found"}"#, status: 404)
    }
    let client = try server.client()
    let instance = try await client.instanceService.instance()
    #expect(!client.capabilities(instance).offers(.dismissingNotifications))
    await #expect(throws: MastodonError.lacks(host: Self.host, feature: .dismissingNotifications)) {
      try await client.notificationService.dismiss("7")
    }
    #expect(server.requests.count == 1)
    // This one's answer can be trusted, and a newer release may have it.
    await #expect(throws: MastodonError.lacks(host: Self.host, feature: .notificationPolicy)) {
      try await client.send(.notificationPolicy)
    }
    #expect(server.requests.count == 2)
  }

  @Test func nodeInfoNamesTheSoftware() async throws {
    let server = ScriptedServer { request, _ in
      switch request.path {
      case "/.well-known/nodeinfo":
        .text(
          #"{"links":[{"rel":"http://nodeinfo.diaspora.software/ns/schema/1.0","href":"/nodeinfo/1.0"},"#
            + #"{"rel":"http://nodeinfo.diaspora.software/ns/schema/2.0","href":"https://shore.example/nodeinfo/2.0"}]}"#
        )
      case "/nodeinfo/2.0": .text(#"{"version":"2.0","software":{"name":"akkoma","version":"3.13"}}"#)
      default: .text("", status: 404)
      }
    }
    let client = try server.client()
    #expect(try await client.software() == ServerSoftware(name: .akkoma, version: "3.13"))
    // From now on it is known, whatever the version of the instance looks like.
    let instance = Instance(domain: "shore.example", title: "", version: "4.6.0")
    #expect(client.capabilities(instance).software.name == .akkoma)
    #expect(!client.capabilities(instance).offers(.filters))
    #expect(server.requests.allSatisfy { $0.header("Authorization") == nil })
  }

  /// GoToSocial from 1.0 on, whose number reads as an ancient Mastodon's.
  @Test func nodeInfoOverridesAnAmbiguousVersion() async throws {
    let server = ScriptedServer { request, _ in
      switch request.path {
      case "/api/v2/instance": .text(#"{"domain":"shore.example","version":"1.2.0"}"#)
      case "/.well-known/nodeinfo":
        .text(#"{"links":[{"rel":"http://nodeinfo.diaspora.software/ns/schema/2.0","href":"/nodeinfo/2.0"}]}"#)
      case "/nodeinfo/2.0": .text(#"{"software":{"name":"gotosocial","version":"1.2.0"}}"#)
      default: .text(#"{"error":"Not Found"}"#, status: 404)
      }
    }
    let client = try server.client()
    let instance = try await client.instanceService.instance()
    #expect(client.capabilities(instance).software == ServerSoftware(name: .goToSocial, version: "1.2.0"))
    await #expect(throws: MastodonError.lacks(host: Self.host, feature: .dismissingNotifications)) {
      try await client.notificationService.dismiss("7")
    }
    _ = try await client.instanceService.instance()
    #expect(server.requests.map(\.path).count { $0.contains("nodeinfo") } == 2, "It is asked once.")
  }

  @Test func withoutNodeInfoTheVersionDecides() async throws {
    let server = ScriptedServer { request, _ in
      if request.path == "/api/v2/instance" { return .text(#"{"domain":"shore.example","version":"4.2.9"}"#) }
      throw TransportFailure.closedMidResponse
    }
    let client = try server.client()
    let instance = try await client.instanceService.instance()
    #expect(client.capabilities(instance).software == ServerSoftware(name: .mastodon, version: "4.2.9"))
  }

  @Test(arguments: [
    ("disabled", "disabled", "[]", true), ("disabled", "public", "[]", true), ("public", "disabled", "[]", false),
    ("authenticated", "authenticated", "[]", false), ("disabled", "disabled", "[\(Sample.status("1"))]", false),
  ]) func disabledTimelineIsReportedUnlessTheAccountMayReadIt(
    _ local: String, _ remote: String, _ page: String, _ isMissing: Bool
  ) async throws {
    let server = ScriptedServer { request, _ in
      request.path == "/api/v2/instance"
        ? .text(
          #"{"domain":"shore.example","version":"4.6.0","configuration":{"timelines_access":{"live_feeds":"#
            + #"{"local":"\#(local)","remote":"\#(remote)"}}}}"#) : .text(page)
    }
    let client = try server.client()
    let error = await failure { () async throws(MastodonError) in
      do { _ = try await client.timelineService.local(PageRequest()) } catch let error as MastodonError {
        throw error
      } catch {}
    }
    #expect(error == (isMissing ? .lacks(host: Self.host, feature: .localTimeline) : nil))
  }

  @Test(arguments: [
    #"{"links":[{"rel":"http://nodeinfo.diaspora.software/ns/schema/2.0","href":"https://evil.example/nodeinfo/2.0"}]}"#,
    #"{"links":[]}"#, "{}", "<html>", #"{"links":[{"rel":null}]}"#,
  ]) func withoutNodeInfoTheSoftwareIsUnknown(links: String) async throws {
    let server = ScriptedServer(links)
    #expect(try await server.client().software() == nil)
    #expect(server.requests.count == 1)
  }
}
