import Dispatch
import Glibc

/// Ctrl-C outside of a conversation: stops the running command, whose error ends the program in order.
@MainActor
final class Interruption {
  private let source: any DispatchSourceSignal

  init(_ handler: @escaping @MainActor @Sendable () -> Void) {
    signal(SIGINT, SIG_IGN)
    source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .main)
    source.setEventHandler { MainActor.assumeIsolated(handler) }
    source.resume()
  }

  func stop() {
    source.cancel()
    signal(SIGINT, SIG_DFL)
  }
}
