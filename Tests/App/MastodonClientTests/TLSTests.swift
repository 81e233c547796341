import FoundationEssentials
import MastodonClient
import NIOSSL
import Testing

@testable import MastodonKit

/// The way through TLS, with a certificate that the test makes and trusts.
@Suite struct TLSTests {
  private static func with(
    _ protocols: [String], isTrusted: Bool = true, newest: TLSVersion? = nil,
    _ body: (MastodonClient, TLSServer, Transport) async throws -> Void
  ) async throws {
    let certificate = try TestCertificate()
    let server = try await TLSServer.start(certificate, offers: protocols, body: Sample.status("1"), newest: newest)
    let surroundings = NetworkEnvironment(
      trustedRoots: isTrusted ? certificate.certificate : nil, hosts: ["pond.example": "127.0.0.1"])
    let stack = NetworkStack(limits: NetworkLimits(), surroundings: surroundings)
    let address = try ServerAddress(scheme: .https, host: "pond.example", port: server.port)
    let transport = Transport.network(address, stack: stack)
    let client = MastodonClient(
      server: address, transport: transport, tokens: .fixed(Secret("t0ken-abc")), userAgent: "howdah-tests",
      now: { Date(timeIntervalSince1970: 0) })
    do { try await body(client, server, transport) } catch {
      await stack.shutdown()
      try await server.stop()
      throw error
    }
    await stack.shutdown()
    try await server.stop()
  }

  /// A token is never sent over a version that is broken (RFC 8996).
  @Test(arguments: [(TLSVersion.tlsv1, false), (.tlsv11, false), (.tlsv12, true), (.tlsv13, true)])
  func theLeastVersionOfTLSIs12(_ newest: TLSVersion, _ isAccepted: Bool) async throws {
    try await Self.with(["http/1.1"], newest: newest) { client, server, _ in
      do {
        _ = try await client.send(.status("1"))
        #expect(isAccepted)
      } catch {
        #expect(!isAccepted)
        #expect(server.requests.isEmpty)
      }
    }
  }

  /// The check before signing in over plain http on loopback.
  @Test func serverWithTLSIsRecognised() async throws {
    try await Self.with(["http/1.1"]) { client, _, _ in
      let speaks = try await client.responds()
      #expect(speaks)
    }
    try await LoopbackServer.run { _, _ in
      [.answer("{}")]
    } _: { server in
      let stack = NetworkStack(limits: NetworkLimits())
      let address = try ServerAddress(scheme: .https, host: "127.0.0.1", port: server.port)
      let client = MastodonClient(
        server: address, transport: .network(address, stack: stack), tokens: .fixed(Secret("t0ken-abc")),
        userAgent: "howdah-tests", now: { Date(timeIntervalSince1970: 0) })
      let speaks = try await client.responds()
      await stack.shutdown()
      #expect(!speaks && server.requests.isEmpty)
    }
  }

  /// HTTP/2 is not spoken.
  @Test(arguments: [["h2", "http/1.1"], ["http/1.1"], []])
  func http1IsSpokenOnOneConnectionWhateverTheServerOffers(_ offers: [String]) async throws {
    try await Self.with(offers) { client, server, _ in
      for _ in 0..<3 {
        let status = try await client.send(.status("1"))
        #expect(status.id == "1")
      }
      #expect(server.requests == Array(repeating: "HTTP/1.1 GET /api/v1/statuses/1", count: 3))
      #expect(server.connections == 1)
    }
  }

