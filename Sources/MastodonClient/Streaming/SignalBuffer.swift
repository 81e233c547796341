internal import MastodonKit
internal import Synchronization

/// What one reader of a stream has not read yet, bounded in size.
///
/// Above ``Limits/posts`` waiting signals, new posts are not kept any more; above ``Limits/all`` nothing is but the words
/// about the connection. One ``StreamSignal/gap`` stands for all that was left out, in the place where it is missing: the
/// reader asks the server for what came since, as after a lost connection. So memory is bounded, and nothing that the
/// server still has is lost: posts above a small number, notifications only above a large one, and both come by the gap.
final class SignalBuffer: Sendable {
  struct Limits: Hashable, Sendable {
    /// How many signals may wait before new posts are left out.
    var posts = 2_000
    /// How many signals may wait before everything is.
    var all = 10_000
  }

  private struct State {
    var signals: [StreamSignal] = []
    /// How many of them were read.
    var read = 0
    /// Whether the last gap stands for what is left out now.
    var hasGap = false
    var isFinished = false
    var reader: CheckedContinuation<StreamSignal?, Never>?

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

  /// Whether nobody reads any more, or nothing more comes.
  var isFinished: Bool { state.withLock { $0.isFinished } }

  /// How many signals wait to be read.
  var waiting: Int { state.withLock { $0.signals.count - $0.read } }

  /// Adds a signal, or lets a gap stand for it.
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

  /// The next signal, when there is one; `nil` at the end.
  func next() async -> StreamSignal? {
    await withCheckedContinuation { continuation in
      let signal: StreamSignal?? = state.withLock { state in
        if let signal = state.next() { return .some(signal) }
        if state.isFinished || state.reader != nil { return .some(nil) }
        state.reader = continuation
        return nil
      }
      if let signal { continuation.resume(returning: signal) }
    }
  }

  /// Ends the stream behind what waits; what is pushed from now on is heard by nobody.
  func finish() {
    let reader = state.withLock { state in
      state.isFinished = true
      defer { state.reader = nil }
      return state.reader
    }
    reader?.resume(returning: nil)
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
