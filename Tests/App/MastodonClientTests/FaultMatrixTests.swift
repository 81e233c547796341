import FoundationEssentials
import MastodonKit
import NIOCore
import NIOPosix
import Sandbox
import Synchronization
import Testing

@testable import MastodonClient

/// Every kind of trouble times every kind of call: the right error or a right answer, in time, and nothing left over.
@Suite(.serialized, .timeLimit(.minutes(10))) struct FaultMatrixTests {
  @Test(arguments: MatrixRow.all) func everyCallHasTheExpectedOutcomeAndLeaksNothing(_ row: MatrixRow) async throws {
    let sandbox = try Sandbox(store: .inMemory, seed: 7, clock: .system, activity: .quiet)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for call in MatrixCall.allCases { group.addTask { try await Self.runCell(row, call, sandbox) } }
      try await group.waitForAll()
    }
  }

  @Test(arguments: MatrixCall.allCases) func cancelledWorkClosesItsConnection(_ call: MatrixCall) async throws {
    let sandbox = try Sandbox(store: .inMemory, seed: 7, clock: .system, activity: .quiet)
    let cell = try await MatrixCell(
      MatrixRow("no answer", .hang, ends: .invalid), call, sandbox)
    let ended = await inTime {
      let remains = MatrixCell.Remains()
      let task = Task { await cell.run(remains) }
      // Before, there would be no request to cancel, and an idle connection may be kept.
      while cell.requestCount == 0, !Task.isCancelled { await Task.yield() }
      task.cancel()
      #expect(await task.value == .cancelled)
      for await count in cell.server.openConnectionCounts() where count == 0 { break }
      await remains.stack?.shutdown()
      remains.stack = nil
      while remains.leaks, !Task.isCancelled { await Task.yield() }
    }
    #expect(ended)
    #expect(cell.requestCount == 1)
    try await cell.stop()
  }

  private static func runCell(_ row: MatrixRow, _ call: MatrixCall, _ sandbox: Sandbox) async throws {
    let cell = try await MatrixCell(row, call, sandbox)
    let name = "\(row.name) × \(call)"
    let expected = row.outcome(call)
    let ended = await inTime {
      let remains = MatrixCell.Remains()
      let outcome = await cell.run(remains)
      #expect(outcome == expected.end.error(host: cell.address.name, other: cell.otherName, call.operation), "\(name)")
      // What is kept is idle; what is not was closed without being told to. What is read after a change is kept.
      let keeps = expected.keeps && (call.keepsConnection || !call.isSafe && expected.requests.upperBound > 1)
      for await count in cell.server.openConnectionCounts() where count == (keeps ? 1 : 0) {
        break
      }
      await remains.stack?.shutdown()
      remains.stack = nil
      for await count in cell.server.openConnectionCounts() where count == 0 { break }
      while remains.leaks, !Task.isCancelled { await Task.yield() }
    }
    #expect(ended, "\(name) took too long, or something was left open")
    let requests = cell.requestCount
    #expect(expected.requests.contains(requests), "\(name) made \(requests) requests")
    try await cell.stop()
    #expect(cell.requestCount == requests, "\(name) went on asking")
  }
}

/// Whether the work is over within a time that only something endless exceeds.
func inTime(_ work: @escaping @Sendable () async -> Void) async -> Bool {
  await withTaskGroup(of: Bool.self) { group in
    group.addTask {
      await work()
      return !Task.isCancelled
    }
    group.addTask {
      do { try await Task.sleep(for: .seconds(20)) } catch {}
      return false
    }
    let first = await group.next() ?? false
    group.cancelAll()
    return first
  }
}

/// One call in one kind of trouble, with a server of its own.
struct MatrixCell: Sendable {
  let row: MatrixRow
  let call: MatrixCall
  let server: SandboxServer
  let address: ServerAddress
  let token: Secret
  private let status: Status.ID
  private let proxy: TLSServer?
  private let silence: (any Channel)?
  /// The target of a redirect.
  private let other: SandboxServer
  let otherName: String

