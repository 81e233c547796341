import Dispatch
import Glibc
import Synchronization

/// The signals, as bits, that came before their source was registered; a handler can use nothing but a global.
private let early = Atomic<UInt64>(0)

/// Sources of signals that miss none.
///
/// A source is registered a moment after `resume`. A signal that came before was lost while it was ignored, as the source's
/// documentation demands: a service that was stopped right after its start went on.
enum SignalSource {
  /// Creates a source whose handler runs on a queue for each signal.
  static func make(
    _ number: Int32, on queue: DispatchQueue = .main, _ handler: @escaping @Sendable () -> Void
  ) -> any DispatchSourceSignal {
    let bit = UInt64(1) << UInt64(number)
    // Also makes the value before a handler needs it.
    _ = early.bitwiseAnd(~bit, ordering: .relaxed)
    signal(number) { number in _ = early.bitwiseOr(UInt64(1) << UInt64(number), ordering: .relaxed) }
    let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
    source.setEventHandler(handler: handler)
    source.setRegistrationHandler {
      if early.bitwiseAnd(~bit, ordering: .relaxed).oldValue & bit != 0 { handler() }
    }
    source.resume()
    return source
  }

  /// Ends the program as the signal would have, had nobody handled it: whoever waits for the program sees which it was.
  static func endProgram(by number: Int32) -> Never {
    signal(number, SIG_DFL)
    // libdispatch blocks in its threads what its sources wait for: where no thread takes the signal, it would never come.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, number)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    kill(getpid(), number)
    // A sandbox of the system's may forbid signals.
    _exit(128 + number)
  }
}
