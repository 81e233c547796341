import FoundationEssentials
import HomeFeature
import MastodonClient
import MastodonKit
import NotificationsFeature
import StatusKit
import Testing

@testable import Sandbox

/// A server that goes away and comes back, over a real socket: no post twice, none lost, in order.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct LiveEventsReconnectTests {
  /// The instance, and somebody in it whom the person follows.
  private struct Town: Sendable {
    let sandbox: Sandbox
    let rook: String

    func post(_ numbers: ClosedRange<Int>) async throws {
      for number in numbers {
        let request = SandboxRequest.post("/api/v1/statuses", form: ["status": "@you post \(number)"], token: rook)
        try #require(await sandbox.respond(to: request).status == 200)
      }
    }
  }

  private static func number(_ status: Status?) -> Int? {
    status.flatMap { status in
      status.content.split { !$0.isNumber && !$0.isLetter }.drop { $0 != "post" }.dropFirst().first.flatMap { Int($0) }
    }
  }

  /// Starts a server on a port that no client is given for its own end.
  ///
  /// A client that tries to reach a free port of that range may be given the very port, and connects to itself: the
  /// server could not come back.
  private static func startedServer(of sandbox: Sandbox) async throws -> (SandboxServer, Int) {
    for _ in 0..<20 {
      let server = SandboxServer(sandbox, port: .random(in: 15_000..<30_000))
      // Another program has this port.
      guard let port = try? await server.start() else { continue }
      return (server, port)
    }
    let server = SandboxServer(sandbox, port: 0)
    return (server, try await server.start())
  }

  @Test func gapsAreFilledAfterReconnecting() async throws {
    let sandbox = try Sandbox(store: .inMemory, seed: 7, clock: .system, activity: .quiet)
    let rook = try await sandbox.write { @Sendable transaction in
      try transaction.issueToken(
        for: try transaction.account(named: "rook")?.id, to: try transaction.ownApplication().id, Scopes("read write"))
    }
    let town = Town(sandbox: sandbox, rook: rook)
    let (first, port) = try await Self.startedServer(of: sandbox)
    let stack = NetworkStack(limits: NetworkLimits())
    let server = try ServerAddress(scheme: .http, host: "127.0.0.1", port: port)
    let client = MastodonClient(
      server: server, transport: .network(server, stack: stack),
      tokens: .fixed(Secret(try await sandbox.token(for: "you"))), userAgent: "howdah-tests", now: { Date() })
    let home = Home.Model(
      timelines: client.timelineService, positions: .none, keepsPosition: { true },
      in: ListContext(now: { Date() }, shown: .none, kept: nil))
    let notifications = Notifications.Model(
      state: .init(), service: client.notificationService, visitOptions: { .init(marksRead: true, countsUnread: false) }
    )
    await home.load()
    await notifications.load()
    let known = notifications.state.notifications.count

    let service = client.streamService(
      at: .unknown, dialect: .mastodon, keepsAlive: true,
      sleep: { try await Task.sleep(for: $0) }, chance: { 0.5 })
    var signals = service.signals(.user).makeAsyncIterator()
    func until(_ isEnough: (StreamSignal) -> Bool) async {
      while let signal = await signals.next(isolation: #isolation) {
        if case .event(let event) = signal {
          home.apply(event)
          notifications.apply(event)
        }
        if isEnough(signal) { return }
      }
      Issue.record("the stream ended")
    }
    await until { $0 == .connection(.connected) }
    await sandbox.isHeard(on: .user)
    try await town.post(1...2)
    var heard = 0
    await until { signal in
      if case .event(.notification) = signal { heard += 1 }
      return heard == 2
    }
    #expect(home.state.unread == 2)

    await first.stop()
    await until { if case .connection(.waiting) = $0 { true } else { false } }
    try await town.post(3...87)
    let second = SandboxServer(sandbox, port: port)
    _ = try await second.start()
    service.retry()
    await until { $0 == .gap }
    // More happens before the gap is filled; it waits its turn.
    try await town.post(88...89)
    let posts = await home.catchUp()
    #expect(posts.isWhole)
    #expect(posts.elements.map(Self.number) == Array(3...89))
    _ = await notifications.catchUp()
    await sandbox.isHeard(on: .user)
    try await town.post(90...90)
    await until { signal in
      if case .event(.notification(let notification)) = signal { Self.number(notification.status) == 90 } else { false }
    }
    #expect(home.state.unread == 90)
    let told = notifications.state.notifications.prefix(notifications.state.notifications.count - known)
    #expect(told.map { Self.number($0.status) } == Array((1...90).reversed()))

    await stack.shutdown()
    await second.stop()
  }
}
