internal import AsyncHTTPClient
internal import NIOCore
internal import NIOHTTPCompression
internal import NIOPosix
internal import NIOSSL
internal import Synchronization

/// Limits that protect the client from slow and oversized responses.
public struct NetworkLimits: Hashable, Sendable {
  public var connect: Duration
  /// The time between two parts of a response.
  public var read: Duration
  /// The time of a whole request and response.
  public var total: Duration
  /// The size of a response in bytes, uncompressed.
  public var responseBytes: Int
  public var frameBytes: Int

  /// Creates limits; the defaults suit interactive use.
  public init(
    connect: Duration = .seconds(10), read: Duration = .seconds(20), total: Duration = .seconds(60),
    responseBytes: Int = 32 << 20, frameBytes: Int = 4 << 20
  ) {
    self.connect = connect
    self.read = read
    self.total = total
    self.responseBytes = responseBytes
    self.frameBytes = frameBytes
  }
}

/// The parts of the environment that the network uses, besides sockets.
public struct NetworkEnvironment: Hashable, Sendable {
  /// Certificates in PEM that are trusted in addition to the machine's.
  public var trustedRoots: [UInt8]?
  /// Host names, each with the name or address to connect to instead; certificates are still checked for the name.
  public var hosts: [String: String]
  /// A file of certificates in PEM that are trusted instead of the machine's, as `SSL_CERT_FILE` names one.
  public var rootsFile: String?
  public var proxies = ProxySettings()
  /// Whether there is no network: every server is unreachable, and no thread is started.
  public var isOffline = false

  public init(trustedRoots: [UInt8]? = nil, hosts: [String: String] = [:]) {
    self.trustedRoots = trustedRoots
    self.hosts = hosts
  }

  /// A machine without a network, not even a loopback interface.
  public static let offline: NetworkEnvironment = {
    var surroundings = NetworkEnvironment()
    surroundings.isOffline = true
    return surroundings
  }()
}

/// The resources that all network transports share: one thread, one connection pool, one TLS context.
///
/// The root owns it. Each part is created on demand: a session in the sandbox starts no thread, and one that connects
/// to a loopback server loads no certificates.
public final class NetworkStack: Sendable {
  private struct Pool: Hashable {
    /// The proxy through which they lead.
    var proxy: Proxy?
    /// Whether each is for one request, which must not be sent over a reused connection.
    var isFresh = false
  }

  private struct Parts {
    var group: MultiThreadedEventLoopGroup?
    var clients: [Pool: HTTPClient] = [:]
    /// When the servers last promised to keep a connection open.
    var promises: [String: NIODeadline] = [:]
    var tls: NIOSSLContext?
    var isShutDown = false
    /// The streams that are being opened; the thread must not end before them.
    var opening: [ObjectIdentifier: StreamDemand] = [:]
    /// The tasks that wait until no stream is being opened.
    var drained: [CheckedContinuation<Void, Never>] = []
    /// The number of requests that have begun and not ended; the thread must not end before them either.
    var requests = 0
    /// The tasks that wait until no request is left.
    var idle: [CheckedContinuation<Void, Never>] = []
    var ending: Ending?

    mutating func takeDrained() -> [CheckedContinuation<Void, Never>] {
      guard opening.isEmpty else { return [] }
      defer { drained = [] }
      return drained
    }
  }

  /// The progress of the shutdown.
  private struct Ending {
    /// Finishes when no stream is being opened any more.
    var drained: Task<Void, Never>
    /// Finishes when the thread has ended.
    var whole: Task<Void, Never>
  }

  let limits: NetworkLimits
  let surroundings: NetworkEnvironment
  private let parts = Mutex(Parts())

  /// Creates a stack that has not started anything.
  public init(limits: NetworkLimits, surroundings: NetworkEnvironment = NetworkEnvironment()) {
    self.limits = limits
    self.surroundings = surroundings
  }

  /// The proxies that are used, without names and passwords.
  public var proxies: String { surroundings.proxies.summary }

  deinit {
    // A deinit cannot wait, and an HTTPClient that was not shut down traps in a debug build.
    let parts = parts.withLock { $0 }
    guard let group = parts.group else { return }
    Task { await Self.end(group: group, clients: Array(parts.clients.values)) }
  }

