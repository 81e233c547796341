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

  /// Returns the failure, or that the certificate has expired or is not valid yet if this is why it is not trusted.
  ///
  /// The server is connected to again for its certificate; nothing is sent to it.
  func explained(_ failure: TransportFailure, of server: ServerAddress) async -> TransportFailure {
    guard failure == .unreachable(.untrusted), let validity = await validity(of: server) else { return failure }
    let now = time(nil)
    if validity.end < now { return .unreachable(.expired) }
    return validity.start > now ? .unreachable(.notYetValid) : failure
  }

  /// The times between which a server's certificate is valid, in seconds since 1970; `nil` if it shows none.
  private func validity(of server: ServerAddress) async -> (start: time_t, end: time_t)? {
    let (loop, context, proxy): (any EventLoop, NIOSSLContext, Proxy?)
    do {
      (loop, context, proxy) = (try eventLoop(), try tlsContext(), try surroundings.proxies.proxy(to: server))
    } catch {
      // The first failure stays.
      return nil
    }
    let host = surroundings.hosts[server.host] ?? server.host
    let certificate = loop.makePromise(of: (start: time_t, end: time_t)?.self)
    let timer = loop.scheduleTask(in: TimeAmount(limits.connect)) { certificate.succeed(nil) }
    defer { timer.cancel() }
    do {
      let channel = try await ClientBootstrap(group: loop)
        .connectTimeout(TimeAmount(limits.connect))
        .channelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            if let proxy { try channel.pipeline.syncOperations.addHandler(try proxy.handler(to: server, at: host)) }
            try channel.pipeline.syncOperations.addHandler(
              NIOSSLClientHandler(
                context: context, serverHostname: server.hostnameForTLS,
                customVerificationCallback: { chain, answer in
                  certificate.succeed(chain.first.map { ($0.notValidBefore, $0.notValidAfter) })
                  answer.succeed(.failed)
                }))
          }
        }
        .connect(host: proxy?.host ?? host, port: proxy?.port ?? server.port).get()
      channel.closeFuture.whenComplete { _ in certificate.succeed(nil) }
      defer { channel.close(promise: nil) }
      return try await certificate.futureResult.get()
    } catch {
      // The first failure stays.
      certificate.succeed(nil)
      return nil
    }
  }
}
