import Dispatch
import Glibc

/// Waits for a terminating signal.
@MainActor
enum Termination {
  /// Returns at the first SIGINT, SIGTERM or SIGHUP.
  static func signal() async {
    var sources: [any DispatchSourceSignal] = []
    let (signals, continuation) = AsyncStream.makeStream(of: Int32.self)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      sources.append(SignalSource.make(number) { continuation.yield(number) })
    }
    for await _ in signals { break }
    for source in sources { source.cancel() }
  }
}
