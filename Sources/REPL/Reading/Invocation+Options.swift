import FeatureKit
import TerminalKit

/// The options that every command takes.
extension Invocation {
  /// The descriptions of the program's options that may be typed here.
  var sharedOptions: [ParameterDescription] { source.programOptions.map(\.description) }

  func grammar(of verb: Verb) -> ArgumentGrammar { ArgumentGrammar(verb.parameters, shared: sharedOptions) }

  /// The words of a command that are neither options nor their values, nor text.
  func objects(of arguments: ArgumentList, for verb: Verb) -> [ArgumentList.Word] {
    var cursor = ArgumentCursor(grammar(of: verb))
    return arguments.words.filter { cursor.role(of: $0) == .object }
  }

  /// Changes the mode as the options say; it ends with the command.
  func apply(optionsOf reader: ArgumentReader) throws {
    func isGiven(_ option: ProgramOption) -> Bool { reader.flag(option.rawValue) != nil }
    if isGiven(.json), isGiven(.plain) { throw reader.refusal("--json and --plain can't be combined.") }
    if isGiven(.plain), isGiven(.noPlain) { throw reader.refusal("--plain and --no-plain can't be combined.") }
    let format = isGiven(.plain) ? Renderer.Format.spoken : isGiven(.noPlain) ? output.style.format : nil
    if let seconds = reader.flag(ProgramOption.timeout.rawValue) {
      guard let number = Int(seconds), (1...86_400).contains(number) else {
        throw reader.refusal("--timeout takes a whole number of seconds from 1 to 86400.")
      }
      mode.timeout = number
      startDeadline()
    }
    mode = mode.applying(json: isGiven(.json), plain: format, yes: isGiven(.yes))
    host.setData(mode.isData, isShown: !mode.isSeparateData)
  }
}
