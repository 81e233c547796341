import FeatureKit
import TerminalKit

/// Reads the lines of a script without running them, and prints what would be refused.
@MainActor
public struct ScriptCheck {
  private let checker: LineChecker
  private let write: (String) -> Void
  private let isJSON: Bool

  /// Creates a check.
  ///
  /// - Parameter isJSON: Whether each line is answered with a JSON object; otherwise only what is wrong is printed.
  public init(interpreter: Interpreter, isJSON: Bool, write: @escaping (String) -> Void) {
    checker = LineChecker(interpreter)
    self.isJSON = isJSON
    self.write = write
  }

  /// Reads lines until there are no more.
  ///
  /// The lines of a text that a command opens, up to the next command with a slash, are not read as commands.
  ///
  /// - Returns: the exit code of the first line that would be refused.
  public func run(_ next: () async -> String?) async -> ExitCode {
    var code = ExitCode.done
    var number = 0
    var isText = false
    while var line = await next() {
      number += 1
      if number == 1, line.unicodeScalars.first == "\u{FEFF}" { line.unicodeScalars.removeFirst() }
      var failure: AppError?
      if isText, !line.hasPrefix("/") || line.hasPrefix("//") {
        report(number, nil)
        continue
      }
      if line.drop(while: \.isWhitespace).first != "#" {
        do { isText = try await checker.check(line: line) } catch { failure = AppError(error) }
      }
      report(number, failure)
      if let failure, code == .done { code = ExitCode(failure) }
    }
    if !isJSON, code == .done { write("\(number) \(number == 1 ? "line" : "lines") read; nothing would be refused.\n") }
    return code
  }

  /// Reads one command from the arguments of a shell.
  public func run(words: [String]) async -> ExitCode {
    do { try await checker.check(words: words) } catch {
      report(1, AppError(error))
      return ExitCode(AppError(error))
    }
    report(1, nil)
    return .done
  }

  private func report(_ number: Int, _ failure: AppError?) {
    if isJSON {
      var members: [JSONValue.Member] = [.init("line", .int(number)), .init("understood", .bool(failure == nil))]
      if let failure {
        members += [
          .init("code", .string(failure.code)), .init("message", .string(failure.message)),
          .init("suggestion", .string(failure.suggestion)),
        ]
      }
      return write(JSONValue.answer(members) + "\n")
    }
    guard let failure else { return }
    write("line \(number): \(failure.message) \(failure.suggestion)\n")
  }
}
