import FeatureKit

/// What becomes of a sheet that needs somebody to type, where nobody does.
extension Interpreter {
  /// Why a script that ends now has not done what it began, and how it is done in one line; `nil` where all is done.
  var leftUndone: AppError? {
    let screen = host.screen()
    if let rest = screen.scripted() {
      return .usage(
        isWriting
          ? "No text given, and standard input is not a terminal."
          : "The form needs input, and standard input is not a terminal.",
        suggestion: "Put it in one line: \(opener)\(rest)")
    }
    // A text is saved, or else printed, when the script closes its sheet.
    guard !isWriting, let unsaved = screen.unsaved() else { return nil }
    return .usage("The script ended without \(unsaved).", suggestion: "Add save at the end.")
  }

  /// Closes what was opened last and nobody has filled in.
  func closeSheet() async throws {
    guard let close = catalog.verb(named: "close") else { return }
    _ = try await close.run(ArgumentReader(ArgumentList(), for: close, context: context))
  }
}
