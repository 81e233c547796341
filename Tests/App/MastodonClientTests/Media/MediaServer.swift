import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// A server on a real socket that takes and gives large bodies, and counts them instead of keeping them.
final class MediaServer: Sendable {
  let port: Int
  private let counts: Counts

  /// The counts of what was passed on.
  final class Counts: Sendable {
    private let state = Mutex((received: 0, sent: 0, open: 0, heads: [String](), start: ""))

    var received: Int { state.withLock { $0.received } }
    var open: Int { state.withLock { $0.open } }
    var heads: [String] { state.withLock { $0.heads } }
    /// The first bytes of the last body.
    var start: String { state.withLock { $0.start } }

    func connection(_ change: Int) { state.withLock { $0.open += change } }
    func head(_ head: HTTPRequestHead) {
      let headers = head.headers.map { "\($0.name.lowercased()): \($0.value)" }.joined(separator: "\n")
      state.withLock {
        $0.heads.append("\(head.method.rawValue) \(head.uri)\n\(headers)")
        $0.start = ""
      }
    }
    func body(_ bytes: ByteBuffer) {
      state.withLock {
        $0.received += bytes.readableBytes
        if $0.start.utf8.count < 600 { $0.start += String(buffer: bytes).prefix(600) }
      }
    }
  }

  struct Answer: Sendable {
    var status = 200
    var headers: [(String, String)] = []
    /// The number of times that the chunk is sent.
    var chunks = 0
    /// The chunk that is sent each time.
    var chunk = ""
    /// Whether the connection ends before the body does.
    var breaks = false
    /// The pause before each chunk after the first, in milliseconds.
    var pause: Int64 = 0
    /// Whether nothing more comes after the chunks, and no end either.
    var stalls = false
  }

  var received: Int { counts.received }
  var open: Int { counts.open }
  var heads: [String] { counts.heads }
  var start: String { counts.start }

  private init(port: Int, counts: Counts) {
    self.port = port
    self.counts = counts
  }

  /// Serves while `body` runs; the answer is made from the request's line.
  static func run(
    _ answer: @escaping @Sendable (String) -> Answer, _ body: (MediaServer) async throws -> Void
  ) async throws {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let counts = Counts()
    let channel = try await ServerBootstrap(group: group)
      // As large as it is on no machine by itself: what has been sent and not read is then the same everywhere.
      .serverChannelOption(.socketOption(.so_rcvbuf), value: 256 << 10)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.configureHTTPServerPipeline()
          try channel.pipeline.syncOperations.addHandler(Handler(counts: counts, answer: answer))
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    let server = MediaServer(port: channel.localAddress?.port ?? 0, counts: counts)
    do {
      try await body(server)
    } catch {
      try await group.shutdownGracefully()
      throw error
    }
    try await group.shutdownGracefully()
  }

  private final class Handler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let counts: Counts
    private let answer: @Sendable (String) -> Answer
    private var line = ""
    private var pouring: (answer: Answer, left: Int)?

    init(counts: Counts, answer: @escaping @Sendable (String) -> Answer) {
      self.counts = counts
      self.answer = answer
    }

    func channelActive(context: ChannelHandlerContext) { counts.connection(1) }
    func channelInactive(context: ChannelHandlerContext) { counts.connection(-1) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      switch unwrapInboundIn(data) {
      case .head(let head):
        counts.head(head)
        line = "\(head.method.rawValue) \(head.uri)"
      case .body(let bytes): counts.body(bytes)
      case .end:
        let answer = answer(line)
        var head = HTTPResponseHead(version: .http1_1, status: .init(statusCode: answer.status))
        for header in answer.headers { head.headers.add(name: header.0, value: header.1) }
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        pouring = (answer, answer.chunks)
        pour(context: context)
      }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) { pour(context: context) }

    private func pour(context: ChannelHandlerContext) {
      guard let (answer, remaining) = pouring else { return }
      var left = remaining
      while left > 0, context.channel.isActive, context.channel.isWritable {
        context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: answer.chunk)))), promise: nil)
        left -= 1
        if answer.pause > 0 { break }
      }
      pouring = (answer, left)
      context.flush()
      if left > 0, answer.pause > 0 {
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        context.eventLoop.scheduleTask(in: .milliseconds(answer.pause)) {
          let (handler, context) = bound.value
          handler.pour(context: context)
        }
      }
      guard left == 0, !answer.stalls else { return }
      pouring = nil
      if answer.breaks { return context.close(promise: nil) }
      context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
  }
}
