import FeatureKit
import TerminalKit
import Testing

@testable import REPL

/// The meaning of numbers after a message, and the handling of comments and failures in scripts.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct NumberAndScriptTests {
  let app = HostFixture()

  @Test func aDocumentWithoutNumbersLeavesThoseOnTheScreen() async {
    app.more = [Verb("about", help: "About") { .document(Document(kind: "about", blocks: [.paragraph("Words.")])) }]
    let interpreter = app.interpreter()
    #expect(await interpreter.run(line: "list; about; boost 3").failure == nil)
    #expect(app.log == ["boost c"])
  }

  /// An id of few digits was read as a number on the screen, and another post was deleted.
  @Test(arguments: [("list; boost id:2", "boost 2"), ("list; boost id:2 3", "boost 2 c"), ("list; boost 2", "boost b")])
  func anIDThatLooksLikeANumberCanBeNamed(line: String, log: String) async {
    #expect(await app.interpreter().run(line: line).failure == nil)
    #expect(app.log == [log])
  }

  /// Before, a script with `--keep-going` went on with its changes after Ctrl-C.
  @Test(arguments: [["hang", "boost id:1"], ["hang; boost id:1", "boost id:2"]])
  func ctrlCEndsAScriptThatKeepsGoing(lines: [String]) async {
    let interpreter = app.interpreter()
    var rest = lines[...]
    let script = Task {
      await Script(interpreter: interpreter, keepsGoing: true).run({ rest.popFirst() }, isLast: { rest.isEmpty })
    }
    while !interpreter.isBusy, !Task.isCancelled { await Task.yield() }
    interpreter.cancel()
    #expect(await script.value == .interrupted)
    #expect(app.log.isEmpty)
  }

  /// Before, the advice was to repeat what may have been done already.
  @Test(arguments: [
    (AppError.network(.connectionLost(host: "shore.example")), "no_connection"),
    (.network(.invalidResponse(host: "shore.example")), "invalid_answer"),
  ])
  func aLostOrUnreadableAnswerToAChangeIsNotRepeatedUnseen(_ error: AppError, _ code: String) async {
    app.more = [
      Verb("change", help: "Change") { [app] in
        app.changesSent += 1
        throw error
      },
      Verb("read", help: "Read") { throw AppError.network(.connectionLost(host: "shore.example")) },
    ]
    let interpreter = app.interpreter()
    let change = await interpreter.run(line: "change").failure
    #expect(change?.suggestion == "The request was sent and may have been carried out: look before you retry.")
    #expect(change?.code == code)
    #expect(await interpreter.run(line: "read").failure?.suggestion == "Check the connection and the name, then retry.")
  }

  @Test func theLinesOfATextLeaveTheNumbersOfTheScreenBelow() async {
    app.more = [Verb("show", help: "Show the lines") { .screen }]
    let interpreter = app.interpreter()
    _ = await interpreter.run(line: "list")
    app.isWriting = true
    app.ids = ["x", "y", "z"]
    _ = await interpreter.run(line: "/show")
    _ = await interpreter.run(line: "/boost 3")
    #expect(app.log == ["boost c"])
  }

  private func run(_ lines: String..., keepsGoing: Bool = false) async -> ExitCode {
    var rest = lines[...]
    return await Script(interpreter: app.interpreter(), keepsGoing: keepsGoing)
      .run({ rest.popFirst() }, isLast: { rest.isEmpty })
  }

  @Test func aLineOfATextMayBeginWithANumberSign() async {
    app.more = [
      Verb("write", help: "Open the composer") {
        self.app.isWriting = true
        return .nothing
      }
    ]
    _ = await run("# a comment", "write", "# A heading", "words", "/close")
    #expect(app.lines == ["# A heading", "words"])
  }

  @Test func aScriptThatKeepsGoingSaysThatAPartWasDone() async {
    #expect(await run("fail", "xyzzy", "list", keepsGoing: true) == .partial)
    #expect(await run("fail; list", keepsGoing: true) == .partial)
    #expect(await run("fail", "xyzzy", keepsGoing: true) == .network, "nothing was done: the first failure")
    #expect(await run("list", "fail", "xyzzy") == .network, "stopped at the first failure")
  }

  @Test func pastedLinesEndWithTheFirstThatFails() async {
    let verdict = await app.interpreter().run(line: "list\nfail\nboost 1")
    #expect(verdict.exitCode == .network)
    #expect(app.log.isEmpty)
  }

  @Test(arguments: [";", "\n"])
  func nothingRunsAfterQuit(_ separator: String) async {
    let verdict = await app.interpreter().run(line: ["list", "quit", "boost 1"].joined(separator: separator))
    #expect(verdict.leaves)
    #expect(app.log.isEmpty)
  }

  @Test func aPostThatIsNamedTwiceIsBoostedOnce() async {
    _ = await app.interpreter().run(line: "list; boost 1 1; boost 1-2,2 1")
    #expect(app.log == ["boost a", "boost a b"])
  }
}
