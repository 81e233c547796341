public import MastodonKit

/// Follows a stream: passes on what it tells, and has fetched what it does not tell.
///
/// A server without streams is asked now and then; so is one whose stream cannot be opened, or is not known to deliver, for as
/// long as that is so. The owner does one ``Step`` after the other.
@MainActor
public final class StreamFollower {
  public enum Phase: Hashable, Sendable {
    /// It was never connected, and so many attempts have failed.
    case opening(failures: Int)
    case connected
    /// It has lost the connection, and so many attempts have failed since.
    case interrupted(failures: Int)
    /// The server has no such stream, and is asked instead.
    case asking
    /// It has ended for good.
    case ended(MastodonError)

    /// Whether there is no connection for longer than a moment.
    var isInterrupted: Bool {
      switch self {
      case .opening(let failures), .interrupted(let failures): failures >= 2
      case .connected, .asking, .ended: false
      }
    }
  }

  public enum Step: Hashable, Sendable {
    /// Record what is there, so that later items are recognised as new.
    case begin
    /// Show what an event tells.
    case event(StreamEvent)
    /// Fetch what the stream did not tell.
    case catchUp(Cause)
    /// Tell the user about the stream.
    case tell(Notice)
    /// From now on the stream tells everything, or the server is asked; comes once.
    case ready
  }

  /// The reason for fetching something.
  public enum Cause: Hashable, Sendable {
    /// The stream has just begun.
    case opening
    /// The connection was interrupted.
    case disconnection
    case polling
    /// The stream has told nothing yet, and may never do.
    case silence
  }

  /// A change of which the user is told.
  public enum Notice: Hashable, Sendable {
    /// The stream cannot be opened; the server is asked meanwhile.
    case interrupted
    /// It is open again.
    case restored
    /// It ended while it was interrupted.
    case abandoned
    case unsupported
  }

  /// The time between two questions.
  public nonisolated static let interval = Duration.seconds(120)

  /// The state of the stream.
  public internal(set) var phase = Phase.opening(failures: 0)
  /// Whether the stream is known to deliver.
  private var delivers: Bool
  /// Whether it tells of everything, once it delivers.
  private let isWhole: Bool
  private let sleep: @Sendable (Duration) async throws -> Void
  private let perform: (Step) async -> Void
  /// Asks now and then beside the stream.
  private var asking: Task<Void, Never>?

  /// Creates a follower.
  ///
  /// - Parameters:
  ///   - delivers: Whether the server is known to send something on this stream; otherwise it is asked until the first event.
  ///   - isWhole: Whether the stream tells of everything; otherwise the server is asked beside it.
  public init(
    delivers: Bool, isWhole: Bool = true, sleep: @escaping @Sendable (Duration) async throws -> Void,
    perform: @escaping (Step) async -> Void
  ) {
    self.delivers = delivers && isWhole
    self.isWhole = isWhole
    self.sleep = sleep
    self.perform = perform
  }

  deinit { asking?.cancel() }

  /// Follows a stream until it ends or the task is cancelled; `nil` is the stream of a server that has none.
  ///
  /// - Throws: `MastodonError` if the server refuses for good, `CancellationError`.
  public func run(_ signals: AsyncStream<StreamSignal>?) async throws {
    defer { asking?.cancel() }
    if let signals {
      for await signal in signals where !Task.isCancelled {
        await take(signal)
        if case .ended = phase { break }
        if phase == .asking { break }
      }
    } else {
      await askInstead()
    }
    if Task.isCancelled { await enter(.ended(.cancelled)) }
    if case .ended(let error) = phase { throw error }
    while phase == .asking {
      try await sleep(Self.interval)
      await perform(.catchUp(.polling))
      try Task.checkCancellation()
    }
  }

  /// Asks a last time before it is stopped, if the server is asked at all.
  public func askLast() async {
    guard phase == .asking || asking != nil else { return }
    await perform(.catchUp(.polling))
  }

  func take(_ signal: StreamSignal) async {
    switch signal {
    case .event(let event):
      if event.isNew, isWhole { delivers = true }
      await perform(.event(event))
    case .gap: await perform(.catchUp(.disconnection))
    case .connection(.connecting): break
    case .connection(.connected): await connect()
    case .connection(.waiting): await fail()
    case .connection(.ended(.unsupported)): await askInstead()
    case .connection(.ended(let error)): await enter(.ended(error))
    }
    askBeside()
  }

  private func connect() async {
    let before = phase
    await enter(.connected)
    guard case .opening(let failures) = before else { return }
    if failures == 0 { await perform(.begin) }
    // After failures, this is what the next question would have found.
    await perform(.catchUp(failures == 0 ? .opening : .polling))
    await perform(.ready)
  }

  private func fail() async {
    switch phase {
    case .opening(let failures):
      await enter(.opening(failures: failures + 1))
      // What arrives until the stream opens is new.
      if failures == 0 { await perform(.begin) }
    case .interrupted(let failures): await enter(.interrupted(failures: failures + 1))
    case .connected, .asking, .ended: await enter(.interrupted(failures: 1))
    }
  }

  private func askInstead() async {
    await enter(.asking)
    await perform(.begin)
    await perform(.tell(.unsupported))
    await perform(.ready)
  }

  private func enter(_ new: Phase) async {
    let wasInterrupted = phase.isInterrupted
    phase = new
    guard wasInterrupted != new.isInterrupted else { return }
    await perform(.tell(new.isInterrupted ? .interrupted : new == .connected ? .restored : .abandoned))
  }

  /// Begins to ask beside the stream, or ends that.
  private func askBeside() {
    guard phase.isInterrupted || phase == .connected && !delivers else {
      asking?.cancel()
      return asking = nil
    }
    guard asking == nil else { return }
    asking = Task { [weak self, sleep] in
      while true {
        // The stream tells, or has ended.
        do { try await sleep(Self.interval) } catch { return }
        await self?.ask()
      }
    }
  }

  private func ask() async {
    guard !Task.isCancelled else { return }
    await perform(.catchUp(phase == .connected ? .silence : .polling))
  }
}

extension StreamEvent {
  /// Whether it tells of something new; a change of what is there is not known to come by the same stream.
  fileprivate var isNew: Bool {
    switch self {
    case .update, .notification, .conversation: true
    default: false
    }
  }
}
