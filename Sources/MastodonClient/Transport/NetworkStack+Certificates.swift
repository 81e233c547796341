internal import Glibc
internal import MastodonKit
internal import NIOCore
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
    guard failure == .unreachable(.untrusted), let validity = await validity(of: server) else { return failure }
    let now = time(nil)
    if validity.end < now { return .unreachable(.expired) }
    return validity.start > now ? .unreachable(.notYetValid) : failure
  }

  /// The times between which a server's certificate is valid, in seconds since 1970; `nil` if it shows none.
  private func validity(of server: ServerAddress) async -> (start: time_t, end: time_t)? {
    do {
      let loop = try eventLoop()
      var route = try route(to: server)
      guard let context = route.tls else { return nil }
      route.tls = nil
      let answer = loop.makePromise(of: (start: time_t, end: time_t)?.self)
      let timer = loop.scheduleTask(in: TimeAmount(limits.connect)) { answer.succeed(nil) }
      defer { timer.cancel() }
      let opening = connect(route, on: loop) { channel in
        channel.closeFuture.whenComplete { _ in answer.succeed(nil) }
        try channel.pipeline.syncOperations.addHandler(
          NIOSSLClientHandler(
            context: context, serverHostname: server.hostnameForTLS,
            customVerificationCallback: { chain, verdict in
              answer.succeed(chain.first.map { ($0.notValidBefore, $0.notValidAfter) })
              verdict.succeed(.failed)
            }))
      }
      opening.whenFailure { _ in answer.succeed(nil) }
      defer { opening.whenSuccess { $0.close(promise: nil) } }
      return try await answer.futureResult.get()
    } catch {
      // The first failure stays.
      return nil
    }
  }
}
