import EditLine
import FeatureKit
import Synchronization
import TerminalKit
import Testing

@testable import REPL

@MainActor
@Suite(.timeLimit(.minutes(10))) struct AliasTests {
  let app = HostFixture()

  private func posts(_ line: String, _ aliases: [String: String]) async -> [String] {
    app.aliasList.withLock { $0 = aliases.map { Alias(name: $0.key, command: $0.value) } }
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

  /// Before, `toot See you at 5; boost 1` posted half of it and boosted.
  @Test(arguments: [
    ("toot See you at 5; boost 1", "post", ["post [] See you at 5; boost 1"]),
    (#"toot "See you at 5"; list; boost 1"#, "post", ["post [] See you at 5", "boost a"]),
    (#"toot It's > 5" and | 6"#, "post --cw odd", [#"post [odd] It's > 5" and | 6"#]),
    ("toot and 6; 7", "post 5", ["post [] 5 and 6; 7"]), ("toot 1; boost 2", "list; boost", ["boost a", "boost b"]),
    ("toot a; b", "other --cw odd", ["post [odd] a; b"]),
    ("toot first\nboost 1", "post", ["post [] first\nboost 1"]),
  ])
  func textAfterAnAliasIsTheRestOfTheLine(line: String, command: String, log: [String]) async {
    #expect(await posts(line, ["toot": command, "other": "post"]) == log, "\(app.errors)")
  }

  @Test(arguments: ["dm @rook See you at 5; boost 1", "DM @rook 5\" pipe", "list; msg @rook a > b | c & d"])
  func aWordOfAnotherClientTakesTheRestOfTheLine(line: String) throws {
    let last = try app.interpreter().line.commands(in: line).last
    #expect(last?.verb == "post" && last?.redirection == nil)
    #expect(last?.source == "post --visibility direct " + line.drop { $0 != "@" })
  }

  /// Before, the name was sent to whom it names.
  @Test func aMessageNeedsAText() async {
    #expect(await posts("dm @rook", [:]).isEmpty)
    #expect(app.errors.contains("The message has no text."), "\(app.errors)")
  }

  /// Before, `&` was posted, and so was a text followed by what looks like a shell's pipe.
  @Test(arguments: [
    ("post &", "A text before & needs quotes, and there is none."), ("p &", "A text before & needs quotes"),
    (#"post "hi" > hi.txt"#, "can't go elsewhere."), (#"post --cw x "hi" | wc"#, "can't go elsewhere."),
  ])
  func textThatLooksLikeAPipeIsNotPosted(line: String, message: String) async {
    #expect(await posts(line, ["p": "post"]).isEmpty)
    #expect(app.errors.contains(message), "\(app.errors)")
  }

  @Test(arguments: [
    ("post \"&\"", "&"), ("post a & b", "a & b"), ("post a > b", "a > b"), (#"post "a" is > "b""#, #""a" is > "b""#),
    (#"post "a > b""#, "a > b"),
  ])
  func signsWithinATextArePosted(line: String, text: String) async {
    #expect(await posts(line, [:]) == ["post [] \(text)"], "\(app.errors)")
  }

  @Test(arguments: [
    ("post Hello $1", "Type it as “gm $1”."), ("post $@", "Type it as “gm …”."),
    ("post", "What you type after it is added at its end."),
  ])
  func helpOfAnAliasSaysWhatItTakes(command: String, text: String) {
    app.aliasList.withLock { $0 = [Alias(name: "gm", command: command)] }
    #expect(app.interpreter().line.aliasVerbs.map(\.discussion) == [text])
  }

  @Test func aliasArgumentsAreCompleted() {
    app.aliasList.withLock { $0 = [Alias(name: "toot", command: "post")] }
    let interpreter = app.interpreter()
    let completer = Completer(interpreter)
    #expect(completer.completion(of: "toot --c", at: 8).candidates.map(\.text) == ["--cw"])
    #expect(completer.completion(of: "dm --c", at: 6).candidates.map(\.text) == ["--cw"])
  }

  @Test func quoteInATextAfterAnAliasIsNotOpen() {
    app.aliasList.withLock { $0 = [Alias(name: "toot", command: "post")] }
    #expect(!app.interpreter().line.highlighter.isIncomplete(#"toot It is 5" long"#))
    #expect(!app.interpreter().line.highlighter.isIncomplete(#"dm @rook It is 5" long"#))
    #expect(app.interpreter().line.highlighter.isIncomplete(#"toot "It is"#))
  }

  @Test func anAliasMayUseAnother() async {
    #expect(
      await posts("hello Anna", ["hello": "gm $1 again", "gm": "post Good morning $@"]) == [
        "post [] Good morning Anna again"
      ])
  }

  @Test(arguments: [
    ("gm", "boost $1", "! gm takes 1 word, not 0."), ("gm", "boost $1 $@", "! gm takes at least 1 word, not 0."),
    ("gm a b", "boost $1", "! gm takes 1 word, not 2."),
    ("gm", "gm", "! The alias gm stands for itself."), ("gm", "other", "! The alias gm stands for itself."),
  ])
  func aWrongUseIsRefused(line: String, command: String, message: String) async {
    _ = await posts(line, ["gm": command, "other": "gm"])
    #expect(app.errors.hasPrefix(message))
    #expect(app.log.isEmpty)
  }

  /// Before, the words of `gm --help` were posted, and all but the last command of an alias ran for real in a dry run.
  @Test(arguments: [
    ("gm --help", #"post "Good morning $1""#, [String]()), ("gm Anna --help", "list; boost", []),
    ("gm --help", "list; boost 1", []), ("gm Anna --yes", #"post "Good morning $1""#, ["post [] Good morning Anna"]),
    ("gm --plain 1", "list; boost", ["boost a"]), (#"gm "--help""#, #"post "Try $1""#, ["post [] Try --help"]),
    ("gm -- --help", "post $2", ["post [] --help"]),
  ])
  func sharedOptionsApplyToTheWholeAlias(line: String, command: String, log: [String]) async {
    #expect(await posts(line, ["gm": command]) == log, "\(app.errors)")
  }

  @Test func anAliasThatGrowsIsRefused() async {
    var aliases = ["a0": "list"]
    for number in 1...60 { aliases["a\(number)"] = "a\(number - 1); a\(number - 1)" }
    _ = await posts("a60", aliases)
    #expect(app.errors.contains("stands for more than 100 commands."), "\(app.errors)")
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
    #expect(app.aliasList.withLock { $0 } == [Alias(name: "gm", command: command)])
    #expect(app.errors.isEmpty)
  }

  @Test(arguments: [
    ("alias boost = list", "! “boost” is a command."), ("alias gm list", "! There is no = after the name."),
    ("alias 1 = list", "! “1” cannot be the name of an alias."), ("alias gm =", "! The command is missing."),
    ("alias gm = bost 1", "! Unknown command “bost”."), (#"alias gm = boost "1"#, "! "),
    (
      "alias gm --plain",
      "! There is no = after the name.\n  Options go before the name: alias --plain gm"
    ),
    ("alias gm", "! There is no alias “gm”."), ("unalias gm", "! There is no alias “gm”."),
  ])
  func aDefinitionThatCannotWorkIsRefused(line: String, message: String) async {
    _ = await app.interpreter().run(line: line)
    #expect(app.errors.hasPrefix(message))
    #expect(app.aliasList.withLock { $0.isEmpty })
  }

  @Test func undoBringsBackTheAliasBeforeTheChange() async {
    let interpreter = app.interpreter()
    for line in ["alias b = boost $1", "alias b = fav $1; list", "alias c = list", "unalias b", "undo", "undo", "undo"]
    {
      #expect(await interpreter.run(line: line).failure == nil, "\(line)")
    }
    #expect(app.aliasList.withLock { $0 } == [Alias(name: "b", command: "boost $1")])
  }

  @Test func theHistoryKeepsAliasesWithoutTextForOthers() async {
    app.aliasList.withLock {
      $0 = [Alias(name: "gm", command: "post Good morning $@"), Alias(name: "b", command: "boost $1")]
    }
    let interpreter = app.interpreter()
    #expect(await interpreter.line.isAllowedInHistory("gm"))
    #expect(await interpreter.line.isAllowedInHistory("b 1"))
    #expect(await !interpreter.line.isAllowedInHistory("gm my dear"))
  }

  @Test(arguments: [
    ("alias b = boost $1", true), ("alias b = list; boost $1", true), ("alias p = post", true), ("alias", true),
    ("alias p", true), ("alias p = post Something private", false), (#"alias p = list; post "Dear $1""#, false),
    ("alias q = p Something private", false), ("alias p post Something private", false),
    ("list; alias p = post Something private", false), (#"alias p = post "open"#, false),
  ])
  func theHistoryKeepsADefinitionWithoutTextForOthers(line: String, isKept: Bool) async {
    app.aliasList.withLock { $0 = [Alias(name: "p", command: "post $@")] }
    #expect(await app.interpreter().line.isAllowedInHistory(line) == isKept)
  }

  @Test func aShellCanUseThem() async {
    app.aliasList.withLock { $0 = [Alias(name: "b", command: "list; boost $1")] }
    _ = await app.interpreter().run(words: ["b", "2"])
    #expect(app.log == ["boost b"])
  }

  @Test func wordsOfOtherClientsRunWholeLines() {
    for word in ["dm", "DM", "msg"] {
      #expect(Synonym.alias(for: word, hasArguments: true)?.command == "post --visibility direct")
      #expect(Synonym.alias(for: word, hasArguments: false)?.command == "conversations")
    }
    #expect(Synonym.alias(for: "me", hasArguments: false)?.command == "profile @me")
    #expect(Synonym.alias(for: "toot", hasArguments: true) == nil)
    #expect(Synonym.command(for: "dm") == "conversations")
  }

  @Test func anAliasComesBeforeAWordOfOtherClients() async {
    #expect(await posts("dm Anna", ["dm": "post Hello"]) == ["post [] Hello Anna"])
  }
}
