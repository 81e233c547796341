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
      Glibc.signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
      source.setEventHandler { continuation.yield(number) }
      source.resume()
      sources.append(source)
    }
    for await _ in signals { break }
    for source in sources { source.cancel() }
  }
}
