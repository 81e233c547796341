import FoundationEssentials
import MastodonClient
import MastodonKit
import Sandbox
import Synchronization
import Testing

/// Every kind of trouble times every kind of call: the right error or a right answer, in time, and nothing left behind.
@Suite(.serialized) struct FaultMatrixTests {
  @Test(arguments: MatrixRow.all) func everyCallEndsRightlyAndLeavesNothingBehind(_ row: MatrixRow) async throws {
    let sandbox = try Sandbox(store: .inMemory, seed: 7, clock: .system, life: .quiet)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for call in MatrixCall.allCases { group.addTask { try await Self.runCell(row, call, sandbox) } }
      try await group.waitForAll()
    }
  }

  private static func runCell(_ row: MatrixRow, _ call: MatrixCall, _ sandbox: Sandbox) async throws {
    let cell = try await MatrixCell(row, call, sandbox)
    let name = "\(row.name) × \(call)"
    let expected = row.outcome(call)
    let ended = await inTime {
      let remains = MatrixCell.Remains()
      let outcome = await cell.run(remains)
      #expect(outcome == expected.end.error(host: cell.address.name, call.operation), "\(name)")
      // What is kept is idle; what is not was closed without being told to.
      for await count in cell.server.openConnectionCounts() where count == (expected.keeps ? 1 : 0) { break }
      await remains.stack?.shutdown()
      remains.stack = nil
      for await count in cell.server.openConnectionCounts() where count == 0 { break }
      while remains.leaks { await Task.yield() }
    }
    #expect(ended, "\(name) took too long, or something was left open")
    let requests = cell.server.requestCount
    #expect(expected.requests.contains(requests), "\(name) made \(requests) requests")
    try await cell.stop()
    #expect(cell.server.requestCount == requests, "\(name) went on asking")
  }

  /// Whether the work is over within a time that only something endless exceeds.
  private static func inTime(_ work: @escaping @Sendable () async -> Void) async -> Bool {
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
}

/// One call in one kind of trouble, with a server of its own.
struct MatrixCell: Sendable {
  let row: MatrixRow
  let call: MatrixCall
  let server: SandboxServer
  let address: ServerAddress
  private let token: Secret
  private let status: Status.ID
  private let proxy: TLSServer?

  init(_ row: MatrixRow, _ call: MatrixCall, _ sandbox: Sandbox) async throws {
    self.row = row
    self.call = call
    let token = try await sandbox.token(for: "you")
    let answer = await sandbox.respond(
      to: .post("/api/v1/statuses", form: ["status": "\(row.name) \(call)"], token: token))
    status = try MastodonJSON.makeDecoder().decode(Status.self, from: Data(answer.body)).id
    self.token = Secret(token)
    server = SandboxServer(sandbox, port: 0, faults: FaultBook(row.faults))
    let port = try await server.start()
    switch row.way {
    case .plain: address = try ServerAddress(scheme: .http, host: "127.0.0.1", port: port)
    // The port of the first of all services, which no machine has had for decades.
    case .nobodyListens: address = try ServerAddress(scheme: .http, host: "127.0.0.1", port: 1)
    case .unknownName: address = try ServerAddress(parsing: "nowhere.invalid")
    case .tlsToPlainServer: address = try ServerAddress(scheme: .https, host: "localhost", port: port)
    case .selfSigned:
      let proxy = try await TLSServer.start(try TestCertificate(), offers: ["http/1.1"], body: "{}")
      address = try ServerAddress(scheme: .https, host: "localhost", port: proxy.port)
      self.proxy = proxy
      return
    }
    proxy = nil
  }

  /// What must be gone in the end.
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
    // Patient where the server is not silent: this machine may be busy.
    let limits =
      row.isSilence
      ? NetworkLimits(connect: .seconds(10), read: .milliseconds(300), total: .milliseconds(900), answerBytes: 1 << 20)
      : NetworkLimits(connect: .seconds(10), read: .seconds(15), total: .seconds(18), answerBytes: 1 << 20)
    let stack = NetworkStack(
      limits: limits,
      // Too long a name for any resolver: it fails on this machine, as a name does that does not exist.
      surroundings: NetworkSurroundings(hosts: ["nowhere.invalid": String(repeating: "a", count: 64) + ".invalid"]))
    remains.watch(stack, canary)
    let client = MastodonClient(
      server: address, transport: .network(address, stack: stack),
      tokens: TokenSource { [canary, token] in
        withExtendedLifetime(canary) { token }
      }, userAgent: "howdah-tests",
      retries: Retries(RetryPolicy(attempts: 2), sleep: { _ in }, chance: { 0.5 }), now: { Date() })
    do {
      try await call.make(client, on: status)
      return nil
    } catch let error as MastodonError {
      return error
    } catch {
      return .cancelled
    }
  }

  func stop() async throws {
    await server.stop()
    try await proxy?.stop()
  }
}
