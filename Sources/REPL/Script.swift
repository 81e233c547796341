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
  /// - Parameters:
  ///   - next: The next line.
  ///   - isLast: Whether it is known that there is none behind the one that came last; a pipe does not know.
  /// - Returns: the exit code of the first command that failed.
  public func run(_ next: () async -> String?, isLast: () -> Bool) async -> ExitCode {
    var code = ExitCode.done
    while let line = await next() {
      guard !isComment(line) else { continue }
      let verdict = await interpreter.run(line: line, keepsGoing: keepsGoing, isLast: isLast())
      if code == .done { code = verdict.exitCode }
      if verdict.leaves || (verdict.failure != nil && !keepsGoing) { break }
    }
    if let failure = interpreter.leftUndone {
      interpreter.report(failure)
      return code == .done ? ExitCode(failure) : code
    }
    // A text that the lines did not send is kept, and that is said.
    if interpreter.isWriting {
      let closing = await interpreter.run(line: "/close")
      if code == .done { code = closing.exitCode }
    }
    return code
  }

  /// Runs one command given as words.
  ///
  /// - Parameter standardInput: What `-` in place of a text stands for.
  public func run(words: [String], standardInput: @escaping () throws -> String) async -> ExitCode {
    await interpreter.run(words: words, standardInput: standardInput).exitCode
  }

  private func isComment(_ line: String) -> Bool {
    !interpreter.isWriting && line.drop(while: \.isWhitespace).first == "#"
  }
}
