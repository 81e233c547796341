import FeatureKit
import Testing

@testable import REPL

@Suite struct CommandSyntaxTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let line: String
    let commands: [[String]]
    var testDescription: String { line }

    init(_ line: String, _ commands: [[String]]) {
      self.line = line
      self.commands = commands
    }
  }

  static let cases = [
    Case("", []),
    Case("   ;; ; ", []),
    Case("home", [["home"]]),
    Case("  open   3  ", [["open", "3"]]),
    Case("home; open 1", [["home"], ["open", "1"]]),
    Case("home;open 1;", [["home"], ["open", "1"]]),
    Case(#"set theme "high-contrast""#, [["set", "theme", "high-contrast"]]),
    Case(#"set name "a \"b\" \\ c" ; home"#, [["set", "name", #"a "b" \ c"#], ["home"]]),
    Case("post Hello; that's it", [["post", "Hello;", "that's", "it"]]),
    Case(#"post "Hello; world" ; home"#, [["post", "Hello; world"], ["home"]]),
    Case(#"post "Hello" she said"#, [["post", #""Hello""#, "she", "said"]]),
    Case("open 日本", [["open", "日本"]]),
  ]

  @Test(arguments: cases) func splitsALineIntoCommands(_ example: Case) throws {
    let commands = try CommandSyntax.commands(in: example.line) { $0 == "post" }
    #expect(commands.map { [$0.verb] + $0.arguments.words.map(\.text) } == example.commands)
  }

  @Test func textKeepsItsSpacesAndQuotes() throws {
    let command = try #require(try CommandSyntax.commands(in: #"post Hello   "you"; all"#) { _ in true }.first)
    #expect(command.arguments.words.first?.rest == #"Hello   "you"; all"#)
  }

  @Test func refusesAQuoteThatIsNotClosed() {
    #expect(throws: CommandSyntax.Failure.unclosedQuote) {
      try CommandSyntax.commands(in: #"set theme "dusk"#) { _ in false }
    }
  }
}
