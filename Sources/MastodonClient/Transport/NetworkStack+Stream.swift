internal import MastodonKit
internal import NIOCore
internal import NIOHTTP1
internal import NIOWebSocket

extension NetworkStack {
  /// Opens a stream; it closes when it is no longer iterated.
  ///
  /// A slow reader slows the server down: a few frames are queued here, the rest in the network's own buffers.
  func openStream(_ request: StreamRequest) -> AsyncThrowingStream<StreamFrame, any Error> {
    let demand = StreamDemand()
    let (sink, iterator) = StreamSink.make(demand)
    // The stream must not retain the stack, whose owner may shut it down.
    demand.begins(Task { [weak self] in await self?.follow(request, sink, demand) ?? sink.finish(.cancelled) })
    return AsyncThrowingStream { try await iterator.next() }
  }

  /// Connects, and follows redirects within the token's origin.
  private func follow(_ request: StreamRequest, _ sink: StreamSink, _ demand: StreamDemand) async {
    var request = request
    do {
      for _ in 0...Hop.limit {
        guard let answer = try await connect(request, sink, demand) else { return }
        guard let moved = try request.moved(by: answer) else {
          return sink.finish(.streamRefused(code: answer.status))
        }
        request = moved
      }
      sink.finish(.malformedResponse)
    } catch {
      sink.finish(failure(error, of: request.server))
    }
  }

  /// Connects once; returns a redirect response, or `nil` once the sink owns the outcome.
  private func connect(
    _ request: StreamRequest, _ sink: StreamSink, _ demand: StreamDemand
  ) async throws -> HTTPResponse? {
    let (route, limits) = (try route(to: request.server), limits)
    let loop = try begin(demand)
    defer { end(demand) }
    let answer = loop.makePromise(of: HTTPResponse?.self)
    do {
      _ = try await connect(route, on: loop) { channel in
        // Registered before the handshake, so that cancelling does not have to wait for a silent server.
        demand.controls(channel)
        let handshake = StreamHandshakeHandler(
          request: request, proxy: route.proxy, limits: limits, sink: sink, answer: answer)
        switch request.carrier {
        case .webSocket: try Self.addUpgrade(handshake, request, to: channel, limits: limits, sink: sink)
        case .eventSource:
          try channel.pipeline.syncOperations.addHTTPClientHandlers()
          try channel.pipeline.syncOperations.addHandler(handshake)
        }
      }.get()
    } catch {
      answer.succeed(nil)
      throw error
    }
    return try await answer.futureResult.get()
  }

  private static func addUpgrade(
    _ handshake: StreamHandshakeHandler, _ request: StreamRequest, to channel: any Channel, limits: NetworkLimits,
    sink: StreamSink
  ) throws {
    let bound = NIOLoopBound(handshake, eventLoop: channel.eventLoop)
    let upgrader = NIOWebSocketClientUpgrader(maxFrameSize: limits.frameBytes, automaticErrorHandling: false) {
      channel, _ in
      channel.eventLoop.makeCompletedFuture {
        try channel.pipeline.syncOperations.addHandlers(
          NIOWebSocketFrameAggregator(
            minNonFinalFragmentSize: 0, maxAccumulatedFrameCount: 1024, maxAccumulatedFrameSize: limits.frameBytes),
          StreamFrameHandler(outgoing: request.outgoing, sink: sink))
      }
    }
    try channel.pipeline.syncOperations.addHTTPClientHandlers(
      leftOverBytesStrategy: .forwardBytes,
      withClientUpgrade: (
        upgraders: [upgrader],
        completionHandler: { context in
          bound.value.didOpen()
          context.pipeline.syncOperations.removeHandler(bound.value, promise: nil)
        }
      ))
    try channel.pipeline.syncOperations.addHandler(handshake)
  }
}

extension StreamRequest {
  /// Returns the request at a redirect's target; `nil` if the response is not a redirect.
  ///
  /// - throws: ``TransportFailure/redirected(to:)`` for another origin, which must not get the token.
  fileprivate func moved(by answer: HTTPResponse) throws(TransportFailure) -> StreamRequest? {
    var answer = answer
    for index in answer.headers.indices where answer.headers[index].value.hasPrefix("ws") {
      answer.headers[index].value = "http" + answer.headers[index].value.dropFirst(2)
    }
    let hop = Hop(server: server, request: HTTPRequest(method: .get, path: path, query: query))
    guard let next = try hop.next(after: answer) else { return nil }
    var request = self
    request.server = next.server
    request.path = next.request.path
    request.query = next.request.query
    return request
  }
}

