import FeatureKit
import Synchronization
import TerminalKit
import Testing

@testable import REPL

/// Questions in scripts: what is said where nobody can answer, where the question is written, and the exit code after a no.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct UnansweredQuestionTests {
  let app = HostFixture()
  private static let question =
    "Delete the account that has this long name and everything that it ever wrote here, for good?"

  init() {
    app.more = [
      Verb("erase", help: "Erase") { [app] in
        .confirm(
          Confirmation(Self.question) {
            app.log.append("erase")
            return .nothing
          })
      }
    ]
  }

  @Test(arguments: [Renderer.Format.plain, .json])
  func errorWithoutAnAnswerHasTheQuestion(_ format: Renderer.Format) async {
    let interpreter = app.interpreter(format)
    interpreter.output.canAsk = { false }
    let verdict = await interpreter.run(words: ["clear"])
    #expect(verdict.exitCode == .usage)
    #expect(verdict.failure?.message == "Needs confirmation: Clear all?")
    #expect(verdict.failure?.suggestion == "Add --yes.")
    #expect(app.written.isEmpty && app.log.isEmpty)
  }

  /// Before, a long question was part of what a program on the other side of a pipe read.
  @Test func longQuestionIsNotPartOfTheOutput() async {
    let interpreter = app.interpreter()
    var asked = ""
    interpreter.output.writeQuestion = { asked += $0 }
    app.answer = "y"
    #expect(await interpreter.run(words: ["erase"]).failure == nil)
    #expect(asked.split(separator: "\n").joined(separator: " ") == Self.question)
    #expect(app.written.isEmpty && app.log == ["erase"])
  }

  @Test func longQuestionIsNotWrittenToTheFile() async {
    let interpreter = app.interpreter()
    app.answer = "y"
    _ = await interpreter.run(line: "erase > out.txt")
    #expect(app.written.contains("for good?"))
    #expect(app.files.withLock { $0["out.txt"] } == "")
  }

  @Test func unanswerableLongQuestionIsOnlyInTheError() async {
    let interpreter = app.interpreter()
    interpreter.output.canAsk = { false }
    _ = await interpreter.run(words: ["erase"])
    #expect(app.written.isEmpty)
    #expect(app.errors.split(whereSeparator: \.isNewline).joined(separator: " ").contains("confirmation: Delete the"))
  }

  /// Before, `howdah post … && next` went on although nothing was sent.
  @Test(arguments: ["", "n", "what"])
  func commandThatWasNotConfirmedFailsInAScript(_ answer: String) async {
    app.answer = answer
    let verdict = await app.interpreter().run(words: ["clear"])
    #expect(verdict.exitCode == .usage)
    #expect(app.errors.hasSuffix("Nothing was changed.\n") && app.written.isEmpty && app.log.isEmpty)
  }

  @Test func noIsAnAnswerAtThePrompt() async {
    app.answer = "n"
    #expect(await app.interpreter().run(line: "clear").failure == nil)
    #expect(app.written == "Nothing was changed.\n")
  }
}
