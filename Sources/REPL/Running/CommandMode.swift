import TerminalKit

/// The mode in which responses are printed and questions answered, in a run or for one of its commands.
struct CommandMode {
  var style: Output.Style
  /// Whether every question is answered with yes.
  var assumesYes: Bool
  /// Whether a plugin asked for the command, which only the user can confirm.
  var isRequested = false
  /// Whether requests that would change something are listed and not sent.
  let isDryRun: Bool
  /// After how many seconds a command is stopped; `nil` for never.
  var timeout: Int?
  /// Whether one command prints JSON in a run that does not: its numbers are not those that the user sees.
  private(set) var isSeparateData = false

  init(style: Output.Style, assumesYes: Bool = false, isDryRun: Bool = false, timeout: Int? = nil) {
    self.style = style
    self.assumesYes = assumesYes
    self.isDryRun = isDryRun
    self.timeout = timeout
  }

  /// Whether responses are JSON for another program.
  var isData: Bool { style.format == .json }

  /// The mode of a command whose output goes to a file: its numbers are not those that the user sees.
  var forFiles: CommandMode {
    var mode = self
    mode.isSeparateData = true
    mode.style = style.forFiles
    return mode
  }

  func applying(json: Bool, plain: Renderer.Format?, yes: Bool) -> CommandMode {
    var mode = self
    if json {
      mode.isSeparateData = isSeparateData || !isData
      mode.style.format = .json
      mode.style.showsHints = false
    } else if let plain {
      mode.style.format = plain
    }
    if yes { mode.assumesYes = true }
    return mode
  }
}

enum CommandSource: CaseIterable {
  /// A line of a prompt or of a script.
  case line
  /// The last command of a script.
  case lastLine
  case shell

  /// Whether lines can follow that fill in what the command opens.
  var allowsInput: Bool { self == .line }

  /// The options of the program that may stand among the command's own.
  ///
  /// From a shell these are all, which the program has read already; elsewhere those that concern one command.
  var programOptions: [ProgramOption] { ProgramOption.allCases.filter { self == .shell || $0.isForOneCommand } }
}