/// Requests the stream and reports the outcome.
///
/// For a WebSocket it leaves the pipeline once the stream is open; server-sent events it reads itself.
private final class StreamHandshakeHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPClientResponsePart
  typealias OutboundOut = HTTPClientRequestPart

  private let request: StreamRequest
  private let proxy: Proxy?
  private let limits: NetworkLimits
  private let sink: StreamSink
  private let answer: EventLoopPromise<HTTPResponse?>
  private var deadline: Scheduled<Void>?
  private var isOpen = false
  /// Whether a connection to another address takes over, which then reports the end of the stream.
  private var isMoved = false
  private var parser: EventSourceParser
  private var frames: [StreamFrame] = []

  init(
    request: StreamRequest, proxy: Proxy?, limits: NetworkLimits, sink: StreamSink,
    answer: EventLoopPromise<HTTPResponse?>
  ) {
    self.request = request
    self.proxy = proxy
    self.limits = limits
    self.sink = sink
    self.answer = answer
    parser = EventSourceParser(limit: limits.frameBytes)
  }

  func channelActive(context: ChannelHandlerContext) {
    let (sink, answer, channel, limit) = (sink, answer, context.channel, limits.read)
    deadline = context.eventLoop.scheduleTask(in: TimeAmount(limit)) {
      sink.finish(.timedOut(seconds: limit.wholeSeconds))
      answer.succeed(nil)
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

  func didOpen() {
    isOpen = true
    deadline?.cancel()
    answer.succeed(nil)
  }

  /// Of a WebSocket, only a response that is not an upgrade arrives here.
  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head): read(head, context: context)
    case .body(let bytes):
      guard isOpen else { return }
      do {
        for output in try parser.take(bytes.readableBytesView) {
          switch output {
          case .event(let name, let data): frames.append(.event(name: name, data: data))
          case .comment: frames.append(.heartbeat)
          }
        }
      } catch {
        fail(.malformedResponse, context: context)
      }
    case .end:
      guard isOpen else { return }
      flush(context: context)
      sink.finish(nil)
      context.close(promise: nil)
    }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    flush(context: context)
    context.fireChannelReadComplete()
  }

  private func read(_ head: HTTPResponseHead, context: ChannelHandlerContext) {
    let code = Int(head.status.code)
    let type = head.headers.first(name: "Content-Type") ?? ""
    if request.carrier == .eventSource, code == 200, type.lowercased().hasPrefix("text/event-stream") {
      didOpen()
      frames.append(.opened)
    } else if (300..<400).contains(code) {
      answer.succeed(HTTPResponse(status: code, headers: head.headers.map { Field($0.name, $0.value) }))
      isMoved = true
      deadline?.cancel()
      context.close(promise: nil)
    } else if code == 429 || code == 503, let seconds = head.headers.first(name: "Retry-After").flatMap({ Int($0) }) {
      fail(.streamPostponed(code: code, seconds: max(0, seconds)), context: context)
    } else {
      fail(.streamRefused(code: code), context: context)
    }
  }

  private func flush(context: ChannelHandlerContext) {
    guard !frames.isEmpty else { return }
    sink.yield(frames, from: context.channel)
    frames.removeAll(keepingCapacity: true)
  }

  func channelInactive(context: ChannelHandlerContext) {
    flush(context: context)
    fail(isOpen ? .closedMidResponse : .closedBeforeResponse, context: context)
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    if isOpen, request.carrier == .webSocket {
      context.fireErrorCaught(error)
    } else {
      fail(
        isOpen
          ? TransportFailure(error, limits: limits, afterHead: true)
          : TransportFailure(error, through: proxy, limits: limits), context: context)
    }
  }

  func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }

  private func fail(_ failure: TransportFailure, context: ChannelHandlerContext) {
    // The frames before the error are complete.
    flush(context: context)
    if !isMoved { sink.finish(failure) }
    answer.succeed(nil)
    context.close(promise: nil)
  }
}

/// Turns WebSocket frames into stream frames, answers pings, and sends the client's messages.
private final class StreamFrameHandler: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundOut = WebSocketFrame

  private let sink: StreamSink
  private let outgoing: AsyncStream<StreamRequest.Outgoing>
  private var relay: Task<Void, Never>?
  private var frames: [StreamFrame] = []

  init(outgoing: AsyncStream<StreamRequest.Outgoing>, sink: StreamSink) {
    self.outgoing = outgoing
    self.sink = sink
  }

  /// Frames can be written only now: before the upgrade the pipeline speaks HTTP.
  func handlerAdded(context: ChannelHandlerContext) {
    sink.yield([.opened], from: context.channel)
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
      frames.append(.text(String(buffer: frame.unmaskedData)))
    case .ping:
      frames.append(.heartbeat)
      // A server that does not read the answers must not make them pile up here.
      guard context.channel.isWritable else {
        flush(context: context)
        sink.finish(.malformedResponse)
        return context.close(promise: nil)
      }
      let pong = WebSocketFrame(fin: true, opcode: .pong, maskKey: .random(), data: frame.unmaskedData)
      context.writeAndFlush(wrapOutboundOut(pong), promise: nil)
    case .pong:
      frames.append(.heartbeat)
    case .connectionClose:
      var reason = frame.unmaskedData
      if let code = reason.readWebSocketErrorCode() {
        frames.append(.closed(code: Int(UInt16(webSocketErrorCode: code))))
      }
      flush(context: context)
      sink.finish(nil)
      let answer = WebSocketFrame(fin: true, opcode: .connectionClose, maskKey: .random(), data: frame.unmaskedData)
      let channel = context.channel
      context.writeAndFlush(wrapOutboundOut(answer)).whenComplete { _ in channel.close(promise: nil) }
    default:
      // No server sends binary messages.
      break
    }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    flush(context: context)
    context.fireChannelReadComplete()
  }

  private func flush(context: ChannelHandlerContext) {
    guard !frames.isEmpty else { return }
    sink.yield(frames, from: context.channel)
    frames.removeAll(keepingCapacity: true)
  }

  func channelInactive(context: ChannelHandlerContext) {
    relay?.cancel()
    flush(context: context)
    sink.finish(.closedMidResponse)
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    flush(context: context)
    // A connection reset does not invalidate the frames before it.
    sink.finish(error is IOError ? .closedMidResponse : .malformedResponse)
    context.close(promise: nil)
  }
}
