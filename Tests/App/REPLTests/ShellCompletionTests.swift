import EditLine
import FeatureKit
import Testing

@testable import REPL

@MainActor
@Suite struct ShellCompletionTests {
  let app = HostFixture()
  private let sandbox = ShellCompletion.Program("sandbox", help: "Serve", takesFiles: false) {
    [.init("--quiet", value: nil, help: "No activity"), .init("--state", value: "file", help: "Keep everything")]
  }
  private let play = ShellCompletion.Program("play", help: "Play", takesFiles: true) {
    [.init("--theme", value: "theme", help: "Colours")]
  }

  private func answer(_ words: String...) -> ShellCompletion.Answer {
    ShellCompletion(app.interpreter(), programs: [sandbox, play])
      .answer(to: words.last ?? "", after: Array(words.dropLast()))
  }

  @Test(arguments: [
    (["bo"], ["boost"]), (["reb"], ["reblog"]), (["--js"], ["--json"]), (["--color", "n"], ["never"]),
    (["--color=n"], ["--color=never"]), (["--json", "bo"], ["boost"]), (["--account", "x", "bo"], ["boost"]),
    (["post", "--co"], ["--color"]), (["post", "--cw", "x", "--ye"], ["--yes"]),
    (["set", "th"], ["theme"]),
    (["boost", "@r"], ["@rook"]), (["sandbox", "--q"], ["--quiet"]), (["sand"], ["sandbox"]), (["x", ""], []),
    (["post", "hello", "--ye"], ["--yes"]), (["help", "bo"], ["boost"]), (["-c", ""], []),
    (["#ca"], ["#canal", "#cats"]),
  ])
  func wordsOfAShellAreCompleted(_ words: [String], _ candidates: [String]) {
    let answer = ShellCompletion(app.interpreter(), programs: [sandbox])
      .answer(to: words.last ?? "", after: Array(words.dropLast()))
    #expect(answer.candidates.map(\.text) == candidates)
    #expect(!answer.isPath)
  }

  @Test func filesAreLeftToTheShell() {
    #expect(answer("attach", "x").isPath)
    #expect(answer("attach", "x").lines == ":files\n")
    #expect(answer("sandbox", "--state", "x").isPath && !answer("sandbox", "x").isPath)
    #expect(answer("play", "x").isPath && answer("play", "").isPath && !answer("play", "--theme", "").isPath)
    #expect(answer("play", "--th").candidates.map(\.text) == ["--theme"])
  }

  @Test func numbersOfTheLastRunKeepTheirSummaries() async {
    let interpreter = app.interpreter()
    _ = await interpreter.run(line: "list")
    #expect(app.summaries == [1: "item a", 2: "item b", 3: "item c"])
    let next = Interpreter(host: app, output: interpreter.output)
    #expect(
      ShellCompletion(next, summaries: app.summaries).answer(to: "", after: ["boost"]).lines
        == "1\titem a\n2\titem b\n3\titem c\n")
  }

  /// bash replaces what follows the last `=` or `:`, and a last `@` with what follows it.
  @Test(arguments: [
    ("--color=ne", "ne", "--color=never", "never"), ("--color=", "", "--color=never", "never"),
    ("@ro", "@ro", "@rook", "@rook"), ("@", "@", "@rook", "@rook"), ("#ca", "#ca", "#canal", "\\#canal"),
    ("\"#ca", "#ca", "#canal", "#canal"), ("--color=\"ne", "ne", "--color=never", "never"),
    ("\"--color=ne", "--color=ne", "--color=never", "--color=never"), ("--color='ne", "ne", "--color=never", "never"),
    ("you@sh", "@sh", "you@shore.example", "@shore.example"),
  ])
  func bashGetsWhatItReplaces(_ word: String, _ end: String, _ candidate: String, _ line: String) {
    let answer = ShellCompletion.Answer(candidates: [Completion.Candidate(candidate, summary: "help")])
    #expect(answer.lines(bash: word, end: end) == line + "\n")
  }

  @Test func namesWithSpacesOrControlCharactersAreLeftOut() {
    let hostile = ["@a b", "@a\u{1B}[2J", "@a\nrm"].map { Completion.Candidate($0) }
    let answer = ShellCompletion.Answer(candidates: hostile + [Completion.Candidate("@a", summary: "x\ty\nz\u{1B}[2J")])
    #expect(answer.lines.split(separator: "\n").count == 1)
    #expect(!answer.lines.contains("\u{1B}"))
    #expect(answer.lines(bash: "@", end: "@") == "@a\n")
  }

  @Test(arguments: [
    ("howdah ", ["howdah", ""], ""), ("howdah \"a b\" c", ["howdah", "a b", "c"], "c"),
    ("howdah a\\ b", ["howdah", "a b"], "a\\ b"), ("howdah 'it; is", ["howdah", "it; is"], "'it; is"),
  ])
  func linesOfAShellAreSplit(_ line: String, _ words: [String], _ source: String) {
    let split = ShellWords.split(line)
    #expect(split.words == words)
    #expect(split.source == source)
  }
}
