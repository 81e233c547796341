internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import NIOSSL
internal import NIOWebSocket

extension NetworkStack {
  /// Opens a WebSocket; it is closed when nobody iterates over the stream any more.
  func openStream(_ request: StreamRequest) -> AsyncThrowingStream<StreamFrame, any Error> {
    // Unbounded: events are few, and to lose one is worse than to keep it. One event is bounded by `frameBytes`.
    let (stream, continuation) = AsyncThrowingStream<StreamFrame, any Error>.makeStream()
    let task = Task { [weak self] in
      // The stream must not keep the stack, which its owner may want to end.
      guard let channel = await self?.connect(request, into: continuation) else {
        continuation.finish(throwing: TransportFailure.cancelled)
        return
      }
      await withTaskCancellationHandler {
        do { try await channel.closeFuture.get() } catch {}
      } onCancel: {
        channel.close(promise: nil)
      }
    }
    continuation.onTermination = { _ in task.cancel() }
    return stream
  }

  private func connect(
    _ request: StreamRequest, into continuation: AsyncThrowingStream<StreamFrame, any Error>.Continuation
  ) async -> (any Channel)? {
    let limits = limits
    do {
      let tls = request.server.scheme == .https ? try tlsContext() : nil
      let channel = try await ClientBootstrap(group: try eventLoop())
        .connectTimeout(TimeAmount(limits.connect))
        .channelOption(.socketOption(.tcp_nodelay), value: 1)
        .channelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            if let tls {
              try channel.pipeline.syncOperations.addHandler(
                NIOSSLClientHandler(context: tls, serverHostname: request.server.hostnameForTLS))
            }
            try Self.addHandshake(request, to: channel, limits: limits, continuation: continuation)
          }
        }
        .connect(host: surroundings.hosts[request.server.host] ?? request.server.host, port: request.server.port).get()
      return channel
    } catch {
      continuation.finish(throwing: TransportFailure(error, limits: limits, afterHead: false))
      return nil
    }
  }

  private static func addHandshake(
    _ request: StreamRequest, to channel: any Channel, limits: NetworkLimits,
    continuation: AsyncThrowingStream<StreamFrame, any Error>.Continuation
  ) throws {
    let handshake = StreamHandshakeHandler(request: request, limits: limits, continuation: continuation)
    let bound = NIOLoopBound(handshake, eventLoop: channel.eventLoop)
    let upgrader = NIOWebSocketClientUpgrader(maxFrameSize: limits.frameBytes, automaticErrorHandling: false) {
      channel, _ in
      channel.eventLoop.makeCompletedFuture {
        try channel.pipeline.syncOperations.addHandlers(
          NIOWebSocketFrameAggregator(
            minNonFinalFragmentSize: 0, maxAccumulatedFrameCount: 1024, maxAccumulatedFrameSize: limits.frameBytes),
          StreamFrameHandler(outgoing: request.outgoing, continuation: continuation))
      }
    }
    try channel.pipeline.syncOperations.addHTTPClientHandlers(
      leftOverBytesStrategy: .forwardBytes,
      withClientUpgrade: (
        upgraders: [upgrader],
        completionHandler: { context in
          bound.value.isUpgraded = true
          context.pipeline.syncOperations.removeHandler(bound.value, promise: nil)
        }
      ))
    try channel.pipeline.syncOperations.addHandler(handshake)
  }
}

extension ServerAddress {
  /// A name to check the certificate against; an address has none.
  fileprivate var hostnameForTLS: String? {
    host.contains(":") || host.utf8.allSatisfy { $0 == UInt8(ascii: ".") || (48...57).contains($0) } ? nil : host
  }
}

