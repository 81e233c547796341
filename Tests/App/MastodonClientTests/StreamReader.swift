import FoundationEssentials
import MastodonKit
import Synchronization

@testable import MastodonClient

/// Reads a stream through the watcher until it has heard enough, and knows what must be gone afterwards.
final class StreamReader: Sendable {
  private struct State {
    var stack: NetworkStack?
    weak var leakedStack: NetworkStack?
    weak var leakedDriver: StreamDriver?
    weak var leakedCanary: MatrixCell.Canary?
  }

  private let row: StreamRow
  private let state = Mutex(State())

  init(_ row: StreamRow) { self.row = row }

  /// Whether something still holds the stream, the client or the network.
  var leaks: Bool {
    state.withLock { $0.leakedStack != nil || $0.leakedDriver != nil || $0.leakedCanary != nil }
  }

  /// The objects that are still held, for the message of a test that fails.
  var left: [String] {
    state.withLock { state in
      [
        state.stack == nil ? nil : "the wish for the network", state.leakedStack == nil ? nil : "the network",
        state.leakedDriver == nil ? nil : "the driver", state.leakedCanary == nil ? nil : "the client",
      ].compactMap(\.self)
    }
  }

  /// Ends the network.
  func shutdown() async {
    let stack = state.withLock { state in
      defer { state.stack = nil }
      return state.stack
    }
    await stack?.shutdown()
  }

  /// Listens as far as the row says, and to one sign more than it should be if the first ones were others.
  ///
  /// - Parameter speak: makes an event; called again and again, since the server tells only those whose wish it has noted,
  ///   which is not when the connection is there.
  func listen(
    to server: ServerAddress, _ stack: NetworkStack, token: Secret, speak: @escaping @Sendable () async -> Void
  ) async -> [StreamRow.Sign] {
    let driver = makeDriver(server, stack, token)
    let speaking = Task {
      while !Task.isCancelled {
        await speak()
        do { try await Task.sleep(for: .milliseconds(50)) } catch { return }
      }
    }
    defer { speaking.cancel() }
    var heard: [StreamRow.Sign] = []
    for await signal in driver.signals(of: .user) {
      guard let sign = StreamRow.Sign(signal), sign != .connected || !row.skipsOpening else { continue }
      heard.append(sign)
      if heard.count == row.hears.count { break }
    }
    return heard
  }

  private func makeDriver(_ server: ServerAddress, _ stack: NetworkStack, _ token: Secret) -> StreamDriver {
    let canary = MatrixCell.Canary()
    let client = MastodonClient(
      server: server, transport: .network(server, stack: stack),
      tokens: TokenSource { [canary] in withExtendedLifetime(canary) { token } }, userAgent: "howdah-tests",
      now: { Date() })
    var timing = StreamStateMachine.Timing(firstWait: .milliseconds(10), shortestWait: .milliseconds(1))
    // This machine may be busy: only where silence is the point is it trusted for a short time.
    timing.silence = row.isSilence ? .milliseconds(200) : nil
    timing.answer = .milliseconds(200)
    let driver = StreamDriver(
      watcher: StreamStateMachine(host: server.name, dialect: .mastodon, timing: timing),
      dependencies: StreamDriver.Dependencies(
        transport: client.transport,
        request: { plan, outgoing in
          guard let token = await client.tokens.current() else { return nil }
          return client.streamRequest(plan, to: server, dialect: .mastodon, token: token, outgoing: outgoing)
        },
        sleep: { try await Task.sleep(for: $0) }, chance: { 0.5 }))
    state.withLock {
      $0 = State(stack: stack, leakedStack: stack, leakedDriver: driver, leakedCanary: canary)
    }
    return driver
  }
}

extension StreamRow.Sign {
  /// The text of a signal; nothing where it only says that a connection is being made.
  init?(_ signal: StreamSignal) {
    switch signal {
    case .event: self = .event
    case .gap: self = .gap
    case .connection(.connected): self = .connected
    case .connection(.connecting): return nil
    case .connection(.waiting(let seconds)): self = seconds >= 30 ? .waitsLong : .waits
    case .connection(.ended(let error)): self = .ends(error)
    }
  }
}
