import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import Synchronization

/// A server behind TLS on this machine, which speaks HTTP/1.1.
///
/// The sandbox speaks plain HTTP: what lies in front of a real server is a proxy, and so is this.
final class TLSServer: Sendable {
  let port: Int
  let certificate: TestCertificate
  private let group: MultiThreadedEventLoopGroup
  private let log: Log

  /// The server's log.
  final class Log: Sendable {
    struct Seen { var requests: [String] = [], connections = 0, abandoned = 0 }

    private let seen = Mutex(Seen())
    let (changes, change) = AsyncStream<Void>.makeStream()

    var value: Seen { seen.withLock { $0 } }

    func note(_ edit: (inout Seen) -> Void) {
      seen.withLock { edit(&$0) }
      change.yield()
    }
  }

  /// The requests, each with its version: "HTTP/1.1 GET /path".
  var requests: [String] { log.value.requests }
  /// The number of connections.
  var connections: Int { log.value.connections }

  private init(port: Int, certificate: TestCertificate, group: MultiThreadedEventLoopGroup, log: Log) {
    self.port = port
    self.certificate = certificate
    self.group = group
    self.log = log
  }

  /// Starts to listen; a path that ends in `/silence` gets no answer.
  static func start(_ certificate: TestCertificate, offers protocols: [String], body: String, newest: TLSVersion? = nil)
    async throws -> TLSServer
  {
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: try NIOSSLCertificate.fromPEMBytes(certificate.certificate).map { .certificate($0) },
      privateKey: .privateKey(try NIOSSLPrivateKey(bytes: certificate.key, format: .pem)))
    configuration.applicationProtocols = protocols
    if let newest { (configuration.minimumTLSVersion, configuration.maximumTLSVersion) = (.tlsv1, newest) }
    let context = try NIOSSLContext(configuration: configuration)
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let log = Log()
    let listener = try await ServerBootstrap(group: group)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelInitializer { channel in
        log.note { $0.connections += 1 }
        return channel.eventLoop.makeCompletedFuture {
          let pipeline = channel.pipeline.syncOperations
          try pipeline.addHandler(NIOSSLServerHandler(context: context))
          try pipeline.configureHTTPServerPipeline()
          try pipeline.addHandler(Handler(log: log, body: body))
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    return TLSServer(
      port: listener.localAddress?.port ?? 0, certificate: certificate, group: group, log: log)
  }

  func stop() async throws { try await group.shutdownGracefully() }

  /// Waits until something is so.
  func wait(until isSo: (Log.Seen) -> Bool) async {
    if isSo(log.value) { return }
    for await _ in log.changes where isSo(log.value) { return }
  }

  private final class Handler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let log: Log
    private let body: String
    private var isSilent = false

    init(log: Log, body: String) {
      self.log = log
      self.body = body
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      switch unwrapInboundIn(data) {
      case .head(let head):
        isSilent = head.uri.hasSuffix("/silence")
        log.note { $0.requests.append("\(head.version) \(head.method) \(head.uri)") }
      case .body: break
      case .end:
        guard !isSilent else { return }
        let headers: HTTPHeaders = ["content-type": "application/json", "content-length": "\(body.utf8.count)"]
        context.write(
          wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: .ok, headers: headers))), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: body)))), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
      }
    }

    func channelInactive(context: ChannelHandlerContext) {
      if isSilent { log.note { $0.abandoned += 1 } }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
  }
}
