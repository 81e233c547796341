import Dispatch
import Glibc

/// Handles Ctrl-C without a prompt: stops the running command, whose error then ends the program.
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
