import Dispatch
import Glibc

/// Waits for a terminating signal: SIGINT, SIGTERM or SIGHUP, also one that comes before anybody waits.
@MainActor
struct Termination {
  private let sources: [any DispatchSourceSignal]
  private let signals: AsyncStream<Int32>

  /// Catches the signals from now on.
  init() {
    let (signals, continuation) = AsyncStream.makeStream(of: Int32.self)
    self.signals = signals
    sources = [SIGINT, SIGTERM, SIGHUP].map { number in SignalSource.make(number) { continuation.yield(number) } }
  }

  /// Returns at the first of them.
  func wait() async {
    for await _ in signals { break }
    for source in sources { source.cancel() }
  }
}
