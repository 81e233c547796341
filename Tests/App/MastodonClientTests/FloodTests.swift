import FoundationEssentials
import MastodonKit
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket
import Testing

@testable import MastodonClient

/// Servers that send without end: none of it piles up, and the connection ends.
@Suite(.serialized, .timeLimit(.minutes(10))) struct FloodTests {
  private static let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"

  static let floods: [(name: String, steps: [LoopbackServer.Step])] = [
    ("interim responses", [.flood("HTTP/1.1 100 Continue\r\n\r\n")]),
    ("a header without end", [.send("HTTP/1.1 200 OK\r\nX-Long: "), .flood("and so on ")]),
    ("headers without end", [.send("HTTP/1.1 200 OK\r\n"), .flood("X-More: and so on\r\n")]),
    ("a body without end", [.send("HTTP/1.1 200 OK\r\n\r\n"), .flood("and so on ")]),
    ("chunks without end", [.send(chunked), .flood("1\r\nx\r\n")]),
    ("a chunk's extension without end", [.send(chunked + "1;"), .flood("and=so;")]),
    ("trailers without end", [.send(chunked + "0\r\n"), .flood("X-More: and so on\r\n")]),
    ("frames of HTTP/2", [.flood(String(repeating: "\u{0}", count: 17))]),
    (
      "what nobody asked for",
      [.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"), .flood("HTTP/1.1 200 OK\r\n")]
    ),
  ]

  @Test(arguments: floods.indices) func anAnswerWithoutEndCostsLittle(_ index: Int) async throws {
    let (name, steps) = Self.floods[index]
    try await LoopbackServer.run { _, _ in
      steps
    } _: { server in
      let limits = NetworkLimits(read: .seconds(2), total: .seconds(3), responseBytes: 4 << 20)
      let stack = NetworkStack(limits: limits)
      let address = try ServerAddress(scheme: .http, host: "127.0.0.1", port: server.port)
      let before = Self.residentBytes
      do {
        let answer = try await Transport.network(address, stack: stack).send(HTTPRequest(method: .get, path: "/"))
        #expect(answer.body.count <= 2, "\(name)")
      } catch {
        let expected: [TransportFailure] = [
          .malformedResponse, .tooLarge, .timedOut(seconds: 2), .timedOut(seconds: 3),
        ]
        #expect(expected.contains { $0 == error as? TransportFailure }, "\(name): \(error)")
      }
      let grown = (Self.residentBytes - before) >> 20
      #expect(grown < 200, "\(name) took \(grown) MB")
      for _ in 0..<200 where server.open > 0 { try await Task.sleep(for: .milliseconds(20)) }
      #expect(server.open == 0, "\(name)")
      await stack.shutdown()
    }
  }

  @Test func whatIsAroundABodyEndsTheConnectionWithoutWaiting() async throws {
    try await LoopbackServer.run { _, _ in
      [.send(Self.chunked + "2\r\n{}\r\n1;"), .flood("and=so;")]
    } _: { server in
      let stack = NetworkStack(limits: NetworkLimits(read: .seconds(600), total: .seconds(600), responseBytes: 1 << 20))
      let address = try ServerAddress(scheme: .http, host: "127.0.0.1", port: server.port)
      await #expect(throws: TransportFailure.malformedResponse) {
        try await Transport.network(address, stack: stack).send(HTTPRequest(method: .get, path: "/"))
      }
      await stack.shutdown()
    }
  }

  /// The answers to pings do not pile up when the server does not read them.
  @Test func pingsWhoseAnswersNobodyReadsEndTheStream() async throws {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let listener = try await ServerBootstrap(group: group)
      .childChannelInitializer { channel in
        let upgrader = NIOWebSocketServerUpgrader(
          shouldUpgrade: { channel, _ in channel.eventLoop.makeSucceededFuture([:]) },
          upgradePipelineHandler: { channel, _ in
            channel.setOption(.autoRead, value: false).flatMapThrowing {
              try channel.pipeline.syncOperations.addHandler(PingFlood())
            }
          })
        return channel.pipeline.configureHTTPServerPipeline(withServerUpgrade: ([upgrader], { _ in }))
      }
      .bind(host: "127.0.0.1", port: 0).get()
    let stack = NetworkStack(limits: NetworkLimits())
    let address = try ServerAddress(scheme: .http, host: "127.0.0.1", port: listener.localAddress?.port ?? 0)
    let request = StreamRequest(
      server: address, path: "/", query: [], headers: [], outgoing: AsyncStream { _ in })
    let before = Self.residentBytes
    var count = 0
    await #expect(throws: TransportFailure.malformedResponse) {
      for try await _ in Transport.network(address, stack: stack).openStream(request) { count += 1 }
    }
    let grown = (Self.residentBytes - before) >> 20
    #expect(count > 100 && grown < 200, "\(count) frames took \(grown) MB")
    await stack.shutdown()
    try await group.shutdownGracefully()
  }

  /// Sends pings for as long as they are taken.
  private final class PingFlood: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    func handlerAdded(context: ChannelHandlerContext) { pour(context) }

    func channelWritabilityChanged(context: ChannelHandlerContext) { pour(context) }

    private func pour(_ context: ChannelHandlerContext) {
      let ping = WebSocketFrame(fin: true, opcode: .ping, data: ByteBuffer(repeating: 0x78, count: 125))
      while context.channel.isActive, context.channel.isWritable {
        context.writeAndFlush(wrapOutboundOut(ping), promise: nil)
      }
    }
  }

  /// The memory that this process has now.
  private static var residentBytes: Int {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return 0 }  // Not Linux.
    return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 4096
  }
}