/// Asks for the upgrade and tells what becomes of it; it leaves the pipeline when the stream is open.
private final class StreamHandshakeHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPClientResponsePart
  typealias OutboundOut = HTTPClientRequestPart

  var isUpgraded = false
  private let request: StreamRequest
  private let limits: NetworkLimits
  private let continuation: AsyncThrowingStream<StreamFrame, any Error>.Continuation
  private var deadline: Scheduled<Void>?

  init(
    request: StreamRequest, limits: NetworkLimits,
    continuation: AsyncThrowingStream<StreamFrame, any Error>.Continuation
  ) {
    self.request = request
    self.limits = limits
    self.continuation = continuation
  }

  func channelActive(context: ChannelHandlerContext) {
    let (continuation, channel, limit) = (continuation, context.channel, limits.read)
    deadline = context.eventLoop.scheduleTask(in: TimeAmount(limit)) {
      continuation.finish(throwing: TransportFailure.timedOut(seconds: limit.wholeSeconds))
      channel.close(promise: nil)
    }
    var head = HTTPRequestHead(
      version: .http1_1, method: .GET, uri: HTTPRequest.target(request.path, request.query))
    head.headers.add(name: "Host", value: request.server.name)
    for header in request.headers { head.headers.add(name: header.name, value: header.value) }
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    context.fireChannelActive()
  }

  /// Only an answer that is no upgrade comes this far.
  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .head(let head) = unwrapInboundIn(data) else { return }
    fail(.streamRefused(code: Int(head.status.code)), context: context)
  }

  func channelInactive(context: ChannelHandlerContext) {
    if !isUpgraded { fail(.closedBeforeAnswer, context: context) }
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    if isUpgraded {
      context.fireErrorCaught(error)
    } else {
      fail(TransportFailure(error, limits: limits, afterHead: false), context: context)
    }
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    deadline?.cancel()
  }

  private func fail(_ failure: TransportFailure, context: ChannelHandlerContext) {
    continuation.finish(throwing: failure)
    context.close(promise: nil)
  }
}

/// Turns frames into what the stream yields, answers pings, and sends what the client says.
private final class StreamFrameHandler: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundOut = WebSocketFrame

  private let continuation: AsyncThrowingStream<StreamFrame, any Error>.Continuation

  private let outgoing: AsyncStream<StreamRequest.Outgoing>
  private var relay: Task<Void, Never>?

  init(
    outgoing: AsyncStream<StreamRequest.Outgoing>,
    continuation: AsyncThrowingStream<StreamFrame, any Error>.Continuation
  ) {
    self.outgoing = outgoing
    self.continuation = continuation
  }

  /// Only now can frames be written: before, the pipeline speaks HTTP.
  func handlerAdded(context: ChannelHandlerContext) {
    continuation.yield(.opened)
    let (channel, outgoing) = (context.channel, outgoing)
    relay = Task {
      for await message in outgoing {
        let frame =
          switch message {
          case .text(let text):
            WebSocketFrame(fin: true, opcode: .text, maskKey: .random(), data: ByteBuffer(string: text))
          case .ping: WebSocketFrame(fin: true, opcode: .ping, maskKey: .random(), data: ByteBuffer())
          }
        channel.writeAndFlush(frame, promise: nil)
      }
    }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = unwrapInboundIn(data)
    switch frame.opcode {
    case .text:
      continuation.yield(.text(String(buffer: frame.unmaskedData)))
    case .ping:
      continuation.yield(.heartbeat)
      let pong = WebSocketFrame(fin: true, opcode: .pong, maskKey: .random(), data: frame.unmaskedData)
      context.writeAndFlush(wrapOutboundOut(pong), promise: nil)
    case .pong:
      continuation.yield(.heartbeat)
    case .connectionClose:
      continuation.finish()
      let answer = WebSocketFrame(fin: true, opcode: .connectionClose, maskKey: .random(), data: frame.unmaskedData)
      let channel = context.channel
      context.writeAndFlush(wrapOutboundOut(answer)).whenComplete { _ in channel.close(promise: nil) }
    default:
      // No server sends binary messages, and none could mean anything to us.
      break
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    relay?.cancel()
    continuation.finish(throwing: TransportFailure.closedMidAnswer)
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // A reset is no fault of what was said.
    continuation.finish(throwing: error is IOError ? TransportFailure.closedMidAnswer : .malformedAnswer)
    context.close(promise: nil)
  }
}
