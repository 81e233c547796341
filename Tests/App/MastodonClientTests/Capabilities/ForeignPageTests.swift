import FoundationEssentials
import Testing

@testable import MastodonClient
@testable import MastodonKit

/// A page in place of the answer of a server that is known to have what was asked for.
@Suite struct ForeignPageTests {
  private func client(_ status: Int, _ body: String = "<html><h1>Sorry</h1></html>") throws -> MastodonClient {
    let server = ScriptedServer { request, _ in
      request.path.hasSuffix("/verify_credentials") ? .text(Sample.account()) : .text(body, status: status)
    }
    let client = try server.client()
    var instance = Instance(domain: "shore.example", title: "", version: "4.7.0")
    instance.apiVersions = ["mastodon": 11]
    client.adopt(instance, software: ServerSoftware(nodeInfo: "mastodon", version: "4.7.0"))
    return client
  }

  @Test(arguments: [400, 404, 405, 410, 413, 422, 451, 501])
  func aPageIsNoRefusalOfAnActOrAList(_ status: Int) async throws {
    let client = try client(status)
    await #expect(
      throws: MastodonError.serverFailed(host: "shore.example", code: status, operation: "favourite the post")
    ) { try await client.statusService.mark("1", .favourite, true) }
    let other = try self.client(status)
    await #expect(throws: MastodonError.serverFailed(host: "shore.example", code: status, operation: "load your lists"))
    {
      try await other.send(.lists)
    }
    // What every server has.
    let third = try self.client(status)
    await #expect {
      try await third.publishingService.publish(StatusDraft(text: "hi"), "key")
    } throws: { !(($0 as? MastodonError)?.isLastingRefusal ?? true) }
  }

  /// As in the first request of a run.
  @Test func theServerIsAskedWhatItIsBeforeAPageIsBelieved() async throws {
    let server = ScriptedServer { request, _ in
      request.method == .get
        ? .text(#"{"domain":"shore.example","version":"4.7.0","api_versions":{"mastodon":11}}"#)
        : .text("<html>", status: 404)
    }
    let client = try server.client()
    await #expect(
      throws: MastodonError.serverFailed(host: "shore.example", code: 404, operation: "favourite the post")
    ) { try await client.statusService.mark("1", .favourite, true) }
  }

  @Test func theServersOwnWordsAreItsRefusal() async throws {
    let client = try client(404, #"{"error":"Record not found"}"#)
    await #expect(throws: MastodonError.notFound(host: "shore.example", operation: "favourite the post")) {
      try await client.statusService.mark("1", .favourite, true)
    }
  }
}