  /// Closes every connection and ends the thread; later requests are cancelled at once.
  ///
  /// Returns when everything has ended, also if it is called repeatedly or the caller is cancelled. If a stream is
  /// still being opened after a second, it returns then, and the thread ends together with that stream.
  public func shutdown() async {
    let ending = parts.withLock { parts in
      if let ending = parts.ending { return ending }
      let ended = parts
      let drained = Task {
        for demand in ended.opening.values { demand.didTerminate() }
        // The thread would never answer a stream that is opened after it has ended.
        await drain()
      }
      let ending = Ending(
        drained: drained,
        whole: Task {
          await drained.value
          if let group = ended.group { await end(group: group, clients: Array(ended.clients.values)) }
        })
      parts = Parts(
        isShutDown: true, opening: ended.opening, drained: ended.drained, requests: ended.requests, ending: ending)
      return ending
    }
    if await ending.drained.isOver(within: Self.timeout) { await ending.whole.value }
  }

  /// The time for a cancelled stream to finish opening; only name resolution takes longer.
  private static let timeout = Duration.seconds(1)

  /// Waits until no stream is being opened.
  private func drain() async {
    await withCheckedContinuation { continuation in
      let isDrained = parts.withLock { parts in
        if !parts.opening.isEmpty { parts.drained.append(continuation) }
        return parts.opening.isEmpty
      }
      if isDrained { continuation.resume() }
    }
  }

  /// Registers a stream that is about to open, until ``didOpen(_:)``.
  func willOpen(_ demand: StreamDemand) throws(TransportFailure) -> any EventLoop {
    try parts.withLock { (parts) throws(TransportFailure) in
      let loop = try group(&parts).any()
      parts.opening[ObjectIdentifier(demand)] = demand
      return loop
    }
  }

  /// Unregisters a stream that has opened or failed.
  func didOpen(_ demand: StreamDemand) {
    let drained = parts.withLock { parts in
      parts.opening[ObjectIdentifier(demand)] = nil
      return parts.takeDrained()
    }
    for continuation in drained { continuation.resume() }
  }

  /// Registers a request before it gets its pool, until ``finishRequest()``: what is asked of a thread that has ended is never
  /// answered, and traps in a debug build.
  func beginRequest() throws(TransportFailure) {
    try parts.withLock { (parts) throws(TransportFailure) in
      if parts.isShutDown { throw .cancelled }
      parts.requests += 1
    }
  }

  /// Unregisters a request that has ended.
  func finishRequest() {
    let idle = parts.withLock { parts in
      parts.requests -= 1
      guard parts.requests == 0 else { return [CheckedContinuation<Void, Never>]() }
      defer { parts.idle = [] }
      return parts.idle
    }
    for continuation in idle { continuation.resume() }
  }

  /// Closes the pools, which ends the requests, then the thread; where a request takes longer than a moment, it ends with that one.
  private func end(group: MultiThreadedEventLoopGroup, clients: [HTTPClient]) async {
    // These fail only if they have been shut down before, which the lock rules out.
    for client in clients { try? await client.shutdown() }
    let rest = Task {
      await withCheckedContinuation { continuation in
        let isIdle = parts.withLock { parts in
          if parts.requests > 0 { parts.idle.append(continuation) }
          return parts.requests == 0
        }
        if isIdle { continuation.resume() }
      }
      try? await group.shutdownGracefully()  // See above.
    }
    _ = await rest.isOver(within: Self.timeout)
  }

  private static func end(group: MultiThreadedEventLoopGroup, clients: [HTTPClient]) async {
    // These fail only if they have been shut down before, which the lock rules out.
    for client in clients { try? await client.shutdown() }
    try? await group.shutdownGracefully()  // See above.
  }

  /// The thread, started on first use.
  func eventLoop() throws(TransportFailure) -> any EventLoop {
    try parts.withLock { (parts) throws(TransportFailure) in try group(&parts).any() }
  }

  /// The connection pool for a server, created on first use.
  func client(to server: ServerAddress) throws(TransportFailure) -> HTTPClient {
    let pool = Pool(proxy: try surroundings.proxies.proxy(to: server))
    return try parts.withLock { (parts) throws(TransportFailure) in try client(of: pool, &parts) }
  }

  private func client(of pool: Pool, _ parts: inout Parts) throws(TransportFailure) -> HTTPClient {
    if let client = parts.clients[pool] { return client }
    var configuration = try configuration()
    configuration.proxy = pool.proxy?.configuration
    if pool.isFresh { configuration.maximumUsesPerConnection = 1 }
    let client = HTTPClient(eventLoopGroup: try group(&parts), configuration: configuration)
    parts.clients[pool] = client
    return client
  }

