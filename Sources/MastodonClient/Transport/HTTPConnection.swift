internal import FoundationEssentials
internal import MastodonKit
internal import NIOCore
internal import NIOHTTP1
internal import NIOHTTPCompression

/// Speaks HTTP/1.1 on a connection to a server: one exchange after another.
final class HTTPConnection: ChannelDuplexHandler {
  typealias InboundIn = HTTPClientResponsePart
  typealias OutboundIn = Message
  typealias OutboundOut = HTTPClientRequestPart

  enum Message: Sendable {
    /// Begins an exchange; fails, and sends nothing, if the connection is closing.
    case begin(HTTPExchange)
    /// The next chunk of the request's body, or `nil` at its end.
    case chunk(Data?)
  }

  /// The number of interim responses (1xx) that are read in place of an answer.
  ///
  /// Servers send one or two: 100 after `Expect`, 103 with hints for a browser.
  private static let mostInterimResponses = 16

  private let pool: ConnectionPool
  private let server: ServerAddress
  private let responseBytes: Int
  private let meter: ReadMeter
  /// The number of events until the server itself is connected: see ``Route/handshakes``.
  private var handshakes: Int
  private var exchange: HTTPExchange?
  private var interimResponses = 0
  /// The number of bytes of the present response's body.
  private var bodyBytes = 0
  private var isSent = false
  private var hasHead = false
  private var isComplete = false
  private var isKeptAlive = false
  private var isClosing = false
  private var decompressor: NIOHTTPResponseDecompressor?
  private var idle: Scheduled<Void>?

  private init(over route: Route, pool: ConnectionPool, limits: NetworkLimits, meter: ReadMeter) {
    (server, handshakes) = (route.server, route.handshakes)
    (self.pool, responseBytes, self.meter) = (pool, limits.responseBytes, meter)
  }

  /// Adds the handlers of a connection.
  static func add(to channel: any Channel, over route: Route, pool: ConnectionPool, limits: NetworkLimits) throws {
    let pipeline = channel.pipeline.syncOperations
    let meter = ReadMeter()
    try pipeline.addHandler(meter)
    try pipeline.addHandler(HTTPRequestEncoder())
    try pipeline.addHandler(ByteToMessageHandler(HTTPResponseDecoder(informationalResponseStrategy: .forward)))
    try pipeline.addHandler(HTTPConnection(over: route, pool: pool, limits: limits, meter: meter))
  }

  // MARK: - Request

  func channelActive(context: ChannelHandlerContext) {
    didShakeHands(context: context)
    context.fireChannelActive()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    didShakeHands(context: context)
    context.fireUserInboundEventTriggered(event)
  }

