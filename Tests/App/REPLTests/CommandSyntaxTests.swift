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

  static let grammars = [
    "post": ArgumentGrammar(options: ["cw": true, "alt": true, "sensitive": false], takesText: true),
    "reply": ArgumentGrammar(options: ["cw": true], leading: 1, takesText: true),
    "attach": ArgumentGrammar(leading: 1, takesText: true),
    "home": ArgumentGrammar(options: ["limit": true]),
  ]

  static func commands(in line: String) throws -> [Command] {
    try CommandSyntax.commands(in: line) { grammars[$0] ?? ArgumentGrammar() }
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
    Case("set name 'a; b'; home", [["set", "name", "a; b"], ["home"]]),
    Case(#"set name a\ b; home"#, [["set", "name", "a b"], ["home"]]),
    Case(#"set name ¯\_(ツ)_/¯"#, [["set", "name", #"¯\_(ツ)_/¯"#]]),
    Case("set name 'tis O'Hara's", [["set", "name", "'tis", "O'Hara's"]]),
    Case("open 日本", [["open", "日本"]]),
    // Prose keeps its semicolons, quotes and apostrophes.
    Case("post Hello; that's it", [["post", "Hello;", "that's", "it"]]),
    Case("post it's 5--6 today", [["post", "it's", "5--6", "today"]]),
    Case("post it's 5; home", [["post", "it's", "5;", "home"]]),
    Case(#"post I said "no""#, [["post", "I", "said", #""no""#]]),
    Case(#"post "Hello" she said"#, [["post", #""Hello""#, "she", "said"]]),
    Case(#"post "Hello" she said; home"#, [["post", #""Hello""#, "she", "said;", "home"]]),
    Case(#"post a 5" disk; home"#, [["post", "a", #"5""#, "disk;", "home"]]),
    Case(#"post "unclosed; home"#, [["post", #""unclosed;"#, "home"]]),
    // A text in quotes ends with them, also where options follow.
    Case(#"post "Hello; world" ; home"#, [["post", "Hello; world"], ["home"]]),
    Case(#"post "Hello; world" --cw food; home"#, [["post", "Hello; world", "--cw", "food"], ["home"]]),
    Case(#"post --cw "good food" "Hello; world"; home"#, [["post", "--cw", "good food", "Hello; world"], ["home"]]),
    Case(#"post -- "--really"; home"#, [["post", "--", "--really"], ["home"]]),
    // Only at the end of a line, and not in a text that has no quotes.
    Case("home &", [["home"]]),
    Case("home & ; open 1", [["home", "&"], ["open", "1"]]),
    Case("home&", [["home&"]]),
    Case(#"home "&""#, [["home", "&"]]),
    Case("post Salt & pepper &", [["post", "Salt", "&", "pepper", "&"]]),
    Case(#"post "Salt & pepper" &"#, [["post", "Salt & pepper"]]),
    Case(#"post "Salt & pepper" --cw food &"#, [["post", "Salt & pepper", "--cw", "food"]]),
    // A text that has not begun is not begun by a semicolon.
    Case("post; home", [["post"], ["home"]]),
    Case("post --sensitive; home", [["post", "--sensitive"], ["home"]]),
    Case("reply 3; home", [["reply", "3"], ["home"]]),
    Case("reply 3 no; home", [["reply", "3", "no;", "home"]]),
    // So is a file, however a terminal writes its path when it is dropped there.
    Case(#"attach "heron one.jpg" A heron; fog."#, [["attach", "heron one.jpg", "A", "heron;", "fog."]]),
    Case("attach 'heron one.jpg' A heron.", [["attach", "heron one.jpg", "A", "heron."]]),
    Case(#"attach heron\ \(1\).jpg A heron."#, [["attach", "heron (1).jpg", "A", "heron."]]),
    // Values are words, before the text and after it.
    Case(#"post --alt "A gradient" Testing"#, [["post", "--alt", "A gradient", "Testing"]]),
    Case("post --alt 'A gradient' Testing", [["post", "--alt", "A gradient", "Testing"]]),
    Case(#"post --alt="A gradient" Testing"#, [["post", "--alt=A gradient", "Testing"]]),
    Case(#"post Testing it --alt "A gradient""#, [["post", "Testing", "it", "--alt", "A gradient"]]),
    Case(#"reply --cw "a; b" 3 "x; y"; home"#, [["reply", "--cw", "a; b", "3", "x; y"], ["home"]]),
  ]

  @Test(arguments: cases) func splitsALineIntoCommands(_ example: Case) throws {
    let commands = try Self.commands(in: example.line)
    #expect(commands.map { [$0.verb] + $0.arguments.words.map(\.text) } == example.commands)
  }

  @Test(arguments: [
    ("home | cat &", "cat", true), ("home | jq '.a & .b' & ", "jq '.a & .b'", true), ("home | cat", "cat", false),
    ("home | grep '&", "grep '&", false), ("home | grep \" &", "grep \" &", false), ("home | a && b", "a && b", false),
    ("home | a &&", "a &&", false), ("home | grep \\&", "grep \\&", false), ("home | a & b", "a & b", false),
    ("home | x&", "x&", false), ("home | cat \\& &", "cat \\&", true),
  ])
  func anAmpersandAtTheEndOfAProgramPutsTheCommandInTheBackground(
    _ line: String, _ program: String, _ isInBackground: Bool
  ) throws {
    let command = try #require(try Self.commands(in: line).first)
    #expect(command.redirection == .program(program))
    #expect(command.isInBackground == isInBackground)
  }

  @Test func textKeepsItsSpacesAndQuotes() throws {
    let command = try #require(try Self.commands(in: #"post Hello   "you"; all"#).first)
    #expect(command.arguments.words.map { $0.gap + $0.source }.joined() == #" Hello   "you"; all"#)
  }

  @Test(arguments: [
    #"set theme "dusk"#, #"post --alt "A gradient Testing"#, #"post --alt="A gradient Testing"#,
    // Who forgot to close the text would not want to lose the warning.
    #"post "Hello --cw food"#, #"post "Hello --cw "good food""#,
  ])
  func refusesAQuoteThatIsNotClosed(_ line: String) {
    #expect(throws: CommandSyntax.Failure.unclosedQuote) { try Self.commands(in: line) }
  }

  @Test(arguments: ["post Hello --cw food; home", "post Hello --sensitive ; home", "post Hello --cw; home"])
  func refusesASemicolonThatCouldEndTheTextOrNot(_ line: String) {
    #expect(throws: CommandSyntax.Failure.semicolonAfterOption) { try Self.commands(in: line) }
  }

  @Test(arguments: ["post 'a'; home", "post --cw food 'It is late; good night' ; home"])
  func refusesASemicolonAfterATextInSingleQuotes(_ line: String) {
    #expect(throws: CommandSyntax.Failure.semicolonAfterSingleQuotes) { try Self.commands(in: line) }
  }

  @Test(arguments: ["post -- 'a'; home", "post 'Tis late; I'm off", "post 'a' and 'b'; home", "post 'a'"])
  func keepsOtherSingleQuotesInAText(_ line: String) throws {
    #expect(try Self.commands(in: line).count == 1)
  }
}
