import FeatureKit
import TerminalKit

/// The options that every verb takes.
extension Interpreter {
  /// From a shell all of the program's, which has read them before; elsewhere those that concern one command.
  var sharedOptions: [ParameterDescription] {
    ProgramOption.allCases.filter { isOneShot || $0.isOfOneCommand }.map(\.description)
  }

  /// How the arguments of a verb are read here.
  func grammar(of verb: Verb) -> ArgumentGrammar { ArgumentGrammar(verb.parameters, shared: sharedOptions) }

  /// Does as the options say until the command has run.
  func take(optionsOf reader: ArgumentReader) throws {
    func isGiven(_ option: ProgramOption) -> Bool { reader.flag(option.rawValue) != nil }
    if isGiven(.json), isGiven(.plain) { throw reader.refusal("--json and --plain can't be combined.") }
    if isGiven(.json) {
      isAloneAsData = output.style.format != .json
      output.style.format = .json
      output.style.showsHints = false
    } else if isGiven(.plain) {
      output.style.format = .spoken
    }
    if isGiven(.yes) { assumesYes = true }
    host.setData(output.style.format == .json)
  }

  /// Goes back to what holds for the run.
  func endOptions(_ style: Output.Style, _ assumesYes: Bool) {
    output.style = style
    self.assumesYes = assumesYes
    isAloneAsData = false
    host.setData(style.format == .json)
  }
}

extension CommandSyntax.Failure: AppErrorConvertible {
  var appError: AppError {
    switch self {
    case .unclosedQuote:
      .usage(
        "A quotation mark is not closed.",
        suggestion: #"Close it with ", or write \" for the sign itself."#)
    case .semicolonBehindOption:
      .usage(
        "A semicolon follows an option in the text.",
        suggestion: #"Put the text in quotes, or the options before it: post --cw food "Good night"; home."#)
    }
  }
}
