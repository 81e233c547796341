import Observation

/// Lets observers of a router know that another screen may be on top.
///
/// The router is generic, and an observed property of a generic class takes a key path made at each reading of it: a fifth of the
/// time of a command.
@MainActor @Observable
final class RouterChanges {
  private var count = 0

  func record() { count += 1 }

  /// Makes the reader an observer.
  func observe() { _ = count }
}
