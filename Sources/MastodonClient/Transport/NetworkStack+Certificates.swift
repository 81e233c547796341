internal import Glibc
internal import NIOCore
internal import NIOPosix
internal import NIOSSL

/// Why a certificate is not accepted, in more detail than the library tells.
extension NetworkStack {
  /// Checks that the file of trusted certificates can be read, before the first connection over TLS.
  func checkRoots(for server: ServerAddress) throws(TransportFailure) {
    guard server.scheme == .https, let file = surroundings.rootsFile else { return }
    do {
      if try !NIOSSLCertificate.fromPEMFile(file).isEmpty { return }
    } catch {
      // Not there, not readable, or without a certificate: the same for the user.
    }
    throw .unreachable(.unreadableRoots)
  }

  /// Returns the failure, or what is wrong with the server's certificate if this is the reason.
  ///
  /// The server is connected to again for a handshake; nothing is sent to it.
  func explained(_ failure: TransportFailure, of server: ServerAddress) async -> TransportFailure {
    var failure = failure
    if failure == .closedBeforeResponse, server.scheme == .https {
      // A server whose certificate is refused may close the connection before the library reports the refusal.
      failure = await handshakeFailure(of: server) ?? failure
    }
    guard failure == .unreachable(.untrusted), let validity = await validity(of: server) else { return failure }
    let now = time(nil)
    if validity.end < now { return .unreachable(.expired) }
    return validity.start > now ? .unreachable(.notYetValid) : failure
  }

  /// Why a handshake fails; `nil` if it succeeds, or if the server cannot be reached now.
  private func handshakeFailure(of server: ServerAddress) async -> TransportFailure? {
    await handshake(with: server) { [limits] channel, context, answer in
      try channel.pipeline.syncOperations.addHandlers([
        NIOSSLClientHandler(context: context, serverHostname: server.hostnameForTLS),
        HandshakeObserver(answer: answer, limits: limits),
      ])
    }
  }

  /// The times between which a server's certificate is valid, in seconds since 1970; `nil` if it shows none.
  private func validity(of server: ServerAddress) async -> (start: time_t, end: time_t)? {
    await handshake(with: server) { channel, context, answer in
      try channel.pipeline.syncOperations.addHandler(
        NIOSSLClientHandler(
          context: context, serverHostname: server.hostnameForTLS,
          customVerificationCallback: { chain, verdict in
            answer.succeed(chain.first.map { ($0.notValidBefore, $0.notValidAfter) })
            verdict.succeed(.failed)
          }))
    }
  }

  /// Connects to a server as requests do, and returns what the handlers of the handshake find out; `nil` for nothing.
  private func handshake<Value: Sendable>(
    with server: ServerAddress,
    _ addHandlers: @escaping @Sendable (any Channel, NIOSSLContext, EventLoopPromise<Value?>) throws -> Void
  ) async -> Value? {
    let (loop, context, proxy): (any EventLoop, NIOSSLContext, Proxy?)
    do {
      (loop, context, proxy) = (try eventLoop(), try tlsContext(), try surroundings.proxies.proxy(to: server))
    } catch {
      // The first failure stays.
      return nil
    }
    let host = surroundings.hosts[server.host] ?? server.host
    let answer = loop.makePromise(of: Value?.self)
    let timer = loop.scheduleTask(in: TimeAmount(limits.connect)) { answer.succeed(nil) }
    defer { timer.cancel() }
    do {
      let channel = try await ClientBootstrap(group: loop)
        .connectTimeout(TimeAmount(limits.connect))
        .channelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            if let proxy { try channel.pipeline.syncOperations.addHandler(try proxy.handler(to: server, at: host)) }
            try addHandlers(channel, context, answer)
          }
        }
        .connect(host: proxy?.host ?? host, port: proxy?.port ?? server.port).get()
      channel.closeFuture.whenComplete { _ in answer.succeed(nil) }
      defer { channel.close(promise: nil) }
      return try await answer.futureResult.get()
    } catch {
      // The first failure stays.
      answer.succeed(nil)
      return nil
    }
  }
}

/// Reports how a TLS handshake ends.
private final class HandshakeObserver: ChannelInboundHandler {
  typealias InboundIn = NIOAny

  private let answer: EventLoopPromise<TransportFailure?>
  private let limits: NetworkLimits

  init(answer: EventLoopPromise<TransportFailure?>, limits: NetworkLimits) {
    self.answer = answer
    self.limits = limits
  }

  /// The first event of a connection over TLS is that the handshake has succeeded.
  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    answer.succeed(nil)
    context.fireUserInboundEventTriggered(event)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    let failure = TransportFailure(error, limits: limits, afterHead: false)
    if case .unreachable = failure { answer.succeed(failure) }
    context.close(promise: nil)
  }
}
