import FeatureKit
import Synchronization
import TerminalKit
import Testing

@testable import REPL

@MainActor
@Suite(.timeLimit(.minutes(5))) struct AliasTests {
  let app = HostFixture()

  private func posts(_ line: String, _ aliases: [String: String]) async -> [String] {
    app.aliases.withLock { $0 = aliases.map { Alias(name: $0.key, command: $0.value) } }
    _ = await app.interpreter().run(line: line)
    return app.log
  }

  @Test(arguments: [
    ("gm Anna", "post Good morning $1", ["post [] Good morning Anna"]),
    ("gm Anna", #"post "Good morning $1""#, ["post [] Good morning Anna"]),
    (#"gm "Anna; and Bert""#, #"post --cw odd "Hello $1"; list"#, ["post [odd] Hello Anna; and Bert"]),
    // What is put in is neither an option nor a quote nor the end of a command.
    ("gm '--cw x'", "post --cw odd $1", ["post [odd] --cw x"]),
    (#"gm 'a" ; boost 1'"#, #"post "x $1""#, [#"post [] x a" ; boost 1"#]),
    ("gm a b c", "post $2 and $@", ["post [] b and a b c"]),
    ("gm", "post It costs $$5", ["post [] It costs $5"]),
    ("GM Anna", "post Hello", ["post [] Hello Anna"]),
    ("gm 1 2", "list; boost", ["boost a b"]),
    ("gm 1-2", "list; boost $@", ["boost a b"]),
    ("list; gm 3; gm 1", "boost $1", ["boost c", "boost a"]),
  ])
  func wordsTakeThePlaceOfParameters(line: String, command: String, log: [String]) async {
    #expect(await posts(line, ["gm": command]) == log)
  }

  @Test func anAliasMayUseAnother() async {
    #expect(
      await posts("hello Anna", ["hello": "gm $1 again", "gm": "post Good morning $@"]) == [
        "post [] Good morning Anna again"
      ])
  }

  @Test(arguments: [
    ("gm", "boost $1", "! gm takes 1 word, not 0."), ("gm a b", "boost $1", "! gm takes 1 word, not 2."),
    ("gm", "gm", "! The alias gm stands for itself."), ("gm", "other", "! The alias gm stands for itself."),
  ])
  func aWrongUseIsRefused(line: String, command: String, message: String) async {
    _ = await posts(line, ["gm": command, "other": "gm"])
    #expect(app.errors.hasPrefix(message))
    #expect(app.log.isEmpty)
  }

  @Test func aCommandOfTheSameNameWins() async {
    #expect(await posts("list; boost 1", ["boost": "post no"]) == ["boost a"])
    #expect(app.errors.isEmpty)
  }

  @Test(arguments: [
    ("alias gm = post Hello; list", "post Hello; list"), ("alias GM=post Hello", "post Hello"),
    (#"alias gm = boost --yes "a;b""#, #"boost --yes "a;b""#), ("list; alias gm = boost", "boost"),
  ])
  func aDefinitionIsKeptAsTyped(line: String, command: String) async {
    _ = await app.interpreter().run(line: line)
    #expect(app.aliases.withLock { $0 } == [Alias(name: "gm", command: command)])
    #expect(app.errors.isEmpty)
  }

  @Test(arguments: [
    ("alias boost = list", "! “boost” is a command."), ("alias gm list", "! There is no = after the name."),
    ("alias 1 = list", "! “1” cannot be the name of an alias."), ("alias gm =", "! The command is missing."),
    ("alias gm = bost 1", "! Unknown command “bost”."), (#"alias gm = boost "1"#, "! "),
    ("alias gm", "! There is no alias “gm”."), ("unalias gm", "! There is no alias “gm”."),
  ])
  func aDefinitionThatCannotWorkIsRefused(line: String, message: String) async {
    _ = await app.interpreter().run(line: line)
    #expect(app.errors.hasPrefix(message))
    #expect(app.aliases.withLock { $0.isEmpty })
  }

  @Test func theHistoryKeepsAliasesWithoutTextForOthers() async {
    app.aliases.withLock {
      $0 = [Alias(name: "gm", command: "post Good morning $@"), Alias(name: "b", command: "boost $1")]
    }
    let interpreter = app.interpreter()
    #expect(interpreter.isAllowedInHistory("gm"))
    #expect(interpreter.isAllowedInHistory("b 1"))
    #expect(!interpreter.isAllowedInHistory("gm my dear"))
  }

  @Test func aShellCanUseThem() async {
    app.aliases.withLock { $0 = [Alias(name: "b", command: "list; boost $1")] }
    _ = await app.interpreter().run(words: ["b", "2"])
    #expect(app.log == ["boost b"])
  }
}
