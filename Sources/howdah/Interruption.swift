import Dispatch
import Glibc

/// Handles Ctrl-C without a prompt: stops the running command, whose error then ends the program.
@MainActor
final class Interruption {
  private let source: any DispatchSourceSignal

  init(_ handler: @escaping @MainActor @Sendable () -> Void) {
    source = SignalSource.make(SIGINT) { MainActor.assumeIsolated(handler) }
  }

  func stop() {
    source.cancel()
    signal(SIGINT, SIG_DFL)
  }
}
