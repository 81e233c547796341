import FeatureKit
import Synchronization
import TerminalKit
import Testing

@testable import REPL

/// `source FILE`: the commands in a file, as if they were typed.
@Suite(.timeLimit(.minutes(10))) @MainActor struct SourceTests {
  private let app = HostFixture()

  /// Runs a line at a prompt beside files of these texts.
  private func run(_ line: String, files: [String: String]) async -> Interpreter.Verdict {
    app.files.withLock { $0 = files }
    return await app.interpreter().run(line: line)
  }

  @Test func linesAreRunInOrderAndNumbersAreThoseOfThePrompt() async {
    let text = "\u{FEFF}# morning\r\nlist\r\n\r\n  # more\r\nboost 1-2; boost 3\r\n"
    let verdict = await run("source morning.txt; fav 1", files: ["morning.txt": text])
    #expect(verdict.failure == nil)
    #expect(app.log == ["boost a b", "boost c", "fav a"])
  }

  @Test(arguments: ["boost 1\nfrobnicate\nboost 2", "boost 1\nfrobnicate\n\n"])
  func theFirstFailureEndsTheFileAndNamesItsLine(_ text: String) async {
    let verdict = await run("source a; boost 3", files: ["a": "list\nsource b\nboost 3", "b": text])
    #expect(verdict.exitCode == .usage)
    #expect(app.log == ["boost a"])
    #expect(app.errors.contains("Line 2 of b failed") && !app.errors.contains(" of a failed"), "\(app.errors)")
    #expect(app.errors.contains("the lines after it were not run") == text.hasSuffix("boost 2"))
  }

  /// Before, a line separator that was pasted into a post ended its line.
  @Test func onlyALineFeedEndsALine() async {
    _ = await run("source a", files: ["a": "post First\u{2028}boost 1\u{85}boost 2\nlist\r\nboost 3\u{0B}"])
    #expect(app.log == ["post [] First\u{2028}boost 1\u{85}boost 2", "boost c"])
  }

  /// Before, `howdah source FILE` ended with 0 although the text was not sent.
  @Test func aTextThatAFileLeavesOpenIsAnErrorInAShell() async {
    app.isWriting = true
    app.files.withLock { $0 = ["a": "Hello\n"] }
    let verdict = await app.interpreter().run(words: ["source", "a"])
    #expect(verdict.exitCode == .usage)
    #expect(app.log == ["close"] && app.lines == ["Hello"])
    #expect(app.errors.hasPrefix("! The script ended without sending the text."), "\(app.errors)")
  }

  /// Before, half of the text was posted, and the other half was an unknown command.
  @Test func anOpenQuoteGoesOnInTheNextLine() async {
    let verdict = await run(
      "source a", files: ["a": "post \"alpha one\nbeta two\"\nlist; boost 1\npost \"open\nboost id:7"])
    #expect(verdict.failure == nil, "\(app.errors)")
    #expect(app.log == ["post [] alpha one\nbeta two", "boost a", "post [] \"open", "boost 7"])
  }

  @Test func filesThatRunOneAnotherEnd() async {
    let verdict = await run("source a", files: ["a": "source b", "b": "source a"])
    #expect(verdict.exitCode == .usage)
    #expect(app.errors.contains("without end"))
  }

  @Test func linesOfAFileAreText() async {
    app.isWriting = true
    let verdict = await run("/source a", files: ["a": "# A title\n\nGood; morning\n//slash"])
    #expect(verdict.failure == nil)
    #expect(app.lines == ["# A title", "", "Good; morning", "/slash"])
  }

  @Test(arguments: [
    ("source", "FILE is missing."), ("source a b", "Unexpected argument “b”."),
    ("source a > x", "The output of a file goes to the terminal."), ("source a --json", "source takes no --json."),
    ("source a &", "& works only at the prompt."), ("source long", "long has more than 10000 lines."),
    ("source c", "Recording has to start at the prompt."),
  ])
  func impossibleRequestIsRefusedAndRunsNothing(_ line: String, _ message: String) async {
    let long = Array(repeating: "boost 1", count: 10_001).joined(separator: "\n")
    let verdict = await run(line, files: ["a": "boost 1", "long": long, "c": "record x.session"])
    #expect(verdict.exitCode != .done)
    #expect((app.errors + app.written).contains(message), "\(app.errors)\(app.written)")
    #expect(app.log.isEmpty)
  }
}
