import ArgumentParser
import REPL

/// The program's options as parsed from the command line.
struct GlobalFlags: ParsableArguments {
  @Option(help: .of(.account))
  var account: String?

  @Flag(help: .of(.sandbox))
  var sandbox = false

  @Flag(help: .of(.fixtures))
  var fixtures = false

  @Flag(help: .of(.json))
  var json = false

  @Flag(inversion: .prefixedNo, help: .of(.plain))
  var plain: Bool?

  @Option(help: .of(.color))
  var color: ColorChoice?

  @Option(help: .of(.width), transform: GlobalOptions.width)
  var width: Int?

  @Flag(name: .customLong("no-live"), help: .of(.noLive))
  var noLive = false

  @Flag(help: .of(.yes))
  var yes = false

  @Option(help: .of(.timeout), transform: GlobalOptions.timeout)
  var timeout: Int?

  @Flag(help: .of(.wait))
  var wait = false

  @Flag(name: .customLong("no-keep"), help: .of(.noKeep))
  var noKeep = false

  @Flag(help: .of(.cached))
  var cached = false

  @Flag(help: .of(.fresh))
  var fresh = false

  @Flag(name: .customLong("keep-going"), help: .of(.keepGoing))
  var keepGoing = false

  @Flag(help: .of(.parse))
  var parse = false

  @Flag(name: .customLong("dry-run"), help: .of(.dryRun))
  var dryRun = false

  @Option(help: .of(.record))
  var record: String?

  func validate() throws { try options.validate() }

  /// The options as a plain value.
  var options: GlobalOptions {
    GlobalOptions(
      account: account, sandbox: sandbox, fixtures: fixtures, json: json, plain: plain, color: color, width: width,
      noLive: noLive,
      yes: yes, timeout: timeout, wait: wait, noKeep: noKeep, cached: cached, fresh: fresh, keepGoing: keepGoing,
      parse: parse, dryRun: dryRun,
      record: record)
  }
}

extension ArgumentHelp {
  fileprivate static func of(_ option: ProgramOption) -> ArgumentHelp {
    ArgumentHelp(option.help, valueName: option.choices.isEmpty ? option.value?.lowercased() : nil)
  }
}

extension ColorChoice: ExpressibleByArgument {}
