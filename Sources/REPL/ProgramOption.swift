import FeatureKit

/// The options of the program, which may stand before a verb on the command line and after it.
///
/// Those that concern one command alone may be typed at the prompt and in scripts too.
public enum ProgramOption: String, CaseIterable, Sendable {
  case account, sandbox, fixtures, json, plain, color, width
  case noLive = "no-live"
  case yes
  case keepGoing = "keep-going"
  case help

  /// What stands behind it, if anything does.
  public var value: String? {
    switch self {
    case .account: "user@host"
    case .color: "WHEN"
    case .width: "COLUMNS"
    case .sandbox, .fixtures, .json, .plain, .noLive, .yes, .keepGoing, .help: nil
    }
  }

  /// Whether it is for one command, wherever that is typed.
  var isOfOneCommand: Bool {
    switch self {
    case .json, .plain, .yes, .help: true
    case .account, .sandbox, .fixtures, .color, .width, .noLive, .keepGoing: false
    }
  }

  var description: ParameterDescription {
    ParameterDescription(name: rawValue, form: .flag(value: value, choices: []), isOptional: true)
  }

  /// Finds the options in a shell's arguments, up to `--`, in their order; a verb's own parser decides what they are there.
  ///
  /// - Returns: each option with its value; `nil` where a value is missing, or given to one that takes none.
  public static func found(in arguments: some Sequence<String>) -> [(option: ProgramOption, value: String?)] {
    var found: [(ProgramOption, String?)] = []
    var grammar = ArgumentGrammar()
    for option in allCases { grammar.options[option.rawValue] = option.value != nil }
    var cursor = ArgumentCursor(grammar)
    var waiting: ProgramOption?
    for word in ArgumentList(shellArguments: arguments).words {
      switch cursor.role(of: word) {
      case .option(let name, let value):
        guard let option = ProgramOption(rawValue: name) else { continue }
        if cursor.awaitsValue { waiting = option } else { found.append((option, value)) }
      case .value:
        if let option = waiting { found.append((option, word.text)) }
        waiting = nil
      case .separator, .object, .text: continue
      }
    }
    return found
  }
}
