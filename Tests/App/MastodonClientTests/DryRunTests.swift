import FoundationEssentials
import MastodonClient
import MastodonKit
import Testing

/// Requests that would change something are listed, and only those that read are sent.
@Suite struct DryRunTests {
  /// Endpoints whose answers cannot be made up, so that what follows them is not listed.
  private static let cut: Set<String> = ["POST /api/v1/accounts", "POST /api/v1/apps"]

  @Test func noEndpointChangesAnything() async throws {
    let server = ScriptedServer("{")
    for specimen in try Specimen.all() {
      let run = RequestRecorder()
      let client = try server.client().recorded(by: run)
      let before = server.requests.count
      do { try await specimen.send(client) } catch {
        // The server's answer is no JSON.
        #expect(
          specimen.method == "GET" || specimen.template == "/oauth/token" || run.isCut, "\(specimen.key): \(error)")
      }
      #expect(client.changesSent == 0, Comment(rawValue: specimen.key))
      let isSent = specimen.key.hasPrefix("GET ") || specimen.template == "/oauth/token"
      #expect((server.requests.count > before) == isSent, Comment(rawValue: specimen.key))
      #expect(run.requests.count == (isSent ? 0 : 1), Comment(rawValue: specimen.key))
      #expect(run.isCut == Self.cut.contains(specimen.key), Comment(rawValue: specimen.key))
    }
  }

  @Test func placeholdersAreReadWithoutTheServer() async throws {
    let server = ScriptedServer("{}")
    let run = RequestRecorder()
    let client = try server.client().recorded(by: run)
    let made = try await client.listService.create(ListDraft(title: "Boats"))
    #expect(made.id == "LISTS-1")
    try await client.listService.add(made.id, ["7"])
    #expect(try await client.listService.accounts(made.id).isEmpty)
    #expect(server.requests.isEmpty)
    #expect(
      run.requests.map { "\($0.method) \($0.path)" } == ["POST /api/v1/lists", "POST /api/v1/lists/LISTS-1/accounts"])
    #expect(run.requests[0].parameters.first == Field("title", "Boats"))
  }
}

extension MastodonClient {
  /// The same client in a dry run.
  func recorded(by recorder: RequestRecorder) -> MastodonClient {
    MastodonClient(
      server: server, transport: recorder.transport(over: transport), tokens: tokens, userAgent: userAgent,
      now: { Date(timeIntervalSince1970: 1_000_000_000) })
  }
}
