import FeatureKit
import TerminalKit

/// Another try at what failed, and the end of it.
extension Interpreter {
  /// What failed and can be done again: the command, what the numbers in it meant, and who gave it.
  struct Failed {
    let command: Command
    /// `nil` where it has no numbers.
    let numbers: [Int: [Reference]]?
    /// An id of one server says nothing to another.
    let account: String
    /// Whether a sign-in is all that it wants.
    let isForWantOfSignIn: Bool

    init(_ failure: AppError, command: Command, numbers: [Int: [Reference]]?, account: String) {
      (self.command, self.numbers, self.account) = (command, numbers, account)
      if case .unauthorized = failure { isForWantOfSignIn = true } else { isForWantOfSignIn = false }
    }
  }

  /// Does what failed once more, if something did and its account is still the one.
  func retry() async -> Verdict {
    guard let failed else {
      return refuse(.usage("Nothing to retry.", suggestion: "Type \(catalog.slash)help for a list of commands."))
    }
    guard failed.account == host.account() else {
      return refuse(
        .usage(
          "That failed as @\(failed.account). You switched accounts.",
          suggestion: "Type switch \(failed.account), then retry."))
    }
    return await repeatFailed()
  }

  /// Does exactly what failed once more: its numbers mean what they meant then.
  func repeatFailed() async -> Verdict {
    guard let failed else { return Verdict() }
    guard let numbers = failed.numbers else { return await run(failed.command) }
    let present = shown
    shown = numbers
    hasNumberedAnew = false
    let verdict = await run(failed.command)
    // A screen that it has printed is what numbers mean now.
    if !hasNumberedAnew {
      let done = shown
      shown = present
      for place in [Self.made, Self.named] {
        if let reference = done?[place]?.first { keepInMind(reference, as: place) }
      }
    }
    return verdict
  }

  /// Whether it is the bare `dismiss` after something failed: that is about the failure, whatever else a screen dismisses.
  func isAboutFailure(_ command: Command) -> Bool {
    command.verb == "dismiss" && command.arguments.words.isEmpty && failed != nil
  }

  /// Forgets what `retry` would do, and says so.
  func dismiss() -> Response {
    guard failed != nil else { return .toast(Toast(.information, "No error to discard.")) }
    failed = nil
    return .toast(Toast(.information, "Discarded the error."))
  }
}
