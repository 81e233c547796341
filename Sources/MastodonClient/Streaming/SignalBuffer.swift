internal import MastodonKit
internal import Synchronization

/// The signals that one reader of a stream has not read yet, bounded in size.
///
/// Above ``Limits/posts`` waiting signals, new posts are dropped; above ``Limits/all`` everything is, except connection
/// changes. One ``StreamSignal/gap`` replaces the dropped signals in their place, and the reader requests what it
/// missed, as after a lost connection. So memory is bounded, and nothing that the server still has is lost.
final class SignalBuffer: Sendable {
  struct Limits: Hashable, Sendable {
    /// The number of waiting signals above which new posts are dropped.
    var posts = 2_000
    /// The number of waiting signals above which all are dropped.
    var all = 10_000
  }

  private struct State {
    var signals: [StreamSignal] = []
    var read = 0
    /// Whether the last gap covers what is dropped now.
    var hasGap = false
    var isFinished = false
    var reader: CheckedContinuation<StreamSignal?, Never>?
    /// What waits until the reader takes a signal.
    var writers: [CheckedContinuation<Void, Never>] = []

    mutating func next() -> StreamSignal? {
      guard read < signals.count else { return nil }
      let signal = signals[read]
      read += 1
      if signal == .gap { hasGap = false }
      if read == signals.count {
        signals.removeAll(keepingCapacity: read <= 256)
        read = 0
      } else if read >= 1024, read * 2 >= signals.count {
        signals.removeFirst(read)
        read = 0
      }
      return signal
    }
  }

  private let limits: Limits
  private let state = Mutex(State())

  init(limits: Limits) { self.limits = limits }

  /// Whether the reader has stopped, or nothing more will come.
  var isFinished: Bool { state.withLock { $0.isFinished } }

  var waiting: Int { state.withLock { $0.signals.count - $0.read } }

  /// Adds a signal, or a gap in its place.
  func push(_ signal: StreamSignal) {
    let reader: CheckedContinuation<StreamSignal?, Never>? = state.withLock { state in
      guard !state.isFinished else { return nil }
      if let reader = state.reader {
        state.reader = nil
        return reader
      }
      guard keeps(signal, waiting: state.signals.count - state.read) else {
        if !state.hasGap { state.signals.append(.gap) }
        state.hasGap = true
        return nil
      }
      state.signals.append(signal)
      return nil
    }
    reader?.resume(returning: signal)
  }

  private func keeps(_ signal: StreamSignal, waiting: Int) -> Bool {
    switch signal {
    case .event(.update): waiting < limits.posts
    case .event: waiting < limits.all
    case .connection, .gap: true
    }
  }

  /// Waits for the next signal; `nil` at the end.
  func next() async -> StreamSignal? {
    defer { wakeWriters() }
    return await withCheckedContinuation { continuation in
      let signal: StreamSignal?? = state.withLock { state in
        if let signal = state.next() { return .some(signal) }
        if state.isFinished || state.reader != nil { return .some(nil) }
        state.reader = continuation
        return nil
      }
      if let signal { continuation.resume(returning: signal) }
    }
  }

  /// Waits until the reader takes one of the waiting signals, or ends.
  func taking() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let waits = state.withLock { state in
          guard !state.isFinished, state.read < state.signals.count, !Task.isCancelled else { return false }
          state.writers.append(continuation)
          return true
        }
        if !waits { continuation.resume() }
      }
    } onCancel: {
      wakeWriters()
    }
  }

  private func wakeWriters() {
    let writers = state.withLock { state in
      defer { state.writers = [] }
      return state.writers
    }
    for writer in writers { writer.resume() }
  }

  /// Ends the stream after the waiting signals; later ones are ignored.
  func finish() {
    let reader = state.withLock { state in
      state.isFinished = true
      defer { state.reader = nil }
      return state.reader
    }
    reader?.resume(returning: nil)
    wakeWriters()
  }

  /// Ends the stream at once.
  func cancel() {
    state.withLock { state in
      state.signals = []
      state.read = 0
    }
    finish()
  }
}
