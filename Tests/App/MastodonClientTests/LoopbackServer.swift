import NIOCore
import NIOPosix
import Synchronization

/// A server on a real socket of this machine that sends just the bytes that a test wants; the sandbox does what has a name.
final class LoopbackServer: Sendable {
  /// One thing that it does with a request.
  enum Step: Sendable {
    /// Sends these bytes.
    case send(String)
    /// Sends these bytes, which are not text.
    case bytes([UInt8])
    /// Sends these bytes again and again.
    case flood(String)
    /// Closes the connection.
    case close
  }

  let port: Int
  private let channel: any Channel
  private let log: Log

  /// The server's log.
  final class Log: Sendable {
    private let state = Mutex((connections: 0, open: 0, requests: [String]()))

    var requests: [String] { state.withLock { $0.requests } }
    var connections: Int { state.withLock { $0.connections } }

    var open: Int { state.withLock { $0.open } }

    func connected() {
      state.withLock { state in
        state.connections += 1
        state.open += 1
      }
    }

    func disconnected() { state.withLock { $0.open -= 1 } }

    /// Keeps the request and says how many came before it.
    func received(_ request: String) -> Int {
      state.withLock { state in
        state.requests.append(request)
        return state.requests.count - 1
      }
    }
  }

  var requests: [String] { log.requests }
  var connections: Int { log.connections }
  /// The number of connections that are open now.
  var open: Int { log.open }

  private init(channel: any Channel, port: Int, log: Log) {
    self.channel = channel
    self.port = port
    self.log = log
  }

  /// Serves while `body` runs; the closure gets each request's text and how many came before it.
  static func run(
    _ answer: @escaping @Sendable (String, Int) -> [Step],
    _ body: (LoopbackServer) async throws -> Void
  ) async throws {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let log = Log()
    let channel = try await ServerBootstrap(group: group)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(Handler(log: log, answer: answer))
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    let server = LoopbackServer(channel: channel, port: channel.localAddress?.port ?? 0, log: log)
    do {
      try await body(server)
    } catch {
      try await group.shutdownGracefully()
      throw error
    }
    try await group.shutdownGracefully()
  }

  private final class Handler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let log: Log
    private let answer: @Sendable (String, Int) -> [Step]
    private var received = ""
    private var flood: String?

    init(log: Log, answer: @escaping @Sendable (String, Int) -> [Step]) {
      self.log = log
      self.answer = answer
    }

    func channelActive(context: ChannelHandlerContext) { log.connected() }
    func channelInactive(context: ChannelHandlerContext) { log.disconnected() }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      let bytes = unwrapInboundIn(data)
      // A TLS greeting; servers without TLS answer it like this.
      guard !received.isEmpty || bytes.getInteger(at: bytes.readerIndex, as: UInt8.self) != 0x16 else {
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: "HTTP/1.1 400 Bad Request\r\n\r\n")), promise: nil)
        return context.close(promise: nil)
      }
      received += String(buffer: bytes)
      guard let end = received.firstRange(of: "\r\n\r\n") else { return }
      let head = received[..<end.lowerBound].lowercased()
      let length = head.split(separator: "content-length: ").last.flatMap { Int($0.prefix { $0.isNumber }) } ?? 0
      guard received[end.upperBound...].utf8.count >= (head.contains("content-length") ? length : 0) else { return }
      let request = received
      received = ""
      for step in answer(request, log.received(request)) {
        switch step {
        case .send(let text): context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text)), promise: nil)
        case .bytes(let bytes): context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: nil)
        case .flood(let text):
          flood = text
          pour(context: context)
        case .close: context.close(promise: nil)
        }
      }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) { pour(context: context) }

    private func pour(context: ChannelHandlerContext) {
      guard let flood else { return }
      while context.channel.isActive, context.channel.isWritable {
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: flood)), promise: nil)
      }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
  }
}

extension LoopbackServer.Step {
  /// A whole answer with the right length.
  static func answer(_ body: String, status: String = "200 OK", headers: String = "") -> LoopbackServer.Step {
    .send("HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\n\(headers)\r\n\(body)")
  }
}
