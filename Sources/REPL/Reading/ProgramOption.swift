import FeatureKit

/// The options of the program, which may stand before or after a command on the command line.
///
/// Those for a single command may also be typed at the prompt and in scripts.
public enum ProgramOption: String, CaseIterable, Sendable {
  case account, sandbox, fixtures, json, plain
  case noPlain = "no-plain"
  case color, width
  case noLive = "no-live"
  case yes, timeout, wait
  case noKeep = "no-keep"
  /// Queues one command's changes in the outbox.
  case later
  /// Acts once as another signed-in account.
  case `as`
  case cached, fresh
  case keepGoing = "keep-going"
  case parse
  case dryRun = "dry-run"
  case record
  case help

  /// The name of its value, if it takes one.
  public var value: String? {
    switch self {
    case .account: "user@host"
    case .as: "ACCOUNT"
    case .color: "WHEN"
    case .width: "COLUMNS"
    case .record: "FILE"
    case .timeout: "SECONDS"
    case .sandbox, .fixtures, .json, .plain, .noPlain, .noLive, .yes, .wait, .noKeep, .later, .cached, .fresh,
      .keepGoing, .parse, .dryRun, .help:
      nil
    }
  }

  /// The environment variable that stands for it; `nil` for those of a single command.
  public var variable: String? {
    switch self {
    case .noPlain, .as, .later, .record, .help: nil
    default: "HOWDAH_" + rawValue.uppercased().replacing("-", with: "_")
    }
  }

  /// The help, in one sentence.
  public var help: String {
    switch self {
    case .account: "Act as this account."
    case .sandbox: "Use the embedded sandbox server; nothing leaves this machine."
    case .fixtures: "Run on built-in test data with a fixed clock, without files or network."
    case .json: "Print each response as a JSON object; errors go to standard error."
    case .plain: "Print sentences for a screen reader, and only append to the screen. Overrides the setting plain."
    case .noPlain: "Print text as it looks on a screen. Overrides the setting plain."
    case .color: "Use colours: auto, always or never."
    case .width: "Wrap lines at this many columns, 20 to 500."
    case .noLive: "Don't open a stream for live updates."
    case .yes: "Answer every question with yes."
    case .timeout: "Give up a command that is not done after this many seconds."
    case .wait: "Where a server accepts no more requests for now, wait for as long as it asks."
    case .noKeep: "Keep no unsent changes in the outbox, and no unsent posts as drafts."
    case .later: "Put what the command changes into the outbox, and send it with outbox send."
    case .cached: "Show what is kept on this machine, and ask no server."
    case .fresh: "Ask the server, and show an error in place of what is kept on this machine."
    case .as: "Act once as another signed-in account."
    case .keepGoing: "In a script, continue after a failed command."
    case .parse: "Read commands without running them, and list those that would be refused."
    case .dryRun: "Print the requests that would change something on the server, and send none of them."
    case .record: "Record the session at the prompt in this file."
    case .help: "Explain the command."
    }
  }

  /// Whether it stands only after a command.
  public var followsCommand: Bool { self == .later || self == .as }

  /// The values that it accepts, where they are few.
  public var choices: [String] { self == .color ? ["auto", "always", "never"] : [] }

  /// Whether it can be given for a single command.
  var isForOneCommand: Bool {
    switch self {
    case .json, .plain, .noPlain, .yes, .timeout, .as, .later, .dryRun, .help: true
    case .account, .sandbox, .fixtures, .color, .width, .noLive, .wait, .noKeep, .cached, .fresh, .keepGoing, .parse,
      .record:
      false
    }
  }

  var description: ParameterDescription {
    ParameterDescription(name: rawValue, form: .flag(value: value, choices: choices), isOptional: true)
  }

  /// Finds the program's options in the arguments of a shell, up to `--`, in their order.
  ///
  /// - Returns: each option with its value; `nil` where none is given. The command's own parser refuses missing values.
  public static func found(in arguments: [String]) -> [(option: ProgramOption, value: String?)] {
    var found: [(ProgramOption, String?)] = []
    var grammar = ArgumentGrammar()
    for option in allCases { grammar.options[option.rawValue] = option.value != nil }
    var cursor = ArgumentCursor(grammar)
    var waiting: ProgramOption?
    for word in arguments.map({ ArgumentList.Word($0) }) {
      switch cursor.role(of: word) {
      case .option(let name, let value):
        guard let option = ProgramOption(rawValue: name) else { continue }
        if cursor.awaitsValue { waiting = option } else { found.append((option, value)) }
      case .value:
        // `--as --json` lacks a value, and its error is to be JSON.
        if word.isOption, let option = ProgramOption(rawValue: String(word.text.dropFirst(2))), option.value == nil {
          found.append((option, nil))
        } else if let option = waiting {
          found.append((option, word.text))
        }
        waiting = nil
      case .separator, .object, .text: continue
      }
    }
    return found
  }
}
