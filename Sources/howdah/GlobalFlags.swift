import ArgumentParser

/// The options that every way of running Howdah understands, as the command line has them.
struct GlobalFlags: ParsableArguments {
  @Option(help: ArgumentHelp("Act as this account.", valueName: "user@host"))
  var account: String?

  @Flag(help: "Use the sandbox inside this program; nothing leaves the machine.")
  var sandbox = false

  @Flag(help: "Run on fixtures: a town whose clock stands still, without a file and without a network.")
  var fixtures = false

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

  func validate() throws { try options.validate() }

  /// The same as a plain value.
  var options: GlobalOptions {
    GlobalOptions(
      account: account, sandbox: sandbox, fixtures: fixtures, json: json, plain: plain, color: color, width: width,
      noLive: noLive,
      yes: yes, keepGoing: keepGoing)
  }
}

extension ColorChoice: ExpressibleByArgument {}
