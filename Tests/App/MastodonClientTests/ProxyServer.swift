import NIOCore
import NIOPosix
import Synchronization

/// A proxy on a real socket of this machine: HTTP by CONNECT, or SOCKS 5.
///
/// Every name leads to this machine.
final class ProxyServer: Sendable {
  /// The protocol, and the kind of answer.
  enum Manner: Sendable {
    case http
    /// Connects only with these credentials, in base 64.
    case httpWithPassword(String)
    case socks
    /// Wants a name and a password.
    case socksWithPassword
    /// Connects to nothing.
    case refusing
    case socksRefusing
  }

  /// The log of requests.
  final class Log: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func add(_ line: String) { lines.withLock { $0.append(line) } }
  }

  let port: Int
  private let log: Log

  /// The servers that it connected to, or was asked for: `pond.example:443`.
  var targets: [String] { log.all }

  private init(port: Int, log: Log) {
    self.port = port
    self.log = log
  }

  /// Serves while `body` runs.
  static func run(_ manner: Manner, _ body: (ProxyServer) async throws -> Void) async throws {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let log = Log()
    let channel = try await ServerBootstrap(group: group)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(Handler(manner, log))
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    do { try await body(ProxyServer(port: channel.localAddress?.port ?? 0, log: log)) } catch {
      try await group.shutdownGracefully()
      throw error
    }
    try await group.shutdownGracefully()
  }

  private final class Handler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let manner: Manner
    private let log: Log
    private var received: [UInt8] = []
    private var hasGreeted = false
    private var server: (any Channel)?
    private var isConnecting = false

    init(_ manner: Manner, _ log: Log) {
      self.manner = manner
      self.log = log
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      let bytes = unwrapInboundIn(data)
      if let server { return server.writeAndFlush(bytes, promise: nil) }
      received += bytes.readableBytesView
      guard !isConnecting else { return }
      switch manner {
      case .http, .httpWithPassword, .refusing: readHead(context)
      case .socks, .socksWithPassword, .socksRefusing: readSOCKS(context)
      }
    }

    private func readHead(_ context: ChannelHandlerContext) {
      guard received.suffix(4) == Array("\r\n\r\n".utf8) else { return }
      let head = String(decoding: received, as: UTF8.self)
      received = []
      let words = head.split(separator: " ")
      guard words.first == "CONNECT", words.count > 1 else { return answer("HTTP/1.1 405 No\r\n\r\n", context) }
      if case .httpWithPassword(let credentials) = manner, !head.contains("Authorization: Basic \(credentials)\r\n"),
        !head.contains("authorization: Basic \(credentials)\r\n")
      {
        log.add("refused \(words[1])")
        return answer("HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n", context)
      }
      log.add(String(words[1]))
      if case .refusing = manner { return answer("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n", context) }
      connect(String(words[1]), "HTTP/1.1 200 Connection established\r\n\r\n", context)
    }

    private func answer(_ text: String, _ context: ChannelHandlerContext) {
      context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text)), promise: nil)
    }

    private func send(_ bytes: [UInt8], _ context: ChannelHandlerContext) {
      context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: nil)
    }

    private func readSOCKS(_ context: ChannelHandlerContext) {
      if !hasGreeted {
        guard received.count >= 2, received.count >= 2 + Int(received[1]) else { return }
        received.removeFirst(2 + Int(received[1]))
        hasGreeted = true
        if case .socksWithPassword = manner { return send([5, 0xFF], context) }
        return send([5, 0], context)
      }
      guard received.count > 4 else { return }
      let (host, length): (String, Int)
      switch received[3] {
      case 1: (host, length) = (received[4..<8].map(String.init).joined(separator: "."), 8)
      case 3:
        length = 5 + Int(received[4])
        guard received.count >= length else { return }
        host = String(decoding: received[5..<length], as: UTF8.self)
      default: return context.close(promise: nil)
      }
      guard received.count >= length + 2 else { return }
      let target = "\(host):\(Int(received[length]) << 8 | Int(received[length + 1]))"
      received.removeFirst(length + 2)
      log.add(target)
      if case .socksRefusing = manner { return send([5, 2, 0, 1, 0, 0, 0, 0, 0, 0], context) }
      connect(target, String(decoding: [5, 0, 0, 1, 0, 0, 0, 0, 0, 0] as [UInt8], as: UTF8.self), context)
    }

    private func connect(_ target: String, _ reply: String, _ context: ChannelHandlerContext) {
      isConnecting = true
      let port = target.split(separator: ":").last.flatMap { Int($0) } ?? 0
      let (channel, bound) = (context.channel, NIOLoopBound(self, eventLoop: context.eventLoop))
      ClientBootstrap(group: context.eventLoop)
        .channelInitializer { server in
          server.eventLoop.makeCompletedFuture {
            try server.pipeline.syncOperations.addHandler(Relay(to: channel))
          }
        }
        .connect(host: "127.0.0.1", port: port).whenComplete { result in
          switch result {
          case .success(let server):
            bound.value.server = server
            channel.writeAndFlush(ByteBuffer(string: reply), promise: nil)
            if !bound.value.received.isEmpty {
              server.writeAndFlush(ByteBuffer(bytes: bound.value.received), promise: nil)
            }
          case .failure: channel.close(promise: nil)
          }
        }
    }

    func channelInactive(context: ChannelHandlerContext) { server?.close(promise: nil) }
    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
  }

  /// Passes on what the server sends.
  private final class Relay: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let client: any Channel

    init(to client: any Channel) { self.client = client }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      client.writeAndFlush(unwrapInboundIn(data), promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) { client.close(promise: nil) }
    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
  }
}
