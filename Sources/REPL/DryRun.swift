public import FeatureKit
import TerminalKit

/// A command that lists the requests that would change something in place of sending them.
///
/// It runs in a session of its own, so that nothing of it stays: no draft, no mark on a screen, nothing to undo.
@MainActor
public struct DryRun {
  /// The account and its commands.
  let acting: Acting
  /// Thrown where the command would open a screen.
  let opensScreen: AppError
  /// Runs something that sends nothing but what reads.
  let holdingBack: (_ work: @MainActor () async throws -> Void) async throws -> Void
  /// The requests that were held back.
  let requests: () -> [PlannedRequest]
  /// Whether that is all of them.
  let isComplete: () -> Bool

  /// Makes a run from its closures.
  public init(
    acting: Acting, opensScreen: AppError,
    holdingBack: @escaping (_ work: @MainActor () async throws -> Void) async throws -> Void,
    requests: @escaping () -> [PlannedRequest], isComplete: @escaping () -> Bool
  ) {
    self.acting = acting
    self.opensScreen = opensScreen
    self.holdingBack = holdingBack
    self.requests = requests
    self.isComplete = isComplete
  }

  /// Commands without an account that only show something.
  static let reading: Set<String> = [
    "?", "about", "accounts", "back", "get", "help", "man", "media", "messages", "open", "screen", "tab", "tabs",
    "themes", "top", "where",
  ]

  /// The list of the requests.
  var document: Document { PlannedRequest.document(requests(), isComplete: isComplete()) }

  /// The error for a command that cannot be tried.
  static func refusal(of verb: String) -> AppError {
    .usage(
      "“\(verb)” has no dry run.", suggestion: "It takes commands that read or change something on your server.")
  }
}

/// Commands that are only tried.
extension Interpreter {
  /// Whether a command is to be tried: `--dry-run` is given, here or for the whole run, and is not the command's own.
  func isDryRun(_ verb: Verb, _ reader: ArgumentReader) -> Bool {
    !verb.hasOwnDryRun && (mode.isDryRun || reader.flag(ProgramOption.dryRun.rawValue) != nil)
  }

  /// Runs a command without changing anything, and lists what it would send.
  ///
  /// A command that sends no such request and shows something runs as ever.
  func dryRun(_ verb: Verb, _ arguments: ArgumentList, as account: String?) async throws -> Response {
    let run = try await host.dryRun(account)
    current?.dryRun = run
    guard let own = run.acting.verbs.first(where: { $0.name == verb.name }) else {
      guard DryRun.reading.contains(verb.name), account == nil else { throw DryRun.refusal(of: verb.name) }
      return try await show(verb, arguments, in: run)
    }
    current?.acting = run.acting
    defer { current?.acting = nil }
    var response = Response.nothing
    do {
      try await run.holdingBack {
        let reader = try ArgumentReader(arguments, for: own, context: self.context)
        response = try await self.outcome(of: try await own.run(reader))
      }
    } catch {
      if AppError(error) == run.opensScreen, run.requests().isEmpty, account == nil {
        current?.acting = nil
        return try await show(verb, arguments, in: run)
      }
      // Where an answer could not be made up, the rest is missing.
      guard !run.isComplete(), AppError(error).cause == .cancelled else { throw error }
    }
    guard run.requests().isEmpty, run.isComplete(), response.showsSomething, account == nil else {
      return .document(run.document)
    }
    current?.acting = nil
    return try await show(verb, arguments, in: run)
  }

  /// Runs a command that only shows something, as ever.
  private func show(_ verb: Verb, _ arguments: ArgumentList, in run: DryRun) async throws -> Response {
    var response = Response.nothing
    let wasOpen = host.screen().scripted() != nil
    try await run.holdingBack {
      response = try await verb.run(ArgumentReader(arguments, for: verb, context: self.context))
    }
    // What is typed into a form or a text would be kept.
    guard wasOpen || host.screen().scripted() == nil else {
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
    case .ask, .edit:
      throw AppError.usage("A dry run can't ask for input.", suggestion: "Give the whole command on one line.")
    default: response
    }
  }

  /// Does what a dry run must do without sending changes; anything else as it is.
  func heldBack<Value>(_ work: @MainActor () async throws -> Value) async throws -> Value {
    guard let run = current?.dryRun else { return try await work() }
    var value: Value?
    try await run.holdingBack { value = try await work() }
    guard let value else { throw AppError.cancelled }
    return value
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
    case .document, .view, .prepared, .staged, .output, .copy, .screen, .returned, .lines, .following: true
    case .nothing, .toast, .retry, .screenAfter, .changed, .confirm, .ask, .edit, .requests, .leave: false
    }
  }
}
