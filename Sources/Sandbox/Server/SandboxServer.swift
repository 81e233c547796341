import NIOCore
import NIOPosix

/// What a test may do with a server beside its API.
public struct SandboxControl: Sendable {
  /// The instance's clock, for the routes below `/sandbox/`; `nil` if the server has none of them.
  public var clock: AdjustableClock?
  /// Where requests are logged; `nil` for nowhere.
  public var log: RequestLog?
  /// Where requests and their answers are recorded; `nil` for nowhere.
  public var archive: ExchangeArchive?
  /// The certificate to serve HTTPS with; `nil` for HTTP.
  public var certificate: ServerCertificate?
  /// The number of connections that may be open; further ones are closed.
  public var connectionLimit: Int

  public init(
    clock: AdjustableClock? = nil, log: RequestLog? = nil, archive: ExchangeArchive? = nil,
    certificate: ServerCertificate? = nil, connectionLimit: Int = 1000
  ) {
    self.clock = clock
    self.log = log
    self.archive = archive
    self.certificate = certificate
    self.connectionLimit = connectionLimit
  }
}

/// Serves an instance over HTTP/1.1 and WebSocket, by default on the loopback address only.
public actor SandboxServer {
  private let sandbox: Sandbox
  private let requestedPort: Int
  private let limits: BodyLimits
  private let address: String
  public nonisolated let faults: FaultInjector
  private let control: SandboxControl
  private let requestCounter = RequestCounter()
  private let connections = OpenConnections()
  private var running: Running?

  private struct Running {
    var group: MultiThreadedEventLoopGroup
    var task: Task<Void, Never>
    var tasks: ServerTasks
  }

  /// Creates a server; it starts listening in ``start()``.
  ///
  /// Port 0 is any free port.
  ///
  /// - address: The address to listen on; if not a loopback address, the `Host` header is not checked.
  /// - faults: The simulated failures; none by default.
  /// - control: What a test may do with the server; nothing by default.
  public init(
    _ sandbox: Sandbox, port: Int, address: String = "127.0.0.1", faults: FaultInjector = FaultInjector(),
    control: SandboxControl = SandboxControl()
  ) {
    self.init(sandbox, port: port, address: address, faults: faults, limits: BodyLimits(), control: control)
  }

  init(
    _ sandbox: Sandbox, port: Int, address: String = "127.0.0.1", faults: FaultInjector = FaultInjector(),
    limits: BodyLimits, control: SandboxControl = SandboxControl()
  ) {
    self.limits = limits
    self.control = control
    self.address = address
    self.sandbox = sandbox
    self.faults = faults
    requestedPort = port
  }

  /// Whether only this machine can reach an address.
  public nonisolated static func isLoopback(_ address: String) -> Bool {
    address == "localhost" || address == "::1" || address.hasPrefix("127.")
  }

  public nonisolated var requestCount: Int { requestCounter.requests }

  public nonisolated var openConnectionCount: Int { connections.count }

  /// The number of open connections and every change.
  public nonisolated func openConnectionCounts() -> AsyncStream<Int> { connections.counts() }

  /// Starts listening and returns the port.
  ///
  /// - throws: ``SandboxError/alreadyRunning``, or the system's error if the port is in use.
  public func start() async throws -> Int {
    guard running == nil else { throw SandboxError.alreadyRunning }
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let listener: NIOAsyncChannel<EventLoopFuture<ServerConnection.Accepted>, Never>
    let (connections, tasks, limit) = (connections, ServerTasks(), control.connectionLimit)
    let context = ServerConnection.Context(
      sandbox: sandbox, faults: faults, requestCounter: requestCounter, tasks: tasks, limits: limits,
      budget: BodyBudget(limit: limits.total), isOpen: !Self.isLoopback(address),
      admin: control.clock.map { SandboxAdmin(sandbox: sandbox, clock: $0, faults: faults, rules: faults.rules) },
      control: control)
    do {
      listener = try await ServerBootstrap(group: group)
        .serverChannelOption(.backlog, value: 256)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        .childChannelOption(.socketOption(.so_reuseaddr), value: 1)
        .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
        .bind(host: address, port: requestedPort) { channel in
          connections.add(channel)
          // Closing at once tells a client that opens ever more of them, and keeps what the others have.
          if connections.count > limit { channel.close(promise: nil) }
          return channel.eventLoop.makeCompletedFuture { try ServerConnection.configure(channel, for: context) }
        }
    } catch {
      try await group.shutdownGracefully()
      throw error
    }
    await sandbox.setPushSender(.loopback(on: group, tasks))
    let task = Task { await Self.accept(listener) }
    running = Running(group: group, task: task, tasks: tasks)
    return listener.channel.localAddress?.port ?? requestedPort
  }

  /// Stops listening, closes all connections and waits until they have ended.
  public func stop() async {
    guard let running else { return }
    self.running = nil
    await sandbox.setPushSender(nil)
    running.task.cancel()
    await connections.closeAll()
    await running.tasks.end()
    await running.task.value
    do { try await running.group.shutdownGracefully() } catch {
      // Nothing to do: the server has stopped listening.
      return
    }
  }

  private static func accept(
    _ listener: NIOAsyncChannel<EventLoopFuture<ServerConnection.Accepted>, Never>
  ) async {
    do {
      try await listener.executeThenClose { connections in
        await withDiscardingTaskGroup { group in
          do {
            for try await connection in connections {
              group.addTask {
                // Other connections are not affected.
                do { try await connection.get().run() } catch { return }
              }
            }
          } catch {
            group.cancelAll()
          }
        }
      }
    } catch {
      // The listening socket was closed: the server has stopped.
      return
    }
  }
}