  private func didShakeHands(context: ChannelHandlerContext) {
    guard handshakes > 0 else { return }
    handshakes -= 1
    sendRequest(context: context)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .begin(let next):
      guard exchange == nil, !isClosing, context.channel.isActive else {
        promise?.fail(ChannelError.ioOnClosedChannel)
        return
      }
      idle?.cancel()
      exchange = next
      (interimResponses, isSent, hasHead, isComplete) = (0, false, false, false)
      (meter.bytes, bodyBytes) = (0, 0)
      promise?.succeed(())
      next.uses(context.channel)
      sendRequest(context: context)
    case .chunk(let chunk?):
      context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: chunk)))), promise: promise)
    case .chunk(nil):
      sendEnd(context: context, promise: promise)
    }
  }

  private func sendRequest(context: ChannelHandlerContext) {
    guard let exchange, !exchange.isOver, handshakes == 0 else { return }
    context.write(wrapOutboundOut(.head(exchange.requestHead)), promise: nil)
    if exchange.uploadLength == nil {
      if let body = exchange.request.body {
        context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: body)))), promise: nil)
      }
      sendEnd(context: context, promise: nil)
    } else {
      exchange.sent(whole: false)
    }
    context.flush()
  }

  private func sendEnd(context: ChannelHandlerContext, promise: EventLoopPromise<Void>?) {
    isSent = true
    context.write(wrapOutboundOut(.end(nil)), promise: promise)
    exchange?.sent(whole: true)
  }

  // MARK: - Response

  func read(context: ChannelHandlerContext) {
    if exchange?.mayRead() ?? true { context.read() }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head) where head.status.code < 200 && head.status.code != 101:
      interimResponses += 1
      if interimResponses > Self.mostInterimResponses { fail(.malformedResponse, context: context) }
    case .head(let head):
      guard decompressor != nil || !head.headers.contains(name: "Content-Encoding") else {
        return decompress(data, context: context)
      }
      (hasHead, isKeptAlive) = (true, head.isKeepAlive && head.status.code != 101)
      exchange?.received(
        HTTPResponse(status: Int(head.status.code), headers: head.headers.map { Field($0.name, $0.value) }))
    case .body(let bytes):
      bodyBytes += bytes.readableBytes
      exchange?.received(bytes)
    case .end: isComplete = true
    }
  }

  /// Adds what few connections need, and has it begin with a head that has come already.
  private func decompress(_ head: NIOAny, context: ChannelHandlerContext) {
    let new = NIOHTTPResponseDecompressor(limit: .size(responseBytes))
    decompressor = new
    do {
      let pipeline = context.pipeline.syncOperations
      try pipeline.addHandler(new, position: .before(self))
      new.channelRead(context: try pipeline.context(handler: new), data: head)
    } catch {
      errorCaught(context: context, error: error)
    }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    finish(context: context)
    // What is around a body, such as extensions of its chunks, has no end of its own.
    if exchange != nil, meter.bytes - bodyBytes > responseBytes { fail(.malformedResponse, context: context) }
    context.fireChannelReadComplete()
  }

  func channelInactive(context: ChannelHandlerContext) {
    finish(context: context)
    fail(hasHead ? .closedMidResponse : .closedBeforeResponse, context: context)
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    isKeptAlive = false
    finish(context: context)
    guard let exchange else { return close(context: context, mode: .all, promise: nil) }
    let limits = exchange.stack.limits
    fail(
      hasHead
        ? TransportFailure(error, limits: limits, afterHead: true) : exchange.stack.failure(error, of: server),
      context: context)
  }

  /// Ends an exchange whose response has been read whole.
  ///
  /// Not with its last byte: what follows in the same packet would be taken for the next response.
  private func finish(context: ChannelHandlerContext) {
    guard isComplete, let exchange else { return }
    self.exchange = nil
    if isSent, isKeptAlive, !exchange.needsNewConnection, context.channel.isActive {
      let channel = context.channel
      idle = context.eventLoop.scheduleTask(in: ConnectionPool.idle) { channel.close(promise: nil) }
      pool.keep(channel, to: server)
    } else {
      isClosing = true
      context.close(promise: nil)
    }
    exchange.finish(nil)
  }

  func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
    // Over TLS it stays active until the server has taken leave too.
    isClosing = true
    context.close(mode: mode, promise: promise)
  }

  private func fail(_ failure: TransportFailure, context: ChannelHandlerContext) {
    isClosing = true
    idle?.cancel()
    exchange?.finish(failure)
    exchange = nil
    context.close(promise: nil)
  }
}

extension HTTPExchange {
  /// The head of the request, with the headers that say where it ends.
  fileprivate var requestHead: HTTPRequestHead {
    var headers = HTTPHeaders()
    if request.header("Host") == nil { headers.add(name: "Host", value: server.name) }
    for header in request.headers where !["content-length", "transfer-encoding"].contains(header.name.lowercased()) {
      headers.add(name: header.name, value: header.value)
    }
    let isEmpty = request.method == .get || request.method == .delete
    if let length = uploadLength ?? request.body?.count ?? (isEmpty ? nil : 0) {
      headers.add(name: "Content-Length", value: String(length))
    }
    return HTTPRequestHead(
      version: .http1_1, method: HTTPMethod(rawValue: request.method.rawValue),
      uri: HTTPRequest.target(Self.encoded(request.path), request.query), headers: headers)
  }

  /// The path, with characters encoded that a user wrote out.
  private static func encoded(_ path: String) -> String {
    func isPrintable(_ byte: UInt8) -> Bool { (0x21...0x7E).contains(byte) }
    guard !path.utf8.allSatisfy(isPrintable) else { return path }
    return path.map { $0.utf8.allSatisfy(isPrintable) ? String($0) : PercentCoding.encode(String($0)) }.joined()
  }
}

/// Counts the bytes that a connection receives, before they are parsed.
private final class ReadMeter: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  var bytes = 0

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    bytes += unwrapInboundIn(data).readableBytes
    context.fireChannelRead(data)
  }
}
