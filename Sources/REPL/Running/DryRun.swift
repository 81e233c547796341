import FeatureKit
import TerminalKit

extension DryRun {
  /// The list of the requests.
  var document: Document { PlannedRequest.document(requests() + visits(), isComplete: isComplete()) }
}

/// Commands that are only tried.
extension Invocation {
  /// Whether a command is to be tried: `--dry-run` is given, here or for the whole run, and is not the command's own.
  func isDryRun(_ verb: Verb, _ reader: ArgumentReader) -> Bool {
    !verb.hasOwnDryRun && (mode.isDryRun || reader.flag(ProgramOption.dryRun.rawValue) != nil)
  }

  /// Runs a command without changing anything: by its effect it is shown, listed or refused.
  func dryRun(_ verb: Verb, _ arguments: ArgumentList, as account: String?) async throws -> Response {
    let run = try await host.dryRun(as: account)
    current?.dryRun = run
    run.setTried(true)
    let own = run.acting.verbs.first { $0.name == verb.name }
    switch try verb.effect(ArgumentReader(arguments, for: verb, context: context)) {
    case .changesMachine(let reason): throw AppError.noDryRun(of: verb.name, because: reason)
    case .reads where account == nil: return try await show(verb, arguments)
    case .reads:
      guard let own else { throw run.acting.refusal(of: verb.name) }
      current?.acting = run.acting
      return try await show(own, arguments)
    case .changesServer:
      guard let own else { throw AppError.noDryRun(of: verb.name, because: "it changes the screen that is shown") }
      return try await list(verb, own, arguments, in: run, isCurrent: account == nil)
    }
  }

  /// Runs a command in the session of its dry run, and lists what it would send.
  ///
  /// One that sends nothing and shows something runs as ever.
  private func list(
    _ verb: Verb, _ own: Verb, _ arguments: ArgumentList, in run: DryRun, isCurrent: Bool
  ) async throws -> Response {
    current?.acting = run.acting
    defer { current?.acting = nil }
    var response = Response.nothing
    do {
      response = try await outcome(of: try await own.run(ArgumentReader(arguments, for: own, context: context)))
    } catch {
      if isCurrent, AppError(error) == run.opensScreen, run.requests().isEmpty {
        current?.acting = nil
        return try await show(verb, arguments)
      }
      // Where an answer could not be made up, the rest is missing.
      guard !run.isComplete(), AppError(error).cause == .cancelled else { throw error }
    }
    guard isCurrent, run.requests().isEmpty, run.isComplete(), response.showsSomething else {
      return .document(run.document)
    }
    current?.acting = nil
    return try await show(verb, arguments)
  }

  /// Runs a command that only shows something, as ever.
  private func show(_ verb: Verb, _ arguments: ArgumentList) async throws -> Response {
    let wasOpen = screen.scripted() != nil
    let response = try await verb.run(ArgumentReader(arguments, for: verb, context: context)).arriving(within: detour)
    // What is typed into a form or a text would be kept.
    guard wasOpen || screen.scripted() == nil else {
      try await closeSheet()
      throw AppError.usage(
        "That opens a form, which a dry run can't do.", suggestion: "Give the whole command on one line.")
    }
    return response
  }

  /// The response after every question was answered with yes.
  private func outcome(of response: Response) async throws -> Response {
    switch response {
    case .confirm(let confirmation): try await outcome(of: confirmation.proceed())
    case .changed(let response, _): try await outcome(of: response)
    case .going: try await outcome(of: response.arriving(within: detour))
    case .ask, .edit:
      throw AppError.usage("A dry run can't ask for input.", suggestion: "Give the whole command on one line.")
    default: response
    }
  }
}

extension Verb {
  /// Whether it has an option of this name, with a meaning of its own.
  var hasOwnDryRun: Bool { parameters.contains { $0.isFlag && $0.name == ProgramOption.dryRun.rawValue } }
}

extension Response {
  /// Whether it is something to look at, and not a message about what was done.
  fileprivate var showsSomething: Bool {
    switch self {
    case .document, .view, .prepared, .staged, .output, .exact, .copy, .screen, .going, .returned, .lines, .following:
      true
    case .nothing, .toast, .retry, .screenAfter, .changed, .confirm, .ask, .edit, .requests, .leave: false
    }
  }
}
