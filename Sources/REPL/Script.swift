import FeatureKit

/// Runs commands that nobody types: a one-shot command, `-c`, a file or a pipe.
@MainActor
public struct Script {
  private let interpreter: Interpreter
  private let keepsGoing: Bool

  /// Makes a script runner.
  ///
  /// - Parameter keepsGoing: whether later commands run after one that failed; otherwise the first failure ends it,
  ///   because what a number means depends on the commands before.
  public init(interpreter: Interpreter, keepsGoing: Bool = false) {
    self.interpreter = interpreter
    self.keepsGoing = keepsGoing
  }

  /// Runs the lines as they come, until there is none; lines that begin with `#` are comments.
  ///
  /// - Returns: the exit code of the first command that failed.
  public func run(_ next: () async -> String?) async -> ExitCode {
    var code = ExitCode.done
    while let line = await next() {
      guard !isComment(line) else { continue }
      let verdict = await interpreter.run(line: line, keepsGoing: keepsGoing)
      if code == .done { code = verdict.exitCode }
      if verdict.leaves || (verdict.failure != nil && !keepsGoing) { break }
    }
    // A text that the lines did not send is kept, and that is said.
    if interpreter.isWriting { _ = await interpreter.run(line: "/close") }
    return code
  }

  /// Runs one command given as words.
  public func run(words: [String]) async -> ExitCode {
    let verdict = await interpreter.run(words: words)
    guard verdict.failure == nil, interpreter.isWriting else { return verdict.exitCode }
    let failure = AppError.usage(
      "Nothing was sent: there is no text.", suggestion: "Put it behind the verb, or - to read it from standard input.")
    interpreter.report(failure)
    return ExitCode(failure)
  }

  private func isComment(_ line: String) -> Bool {
    !interpreter.isWriting && line.drop(while: \.isWhitespace).first == "#"
  }
}
