import Testing

@testable import REPL
@testable import howdah

/// The environment variables that stand for the program's options.
@Suite struct EnvironmentVariableTests {
  private func options(_ words: [String], _ environment: [String: String]) throws -> GlobalOptions {
    var options = GlobalOptions()
    try options.take(words)
    try options.fill(from: environment)
    return options
  }

  @Test func everyOptionHasAVariable() throws {
    let environment = [
      "HOWDAH_JSON": "1", "HOWDAH_COLOR": "never", "HOWDAH_WIDTH": "60", "HOWDAH_NO_LIVE": "yes", "HOWDAH_YES": "on",
      "HOWDAH_KEEP_GOING": "true", "HOWDAH_PARSE": "1",
      "HOWDAH_DRY_RUN": "1", "HOWDAH_ACCOUNT": "wren@shore.example", "HOWDAH_TIMEOUT": "9", "HOWDAH_WAIT": "1",
      "HOWDAH_NO_KEEP": "1", "HOWDAH_CACHED": "1",
    ]
    let all = try options([], environment)
    #expect(
      all
        == GlobalOptions(
          account: "wren@shore.example", json: true, color: .never, width: 60, noLive: true, yes: true, timeout: 9,
          wait: true, noKeep: true, cached: true, keepGoing: true, parse: true, dryRun: true)
    )
    #expect(try options([], ["HOWDAH_SANDBOX": "1"]).sandbox)
    #expect(try options([], ["HOWDAH_FRESH": "1"]).fresh)
    #expect(try options([], ["HOWDAH_FIXTURES": "1"]).fixtures)
    #expect(try options([], ["HOWDAH_PLAIN": "0"]).plain == false)
    let named = Set(ProgramOption.allCases.compactMap(\.variable))
    #expect(named.isSuperset(of: environment.keys) && named.count == environment.count + 4)
  }

  /// Those of one command or one session have none; `HOWDAH_PLAIN=0` is `--no-plain`.
  @Test func theManualSaysWhichVariableAnOptionHas() throws {
    let without = ProgramOption.allCases.filter { $0.variable == nil }
    #expect(without == [.noPlain, .later, .as, .record, .help])
    let page = try Machine().howdah("man", "howdah").output.replacing("\\-", with: "-")
    for option in ProgramOption.allCases {
      #expect(page.contains("--\(option.rawValue)"))
      if let variable = option.variable { #expect(page.contains("\\fB\(variable)\\fR"), "\(variable)") }
    }
  }

  @Test func optionsWinOverVariables() throws {
    #expect(try options(["--width", "80"], ["HOWDAH_WIDTH": "60"]).width == 80)
    #expect(try options(["--color=always"], ["HOWDAH_COLOR": "never"]).color == .always)
    #expect(try options(["--sandbox"], ["HOWDAH_ACCOUNT": "wren@shore.example"]).account == nil)
    #expect(try !options(["--account", "a@b"], ["HOWDAH_SANDBOX": "1"]).sandbox)
    #expect(try options(["--json"], ["HOWDAH_PLAIN": "1"]).plain == nil)
    #expect(try !options(["--no-plain"], ["HOWDAH_JSON": "1"]).json)
  }

  @Test(arguments: [
    ("HOWDAH_WIDTH", "wide"), ("HOWDAH_WIDTH", "3"), ("HOWDAH_COLOR", "blue"), ("HOWDAH_YES", "maybe"),
    ("HOWDAH_TIMEOUT", "0"), ("HOWDAH_TIMEOUT", "soon"),
  ])
  func wrongValuesAreRefusedByTheVariablesName(_ name: String, _ value: String) {
    #expect { try options([], [name: value]) } throws: { "\($0)".contains(name) }
  }

  @Test func emptyVariablesCountAsUnset() throws {
    #expect(try options([], ["HOWDAH_ACCOUNT": "", "HOWDAH_JSON": "", "HOWDAH_WIDTH": ""]) == GlobalOptions())
  }

  @Test func theProgramReadsThem() throws {
    let machine = try Machine()
    let run = try machine.howdah("home", environment: ["HOWDAH_SANDBOX": "1", "HOWDAH_JSON": "1"])
    #expect(run.code == 0 && run.output.contains("\"screen\":\"home\""))
    let refused = try machine.howdah("home", environment: ["HOWDAH_WIDTH": "x"])
    #expect(refused.code == 2 && refused.error.contains("HOWDAH_WIDTH takes a number from 20 to 500."))
  }
}
