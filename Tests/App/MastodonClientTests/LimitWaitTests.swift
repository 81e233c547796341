import FoundationEssentials
import MastodonKit
import Synchronization
import Testing

@testable import MastodonClient

/// `--wait`: a request that the server has not accepted because there were too many is sent again after the time it asks for.
@Suite struct LimitWaitTests {
  private final class Waits: Sendable {
    private let all = Mutex<[Duration]>([])
    var value: [Duration] { all.withLock(\.self) }
    func note(_ wait: Duration) { all.withLock { $0.append(wait) } }
  }

  private let waits = Waits()

  private func client(_ server: ScriptedServer, waitsForLimits: Bool) throws -> MastodonClient {
    let retries = Retries(
      RetryPolicy(waitsForLimits: waitsForLimits), sleep: { [waits] in waits.note($0) },
      chance: { 0 }, report: { _ in })
    return MastodonClient(
      server: try ServerAddress(parsing: "shore.example"), transport: server.transport, tokens: .fixed(Secret("t")),
      userAgent: "howdah-tests", retries: retries, now: { Date(timeIntervalSince1970: 1_000_000_000) })
  }

  private static func server(_ headers: [Field]) -> ScriptedServer {
    ScriptedServer { _, count in
      count < 2
        ? .text("{}", status: 429, headers: headers) : .text(Sample.status(of: "1", with: #","favourited":true"#))
    }
  }

  @Test(
    arguments: [("300", Duration.seconds(300)), ("1.5", .seconds(2)), ("0", .seconds(60)), (nil, .seconds(60))]
      as [(String?, Duration)])
  func repeatedRefusalWaitsLongerThanTheServerAsksFor(_ time: String?, _ wait: Duration) async throws {
    let server = Self.server(time.map { [Field("Retry-After", $0)] } ?? [])
    let status = try await client(server, waitsForLimits: true).send(.favourite("1"))
    #expect(status.id == "1")
    #expect(server.requests.count == 3)
    #expect(waits.value == [wait, wait * 2])
  }

  @Test func withoutTheOptionTheErrorSaysWhenToRetry() async throws {
    let server = Self.server([Field("Retry-After", "300")])
    let client = try client(server, waitsForLimits: false)
    let error = await failure { () async throws(MastodonError) in try await client.send(.favourite("1")) }
    guard case .rateLimited(_, 300, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(server.requests.count == 1)
  }
}
