import FoundationEssentials
import Synchronization

@testable import Sandbox

/// The sandbox within this process, served on a loopback port, whose clock and residents the test drives.
///
/// Nothing happens by itself: time passes when the test says so, and residents do then what was due meanwhile.
final class BusyServer: Sendable {
  let host: String
  let token: String
  private let sandbox: Sandbox
  private let server: SandboxServer
  private let clock: ManualClock

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - followed: The number of accounts that `you` follows besides the residents.
  ///   - faults: The faults of its answers.
  init(seed: UInt64 = 1, rateLimit: Int? = nil, followed: Int = 0, faults: [FaultRule] = []) async throws {
    let clock = ManualClock()
    let sandbox = try Sandbox(
      store: .inMemory, seed: seed,
      clock: SandboxClock(now: { clock.now }, sleep: { _ in }), activity: .resident, rateLimit: rateLimit)
    if followed > 0 { try await sandbox.follow(strangers: followed) }
    let server = SandboxServer(sandbox, port: 0, faults: FaultInjector(faults))
    host = "127.0.0.1:\(try await server.start())"
    token = try await sandbox.token(for: "you")
    self.sandbox = sandbox
    self.server = server
    self.clock = clock
  }

  /// Lets time pass, and residents do what was due in it.
  func pass(minutes: Int) async throws {
    clock.pass(Double(minutes) * 60)
    try await sandbox.step()
  }

  /// Closes every connection.
  func stop() async { await server.stop() }
}

/// A clock that the test sets.
private final class ManualClock: Sendable {
  private let offset = Mutex(0.0)
  private let start = Date()

  var now: Date { start + offset.withLock { $0 } }

  func pass(_ seconds: Double) { offset.withLock { $0 += seconds } }
}

extension Sandbox {
  /// Creates accounts that `you` follows.
  fileprivate func follow(strangers count: Int) throws {
    let numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))"
    try write { transaction in
      guard let user = try transaction.users().first(where: { $0.username == "you" }) else { return }
      try transaction.database.run(
        """
        INSERT INTO accounts(id, acct, username, domain, display_name, note, note_source, fields, bot, locked, created_at)
        \(numbers) SELECT 800000000 + i, 'n' || i || '@crowd.example', 'n' || i, 'crowd.example', 'Number ' || i, '', '',
          '[]', 0, 0, (SELECT created_at FROM accounts WHERE id = \(user.id)) FROM n
        """)
      try transaction.database.run(
        """
        INSERT INTO follows(account_id, target_id, created_at)
        \(numbers) SELECT \(user.id), 800000000 + i, (SELECT created_at FROM accounts WHERE id = \(user.id)) FROM n
        """)
    }
  }
}
