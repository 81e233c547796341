internal import AsyncHTTPClient
internal import NIOCore
internal import NIOHTTPCompression
internal import NIOPosix
internal import NIOSSL
internal import Synchronization

/// The limits that keep a bad server from holding or filling this program.
public struct NetworkLimits: Hashable, Sendable {
  /// How long making a connection may take.
  public var connect: Duration
  /// How long a server may be silent in the middle of an answer.
  public var read: Duration
  /// How long a whole exchange may take.
  public var total: Duration
  /// How many bytes an answer may have, uncompressed.
  public var answerBytes: Int
  /// How many bytes one message of a stream may have.
  public var frameBytes: Int

  /// Makes limits; by default those that suit a person who waits.
  public init(
    connect: Duration = .seconds(10), read: Duration = .seconds(20), total: Duration = .seconds(60),
    answerBytes: Int = 32 << 20, frameBytes: Int = 4 << 20
  ) {
    self.connect = connect
    self.read = read
    self.total = total
    self.answerBytes = answerBytes
    self.frameBytes = frameBytes
  }
}

/// What of the world the network is made from, besides sockets.
public struct NetworkSurroundings: Hashable, Sendable {
  /// Certificates, as PEM, that are trusted besides those of this machine.
  public var trustedRoots: [UInt8]?
  /// Names, and the name or address that is connected to in their place; certificates are still checked for the name.
  public var hosts: [String: String]
  /// Whether there is no network at all: every server is out of reach, and no thread is started.
  public var isOffline = false

  /// Makes surroundings; by default the machine decides whom to trust and what a name means.
  public init(trustedRoots: [UInt8]? = nil, hosts: [String: String] = [:]) {
    self.trustedRoots = trustedRoots
    self.hosts = hosts
  }

  /// A machine without a network, not even to itself.
  public static let offline: NetworkSurroundings = {
    var surroundings = NetworkSurroundings()
    surroundings.isOffline = true
    return surroundings
  }()
}

/// What all network transports of this process share: one thread, one pool of connections, one TLS context.
///
/// The app root owns it and makes each part only when it is needed: a run that stays in the sandbox starts no thread, and
/// a run that speaks to a loopback server loads no certificates.
public final class NetworkStack: Sendable {
  private struct Parts {
    var group: MultiThreadedEventLoopGroup?
    var client: HTTPClient?
    /// The pool for what must not be sent into a connection that the server may have given up.
    var fresh: HTTPClient?
    /// The servers that speak HTTP/2, which says when it gives a connection up.
    var multiplexing: Set<String> = []
    var tls: NIOSSLContext?
    var isShutDown = false
    /// The streams that are being opened, by what ends them; the thread must not end under one.
    var opening: [ObjectIdentifier: StreamDemand] = [:]
    /// Those who wait until the last of them is open or given up.
    var drained: [CheckedContinuation<Void, Never>] = []
    var ending: Ending?

    mutating func takeDrained() -> [CheckedContinuation<Void, Never>] {
      guard opening.isEmpty else { return [] }
      defer { drained = [] }
      return drained
    }
  }

  /// How far the end has come.
  private struct Ending {
    /// No stream is being opened any more.
    var drained: Task<Void, Never>
    /// The thread has ended.
    var whole: Task<Void, Never>
  }

  let limits: NetworkLimits
  let surroundings: NetworkSurroundings
  private let parts = Mutex(Parts())

  /// Makes a stack that has done nothing yet.
  public init(limits: NetworkLimits, surroundings: NetworkSurroundings = NetworkSurroundings()) {
    self.limits = limits
    self.surroundings = surroundings
  }

  deinit {
    // Nobody can wait for a deinit, and an HTTPClient that was not shut down stops a debug build.
    let parts = parts.withLock { $0 }
    guard let group = parts.group else { return }
    Task { await Self.end(group: group, clients: [parts.client, parts.fresh]) }
  }

  /// Closes every connection and ends the thread; what is asked for afterwards is cancelled at once.
  ///
  /// Returns when all is over, whoever calls it how often and whether or not the caller is cancelled. Only where a stream is
  /// still being opened after a second, it returns then, and the thread ends later, with that.
  public func shutdown() async {
    let ending = parts.withLock { parts in
      if let ending = parts.ending { return ending }
      let ended = parts
      let drained = Task {
        for demand in ended.opening.values { demand.didTerminate() }
        // Whatever a stream that is being opened asks of the thread after its end would never be answered.
        await drain()
      }
      let ending = Ending(
        drained: drained,
        whole: Task {
          await drained.value
          if let group = ended.group { await Self.end(group: group, clients: [ended.client, ended.fresh]) }
        })
      parts = Parts(isShutDown: true, opening: ended.opening, drained: ended.drained, ending: ending)
      return ending
    }
    if await ending.drained.isOver(within: Self.patience) { await ending.whole.value }
  }

