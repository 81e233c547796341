import CustomDump
import FoundationEssentials
import MastodonClient
import MastodonKit
import Sandbox
import Testing

/// A server that repeats everything it was told, the token among it, cannot make an error tell it.
@Suite struct FaultSecretTests {
  @Test(arguments: [400, 401, 403, 404, 409, 410, 422, 429, 500, 503])
  func echoedTokenIsRedactedInErrors(_ status: Int) async throws {
    try await Self.expectSilence(.status(status, .echo))
  }

  @Test func noRedirectRevealsIt() async throws {
    try await Self.expectSilence(.redirect(to: "http://other.example/?access_token=s3cret-t0ken", status: 302))
  }

  private static func expectSilence(_ fault: Fault) async throws {
    let sandbox = try Sandbox(store: .inMemory, seed: 7, clock: .system, activity: .quiet)
    let server = SandboxServer(sandbox, port: 0, faults: FaultInjector([FaultRule(fault)]))
    let stack = NetworkStack(limits: NetworkLimits())
    let address = try ServerAddress(scheme: .http, host: "127.0.0.1", port: try await server.start())
    let client = MastodonClient(
      server: address, transport: .network(address, stack: stack), tokens: .fixed(Secret("s3cret-t0ken")),
      userAgent: "howdah-tests", now: { Date() })
    let calls: [@Sendable () async throws -> Void] = [
      { _ = try await client.send(.status("1")) }, { _ = try await client.send(.favourite("1")) },
      { _ = try await client.send(.homeTimeline(PageRequest())) },
      { _ = try await client.publishingService.publish(StatusDraft(text: "Hi"), "k") },
      {
        _ = try await client.send(
          .token(
            code: Secret("s3cret-t0ken+code"),
            application: Application(name: "H", clientID: "id", clientSecret: "s3cret-t0ken&client"),
            redirectURI: "urn:x", verifier: Secret("s3cret-t0ken/verifier")))
      },
    ]
    for call in calls {
      do {
        try await call()
        Issue.record("The server refuses everything.")
      } catch let error as MastodonError {
        var dumped = ""
        customDump(error, to: &dumped)
        for text in ["\(error)", String(reflecting: error), dumped] {
          #expect(!text.contains("s3cret"), "\(fault)")
          #expect(text.contains("127.0.0.1"), "Every error names the host.")
        }
        #expect(error.operation != nil && error.operation != MastodonError.doThis)
      }
    }
    await stack.shutdown()
    await server.stop()
  }
}
