import FoundationEssentials
import MastodonKit
import NIOCore
import Synchronization
import Testing

@testable import MastodonClient

/// Connections: how many there are, and what is written to them.
@Suite(.timeLimit(.minutes(10))) struct ConnectionTests {
  private static func with(
    _ answer: @escaping @Sendable (String, Int) -> [LoopbackServer.Step],
    _ body: (NetworkStack, ServerAddress, LoopbackServer) async throws -> Void
  ) async throws {
    try await LoopbackServer.run(answer) { server in
      let stack = NetworkStack(limits: NetworkLimits())
      let address = try ServerAddress(scheme: .http, host: "127.0.0.1", port: server.port)
      do { try await body(stack, address, server) } catch {
        await stack.shutdown()
        throw error
      }
      await stack.shutdown()
    }
  }

  @Test func theNinthRequestToAServerWaitsForAConnection() async throws {
    try await Self.with({ request, _ in request.hasPrefix("GET /last") ? [.answer("{}")] : [] }) {
      stack, address, server in
      let first = (0..<8).map { _ in
        Task { try await stack.send(HTTPRequest(method: .get, path: "/"), to: address) }
      }
      while server.requests.count < 8, !Task.isCancelled { await Task.yield() }
      let exchange = try HTTPExchange(
        HTTPRequest(method: .get, path: "/last"), to: address, over: stack, until: .distantFuture)
      try exchange.begin()
      #expect(!exchange.isOver && server.connections == 8)
      first[0].cancel()
      let head = try await exchange.head()
      #expect(head.status == 200 && server.connections == 9)
      exchange.close()
      for request in first { request.cancel() }
    }
  }

  @Test func requestsOneAfterAnotherShareAConnection() async throws {
    try await Self.with({ _, _ in [.answer("{}")] }) { stack, address, server in
      for _ in 0..<20 { _ = try await stack.send(HTTPRequest(method: .get, path: "/"), to: address) }
      #expect(server.connections == 1)
    }
  }

  @Test func aPathIsEncodedAndAHeaderWithALineBreakRefused() async throws {
    try await Self.with({ _, _ in [.answer("{}")] }) { stack, address, server in
      _ = try await stack.send(HTTPRequest(method: .get, path: "/a b/é%20"), to: address)
      #expect(server.requests.first?.hasPrefix("GET /a%20b/%C3%A9%20 HTTP/1.1\r\n") == true)
      await #expect(throws: TransportFailure.malformedResponse) {
        try await stack.send(
          HTTPRequest(method: .get, path: "/", headers: [Field("X-A", "1\r\nX-B: 2")]), to: address)
      }
      #expect(server.requests.count == 1)
    }
  }

  /// As a server does that refuses a file for its size.
  @Test func anAnswerBeforeTheEndOfAnUploadEndsIt() async throws {
    try await Self.with({ _, _ in [.answer("{}", status: "413 Content Too Large")] }) { stack, address, server in
      let isFirst = Mutex(true)
      // It never says that this was all.
      let body = UploadBody(length: 2) {
        isFirst.withLock { isFirst in
          defer { isFirst = false }
          return Data(isFirst ? "{}".utf8 : "".utf8)
        }
      }
      let response = try await stack.upload(HTTPRequest(method: .post, path: "/"), body, to: address)
      #expect(response.status == 413)
      while server.open > 0, !Task.isCancelled { await Task.yield() }
    }
  }
}