  /// Returns the connection pool for a request.
  ///
  /// Some servers, such as snac, close a connection after each response without saying so. A GET is retried then, and
  /// so is a post with a key that the server honours. Any other request that changes something must not be retried once
  /// a byte of it was written, so it uses a reused connection only where the server said a moment ago that it keeps the
  /// connection open.
  func client(for request: HTTPRequest, to server: ServerAddress) throws(TransportFailure) -> HTTPClient {
    guard request.method != .get, !request.mayReuseConnection else { return try client(to: server) }
    var pool = Pool(proxy: try surroundings.proxies.proxy(to: server))
    return try parts.withLock { (parts) throws(TransportFailure) in
      let isKept = parts.promises[server.origin].map { NIODeadline.now() - $0 < Self.keptFor } ?? false
      pool.isFresh = !isKept
      return try client(of: pool, &parts)
    }
  }

  /// The time for which a promise to keep a connection holds; Apache's default is 5 seconds, that of nginx 75.
  private static let keptFor = TimeAmount.seconds(4)

  /// Records whether a server keeps its connections open.
  func note(keepsConnection: Bool, of server: ServerAddress) {
    parts.withLock { $0.promises[server.origin] = keepsConnection ? NIODeadline.now() : nil }
  }

  /// The trusted certificates, loaded on first use.
  func tlsContext() throws(TransportFailure) -> NIOSSLContext {
    try parts.withLock { (parts) throws(TransportFailure) in
      if let tls = parts.tls { return tls }
      do {
        let tls = try NIOSSLContext(configuration: try tlsConfiguration())
        parts.tls = tls
        return tls
      } catch {
        throw .unreachable(.insecure)
      }
    }
  }

  /// The TLS settings of every connection.
  private func tlsConfiguration() throws(TransportFailure) -> TLSConfiguration {
    var configuration = TLSConfiguration.makeClientConfiguration()
    // Older versions are broken (RFC 8996); the library accepts 1.0.
    configuration.minimumTLSVersion = .tlsv12
    if let file = surroundings.rootsFile { configuration.trustRoots = .file(file) }
    guard let roots = surroundings.trustedRoots else { return configuration }
    do {
      configuration.additionalTrustRoots = [.certificates(try NIOSSLCertificate.fromPEMBytes(roots))]
      return configuration
    } catch {
      throw .unreachable(.insecure)
    }
  }

  /// HTTP/1.1 with keep-alive; redirects and retries are handled by this module.
  ///
  /// Not HTTP/2: the library neither closes a connection that breaks its rules nor bounds what it keeps of it, and gives no
  /// access to a connection before the server's settings have arrived (docs/wire.md, Limits).
  private func configuration() throws(TransportFailure) -> HTTPClient.Configuration {
    var configuration = HTTPClient.Configuration(
      tlsConfiguration: try tlsConfiguration(), redirectConfiguration: .disallow,
      timeout: HTTPClient.Configuration.Timeout(connect: TimeAmount(limits.connect), read: TimeAmount(limits.read)),
      connectionPool: HTTPClient.Configuration.ConnectionPool(idleTimeout: .seconds(30)),
      decompression: .enabled(limit: .size(limits.responseBytes)))
    configuration.httpVersion = .http1Only
    configuration.http1_1ConnectionDebugInitializer = { InterimResponseLimit.add(to: $0) }
    // Otherwise a refused connection is retried until the connect limit passes.
    configuration.connectionPool.retryConnectionEstablishment = false
    configuration.dnsOverride = surroundings.hosts
    return configuration
  }

  private func group(_ parts: inout Parts) throws(TransportFailure) -> MultiThreadedEventLoopGroup {
    if parts.isShutDown { throw .cancelled }
    if surroundings.isOffline { throw .unreachable(.offline) }
    if let group = parts.group { return group }
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    parts.group = group
    return group
  }
}

extension Duration {
  /// Whole seconds for an error message, at least one.
  var wholeSeconds: Int { max(1, Int(components.seconds)) }
}

extension Task where Success == Void, Failure == Never {
  /// Waits for the task up to a limit and returns whether it has finished; the caller may be cancelled meanwhile.
  fileprivate func isOver(within limit: Duration) async -> Bool {
    let bound = Task<Bool, Never> {
      do { try await Task<Never, Never>.sleep(for: limit) } catch { return true }  // Cancelled by `watch`.
      return false
    }
    let watch = Task<Void, Never> {
      await value
      bound.cancel()
    }
    defer { watch.cancel() }
    return await bound.value
  }
}
