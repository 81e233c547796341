import Dispatch
import Glibc

/// Handles Ctrl-C without a prompt: stops the running command, whose error then ends the program.
@MainActor
final class Interruption {
  private var source: (any DispatchSourceSignal)?
  /// Whether Ctrl-C was pressed.
  private(set) var hasHappened = false

  init(_ handler: @escaping @MainActor @Sendable () -> Void) {
    source = SignalSource.make(SIGINT) { [weak self] in
      MainActor.assumeIsolated {
        self?.hasHappened = true
        handler()
      }
    }
  }

  func stop() {
    source?.cancel()
    signal(SIGINT, SIG_DFL)
  }
}
