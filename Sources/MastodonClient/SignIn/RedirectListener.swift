internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix

/// Listens on this machine for the browser that the server redirects back, and takes the code that it brings.
///
/// It listens on 127.0.0.1 only, answers one path, method and host name, and ignores requests without the state of this
/// sign-in. It closes when it has a code, when its time limit passes, and when it is released.
public final class RedirectListener: Sendable {
  static let path = "/signed-in"

  public let redirectURI: String
  public let port: Int

  private let channel: any Channel
  private let answers: AsyncStream<Result<Secret, SignInFailure>>
  private let continuation: AsyncStream<Result<Secret, SignInFailure>>.Continuation

  /// Starts listening.
  ///
  /// - Parameter port: the port to take if it is free, because it was registered before; otherwise any.
  /// - throws: ``SignInFailure/noPort`` if no port is free.
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
        // Another program may use the previous port now.
        continue
      }
    }
    guard let channel, let port = channel.localAddress?.port else { throw .noPort }
    self.init(channel: channel, port: port, answers: answers, continuation: continuation)
  }

  /// Above Linux's range of ephemeral ports, so that the port of one sign-in is free for the next.
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
    // The listener was closed, by this sign-in or by the network's shutdown.
    channel.closeFuture.whenComplete { _ in continuation.finish() }
  }

  deinit { close() }

  /// Stops listening, unless the network has shut down: its thread must not be used then.
  private func close() {
    if channel.isActive { channel.close(promise: nil) }
  }

  /// Waits for the code; the listener is closed when this returns.
  ///
  /// - throws: the reason if there is none: the user denied access, the time limit passed, the task was cancelled or
  ///   the network was shut down.
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

/// Closes a connection that sends too much or takes too long; a browser's request is short.
private final class RedirectLimit: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  static let bytes = 16 << 10
  static let timeout = TimeAmount.seconds(10)
  private var received = 0
  private var deadline: Scheduled<Void>?

  func channelActive(context: ChannelHandlerContext) {
    let channel = context.channel
    deadline = context.eventLoop.scheduleTask(in: Self.timeout) { channel.close(promise: nil) }
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

/// Answers one request and closes the connection.
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
    // A web page could point a host name of its own at this machine; a redirected browser uses this one.
    guard head.headers["Host"] == [name] else { return answer(context, .misdirectedRequest, .refused) }
    guard parts[0] == RedirectListener.path else { return answer(context, .notFound, .refused) }
    guard head.method == .GET else { return answer(context, .methodNotAllowed, .refused) }
    let fields = FormEncoding.decode(parts.count > 1 ? parts[1] : "")
    let result = RedirectQuery.code(in: fields, state: state, needsState: true)
    switch result {
    case .success: answer(context, .ok, .signedIn(program), result)
    case .failure(.foreign): answer(context, .badRequest, .refused)
    case .failure(.denied): answer(context, .ok, .denied(program), result)
    case .failure: answer(context, .ok, .failed(program), result)
    }
  }

  /// Sends the page; the outcome is reported when the browser has it, because the program may quit then.
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