  init(_ row: MatrixRow, _ call: MatrixCall, _ sandbox: Sandbox) async throws {
    self.row = row
    self.call = call
    let token = try await sandbox.token(for: "you")
    let answer = await sandbox.respond(
      to: .post("/api/v1/statuses", form: ["status": "\(row.name) \(call)"], token: token))
    status = try MastodonJSON.decode(Status.self, from: Data(answer.body)).id
    self.token = Secret(token)
    other = SandboxServer(sandbox, port: 0)
    let otherPort = try await other.start()
    otherName = "127.0.0.1:\(otherPort)"
    var rules = row.faults
    if case .redirectElsewhere = row.way {
      let target = "http://127.0.0.1:\(otherPort)/api/v1/accounts/verify_credentials"
      rules.append(FaultRule(.redirect(to: target, status: 302)))
    }
    server = SandboxServer(sandbox, port: 0, faults: FaultInjector(rules))
    let port = try await server.start()
    var (proxy, silence): (TLSServer?, (any Channel)?) = (nil, nil)
    switch row.way {
    case .plain, .redirectElsewhere: address = try ServerAddress(scheme: .http, host: "127.0.0.1", port: port)
    // The port of the first of all services, which no machine has had for decades.
    case .nobodyListens: address = try ServerAddress(scheme: .http, host: "127.0.0.1", port: 1)
    case .unknownName: address = try ServerAddress(parsing: "nowhere.invalid")
    case .tlsToPlainServer: address = try ServerAddress(scheme: .https, host: "localhost", port: port)
    case .silentTLS:
      let listener = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
        .bind(host: "127.0.0.1", port: 0).get()
      address = try ServerAddress(scheme: .https, host: "localhost", port: listener.localAddress?.port)
      silence = listener
    case .selfSigned:
      let server = try await TLSServer.start(try TestCertificate(), offers: ["http/1.1"], body: "{}")
      address = try ServerAddress(scheme: .https, host: "localhost", port: server.port)
      proxy = server
    }
    (self.proxy, self.silence) = (proxy, silence)
  }

  /// The number of requests, wherever they went.
  var requestCount: Int { server.requestCount + other.requestCount }

  /// The objects that must be gone in the end.
  final class Remains: Sendable {
    private struct State {
      var stack: NetworkStack?
      weak var leakedStack: NetworkStack?
      weak var leakedCanary: Canary?
    }

    private let state = Mutex(State())

    var stack: NetworkStack? {
      get { state.withLock { $0.stack } }
      set { state.withLock { $0.stack = newValue } }
    }

    /// Whether something still holds the client or the network.
    var leaks: Bool { state.withLock { $0.leakedStack != nil || $0.leakedCanary != nil } }

    func watch(_ stack: NetworkStack, _ canary: Canary) {
      state.withLock { $0 = State(stack: stack, leakedStack: stack, leakedCanary: canary) }
    }
  }

  /// Lives as long as anything holds the client.
  final class Canary: Sendable {}

  /// Makes the call and says how it failed.
  func run(_ remains: Remains) async -> MastodonError? {
    let canary = Canary()
    let stack = makeStack()
    remains.watch(stack, canary)
    let client = MastodonClient(
      server: address, transport: .network(address, stack: stack),
      tokens: TokenSource { [canary, token] in
        withExtendedLifetime(canary) { token }
      }, userAgent: "howdah-tests",
      retries: Retries(RetryPolicy(attempts: 2), sleep: { _ in }, chance: { 0.5 }, report: { _ in }), now: { Date() })
    client.missingEndpoints.update(ServerSoftware(name: .mastodon))
    do {
      try await call.make(client, on: status)
      return nil
    } catch let error as MastodonError {
      return error
    } catch {
      return .cancelled
    }
  }

  /// A network of this cell's own.
  func makeStack() -> NetworkStack {
    // Patient where the server is not silent: this machine may be busy.
    let limits =
      row.isSilence
      ? NetworkLimits(connect: .seconds(1), read: .milliseconds(300), total: .milliseconds(900), responseBytes: 1 << 20)
      : NetworkLimits(connect: .seconds(10), read: .seconds(15), total: .seconds(18), responseBytes: 1 << 20)
    return NetworkStack(
      limits: limits,
      // Too long a name for any resolver: it fails on this machine, as a name does that does not exist.
      surroundings: NetworkEnvironment(hosts: ["nowhere.invalid": String(repeating: "a", count: 64) + ".invalid"]))
  }

  func stop() async throws {
    await server.stop()
    await other.stop()
    try await proxy?.stop()
    try await silence?.close().get()
  }
}