  /// How long a stream that is given up may take to notice: only the machine's resolver of names takes longer.
  private static let patience = Duration.seconds(1)

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

  /// Gives a stream that is to be opened the thread, until ``didOpen(_:)``.
  func willOpen(_ demand: StreamDemand) throws(TransportFailure) -> any EventLoop {
    try parts.withLock { (parts) throws(TransportFailure) in
      let loop = try group(&parts).any()
      parts.opening[ObjectIdentifier(demand)] = demand
      return loop
    }
  }

  /// Says that a stream is open, or will not be.
  func didOpen(_ demand: StreamDemand) {
    let drained = parts.withLock { parts in
      parts.opening[ObjectIdentifier(demand)] = nil
      return parts.takeDrained()
    }
    for continuation in drained { continuation.resume() }
  }

  private static func end(group: MultiThreadedEventLoopGroup, clients: [HTTPClient?]) async {
    // These fail only if they have been shut down before, which the lock rules out.
    for client in clients { try? await client?.shutdown() }
    try? await group.shutdownGracefully()  // See above.
  }

  /// The thread, started on the first call.
  func eventLoop() throws(TransportFailure) -> any EventLoop {
    try parts.withLock { (parts) throws(TransportFailure) in try group(&parts).any() }
  }

  /// The pool of connections, made on the first call.
  func client() throws(TransportFailure) -> HTTPClient {
    try parts.withLock { (parts) throws(TransportFailure) in
      if let client = parts.client { return client }
      let client = HTTPClient(
        eventLoopGroup: try group(&parts), configuration: try configuration())
      parts.client = client
      return client
    }
  }

  /// The connections for a request.
  ///
  /// Some servers, such as snac, close a connection after each answer and do not say so. A GET is sent again then. What
  /// changes something must not be, once a byte of it was written: so it never gets a connection that was used before,
  /// unless the server speaks HTTP/2.
  func client(for request: HTTPRequest, to server: ServerAddress) throws(TransportFailure) -> HTTPClient {
    guard request.method != .get else { return try client() }
    let shared = try client()
    return try parts.withLock { (parts) throws(TransportFailure) in
      if parts.multiplexing.contains(server.origin) { return shared }
      if let fresh = parts.fresh { return fresh }
      var configuration = try configuration()
      configuration.maximumUsesPerConnection = 1
      let fresh = HTTPClient(eventLoopGroup: try group(&parts), configuration: configuration)
      parts.fresh = fresh
      return fresh
    }
  }

  /// Notes how a server speaks.
  func note(isMultiplexing: Bool, of server: ServerAddress) {
    parts.withLock { parts in
      if isMultiplexing { parts.multiplexing.insert(server.origin) } else { parts.multiplexing.remove(server.origin) }
    }
  }

  /// The certificates of this machine, loaded on the first call.
  func tlsContext() throws(TransportFailure) -> NIOSSLContext {
    try parts.withLock { (parts) throws(TransportFailure) in
      if let tls = parts.tls { return tls }
      do {
        let tls = try NIOSSLContext(configuration: try tlsConfiguration() ?? .makeClientConfiguration())
        parts.tls = tls
        return tls
      } catch {
        throw .unreachable(.insecure)
      }
    }
  }

  /// TLS where it is not what the library does by itself.
  private func tlsConfiguration() throws(TransportFailure) -> TLSConfiguration? {
    guard let roots = surroundings.trustedRoots else { return nil }
    do {
      var configuration = TLSConfiguration.makeClientConfiguration()
      configuration.additionalTrustRoots = [.certificates(try NIOSSLCertificate.fromPEMBytes(roots))]
      return configuration
    } catch {
      throw .unreachable(.insecure)
    }
  }

  /// HTTP/2 where the server offers it, else HTTP/1.1 with keep-alive; redirects and retries are decided by our own code.
  private func configuration() throws(TransportFailure) -> HTTPClient.Configuration {
    var configuration = HTTPClient.Configuration(
      tlsConfiguration: try tlsConfiguration(), redirectConfiguration: .disallow,
      timeout: HTTPClient.Configuration.Timeout(connect: TimeAmount(limits.connect), read: TimeAmount(limits.read)),
      connectionPool: HTTPClient.Configuration.ConnectionPool(idleTimeout: .seconds(30)),
      decompression: .enabled(limit: .size(limits.answerBytes)))
    // Otherwise a refused connection is tried again and again until the connect limit passes.
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
  /// Whole seconds for words to a person; less than one is one.
  var wholeSeconds: Int { max(1, Int(components.seconds)) }
}

extension Task where Success == Void, Failure == Never {
  /// Waits for the task, but no longer than so, and says whether it is over; whoever waits may be cancelled meanwhile.
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
