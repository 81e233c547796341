internal import MastodonKit
internal import NIOCore
internal import NIOPosix
internal import NIOSSL

/// The way to a server: directly or through a proxy, with TLS or without.
struct Route: Sendable {
  let server: ServerAddress
  /// The name or address of the server to connect to.
  let host: String
  let proxy: Proxy?
  var tls: NIOSSLContext?

  /// The number of events until the server itself is connected: of the connection, of SOCKS, and of TLS.
  var handshakes: Int { 1 + (proxy?.kind == .socks ? 1 : 0) + (tls == nil ? 0 : 1) }
}

extension NetworkStack {
  /// Returns the way to a server.
  func route(to server: ServerAddress) throws(TransportFailure) -> Route {
    try checkRoots(for: server)
    return Route(
      server: server, host: surroundings.hosts[server.host] ?? server.host,
      proxy: try surroundings.proxies.proxy(to: server), tls: server.scheme == .https ? try tlsContext() : nil)
  }

  /// Opens a connection; the handlers see it become active, and over TLS an event after the handshake.
  func connect(
    _ route: Route, on loop: any EventLoop, _ addHandlers: @escaping @Sendable (any Channel) throws -> Void
  ) -> EventLoopFuture<any Channel> {
    let bootstrap = ClientBootstrap(group: loop)
      .connectTimeout(TimeAmount(limits.connect))
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let pipeline = channel.pipeline.syncOperations
          if let proxy = route.proxy { try pipeline.addHandler(try proxy.handler(to: route.server, at: route.host)) }
          if let tls = route.tls {
            try pipeline.addHandler(NIOSSLClientHandler(context: tls, serverHostname: route.server.hostnameForTLS))
          }
          try addHandlers(channel)
        }
      }
    guard let proxy = route.proxy else { return bootstrap.connect(toHost: route.host, port: route.server.port) }
    return bootstrap.connect(toHost: proxy.host, port: proxy.port)
      .flatMapErrorThrowing { _ in throw proxy.failure(.unreachable) }
  }

  /// Sends a request over a kept connection or a new one, or has it wait until there is one.
  func send(_ exchange: HTTPExchange) {
    switch connections.place(for: exchange) {
    case .later: break
    case .kept(let channel):
      // If the server has closed it, nothing was sent.
      channel.writeAndFlush(HTTPConnection.Message.begin(exchange)).whenFailure { [self] _ in send(exchange) }
    case .new(let unused):
      unused?.close(promise: nil)
      do { try open(for: exchange) } catch {
        connections.remove(nil, to: exchange.server)
        exchange.finish(error)
      }
    }
  }

  private func open(for exchange: HTTPExchange) throws(TransportFailure) {
    let (server, pool, limits) = (exchange.server, connections, limits)
    let route = try route(to: server)
    // Also if the exchange ends before.
    let loop = try begin(exchange)
    // On the loop, so that the exchange is there before anything can go wrong with the connection.
    loop.execute { [self] in
      connect(route, on: loop) { channel in
        exchange.uses(channel)
        try HTTPConnection.add(to: channel, over: route, pool: pool, limits: limits)
      }.whenComplete { [self] result in
        switch result {
        case .success(let channel):
          channel.closeFuture.whenComplete { _ in pool.remove(channel, to: server) }
          channel.writeAndFlush(HTTPConnection.Message.begin(exchange))
            .whenFailure { _ in exchange.finish(.closedBeforeResponse) }
        case .failure(let error):
          pool.remove(nil, to: server)
          exchange.finish(failure(error, of: server))
        }
        end(exchange)
      }
    }
  }

  /// Whether a request needs a connection of its own.
  ///
  /// Some servers, such as snac, close a connection after each response without saying so. A GET is retried then, and
  /// so is a post with a key that the server honours. Any other request that changes something must not be retried once
  /// a byte of it was written, so it uses a kept connection only where the server said a moment ago that it keeps it.
  func needsNewConnection(for request: HTTPRequest, to server: ServerAddress) -> Bool {
    request.method != .get && !request.mayReuseConnection && !connections.hasPromise(of: server)
  }
}

extension ClientBootstrap {
  /// Connects to a name or an address; only a name needs a thread that looks it up.
  fileprivate func connect(toHost host: String, port: Int) -> EventLoopFuture<any Channel> {
    guard let address = try? SocketAddress(ipAddress: host, port: port) else {  // A name.
      return connect(host: host, port: port)
    }
    return connect(to: address)
  }
}

extension ServerAddress {
  /// The name that the certificate must match; `nil` for an IP address.
  var hostnameForTLS: String? {
    host.contains(":") || host.utf8.allSatisfy { $0 == UInt8(ascii: ".") || (48...57).contains($0) } ? nil : host
  }
}
