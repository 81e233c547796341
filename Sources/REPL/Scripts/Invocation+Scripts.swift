import FeatureKit
import TerminalKit

/// Forms and texts that a script opens and does not finish.
extension Invocation {
  /// Why a script that ends now is incomplete, and how to do the same in one line; `nil` if it is complete.
  var leftUndone: AppError? {
    let screen = screen
    if let rest = screen.scripted() {
      return .usage(
        isWriting
          ? "No text given, and there is no prompt to ask for it."
          : "The form needs input, and there is no prompt to ask for it.",
        suggestion: suggestion(rest))
    }
    // A text is saved as a draft, or else printed, when the script closes its sheet.
    guard !isWriting, let unsaved = screen.unsaved() else { return nil }
    let finish = screen.verbs().first { ["send", "save"].contains($0.name) }?.name ?? "save"
    return .usage("The script ended without \(unsaved).", suggestion: "Add \(finish) at the end.")
  }

  /// Closes what a script has left open as it ends: a text that was not sent becomes a draft, or is printed.
  ///
  /// - Parameter reports: Whether what is missing is said; a script that stopped at a failure has said what is wrong.
  /// - Returns: what is missing; `nil` if the script is complete.
  func endOfScript(reports: Bool = true) async -> AppError? {
    var failure = leftUndone
    if failure == nil, isWriting {
      if let failure = await run(line: "/close").failure { return failure }
      failure = .usage(
        "The script ended without sending the text.", suggestion: "Add /send at its end. To see the text: drafts")
    }
    if let failure, reports { report(failure) }
    return failure
  }

  /// The suggestion for giving a form's values; after a command that takes a text a semicolon would belong to that.
  private func suggestion(_ rest: String) -> String {
    // A script can fill in the form that it opened; a single command ends with it.
    if !isScripted, let line = screen.line() { return "Put it in one line: \(line)" }
    if isWriting, rest.hasSuffix("TEXT") {
      return "Put it in one line: \(state.opener)\(rest). A file comes on standard input: \(state.opener) - < FILE"
    }
    let first = state.opener.split(separator: " ").first.map(String.init) ?? ""
    guard rest.hasPrefix(";"), catalog.verb(named: first)?.takesText == true else {
      return "Put it in one line: \(state.opener)\(rest)"
    }
    let lines = rest.split(separator: ";").map { $0.trimmingPrefix(" ") }
    return "Put each of these on a line of its own: \(([Substring(state.opener)] + lines).joined(separator: ", "))"
  }

  /// The error of a single command that opened a form with some of its values and ends with it.
  func unsavedForm(of command: String) -> AppError? {
    let screen = screen
    guard !isWriting, let unsaved = screen.unsaved() else { return nil }
    return .usage(
      "The command ended without \(unsaved).",
      suggestion: screen.line().map { "Give everything on one line: \($0)" }
        ?? "Give everything on one line: help \(Sanitizer.clean(command)) says how.")
  }

  func closeSheet() async throws {
    guard let close = catalog.verb(named: "close") else { return }
    _ = try await close.run(ArgumentReader(ArgumentList(), for: close, context: context))
  }
}
