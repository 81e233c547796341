import FeatureKit
import TerminalKit

/// The destination of one command's output in place of the terminal.
enum Redirection: Equatable {
  /// `> FILE`, or `>> FILE` to add to it.
  case file(String, appends: Bool)
  /// `| PROGRAM …`, run by a shell.
  case program(String)

  /// The redirection as typed, for messages.
  var text: String {
    switch self {
    case .file(let path, _): "\(sign) \(path)"
    case .program(let program): "| \(program)"
    }
  }

  /// The sign, for messages.
  var sign: String {
    switch self {
    case .file(_, let appends): appends ? ">>" : ">"
    case .program: "|"
    }
  }
}

extension Invocation {
  /// Runs a command whose output goes elsewhere; what is asked, and errors, stay on the terminal.
  func run(_ command: Command, into redirection: Redirection) async -> Verdict {
    if isDryRun(command) { return refuse(Self.noDryRun(after: redirection.text)) }
    if case .program = redirection, host.promptSettings.shellAccess == .off {
      return refuse(.usage("Pipes are turned off.", suggestion: "To allow them: set shell pipes."))
    }
    do {
      guard try await mayReplace(redirection, by: command) else { return try await decline(nil) }
    } catch {
      return refuse(AppError(error))
    }
    let collected = Sink.CollectedBytes()
    // What the user does not see takes them nowhere.
    let isApart = isPrompt && detour.begin()
    let before = state.undoable.count
    let verdict = await run(command, to: .bytes(collected))
    if isApart { detour.abandon() }
    guard verdict.failure == nil else { return verdict }
    let isChange = state.undoable.count != before
    return await stoppable {
      do { return try await self.send(collected.bytes, to: redirection) } catch  where isChange && !Task.isCancelled {
        // Doing it again would do it twice.
        let suggestion = "The change was made: look before you run the command again."
        return self.refuse(.partial(.detailed(AppError(error), suggestion: suggestion, data: []), left: []))
      }
    }
  }

  private func isDryRun(_ command: Command) -> Bool {
    let option = "--\(ProgramOption.dryRun.rawValue)"
    return lineMode.isDryRun || command.arguments.words.contains { !$0.isQuoted && $0.text == option }
  }

  private static func noDryRun(after sign: String) -> AppError {
    .usage("A dry run writes no file and starts no program.", suggestion: "Leave out “\(Sanitizer.clean(sign))”.")
  }

  /// Whether a file that exists may be replaced; asks unless `--yes` was given.
  private func mayReplace(_ redirection: Redirection, by command: Command) async throws -> Bool {
    guard case .file(let path, appends: false) = redirection, host.userFiles.exists(path),
      !command.arguments.words.contains(where: { $0.text == "--yes" && !$0.isQuoted })
    else { return true }
    return try await isConfirmed(
      Confirmation("Replace \(Sanitizer.clean(path))? (>> adds to it.)") { .nothing })
  }

  private func send(_ bytes: [UInt8], to redirection: Redirection) async throws -> Verdict {
    switch redirection {
    case .file(let path, let appends):
      let files = host.userFiles
      try await (appends ? files.append : files.write)(path, bytes)
      let count = bytes.count { $0 == UInt8(ascii: "\n") }
      let isText = String(validating: bytes, as: UTF8.self) != nil
      let size = !isText ? "\(bytes.count) bytes" : count == 1 ? "1 line" : "\(count) lines"
      return try await carryOut(
        .success(
          "\(appends ? "Added" : "Wrote") \(size) to \(Sanitizer.clean(path)).",
          data: [.init("file", .string(path)), .init("lines", .int(count))]))
    case .program(let program): return try await start(program, input: bytes)
    }
  }

  /// Runs a program after `|` or `!`, which has the terminal meanwhile.
  ///
  /// - Throws: ``AppError`` if the user has not allowed that, it cannot be started, or it ended by itself with a code above 1:
  ///   with 1, programs such as grep only say that there was nothing to find.
  func start(_ program: String, input: [UInt8]?) async throws -> Verdict {
    if lineMode.isDryRun { throw Self.noDryRun(after: "! \(program)") }
    let access = host.promptSettings.shellAccess
    guard access == .on || (access == .pipes && input != nil) else {
      throw AppError.usage(
        input == nil ? "Running programs with ! is turned off." : "Pipes are turned off.",
        suggestion: "To allow it: set shell \(input == nil ? "on" : "pipes").")
    }
    cancelNotice()
    let code = try await runWithinLimit { [output] in try await output.run(program, input) }
    // 128 and the number of a signal: a key ended it, or its reader needs no more. ssh ends with 255.
    guard code > 1, !(129...192).contains(code) else { return Verdict() }
    let readsJSON = ["jq", "gojq", "jaq", "fx"].contains(program.prefix { !$0.isWhitespace })
    // A document and a list of documents begin with these.
    let isText = input?.first.map { !"{[".utf8.contains($0) } ?? false
    throw AppError.validation(
      "The program ended with code \(code).",
      suggestion: readsJSON && isText
        ? "It reads JSON: add --json before the |."
        : "Check the command after the \(input == nil ? "!" : "|").")
  }
}
