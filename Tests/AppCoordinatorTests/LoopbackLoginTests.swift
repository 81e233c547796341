import MastodonClient
import MastodonKit
import Synchronization
import Testing

@testable import AppCoordinator

@MainActor @Suite struct LoopbackLoginTests {
  /// The addresses that signing in to `typed` tries over TLS; no socket is opened.
  private func tried(_ typed: String) async throws -> [ServerAddress] {
    let asked = Asked()
    var dependencies = AppDependencies.fixtures.still()
    dependencies.connect = { server, _ in
      asked.servers.withLock { $0.append(server) }
      return Transport(
        send: { _ in throw TransportFailure.timedOut(seconds: 1) },
        openStream: { _ in AsyncThrowingStream { $0.finish() } })
    }
    let app = try AppCoordinator(dependencies: dependencies, choice: AppCoordinator.Choice(usesSandbox: true))
    let server = try ServerAddress(parsing: typed)
    #expect(await app.securest(server, typed: typed) == server, "nothing answers over TLS")
    await app.shutdown()
    return asked.servers.withLock(\.self)
  }

  @Test func onlyThePortThatWasTypedIsTried() async throws {
    #expect(try await tried("localhost:80") == [ServerAddress(scheme: .https, host: "localhost", port: 80)])
    #expect(try await tried("127.0.0.1:8080") == [ServerAddress(scheme: .https, host: "127.0.0.1", port: 8080)])
  }

  @Test func withoutAPortTheUsualOneOfTLSIsTried() async throws {
    #expect(try await tried("localhost") == [ServerAddress(scheme: .https, host: "localhost")])
  }

  @Test func aTypedSchemeIsTakenAsItIs() async throws {
    #expect(try await tried("http://localhost:3000").isEmpty)
  }
}

private final class Asked: Sendable {
  let servers = Mutex<[ServerAddress]>([])
}
