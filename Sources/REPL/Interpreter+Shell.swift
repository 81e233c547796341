import FeatureKit

/// Commands that come from a shell.
extension Interpreter {
  /// Runs one command given as words, as a shell hands them over.
  ///
  /// - Parameters:
  ///   - words: A verb and its arguments, in which the program's own options may stand as well.
  ///   - standardInput: What `-` in place of a text stands for; `nil` where that is nothing else than a hyphen.
  public func run(words: [String], standardInput: (() throws -> String)? = nil) async -> Verdict {
    guard let verb = words.first else { return Verdict() }
    var arguments = ArgumentList(shellArguments: words.dropFirst())
    isScriptsLast = true
    isOneShot = true
    defer { (isScriptsLast, isOneShot) = (false, false) }
    do {
      if let standardInput, let place = hyphen(in: arguments, of: verb) {
        arguments.words[place] = ArgumentList.Word(try standardInput(), isQuoted: true)
      }
    } catch {
      return refuse(AppError(error))
    }
    return await run(Command(verb: verb, arguments: arguments, source: words.joined(separator: " ")))
  }

  /// What went wrong, after saying what was done before.
  func failure(of error: any Error) async -> AppError {
    if let partial = error as? PartialFailure {
      do { _ = try await carryOut(partial.done) } catch { return AppError(error) }
      // What was done is said; that nothing was changed would be wrong.
      if Task.isCancelled {
        return .usage("Stopped before the rest was done.", suggestion: "Type the command again for the rest.")
      }
      return partial.appError
    }
    return Task.isCancelled ? stopped : AppError(error)
  }

  /// Where `-` is the whole text of a verb.
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
}
