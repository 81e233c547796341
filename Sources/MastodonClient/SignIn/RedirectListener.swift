internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix

/// Waits on this machine for the browser that comes back from the server's page, and takes the code that it brings.
///
/// It listens on 127.0.0.1 alone, answers one path to one method under one name, and believes nobody who does not know the
/// word of this sign-in. It closes when it has an answer, when its time is over, and when nobody owns it any more.
public final class RedirectListener: Sendable {
  /// The path that the browser is sent to.
  static let path = "/signed-in"

  /// The address to register, and to send the browser back to.
  public let redirectURI: String
  /// The port that it listens on.
  public let port: Int

  private let channel: any Channel
  private let answers: AsyncStream<Result<Secret, SignInFailure>>
  private let continuation: AsyncStream<Result<Secret, SignInFailure>>.Continuation

  /// Begins to listen.
  ///
  /// - Parameters:
  ///   - state: the word that tells this sign-in from others.
  ///   - port: the port to take if it is free, since it was registered before; otherwise any.
  ///   - program: what the page calls this program.
  /// - throws: ``SignInFailure/noPort`` if there is none.
  public convenience init(
    on stack: NetworkStack, state: Secret, port: Int?, program: String
  ) async throws(SignInFailure) {
    let (answers, continuation) = AsyncStream.makeStream(
      of: Result<Secret, SignInFailure>.self, bufferingPolicy: .bufferingOldest(1))
    var channel: (any Channel)?
    for port in [port, Int.random(in: Self.quietPorts), 0] {
      guard let port, channel == nil else { continue }
      do {
        channel = try await Self.listen(on: stack, port: port) { name in
          RedirectHandler(name: name, state: state, program: program, answers: continuation)
        }
      } catch {
        // The port of the last time may be somebody else's now.
        continue
      }
    }
    guard let channel, let port = channel.localAddress?.port else { throw .noPort }
    self.init(channel: channel, port: port, answers: answers, continuation: continuation)
  }

  /// Above those that Linux gives to whoever asks for any, so that the port of one sign-in is free at the next.
  private static let quietPorts = 61_000...65_535

  private init(
    channel: any Channel, port: Int, answers: AsyncStream<Result<Secret, SignInFailure>>,
    continuation: AsyncStream<Result<Secret, SignInFailure>>.Continuation
  ) {
    self.channel = channel
    self.port = port
    self.answers = answers
    self.continuation = continuation
    redirectURI = "http://127.0.0.1:\(port)\(Self.path)"
    // Nobody comes any more, whoever closed it: this sign-in, or the network's end.
    channel.closeFuture.whenComplete { _ in continuation.finish() }
  }

  deinit { close() }

  /// Listens no more, unless the network's end has closed it already: its thread is not to be asked for anything then.
  private func close() {
    if channel.isActive { channel.close(promise: nil) }
  }

  /// The code that the browser brings; it listens no more when this returns.
  ///
  /// - throws: why there is none: the person denied it, nobody came in time, or the task was cancelled or the network
  ///   ended.
  public func code(within limit: Duration) async throws(SignInFailure) -> Secret {
    let end = Task { [continuation] in
      do { try await Task.sleep(for: limit) } catch { return }
      continuation.yield(.failure(.timedOut))
    }
    defer {
      end.cancel()
      close()
    }
    for await answer in answers { return try answer.get() }
    throw .cancelled
  }

  private static func listen(
    on stack: NetworkStack, port: Int, _ handler: @escaping @Sendable (_ name: String) -> RedirectHandler
  ) async throws -> any Channel {
    try await ServerBootstrap(group: try stack.eventLoop())
      .serverChannelOption(.backlog, value: 8)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelInitializer { child in
        child.eventLoop.makeCompletedFuture {
          try child.pipeline.syncOperations.addHandler(RedirectLimit())
          try child.pipeline.syncOperations.configureHTTPServerPipeline(withErrorHandling: true)
          try child.pipeline.syncOperations.addHandler(handler("127.0.0.1:\(child.localAddress?.port ?? 0)"))
        }
      }
      .bind(host: "127.0.0.1", port: port).get()
  }
}

/// Ends a connection that sends too much or takes too long; a browser's request is short and comes at once.
private final class RedirectLimit: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  static let bytes = 16 << 10
  static let patience = TimeAmount.seconds(10)
  private var received = 0
  private var deadline: Scheduled<Void>?

  func channelActive(context: ChannelHandlerContext) {
    let channel = context.channel
    deadline = context.eventLoop.scheduleTask(in: Self.patience) { channel.close(promise: nil) }
    context.fireChannelActive()
  }

  func channelInactive(context: ChannelHandlerContext) {
    deadline?.cancel()
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    received += unwrapInboundIn(data).readableBytes
    guard received <= Self.bytes else { return context.close(promise: nil) }
    context.fireChannelRead(data)
  }
}

/// Answers one request of a browser, or of whoever pretends to be one, and closes the connection.
private final class RedirectHandler: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let name: String
  private let state: Secret
  private let program: String
  private let answers: AsyncStream<Result<Secret, SignInFailure>>.Continuation
  private var isAnswered = false

  init(
    name: String, state: Secret, program: String, answers: AsyncStream<Result<Secret, SignInFailure>>.Continuation
  ) {
    self.name = name
    self.state = state
    self.program = program
    self.answers = answers
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .head(let head) = unwrapInboundIn(data), !isAnswered else { return }
    isAnswered = true
    let parts = head.uri.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    // A page on the web could let a name of its own point to this machine; a browser that was sent here says this one.
    guard head.headers["Host"] == [name] else { return answer(context, .misdirectedRequest, .refused) }
    guard parts[0] == RedirectListener.path else { return answer(context, .notFound, .refused) }
    guard head.method == .GET else { return answer(context, .methodNotAllowed, .refused) }
    let fields = FormEncoding.decode(parts.count > 1 ? parts[1] : "")
    let result = RedirectAnswer.code(in: fields, state: state, needsState: true)
    switch result {
    case .success: answer(context, .ok, .signedIn(program), result)
    case .failure(.foreign): answer(context, .badRequest, .refused)
    case .failure(.denied): answer(context, .ok, .denied(program), result)
    case .failure: answer(context, .ok, .failed(program), result)
    }
  }

  /// Sends the page; what it was about is told when the browser has it, since the program may end then.
  private func answer(
    _ context: ChannelHandlerContext, _ status: HTTPResponseStatus, _ page: RedirectPage,
    _ result: Result<Secret, SignInFailure>? = nil
  ) {
    let body = ByteBuffer(string: page.html)
    var headers: HTTPHeaders = [
      "Content-Type": "text/html; charset=utf-8", "Content-Length": "\(body.readableBytes)", "Connection": "close",
      "Cache-Control": "no-store", "Referrer-Policy": "no-referrer", "X-Content-Type-Options": "nosniff",
      "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    ]
    if status == .methodNotAllowed { headers.add(name: "Allow", value: "GET") }
    context.write(
      wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: status, headers: headers))), promise: nil)
    context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
    let (channel, answers) = (context.channel, answers)
    context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in
      if let result { answers.yield(result) }
      channel.close(promise: nil)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
