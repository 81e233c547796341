import FoundationEssentials
import MastodonClient
import MastodonKit
import Testing

/// The live transport against a real socket of this machine, byte by byte; what the sandbox can do is in the fault matrix.
@Suite struct NetworkTests {
  struct Fault: Sendable, CustomTestStringConvertible {
    let what: String
    let steps: [LoopbackServer.Step]
    let error: MastodonError
    var testDescription: String { what }
  }

  /// Patient, because a test machine may be busy; only a fault that is silence has to be waited for.
  private static let limits = NetworkLimits(
    connect: .seconds(60), read: .seconds(60), total: .seconds(120), responseBytes: 4096)
  private static let impatient = NetworkLimits(
    connect: .seconds(60), read: .milliseconds(300), total: .milliseconds(900), responseBytes: 4096)

  /// Runs `body` with a client of the server, and ends the network afterwards.
  private static func with(
    _ server: LoopbackServer, limits: NetworkLimits = limits,
    _ body: (MastodonClient, ServerAddress) async throws -> Void
  ) async throws {
    try await with(try ServerAddress(scheme: .http, host: "127.0.0.1", port: server.port), limits: limits, body)
  }

  private static func with(
    _ address: ServerAddress, limits: NetworkLimits = limits,
    _ body: (MastodonClient, ServerAddress) async throws -> Void
  ) async throws {
    let stack = NetworkStack(limits: limits)
    let client = MastodonClient(
      server: address, transport: .network(address, stack: stack), tokens: .fixed(Secret("t0ken-abc")),
      userAgent: "howdah-tests", now: { Date(timeIntervalSince1970: 0) })
    do { try await body(client, address) } catch {
      await stack.shutdown()
      throw error
    }
    await stack.shutdown()
  }

  private static let host = "HOST"
  private static let lost = MastodonError.unreachable(host: host, reason: .connectionLost)
  private static let invalid = MastodonError.invalidResponse(host: host, operation: "load the post")
  private static let slow = MastodonError.timedOut(host: host, seconds: 1)

