import FeatureKit

/// Runs commands that are not typed at the prompt: a one-shot command, `-c`, a file or a pipe.
@MainActor
public struct Script {
  private let interpreter: Interpreter
  private let keepsGoing: Bool

  /// Creates a script runner.
  ///
  /// - Parameter keepsGoing: Whether commands run after a failed one; otherwise the first failure ends the script,
  ///   because what a number stands for depends on the commands before.
  public init(interpreter: Interpreter, keepsGoing: Bool = false) {
    self.interpreter = interpreter
    self.keepsGoing = keepsGoing
  }

  /// Runs lines until there are no more; lines that begin with `#` are comments.
  ///
  /// - Parameters:
  ///   - isLast: Returns whether the line returned last is known to be the last one; a pipe does not know.
  ///   - standardInput: Reads the text that `-` stands for; `nil` where standard input is the script.
  /// - Returns: the exit code of the first command that failed; ``ExitCode/partial`` if it went on and others succeeded.
  public func run(
    _ next: () async -> String?, isLast: () -> Bool, standardInput: (() throws -> String)? = nil
  ) async -> ExitCode {
    interpreter.script = ScriptInput(standardInput: standardInput)
    var code = ExitCode.done
    var didPart = false
    var isFirst = true
    while var line = await next() {
      // An editor of Windows may have put it there.
      if isFirst, line.unicodeScalars.first == "\u{FEFF}" { line.unicodeScalars.removeFirst() }
      isFirst = false
      let isWriting = interpreter.isWriting
      guard !Self.isComment(line, isWriting: isWriting) else { continue }
      // An empty line means what Return does at the prompt only where a text is written.
      guard isWriting || !line.allSatisfy(\.isWhitespace) else { continue }
      let verdict = await interpreter.run(line: line, keepsGoing: keepsGoing, isLast: isLast())
      if code == .done { code = verdict.exitCode }
      if verdict.failure == nil || verdict.didPart { didPart = true }
      // Ctrl-C is for the script.
      if verdict.leaves || verdict.exitCode == .interrupted || (verdict.failure != nil && !keepsGoing) { break }
    }
    // A script that stops at a failure has the code of that.
    if keepsGoing, didPart, code != .done, code != .interrupted { code = .partial }
    await interpreter.endRecordAtEnd()
    interpreter.script?.isStopped = false
    let failure = await interpreter.run { await $0.endOfScript(reports: keepsGoing || code == .done) }
    if let failure, code == .done { code = ExitCode(failure) }
    return code
  }

  /// Runs one command from the arguments of a shell.
  ///
  /// - Parameter standardInput: Reads the text that `-` stands for.
  public func run(words: [String], standardInput: @escaping () throws -> String) async -> ExitCode {
    let code = await interpreter.run(words: words, standardInput: standardInput).exitCode
    guard code == .done, let failure = interpreter.line.unsavedForm(of: words.first ?? "") else { return code }
    interpreter.report(failure)
    return ExitCode(failure)
  }

  /// The lines of a text.
  ///
  /// In one that was written on Windows, both signs at the end of a line are one character. Other signs that end a line
  /// elsewhere may be part of a post.
  public static func lines(of text: String) -> [Substring] {
    var lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    // Nothing begins after the last one.
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  /// Whether a line is a comment: one that begins with `#`, unless it belongs to a text.
  static func isComment(_ line: some StringProtocol, isWriting: Bool) -> Bool {
    !isWriting && line.drop(while: \.isWhitespace).first == "#"
  }
}
