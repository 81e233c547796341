import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import Testing

@testable import Sandbox

/// HTTPS with a certificate of the server's own.
@Suite(.timeLimit(.minutes(10))) struct EncryptionTests {
  /// Sends a request by TLS to a server with a certificate, and reads until it closes.
  private func exchange(
    _ target: String, name: String?, trusting authority: String? = nil, rules: [String] = []
  ) async throws -> String {
    let certificate = try ServerCertificate(now: Date())
    let instance = try await TestInstance()
    let server = SandboxServer(
      instance.sandbox, port: 0, faults: FaultInjector(try rules.map { try FaultRule(parsing: $0) }),
      control: SandboxControl(certificate: certificate))
    let port = try await server.start()
    var configuration = TLSConfiguration.makeClientConfiguration()
    configuration.trustRoots = .certificates(
      try NIOSSLCertificate.fromPEMBytes(Array((authority ?? certificate.authority).utf8)))
    let context = try NIOSSLContext(configuration: configuration)
    let text: Result<String, any Error>
    do {
      let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
        .connect(host: "127.0.0.1", port: port) { channel in
          channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(NIOSSLClientHandler(context: context, serverHostname: name))
            return try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
          }
        }
      text = .success(
        try await channel.executeThenClose { inbound, outbound in
          try await outbound.write(
            ByteBuffer(string: "GET \(target) HTTP/1.1\r\nHost: localhost:\(port)\r\nConnection: close\r\n\r\n"))
          var text = ""
          for try await part in inbound { text += String(buffer: part) }
          return text
        })
    } catch {
      text = .failure(error)
    }
    await server.stop()
    return try text.get()
  }

  @Test(arguments: ["localhost", "app.localhost", "sandbox.example", nil])
  func certificateIsForTheNamesOfThisMachine(_ name: String?) async throws {
    let answer = try await exchange("/api/v2/instance", name: name)
    #expect(answer.hasPrefix("HTTP/1.1 200 "))
    #expect(answer.contains("https://localhost:") && !answer.contains("http://localhost:"))
  }

  @Test func certificateIsForTheDomainAndTheAddressToo() throws {
    let hosts = ["mine.test", "192.0.2.7", "2001:db8::7"]
    let names = try ServerCertificate(for: hosts, now: Date()).certificate._subjectAlternativeNames()
    #expect(names.contains { $0.nameType == .dnsName && Array($0.contents) == Array("mine.test".utf8) })
    #expect(names.filter { $0.nameType == .ipAddress }.map { $0.contents.count } == [4, 16, 4, 16])
    #expect(names.count == ServerCertificate.names.count + hosts.count)
  }

  @Test func anotherServersAuthorityIsNotTrusted() async throws {
    let other = try ServerCertificate(now: Date()).authority
    await #expect(throws: (any Error).self) { try await exchange("/health", name: "localhost", trusting: other) }
  }

  /// A certificate of a year that has two digits, and of one that has four.
  @Test(arguments: [0, 2_600_000_000]) func certificateHasItsTime(_ seconds: Double) throws {
    let authority = try ServerCertificate(now: Date(timeIntervalSince1970: 1_790_000_000 + seconds)).authority
    let certificate = try #require(try NIOSSLCertificate.fromPEMBytes(Array(authority.utf8)).first)
    #expect(certificate.notValidBefore == time_t(1_790_000_000 + seconds) - 86_400)
    #expect(certificate.notValidAfter == time_t(1_790_000_000 + seconds) + 365 * 86_400)
  }

  @Test func brokenAnswersAreBrokenBeneathTheEncryption() async throws {
    let cut = try await exchange("/api/v2/instance", name: "localhost", rules: ["/api/v2/instance truncate 40"])
    #expect(cut.hasPrefix("HTTP/1.1 200 ") && !cut.contains("}}"))
    await #expect(throws: (any Error).self) {
      try await exchange("/api/v2/instance", name: "localhost", rules: ["/api/v2/instance reset"])
    }
  }
}