  @Test(arguments: [
    Fault(what: "closed in the head", steps: [.send("HTTP/1.1 200 OK\r\nContent-"), .close], error: lost),
    Fault(
      what: "closed in a chunk",
      steps: [.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\n{"), .close], error: lost),
    Fault(what: "silent in the head", steps: [.send("HTTP/1.1 200")], error: slow),
    Fault(
      what: "too much, and says so", steps: [.send("HTTP/1.1 200 OK\r\nContent-Length: 5000000\r\n\r\n")],
      error: invalid),
  ])
  func whatTheSandboxCannotDoIsOneTypedErrorInTime(_ fault: Fault) async throws {
    try await LoopbackServer.run { _, _ in
      fault.steps
    } _: { server in
      try await Self.with(server, limits: fault.error == Self.slow ? Self.impatient : Self.limits) { client, address in
        let error = await failure { () async throws(MastodonError) in try await client.send(.status("1")) }
        #expect(error == fault.error.with(host: address.name).during("load the post"))
      }
    }
  }

  @Test func stackWithoutShutdownIsReleased() async throws {
    try await LoopbackServer.run { _, _ in
      [.answer(Sample.status("1"))]
    } _: { server in
      weak var dropped: NetworkStack?
      do {
        let stack = NetworkStack(limits: Self.limits)
        dropped = stack
        let address = try ServerAddress(scheme: .http, host: "127.0.0.1", port: server.port)
        _ = try await Transport.network(address, stack: stack).send(HTTPRequest(method: .get, path: "/"))
      }
      #expect(dropped == nil)
    }
  }

  /// As snac does.
  @Test(.timeLimit(.minutes(10))) func aServerThatClosesAfterEachAnswerGetsEachRequestOnce() async throws {
    try await LoopbackServer.run { _, _ in
      [.answer(Sample.status("1")), .close]
    } _: { server in
      try await Self.with(server) { client, _ in
        for _ in 0..<100 {
          _ = try await client.send(.status("1"))
          _ = try await client.send(.favourite("1"))
          try await client.send(.deleteStatus("1"))
        }
      }
      #expect(server.requests.count { $0.hasPrefix("POST") } == 100)
      #expect(server.requests.count { $0.hasPrefix("DELETE") } == 100)
    }
  }

  @Test func oneConnectionServesManyReads() async throws {
    try await LoopbackServer.run { request, _ in
      [.answer(request.hasPrefix("POST") ? Sample.status(of: "2", with: #","content":"Hi""#) : Sample.status("1"))]
    } _: { server in
      try await Self.with(server) { client, address in
        #expect(try await client.send(.status("1")).id == "1")
        #expect(try await client.publishingService.publish(StatusDraft(text: "Hi"), "k").id == "2")
        #expect(try await client.send(.status("1")).id == "1")
        // What changes something never goes into a connection that the server may have given up.
        #expect(server.connections == 2)
        let head = try #require(server.requests.first)
        #expect(head.hasPrefix("GET /api/v1/statuses/1 HTTP/1.1\r\n"))
        #expect(!head.lowercased().contains("content-length"))
        #expect(head.lowercased().contains("\r\nhost: \(address.name)\r\n"))
        #expect(head.contains("\r\nAuthorization: Bearer t0ken-abc\r\n"))
        #expect(server.requests[1].hasSuffix("\r\n\r\n" + #"{"status":"Hi","visibility":"public"}"#))
      }
    }
  }

  @Test func aCompressedAnswerIsReadAllTheSame() async throws {
    // {"id":"1","account":{"id":"1","username":"rook","acct":"rook"}}
    let zipped = try #require(
      Data(
        base64Encoded: "H4sIAAAAAAACA6tWykxRslIyVNJRSkxOzi/NK1GyqkaIlRanFuUl5qYCuUX5+dkQVSUwXm0tADtp22c/AAAA"))
    try await LoopbackServer.run { _, _ in
      [
        .send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(zipped.count)\r\n\r\n"),
        .bytes(Array(zipped)),
      ]
    } _: { server in
      try await Self.with(server) { client, _ in
        let status = try await client.send(.status("1"))
        #expect(status.account.username == "rook")
      }
    }
  }

  @Test func aServerThatClosedAKeptConnectionIsAskedAgain() async throws {
    try await LoopbackServer.run { _, count in
      count == 1 ? [.close] : [.answer(Sample.status("1"))]
    } _: { server in
      try await Self.with(server) { client, _ in
        _ = try await client.send(.status("1"))
        #expect(try await client.send(.status("1")).id == "1")
        #expect(server.requests.count == 3)
      }
    }
  }

  @Test func aCallThatIsSentToAnotherServerFailsAndNothingGoesThere() async throws {
    try await LoopbackServer.run { _, _ in
      [.answer(Sample.status("1"))]
    } _: { other in
      let location = "Location: http://127.0.0.1:\(other.port)/elsewhere?a=b\r\n"
      try await LoopbackServer.run { _, _ in
        [.answer("", status: "301 Moved", headers: location)]
      } _: { server in
        try await Self.with(server) { client, _ in
          let error = await failure { () throws(MastodonError) in try await client.send(.homeTimeline(PageRequest())) }
          #expect(
            error
              == .redirected(
                host: "127.0.0.1:\(server.port)", to: "127.0.0.1:\(other.port)", operation: "load the home timeline"))
          #expect(server.requests.count == 1 && other.requests.isEmpty)
        }
      }
    }
  }

  @Test func afterTheShutdownNothingIsSent() async throws {
    try await LoopbackServer.run { _, _ in
      [.answer(Sample.status("1"))]
    } _: { server in
      try await Self.with(server) { client, _ in
        _ = try await client.send(.status("1"))
      }
      let stack = NetworkStack(limits: Self.limits)
      await stack.shutdown()
      let address = try ServerAddress(scheme: .http, host: "127.0.0.1", port: server.port)
      await #expect(throws: TransportFailure.cancelled) {
        try await Transport.network(address, stack: stack).send(HTTPRequest(method: .get, path: "/"))
      }
      #expect(server.requests.count == 1)
    }
  }
}

extension MastodonError {
  /// The same error of another host: a loopback server's port is not known beforehand.
  fileprivate func with(host: String) -> MastodonError {
    switch self {
    case .unreachable(_, let reason, let operation): .unreachable(host: host, reason: reason, operation: operation)
    case .timedOut(_, let seconds, let operation): .timedOut(host: host, seconds: seconds, operation: operation)
    case .invalidResponse(_, let operation): .invalidResponse(host: host, operation: operation)
    default: self
    }
  }
}