  @Test(arguments: [true, false]) func aFileOfCertificatesReplacesTheMachines(_ isRight: Bool) async throws {
    try await Self.with(["http/1.1"]) { client, server, _ in
      let folder = FileManager.default.temporaryDirectory
      let file = folder.appending(path: "howdah-roots-\(UInt64.random(in: 0 ... .max)).pem")
      let certificate = isRight ? server.certificate : try TestCertificate()
      try Data(certificate.certificate).write(to: file)
      defer { do { try FileManager.default.removeItem(at: file) } catch {} }
      var surroundings = NetworkEnvironment(hosts: ["pond.example": "127.0.0.1"])
      surroundings.rootsFile = file.path(percentEncoded: false)
      let stack = NetworkStack(limits: NetworkLimits(), surroundings: surroundings)
      let transport = Transport.network(client.server, stack: stack)
      let request = HTTPRequest(method: .get, path: "/")
      if isRight {
        #expect(try await transport.send(request).status == 200)
      } else {
        await #expect(throws: TransportFailure.unreachable(.untrusted)) { try await transport.send(request) }
      }
      await stack.shutdown()
    }
  }

  /// A post that can be sent again takes the connection that the post before it was read on.
  @Test func aRepeatablePostUsesTheConnectionThatIsOpen() async throws {
    for (version, connections) in [("4.6.0", 1), ("2.94 (not Mastodon)", 2)] {
      try await Self.with(["http/1.1"]) { client, server, _ in
        client.adopt(
          Instance(
            domain: "pond.example", title: "", version: version,
            apiVersions: version.hasPrefix("4") ? ["mastodon": 10] : [:]), software: nil)
        _ = try await client.send(.status("1"))
        _ = try await client.publishingService.publish(StatusDraft(text: "Low water."), "key")
        #expect(server.connections == connections)
      }
    }
  }

  @Test func anExpiredCertificateAndAnUnreadableFileOfRootsAreToldApart() async throws {
    let certificate = try TestCertificate(isExpired: true)
    let server = try await TLSServer.start(certificate, offers: ["http/1.1"], body: "{}")
    let address = try ServerAddress(scheme: .https, host: "pond.example", port: server.port)
    for (roots, failure) in [(nil, MastodonError.Reachability.expired), ("/nowhere.pem", .unreadableRoots)] {
      var surroundings = NetworkEnvironment(
        trustedRoots: roots == nil ? certificate.certificate : nil, hosts: ["pond.example": "127.0.0.1"])
      surroundings.rootsFile = roots
      let stack = NetworkStack(limits: NetworkLimits(), surroundings: surroundings)
      await #expect(throws: TransportFailure.unreachable(failure)) {
        try await Transport.network(address, stack: stack).send(HTTPRequest(method: .get, path: "/"))
      }
      await stack.shutdown()
    }
    #expect(server.requests.isEmpty)
    try await server.stop()
  }

  @Test func untrustedCertificateIsRefusedBeforeAnythingIsSent() async throws {
    try await Self.with(["h2", "http/1.1"], isTrusted: false) { client, server, _ in
      let error = await failure { () async throws(MastodonError) in try await client.send(.status("1")) }
      #expect(error == .unreachable(host: client.server.name, reason: .untrusted, operation: "load the post"))
      #expect(server.requests.isEmpty)
    }
  }

  @Test func aCertificateOfAnotherNameIsRefused() async throws {
    try await Self.with(["http/1.1"]) { client, server, _ in
      let stack = NetworkStack(
        limits: NetworkLimits(),
        surroundings: NetworkEnvironment(
          trustedRoots: server.certificate.certificate, hosts: ["lake.example": "127.0.0.1"]))
      let address = try ServerAddress(scheme: .https, host: "lake.example", port: server.port)
      await #expect(throws: TransportFailure.unreachable(.wrongName)) {
        try await Transport.network(address, stack: stack).send(HTTPRequest(method: .get, path: "/"))
      }
      await stack.shutdown()
      #expect(server.requests.isEmpty)
    }
  }

  @Test func aCancelledTaskIsSeenByTheServer() async throws {
    try await Self.with(["http/1.1"]) { _, server, transport in
      let task = Task { try await transport.send(HTTPRequest(method: .get, path: "/silence")) }
      await server.wait { $0.requests.count == 1 }
      task.cancel()
      await #expect(throws: TransportFailure.cancelled) { try await task.value }
      await server.wait { $0.abandoned == 1 }
    }
  }
}
