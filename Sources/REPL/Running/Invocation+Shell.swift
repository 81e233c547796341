import FeatureKit
import TerminalKit

/// Commands that come from a shell.
extension Invocation {
  /// Runs one command from the arguments of a shell.
  func run(words: [String], standardInput: (() throws -> String)?) async -> Verdict {
    guard let verb = words.first else { return Verdict() }
    var arguments = ArgumentList(shellArguments: Array(words.dropFirst()))
    source = .shell
    do {
      if let standardInput, let place = hyphen(in: arguments, of: verb) {
        arguments.words[place] = ArgumentList.Word(try standardInput(), isQuoted: true)
      }
    } catch {
      return refuse(AppError(error))
    }
    await findPlugins(namedIn: [verb])
    let commands: [Command]
    do {
      commands = try expanded(
        Command(verb: verb, arguments: arguments, source: words.joined(separator: " ")), within: [])
    } catch {
      return refuse(AppError(error))
    }
    var verdict = Verdict()
    for command in commands where verdict.failure == nil && !verdict.leaves { verdict = await run(command) }
    return verdict
  }

  /// The error to report, after the response about what was done before it.
  func failure(of error: any Error) async -> AppError {
    if let partial = error as? PartialFailure {
      do { _ = try await carryOut(partial.done) } catch { return AppError(error) }
      guard partial.isPartial else {
        return Task.isCancelled ? partial.appError.replacingCause(by: stopped) : partial.appError
      }
      let left = mode.isData ? partial.left : wordsTyped(for: partial.left)
      // `cancelled` would say that nothing was changed.
      guard Task.isCancelled else { return .partial(naming(partial.appError), left: left) }
      return .partial(current?.timedOut == nil ? .interrupted : stopped, left: left)
    }
    if Task.isCancelled { return AppError(error).replacingCause(by: stopped) }
    let failure = naming(AppError(error))
    switch failure {
    case .network(.connectionLost), .network(.timedOut), .network(.invalidResponse):
      // Doing it again may do it twice.
      guard hasSentChanges else { return failure }
      return failure.afterSending
    // A proxy says no more of what the server has done; one that is busy has done nothing.
    case .network(.serverError(_, let code, nil, _)) where code >= 500 && ![501, 503].contains(code):
      return hasSentChanges ? failure.afterSending : failure
    default: return failure
    }
  }

  /// The same error with the account whose draft it suggests, if the command acts as that one.
  private func naming(_ failure: AppError) -> AppError {
    if case .partial(let error, let left) = failure { return .partial(naming(error), left: left) }
    guard let account = current?.acting?.account, account != host.account,
      case .detailed(let cause, let suggestion, let data) = failure,
      case .string(let draft)? = data.first(where: { $0.name == "draft" })?.value,
      !suggestion.contains("switch @\(account)")
    else { return failure }
    let command = "draft \(draft)"
    return .detailed(
      cause, suggestion: suggestion.replacing(command, with: "switch @\(account); \(command)"), data: data)
  }

  /// The typed form of these ids: what was typed, and the numbers that are left of a range such as `1-20`.
  private func wordsTyped(for ids: [String]) -> [String] {
    let shown = current?.numbers?.entries ?? [:]
    var words: [String] = []
    var run: ClosedRange<Int>?
    func endRun() {
      if let run { words.append(run.count == 1 ? "\(run.lowerBound)" : "\(run.lowerBound)-\(run.upperBound)") }
      run = nil
    }
    for id in ids {
      let typed = current?.typed[id] ?? id
      let isRange = typed.contains { "-,".contains($0) } && typed.allSatisfy { $0.isNumber || "-,".contains($0) }
      guard isRange, let number = shown.first(where: { $0.key > 0 && $0.value.contains { $0.id == id } })?.key else {
        endRun()
        words.append(typed)
        continue
      }
      if let last = run, last.upperBound + 1 == number {
        run = last.lowerBound...number
      } else {
        endRun()
        run = number...number
      }
    }
    endRun()
    return words
  }

  /// The place of a `-` that is the whole text of a verb.
  private func hyphen(in arguments: ArgumentList, of name: String) -> Int? {
    guard let verb = catalog.verb(named: name) else { return nil }
    var cursor = ArgumentCursor(grammar(of: verb))
    var text: [Int] = []
    for (index, word) in arguments.words.enumerated() {
      if case .text = cursor.role(of: word) { text.append(index) }
    }
    guard let place = text.first, text.count == 1, arguments.words[place].text == "-" else { return nil }
    return place
  }

  /// Replaces a `-` that is the whole text of a script's command with standard input.
  ///
  /// - Throws: ``AppError`` where standard input is the script.
  func withStandardInput(_ command: Command) throws -> Command {
    guard isScripted, !isWriting, command.arguments.words.contains(where: { $0.text == "-" }),
      let place = hyphen(in: command.arguments, of: command.verb), !command.arguments.words[place].isQuoted
    else { return command }
    guard let standardInput = interpreter.script?.standardInput else {
      throw AppError.usage(
        "“-” stands for standard input, which is the script here.",
        suggestion: "Put the text on the line, or in quotes if it is a hyphen.")
    }
    var command = command
    command.arguments.words[place] = ArgumentList.Word(try standardInput(), isQuoted: true)
    return command
  }
}

extension Command {
  /// A command from a shell, which has removed the quotes, as a line.
  var typed: String {
    let words = arguments.words.map { word in
      let isPlain = !word.text.isEmpty && !word.text.contains { $0.isWhitespace || "\"'\\;|>&#".contains($0) }
      let escaped = word.text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      return isPlain ? word.text : "\"\(escaped)\""
    }
    return ([verb] + words).joined(separator: " ")
  }
}
