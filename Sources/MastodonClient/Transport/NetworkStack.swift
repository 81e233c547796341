internal import MastodonKit
internal import NIOCore
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

/// Something that needs the network's thread until it has ended.
protocol NetworkUse: AnyObject, Sendable {
  /// Ends it soon.
  func cancel()
}

/// The resources that all network transports share: one thread, the kept connections, one TLS context.
///
/// The root owns it. Each part is created on demand: a session in the sandbox starts no thread, and one that connects
/// to a loopback server loads no certificates.
public final class NetworkStack: Sendable {
  private struct Parts {
    var group: MultiThreadedEventLoopGroup?
    var tls: NIOSSLContext?
    /// What needs the thread: what is asked of a thread that has ended is never answered, and traps in a debug build.
    var uses: [any NetworkUse] = []
    /// The task that waits until nothing needs the thread.
    var unused: CheckedContinuation<Void, Never>?
    /// The shutdown, once it has begun.
    var ending: Task<Void, Never>?
  }

  let limits: NetworkLimits
  let surroundings: NetworkEnvironment
  let connections = ConnectionPool()
  private let parts = Mutex(Parts())

  /// Creates a stack that has not started anything.
  public init(limits: NetworkLimits, surroundings: NetworkEnvironment = NetworkEnvironment()) {
    self.limits = limits
    self.surroundings = surroundings
  }

  /// The proxies that are used, without names and passwords.
  public var proxies: String { surroundings.proxies.summary }

  deinit {
    let (group, ending) = parts.withLock { ($0.group, $0.ending) }
    // A deinit cannot wait. It fails only for a thread that has ended.
    if let group, ending == nil { Task { try? await group.shutdownGracefully() } }
  }

  /// Closes every connection and ends the thread; later requests are cancelled at once.
  ///
  /// Returns when everything has ended, also if it is called repeatedly or the caller is cancelled. If a connection is
  /// still being opened after a second, it returns then, and the thread ends together with that connection.
  public func shutdown() async {
    let ending = parts.withLock { parts in
      if let ending = parts.ending { return ending }
      let ending = Task { [parts] in
        for use in parts.uses { use.cancel() }
        await untilUnused()
        try? await parts.group?.shutdownGracefully()  // It fails only for a thread that has ended.
      }
      parts.ending = ending
      return ending
    }
    _ = await ending.isOver(within: Self.timeout)
  }

  /// The time for a cancelled connection to finish opening; only name resolution takes longer.
  private static let timeout = Duration.seconds(1)

  private func untilUnused() async {
    await withCheckedContinuation { continuation in
      let isUnused = parts.withLock { parts in
        if !parts.uses.isEmpty { parts.unused = continuation }
        return parts.uses.isEmpty
      }
      if isUnused { continuation.resume() }
    }
  }

  /// Keeps the thread for something, until ``end(_:)``.
  func begin(_ use: any NetworkUse) throws(TransportFailure) -> any EventLoop {
    try parts.withLock { (parts) throws(TransportFailure) in
      let loop = try group(&parts).any()
      parts.uses.append(use)
      return loop
    }
  }

  /// Unregisters what has ended.
  func end(_ use: any NetworkUse) {
    let unused = parts.withLock { parts -> CheckedContinuation<Void, Never>? in
      if let index = parts.uses.firstIndex(where: { $0 === use }) { parts.uses.remove(at: index) }
      guard parts.uses.isEmpty else { return nil }
      defer { parts.unused = nil }
      return parts.unused
    }
    unused?.resume()
  }

  /// The thread, started on first use.
  func eventLoop() throws(TransportFailure) -> any EventLoop {
    try parts.withLock { (parts) throws(TransportFailure) in try group(&parts).any() }
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
    configuration.applicationProtocols = ["http/1.1"]
    if let file = surroundings.rootsFile { configuration.trustRoots = .file(file) }
    guard let roots = surroundings.trustedRoots else { return configuration }
    do {
      configuration.additionalTrustRoots = [.certificates(try NIOSSLCertificate.fromPEMBytes(roots))]
      return configuration
    } catch {
      throw .unreachable(.insecure)
    }
  }

  private func group(_ parts: inout Parts) throws(TransportFailure) -> MultiThreadedEventLoopGroup {
    if parts.ending != nil { throw .cancelled }
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
