import MastodonClient
import MastodonKit
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket
import Testing

/// The live stream against a real WebSocket of this machine.
@Suite(.timeLimit(.minutes(10))) struct StreamNetworkTests {
  /// A server that sends frames to every client, and records what it receives.
  final class StreamServer: Sendable {
    let port: Int
    let heard: AsyncStream<String>

    init(port: Int, heard: AsyncStream<String>) {
      self.port = port
      self.heard = heard
    }

    /// Serves while `body` runs; with `closes` the first message that comes in ends the connection.
    static func run(
      _ frames: [WebSocketFrame], closes: Bool = false, _ body: (StreamServer) async throws -> Void
    ) async throws {
      let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
      let (heard, hear) = AsyncStream<String>.makeStream()
      let upgrader = NIOWebSocketServerUpgrader(
        shouldUpgrade: { channel, head in
          hear.yield("\(head.uri) \(head.headers.first(name: "Authorization") ?? "nobody")")
          return channel.eventLoop.makeSucceededFuture([:])
        },
        upgradePipelineHandler: { channel, _ in
          channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(Handler(frames: frames, closes: closes, hear: hear))
          }
        })
      let channel = try await ServerBootstrap(group: group)
        .childChannelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.configureHTTPServerPipeline(
              withServerUpgrade: (upgraders: [upgrader], completionHandler: { _ in }))
          }
        }
        .bind(host: "127.0.0.1", port: 0).get()
      do {
        try await body(StreamServer(port: channel.localAddress?.port ?? 0, heard: heard))
      } catch {
        try await group.shutdownGracefully()
        throw error
      }
      try await group.shutdownGracefully()
    }

    private final class Handler: ChannelInboundHandler {
      typealias InboundIn = WebSocketFrame
      typealias OutboundOut = WebSocketFrame
      private let frames: [WebSocketFrame]
      private let closes: Bool
      private let hear: AsyncStream<String>.Continuation

      init(frames: [WebSocketFrame], closes: Bool, hear: AsyncStream<String>.Continuation) {
        self.frames = frames
        self.closes = closes
        self.hear = hear
      }

      func handlerAdded(context: ChannelHandlerContext) {
        for frame in frames { context.write(wrapOutboundOut(frame), promise: nil) }
        context.flush()
      }

      func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        // A client that does not mask its frames breaks the protocol.
        let mask = frame.maskKey == nil ? "unmasked " : ""
        hear.yield(mask + "\(frame.opcode) \(String(buffer: frame.unmaskedData))")
        if frame.opcode == .ping {
          let pong = WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData)
          context.writeAndFlush(wrapOutboundOut(pong), promise: nil)
        } else if frame.opcode == .text, closes {
          context.close(promise: nil)
        }
      }

      func channelInactive(context: ChannelHandlerContext) { hear.yield("gone") }
    }
  }

  private static func frame(_ opcode: WebSocketOpcode, _ text: String, fin: Bool = true) -> WebSocketFrame {
    WebSocketFrame(fin: fin, opcode: opcode, data: ByteBuffer(string: text))
  }

  /// Opens a stream, collects its signals, and says how it ended.
  private static func collect(
    port: Int, limits: NetworkLimits = NetworkLimits(frameBytes: 4096), until count: Int = .max,
    as carrier: StreamRequest.Carrier = .webSocket, saying outgoing: [StreamRequest.Outgoing] = []
  ) async throws -> (frames: [StreamFrame], failure: TransportFailure?) {
    let stack = NetworkStack(limits: limits)
    let address = try ServerAddress(scheme: .http, host: "127.0.0.1", port: port)
    let request = StreamRequest(
      carrier: carrier, server: address, path: "/api/v1/streaming", query: [Field("stream", "user")],
      headers: [Field("Authorization", "Bearer t")],
      outgoing: AsyncStream { continuation in
        for message in outgoing { continuation.yield(message) }
        continuation.finish()
      })
    var frames: [StreamFrame] = []
    var failure: TransportFailure?
    do {
      for try await frame in Transport.network(address, stack: stack).openStream(request) {
        frames.append(frame)
        if frames.count == count { break }
      }
    } catch let error as TransportFailure {
      failure = error
    }
    await stack.shutdown()
    return (frames, failure)
  }

  @Test func messagesComeInOrderWholeAndPingsAreAnswered() async throws {
    let frames = [
      Self.frame(.text, "one"), Self.frame(.ping, "alive?"), Self.frame(.text, "tw", fin: false),
      Self.frame(.continuation, "o"), Self.frame(.binary, "ignored"), Self.frame(.text, "drei ü"),
      Self.frame(.connectionClose, ""),
    ]
    try await StreamServer.run(frames) { server in
      let result = try await Self.collect(port: server.port)
      #expect(result.frames == [.opened, .text("one"), .heartbeat, .text("two"), .text("drei ü")])
      #expect(result.failure == nil)
      var heard: [String] = []
      for await line in server.heard {
        heard.append(line)
        if line == "gone" { break }
      }
      #expect(heard.first == "/api/v1/streaming?stream=user Bearer t")
      #expect(heard.contains { $0.hasSuffix("pong alive?") || $0.contains("alive?") })
      #expect(!heard.contains { $0.hasPrefix("unmasked") })
    }
  }

  @Test func clientMessagesAreSentAndPingsAnswered() async throws {
    try await StreamServer.run([]) { server in
      let result = try await Self.collect(port: server.port, until: 2, saying: [.text("subscribe"), .ping])
      #expect(result.frames == [.opened, .heartbeat])
    }
  }

  @Test func aRefusedTokenIsSaidWithItsCode() async throws {
    try await LoopbackServer.run { _, _ in
      [.answer("{}", status: "401 Unauthorized")]
    } _: { server in
      let result = try await Self.collect(port: server.port)
      #expect(result.failure == .streamRefused(code: 401))
    }
  }

  @Test func silentlyClosedConnectionIsAFailure() async throws {
    try await StreamServer.run([Self.frame(.text, "one")], closes: true) { server in
      let result = try await Self.collect(port: server.port, saying: [.text("bye")])
      #expect(result.frames == [.opened, .text("one")])
      #expect(result.failure == .closedMidResponse)
    }
  }

  @Test func aMessageBeyondTheCapEndsTheStream() async throws {
    let large = String(repeating: "x", count: 3000)
    for frames in [
      [Self.frame(.text, large + large)], [Self.frame(.text, large, fin: false), Self.frame(.continuation, large)],
    ] {
      try await StreamServer.run(frames) { server in
        let result = try await Self.collect(port: server.port)
        #expect(result.frames == [.opened])
        #expect(result.failure == .malformedResponse)
      }
    }
  }

  @Test func otherFailuresAreTyped() async throws {
    try await LoopbackServer.run { _, _ in
      [.close]
    } _: { server in
      let result = try await Self.collect(port: server.port)
      #expect(result.failure == .closedBeforeResponse)
    }
    try await LoopbackServer.run { _, _ in
      []
    } _: { server in
      let result = try await Self.collect(port: server.port, limits: NetworkLimits(read: .milliseconds(200)))
      #expect(result.failure == .timedOut(seconds: 1))
    }
    let result = try await Self.collect(port: 1)
    #expect(result.failure == .unreachable(.refused))
  }

  /// In many tries the end comes at every moment of the connection's making.
  @Test func networkShutdownEndsAStreamThatIsBeingOpened() async throws {
    try await LoopbackServer.run { _, _ in
      []
    } _: { server in
      let address = try ServerAddress(scheme: .http, host: "127.0.0.1", port: server.port)
      let isLetGo = await inTime {
        for turns in 0..<200 {
          weak let left = await Self.endNetwork(after: turns % 40, openingAStreamTo: address)
          while left != nil, !Task.isCancelled { await Task.yield() }
        }
      }
      #expect(isLetGo)
    }
  }

  /// Opens a stream, ends the network some turns of the scheduler later, and gives back what should be gone.
  private static func endNetwork(after turns: Int, openingAStreamTo server: ServerAddress) async -> NetworkStack? {
    let stack = NetworkStack(limits: NetworkLimits())
    let request = StreamRequest(
      server: server, path: "/api/v1/streaming", query: [], headers: [], outgoing: AsyncStream { nil })
    let frames = Transport.network(server, stack: stack).openStream(request)
    for _ in 0..<turns { await Task.yield() }
    await stack.shutdown()
    withExtendedLifetime(frames) {}
    return stack
  }

  @Test func lastReaderClosesTheConnection() async throws {
    try await StreamServer.run([Self.frame(.text, "one")]) { server in
      _ = try await Self.collect(port: server.port, until: 2)
      for await line in server.heard where line == "gone" { break }
    }
  }

  @Test func closeCodeIsReported() async throws {
    var reason = ByteBuffer()
    reason.write(webSocketErrorCode: .policyViolation)
    try await StreamServer.run([WebSocketFrame(fin: true, opcode: .connectionClose, data: reason)]) { server in
      let result = try await Self.collect(port: server.port)
      #expect(result.frames == [.opened, .closed(code: 1008)])
      #expect(result.failure == nil)
    }
  }

  // MARK: Server-sent events

  private static let events = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream; charset=utf-8\r\n\r\n"

  @Test func eventsComeOverPlainHTTP() async throws {
    try await LoopbackServer.run { _, _ in
      [
        .send(Self.events + ":)\n"), .send("event: update\nda"), .send("ta: {}\n\n:thump\nevent: delete\ndata: 7\n\n"),
        .close,
      ]
    } _: { server in
      let result = try await Self.collect(port: server.port, as: .eventSource)
      #expect(
        result.frames == [
          .opened, .heartbeat, .event(name: "update", data: "{}"), .heartbeat, .event(name: "delete", data: "7"),
        ])
      #expect(result.failure == nil)
      #expect(server.requests.first?.contains("Authorization: Bearer t") == true)
      #expect(server.requests.first?.contains("Upgrade") == false)
    }
  }

  @Test(arguments: [
    ("404 Not Found", "", TransportFailure.streamRefused(code: 404)),
    ("200 OK", "Content-Type: text/html\r\n", .streamRefused(code: 200)),
    ("401 Unauthorized", "", .streamRefused(code: 401)),
    ("503 Service Unavailable", "Retry-After: 30\r\n", .streamPostponed(code: 503, seconds: 30)),
    ("429 Too Many Requests", "Retry-After: 7\r\n", .streamPostponed(code: 429, seconds: 7)),
    ("429 Too Many Requests", "", .streamRefused(code: 429)),
    ("302 Found", "Location: https://elsewhere.example/\r\n", .redirected(to: "elsewhere.example")),
  ])
  func rejectionBecomesATypedError(_ status: String, _ headers: String, _ failure: TransportFailure) async throws {
    for carrier in [StreamRequest.Carrier.eventSource, .webSocket] {
      try await LoopbackServer.run { _, _ in
        [.answer("{}", status: status, headers: headers)]
      } _: { server in
        let result = try await Self.collect(port: server.port, as: carrier)
        #expect(result.frames.isEmpty && result.failure == failure, "\(carrier)")
        #expect(server.requests.count == 1)
      }
    }
  }

  @Test func aRedirectWithinTheServerIsFollowedWithTheToken() async throws {
    try await LoopbackServer.run { _, count in
      count == 0
        ? [.answer("", status: "307 Temporary Redirect", headers: "Location: /streams?stream=user\r\n")]
        : [.send(Self.events + "data: 1\n\n"), .close]
    } _: { server in
      let result = try await Self.collect(port: server.port, as: .eventSource)
      #expect(result.frames == [.opened, .event(name: "message", data: "1")])
      #expect(server.requests.last?.hasPrefix("GET /streams?stream=user ") == true)
      #expect(server.requests.last?.contains("Authorization: Bearer t") == true)
    }
  }

  @Test(arguments: [StreamRequest.Carrier.webSocket, .eventSource])
  func aStreamsTokenFollowsNoRedirectToAnotherPort(_ carrier: StreamRequest.Carrier) async throws {
    try await LoopbackServer.run { _, _ in
      [.send(Self.events + "data: 1\n\n"), .close]
    } _: { other in
      let location = "Location: http://127.0.0.1:\(other.port)/api/v1/streaming\r\n"
      try await LoopbackServer.run { _, _ in
        [.answer("", status: "302 Found", headers: location)]
      } _: { server in
        let result = try await Self.collect(port: server.port, as: carrier)
        #expect(result.frames.isEmpty && result.failure == .redirected(to: "127.0.0.1:\(other.port)"))
        #expect(server.requests.count == 1 && other.requests.isEmpty)
      }
    }
  }

  @Test func slowReaderSlowsTheServerDown() async throws {
    try await LoopbackServer.run { _, _ in
      [.send(Self.events)]
        + [LoopbackServer.Step](repeating: .send(String(repeating: "data: more\n\n", count: 1000)), count: 50)
    } _: { server in
      // It ends because the reader does; what is left was never taken from the connection.
      let result = try await Self.collect(port: server.port, until: 5000, as: .eventSource)
      #expect(result.frames.count == 5000 && result.failure == nil)
    }
  }

  @Test func anEndlessEventBreaksTheStream() async throws {
    try await LoopbackServer.run { _, _ in
      [.send(Self.events), .send(String(repeating: "data: and so on and so on\n", count: 1000))]
    } _: { server in
      let result = try await Self.collect(port: server.port, as: .eventSource)
      #expect(result.failure == .malformedResponse)
    }
  }
}
