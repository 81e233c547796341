import FeatureKit
import TerminalKit

/// The commands `retry` and `dismiss-error`, about the last command that failed.
extension Invocation {
  /// Repeats the last failed command, as the account that it failed as.
  func retry() async throws -> Response {
    guard let failed = state.failed else {
      throw AppError.usage("Nothing to retry.", suggestion: "Type \(catalog.slash)help for a list of commands.")
    }
    guard failed.account == host.account else {
      throw AppError.usage(
        "That failed as @\(failed.account). You switched accounts.",
        suggestion: "Type switch \(failed.account), then retry.")
    }
    return try await response(repeating: failed)
  }

  /// Repeats a failed command; its numbers stand for what they stood for then.
  func response(repeating failed: FailedCommand) async throws -> Response {
    current?.command = failed.command
    if let numbers = failed.numbers {
      current?.numbersToRestore = self.numbers
      self.numbers = numbers
    }
    return try await response(to: failed.command)
  }

  /// Restores the numbers on the screen after a repeated command, unless it has printed others.
  func restoreNumbers(after repeated: RunningCommand) {
    guard var restored = repeated.numbersToRestore else { return }
    restored.takeLast(of: numbers)
    store(restored)
  }

  /// Discards the last error, so that `retry` has nothing to repeat.
  func discardError() -> Response {
    guard state.failed != nil else { return .toast(Toast(.information, "No error to discard.")) }
    state.failed = nil
    return .toast(Toast(.information, "Discarded the error."))
  }
}
