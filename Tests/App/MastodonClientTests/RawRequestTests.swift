import FoundationEssentials
import MastodonKit
import Testing

@testable import MastodonClient

/// Requests that the user writes out.
@Suite struct RawRequestTests {
  private func send(_ request: RawRequest, to server: ScriptedServer) async throws -> RawResponse {
    try await server.client().send(try await .raw(request))
  }

  @Test func answerKeepsItsBytes() async throws {
    let bytes = Data([0xFF, 0xD8, 0x00, 0x0A, 0x7B])
    let server = ScriptedServer { _, _ in
      HTTPResponse(status: 200, headers: [Field("Content-Type", "image/jpeg; x=y")], body: bytes)
    }
    let response = try await send(RawRequest(.get, "/media/x.jpg"), to: server)
    #expect(response.body == Array(bytes) && response.type == "image/jpeg")
  }

  @Test(arguments: [403, 404, 410, 422, 500, 503]) func failureIsAnAnswerToo(_ status: Int) async throws {
    let server = ScriptedServer(#"{"error":"Record not found"}"#, status: status)
    let response = try await send(RawRequest(.get, "/api/v1/statuses/1"), to: server)
    #expect(response.status == status && response.reason == "Record not found")
  }

  @Test func documentThatWasCutOffIsRefused() async throws {
    let server = ScriptedServer(#"[{"id":"1"}"#)
    await #expect(throws: MastodonError.self) { try await send(RawRequest(.get, "/api/v1/lists"), to: server) }
  }

  @Test func headerReplacesTheUsualOne() async throws {
    let server = ScriptedServer("{}")
    let request = RawRequest(
      .post, "/api/v1/x?a=b", body: Array("<a/>".utf8),
      headers: [Field("accept", "text/xml"), Field("content-type", "text/xml")])
    _ = try await send(request, to: server)
    let sent = try #require(server.requests.first)
    #expect(sent.line == "POST /api/v1/x?a=b ← <a/>")
    #expect(sent.headers.filter { ["accept", "content-type"].contains($0.name.lowercased()) } == request.headers)
    #expect(sent.header("Authorization") == "Bearer t0ken-abc")
  }

  @Test func bodyIsJSONUnlessAHeaderSaysOtherwise() async throws {
    let server = ScriptedServer("{}")
    _ = try await send(RawRequest(.put, "/api/v1/x", body: Array("[1]".utf8)), to: server)
    #expect(server.requests.first?.header("Content-Type") == "application/json")
  }
}
