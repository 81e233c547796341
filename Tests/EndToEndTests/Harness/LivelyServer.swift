import FoundationEssentials
import Sandbox
import Synchronization

/// The sandbox within this process, served on a loopback port, whose clock and residents the test drives.
///
/// Nothing happens by itself: time passes when the test says so, and residents do then what was due meanwhile.
final class LivelyServer: Sendable {
  let host: String
  let token: String
  private let sandbox: Sandbox
  private let server: SandboxServer
  private let clock: HandClock

  init(seed: UInt64 = 1, rateLimit: Int? = nil) async throws {
    let clock = HandClock()
    let sandbox = try Sandbox(
      store: .inMemory, seed: seed,
      clock: SandboxClock(now: { clock.now }, sleep: { _ in }), activity: .resident, rateLimit: rateLimit)
    let server = SandboxServer(sandbox, port: 0)
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

/// A clock that a hand moves.
private final class HandClock: Sendable {
  private let offset = Mutex(0.0)
  private let start = Date()

  var now: Date { start + offset.withLock { $0 } }

  func pass(_ seconds: Double) { offset.withLock { $0 += seconds } }
}
