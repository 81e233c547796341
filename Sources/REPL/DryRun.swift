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

  /// Commands that only show something, with any arguments.
  private static let reading: Set<String> = [
    "?", "about", "accounts", "back", "completion", "fold", "gallery", "get", "graph", "help", "jobs",
    "man", "media", "messages", "new", "newer", "older", "open", "quit", "refresh", "screen", "server-timeline",
    "source", "tab",
    "tabs",
    "themes", "top", "unfold", "where",
  ]

  /// Commands that only show something with one of these words, or without any.
  private static let readingWithWords: [String: Set<String>] = [
    "alias": [], "diagnose": [], "intent": ["unread", "whoami"], "plugins": [], "push": ["status"], "usage": [],
    "vault": [],
  ]

  /// Whether a command only shows something, so that it runs as ever.
  static func isReading(_ verb: String, _ arguments: ArgumentList) -> Bool {
    let words = arguments.words.filter { $0.isQuoted || !$0.text.hasPrefix("-") }.map(\.text)
    return reading.contains(verb)
      || readingWithWords[verb].map { $0.isSuperset(of: words) && words.count <= 1 } ?? false
  }

  /// The list of the requests.
  var document: Document { PlannedRequest.document(requests(), isComplete: isComplete()) }

  /// Why some commands cannot be tried; others change only this machine.
  private static let reasons: [String: String] = [
    "login": "it needs the server's answers", "register": "it needs the server's answers",
    "logout": "the server and this machine forget the account in one step",
    "undo": "there would be nothing to take back",
    "retry": "there would be nothing to repeat", "dismiss-error": "it sends nothing to the server",
    "switch": "it sends nothing to the server",
    "diagnose": "it only writes a file", "browse": "it only opens a program", "view": "it only opens a program",
    "download": "it only reads from the server, and writes a file",
    "export": "it only reads from the server, and writes a file",
    "set": "it changes only this machine, and --on-server needs the server's response",
    "push": "the keys that it registers are made on this machine", "onboarding": "its pages are filled in by hand",
  ]

  /// Options with which a command only reads.
  private static let readingOptions: [String: Set<String>] = ["post": ["check"]]

  /// Whether a command only reads because of an option.
  static func onlyReads(_ verb: String, _ reader: ArgumentReader) -> Bool {
    readingOptions[verb]?.contains { reader.flag($0) != nil } ?? false
  }

  /// Options with which a command starts something on this machine.
  private static let effects: [String: Set<String>] = ["watch": ["exec", "notify"]]

  /// The error for a command that cannot be tried, which says why.
  ///
  /// - Parameters:
  ///   - isPlugin: Whether another program is the command.
  ///   - isOfScreen: Whether the command is only known on the screen that is shown.
  static func refusal(of verb: String, isPlugin: Bool = false, isOfScreen: Bool = false) -> AppError {
    let reason =
      isPlugin
      ? "it is another program"
      : reasons[verb]
        ?? (isOfScreen ? "it changes the screen that is shown" : "it changes only this machine")
    return .noDryRun(of: verb, because: reason)
  }

  /// Refuses an option that starts something on this machine.
  static func refuseEffects(of verb: String, _ reader: ArgumentReader) throws {
    guard let option = effects[verb]?.sorted().first(where: { reader.flag($0) != nil }) else { return }
    throw AppError.usage(
      "--\(option) has no dry run: it starts something on this machine.", suggestion: "Leave out --\(option).")
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
      guard DryRun.isReading(verb.name, arguments), account == nil else {
        throw DryRun.refusal(
          of: verb.name, isPlugin: host.pluginVerbs().contains { $0.name == verb.name },
          isOfScreen: host.screen().verbs().contains { $0.name == verb.name })
      }
      return try await show(verb, arguments, in: run)
    }
    if verb.name == "browse" { throw DryRun.refusal(of: verb.name) }
    let reader = try ArgumentReader(arguments, for: own, context: context)
    try DryRun.refuseEffects(of: verb.name, reader)
    if DryRun.onlyReads(verb.name, reader) {
      if account != nil { current?.acting = run.acting }
      return try await show(account == nil ? verb : own, arguments, in: run)
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
    case .document, .view, .prepared, .staged, .output, .exact, .copy, .screen, .returned, .lines, .following: true
    case .nothing, .toast, .retry, .screenAfter, .changed, .confirm, .ask, .edit, .requests, .leave: false
    }
  }
}
