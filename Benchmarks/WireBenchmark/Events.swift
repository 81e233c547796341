import FoundationEssentials
import MastodonClient
import MastodonKit
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket

/// Receives ten thousand posts over a local WebSocket, from the server's bytes to a reader.
enum Events {
  private static let count = 10_000

  /// Prints how many events a second are received and decoded, and how many frames a second without decoding.
  static func measure() async throws {
    let frames = try frames()
    WireBenchmark.report("event", Double(frames.map(\.utf8.count).reduce(0, +)) / Double(count) / 1000, "kB")
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let server = try await serve(frames.map { ByteBuffer(string: $0) }, on: group)
    let address = try ServerAddress(scheme: .http, host: "127.0.0.1", port: server.localAddress?.port ?? 0)
    let stack = NetworkStack(limits: NetworkLimits())
    let transport = Transport.network(address, stack: stack)
    // The first pass of each is not counted: it fills caches.
    var quickest = (events: Double.infinity, frames: Double.infinity)
    for pass in 0..<4 {
      let events = try await time { try await readEvents(from: address, over: transport) }
      let frames = try await time { try await readFrames(from: address, over: transport) }
      if pass > 0 { quickest = (min(quickest.events, events), min(quickest.frames, frames)) }
    }
    WireBenchmark.report("events", Double(count) / quickest.events, "events/s")
    WireBenchmark.report("frames, not decoded", Double(count) / quickest.frames, "events/s")
    await stack.shutdown()
    try await server.close()
    try await group.shutdownGracefully()
  }

  /// Reads events as the app does.
  private static func readEvents(from server: ServerAddress, over transport: Transport) async throws {
    let client = MastodonClient(
      server: server, transport: transport, tokens: .fixed(Secret("token")), userAgent: "WireBenchmark",
      now: { Date() })
    var heard = 0
    let service = client.streamService(
      at: .unknown, dialect: .mastodon, keepsAlive: true,
      sleep: { try await Task.sleep(for: $0) }, chance: { 0.5 })
    for await signal in service.signals(.user) {
      switch signal {
      case .event(.update): heard += 1
      case .gap, .event, .connection(.waiting), .connection(.ended): throw Failure.lost(after: heard)
      case .connection: continue
      }
      if heard == count { return }
    }
    throw Failure.lost(after: heard)
  }

  /// Reads the same frames from the same connection without decoding them.
  private static func readFrames(from server: ServerAddress, over transport: Transport) async throws {
    let request = StreamRequest(
      server: server, path: "/api/v1/streaming", query: [], headers: [], outgoing: AsyncStream { _ in })
    var heard = 0
    for try await frame in transport.openStream(request) {
      if case .text = frame { heard += 1 }
      if heard == count { return }
    }
    throw Failure.lost(after: heard)
  }

  private static func time(_ body: () async throws -> Void) async rethrows -> Double {
    let clock = ContinuousClock()
    let start = clock.now
    try await body()
    return (clock.now - start) / .seconds(1)
  }

  /// The fixtures as a server streams them: a frame is JSON that contains JSON as a string.
  private static func frames() throws -> [String] {
    struct Frame: Encodable {
      let stream = ["user"]
      let event = "update"
      let payload: String
    }
    let encoder = MastodonJSON.makeEncoder()
    let fixtures = Status.fixtures
    let statuses = fixtures.home + fixtures.withMedia + fixtures.asking
    return try (0..<count).map { number in
      var status = statuses[number % statuses.count]
      status.id = Status.ID("\(110_000_000_000_000_000 + number)")
      let payload = String(decoding: try encoder.encode(status), as: UTF8.self)
      return String(decoding: try encoder.encode(Frame(payload: payload)), as: UTF8.self)
    }
  }

  /// Sends all frames to each client.
  private static func serve(_ frames: [ByteBuffer], on group: MultiThreadedEventLoopGroup) async throws -> any Channel {
    let upgrader = NIOWebSocketServerUpgrader(
      shouldUpgrade: { channel, _ in channel.eventLoop.makeSucceededFuture([:]) },
      upgradePipelineHandler: { channel, _ in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(Pouring(frames))
        }
      })
    return try await ServerBootstrap(group: group)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.configureHTTPServerPipeline(
            withServerUpgrade: (upgraders: [upgrader], completionHandler: { _ in }))
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
  }

  /// Writes as fast as the connection accepts.
  private final class Pouring: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame
    private var rest: ArraySlice<ByteBuffer>

    init(_ frames: [ByteBuffer]) { rest = frames[...] }

    func handlerAdded(context: ChannelHandlerContext) { pour(context) }

    func channelWritabilityChanged(context: ChannelHandlerContext) { pour(context) }

    private func pour(_ context: ChannelHandlerContext) {
      while context.channel.isWritable, let frame = rest.popFirst() {
        context.write(wrapOutboundOut(WebSocketFrame(fin: true, opcode: .text, data: frame)), promise: nil)
      }
      context.flush()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
  }

  private enum Failure: Error { case lost(after: Int) }
}
