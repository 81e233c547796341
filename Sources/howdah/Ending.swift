import AppCoordinator
import Dispatch
import Glibc
import Synchronization

/// Ends a run without a prompt as SIGTERM and SIGHUP do, and plugins with it: they have a session of their own, which no
/// signal to this program reaches.
@MainActor
final class Ending {
  private var sources: [any DispatchSourceSignal] = []

  init() {
    for number in [SIGTERM, SIGHUP] where !Self.isIgnored(number) {
      // Not on the main thread, which may be busy.
      sources.append(SignalSource.make(number, on: .global(qos: .userInitiated)) { Self.end(with: number) })
    }
  }

  /// Lets the signals end the program as ever.
  func stop() {
    for source in sources { source.cancel() }
    for number in [SIGTERM, SIGHUP] where !Self.isIgnored(number) { signal(number, SIG_DFL) }
  }

  /// Whether the program was started so that it survives the signal, as `nohup` does it.
  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    sigaction(number, nil, &action)
    // It begins with the handler's address; `SIG_IGN` is 1, and cannot be compared in Swift.
    return withUnsafeBytes(of: &action) { $0.load(as: UInt.self) } == 1
  }

  private nonisolated static func end(with number: Int32) {
    // The plugin's end is not news any more.
    StandardStreams.isEnding.store(true, ordering: .relaxed)
    AppCoordinator.endPrograms()
    SignalSource.endProgram(by: number)
  }
}
