import ArgumentParser

/// The program's options as parsed from the command line.
struct GlobalFlags: ParsableArguments {
  @Option(help: ArgumentHelp("Act as this account.", valueName: "user@host"))
  var account: String?

  @Flag(help: "Use the embedded sandbox server; nothing leaves this machine.")
  var sandbox = false

  @Flag(help: "Run on built-in test data with a fixed clock, without files or network.")
  var fixtures = false

  @Flag(help: "Print each response as a JSON object; errors go to standard error.")
  var json = false

  @Flag(
    inversion: .prefixedNo,
    help: "Print sentences for a screen reader, and only append to the screen. Overrides the setting plain.")
  var plain: Bool?

  @Option(help: "Use colours: auto, always or never.")
  var color: ColorChoice?

  @Option(help: ArgumentHelp("Wrap lines at this many columns, 20 to 500.", valueName: "columns"))
  var width: Int?

  @Flag(name: .customLong("no-live"), help: "Don't open a stream for live updates.")
  var noLive = false

  @Flag(help: "Answer every question with yes.")
  var yes = false

  @Flag(name: .customLong("keep-going"), help: "In a script, continue after a failed command.")
  var keepGoing = false

  func validate() throws { try options.validate() }

  /// The options as a plain value.
  var options: GlobalOptions {
    GlobalOptions(
      account: account, sandbox: sandbox, fixtures: fixtures, json: json, plain: plain, color: color, width: width,
      noLive: noLive,
      yes: yes, keepGoing: keepGoing)
  }
}

extension ColorChoice: ExpressibleByArgument {}
