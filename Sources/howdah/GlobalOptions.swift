import ArgumentParser
import REPL

/// The program's options.
///
/// Separate from ``GlobalFlags`` because a command line without options, as most scripts have it, needs no
/// parser; parsing takes as long as everything else before the first request.
struct GlobalOptions: Equatable {
  var account: String?
  var sandbox = false
  var fixtures = false
  var json = false
  var plain: Bool?
  var color: ColorChoice?
  var width: Int?
  var noLive = false
  var yes = false
  var keepGoing = false

  /// Refuses options that contradict each other.
  func validate() throws {
    if json, plain == true { throw ValidationError("--json and --plain can't be combined.") }
    if let width, !(20...500).contains(width) { throw ValidationError("--width takes a number from 20 to 500.") }
    if fixtures, sandbox || account != nil {
      throw ValidationError("--fixtures can't be combined with --sandbox or --account.")
    }
    if sandbox, account != nil { throw ValidationError("--sandbox and --account can't be combined.") }
  }

  /// Whether responses are sentences: as the option says, else the setting, else the terminal.
  func isPlain(_ preference: Bool?, _ surroundings: Surroundings) -> Bool {
    plain ?? preference ?? (surroundings.outputIsTerminal && surroundings.isDumb)
  }

  /// Takes the program's options from a command's arguments; the command's own parser skips them.
  ///
  /// - Parameter words: The arguments of a command; `--` ends the search.
  mutating func take(_ words: some Sequence<String>) throws {
    for (option, value) in ProgramOption.found(in: words) {
      switch (option, value) {
      case (.account, let value?): account = value
      case (.color, let value?):
        guard let choice = ColorChoice(rawValue: value) else {
          throw ValidationError("--color takes auto, always or never.")
        }
        color = choice
      case (.width, let value?):
        guard let number = Int(value) else { throw ValidationError("--width takes a number from 20 to 500.") }
        width = number
      case (.sandbox, nil): sandbox = true
      case (.fixtures, nil): fixtures = true
      case (.json, nil): json = true
      case (.plain, nil): plain = true
      case (.noPlain, nil): plain = false
      case (.noLive, nil): noLive = true
      case (.yes, nil): yes = true
      case (.keepGoing, nil): keepGoing = true
      // The command's own parser refuses missing and superfluous values.
      case (.account, nil), (.as, _), (.color, nil), (.width, nil), (_, _?), (.help, nil): break
      }
    }
    try validate()
  }
}

/// When colours are used.
enum ColorChoice: String, CaseIterable {
  case auto, always, never
}
