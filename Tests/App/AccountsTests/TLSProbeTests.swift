import MastodonClient
import MastodonKit
import Synchronization
import Testing

@testable import Accounts

@MainActor @Suite struct TLSProbeTests {
  /// The addresses that signing in to `typed` tries over TLS; no socket is opened.
  private func tried(_ typed: String) async throws -> [ServerAddress] {
    let asked = AskedServers()
    let session = try TestSession(connect: { server, _ in
      asked.servers.withLock { $0.append(server) }
      return Transport(
        send: { _ in throw TransportFailure.timedOut(seconds: 1) },
        openStream: { _ in AsyncThrowingStream { $0.finish() } })
    })
    let server = try ServerAddress(parsing: typed)
    #expect(await session.coordinator.withTLS(server, typed: typed) == server, "nothing answers over TLS")
    return asked.servers.withLock(\.self)
  }

  @Test func onlyTheTypedPortIsTried() async throws {
    #expect(try await tried("localhost:80") == [ServerAddress(scheme: .https, host: "localhost", port: 80)])
    #expect(try await tried("127.0.0.1:8080") == [ServerAddress(scheme: .https, host: "127.0.0.1", port: 8080)])
  }

  @Test func withoutAPortTheUsualTLSPortIsTried() async throws {
    #expect(try await tried("localhost") == [ServerAddress(scheme: .https, host: "localhost")])
  }

  @Test func aTypedSchemeIsNotChanged() async throws {
    #expect(try await tried("http://localhost:3000").isEmpty)
  }
}

private final class AskedServers: Sendable {
  let servers = Mutex<[ServerAddress]>([])
}
