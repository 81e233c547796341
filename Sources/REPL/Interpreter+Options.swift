import FeatureKit

/// The options that every command takes.
extension Interpreter {
  /// The descriptions of the program's options that may be typed here.
  var sharedOptions: [ParameterDescription] { source.programOptions.map(\.description) }

  /// How the arguments of a verb are read here.
  func grammar(of verb: Verb) -> ArgumentGrammar { ArgumentGrammar(verb.parameters, shared: sharedOptions) }

  /// Changes the mode as the options say; `perform` restores it.
  func apply(optionsOf reader: ArgumentReader) throws {
    func isGiven(_ option: ProgramOption) -> Bool { reader.flag(option.rawValue) != nil }
    if isGiven(.json), isGiven(.plain) { throw reader.refusal("--json and --plain can't be combined.") }
    mode = mode.applying(json: isGiven(.json), plain: isGiven(.plain), yes: isGiven(.yes))
    host.setData(mode.isData)
  }
}
