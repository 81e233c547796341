import ArgumentParser

/// The options that every way of running Howdah understands.
struct GlobalOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Act as this account.", valueName: "user@host"))
  var account: String?

  @Flag(help: "Use the sandbox inside this program; nothing leaves the machine.")
  var sandbox = false

  @Flag(help: "Print one JSON object for each answer; errors too, on standard error.")
  var json = false

  @Flag(help: "Print sentences, for a screen reader; nothing on the screen is ever redrawn.")
  var plain = false

  @Option(help: "Use colours: auto, always or never.")
  var color: ColorChoice?

  @Option(help: ArgumentHelp("Write lines of at most so many columns, 20 to 500.", valueName: "columns"))
  var width: Int?

  @Flag(name: .customLong("no-live"), help: "Open no stream: show nothing that was not asked for.")
  var noLive = false

  @Flag(help: "Answer every question with yes.")
  var yes = false

  @Flag(name: .customLong("keep-going"), help: "In a script, go on after a command that failed.")
  var keepGoing = false

  func validate() throws {
    if json, plain { throw ValidationError("--json and --plain exclude each other.") }
    if let width, !(20...500).contains(width) { throw ValidationError("--width takes a number from 20 to 500.") }
    if sandbox, account != nil { throw ValidationError("--sandbox and --account exclude each other.") }
  }

  /// Takes the output options that were typed behind the verb, as people do, and returns the words left.
  ///
  /// - Parameter words: a verb's arguments; `--` ends the search.
  mutating func absorb(_ words: [String]) throws -> [String] {
    var left: [String] = []
    var rest = words[...]
    while let word = rest.popFirst() {
      switch word {
      case "--json": json = true
      case "--plain": plain = true
      case "--no-live": noLive = true
      case "--yes": yes = true
      case "--color", "--width":
        guard let value = rest.popFirst() else { throw ValidationError("\(word) needs a value.") }
        try absorb(word, value)
      case _ where word.hasPrefix("--color=") || word.hasPrefix("--width="):
        let parts = word.split(separator: "=", maxSplits: 1)
        try absorb(String(parts[0]), parts.count == 2 ? String(parts[1]) : "")
      case "--":
        left.append(word)
        left += rest
        rest = []
      default: left.append(word)
      }
    }
    try validate()
    return left
  }

  private mutating func absorb(_ option: String, _ value: String) throws {
    if option == "--color" {
      guard let choice = ColorChoice(rawValue: value) else {
        throw ValidationError("--color takes auto, always or never.")
      }
      color = choice
    } else {
      guard let number = Int(value) else { throw ValidationError("--width takes a number from 20 to 500.") }
      width = number
    }
  }
}

/// When colours are used.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
  case auto, always, never
}
