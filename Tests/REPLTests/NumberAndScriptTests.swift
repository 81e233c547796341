import FeatureKit
import TerminalKit
import Testing

@testable import REPL

/// What numbers mean after a message, and what scripts make of comments and failures.
@MainActor
@Suite struct NumberAndScriptTests {
  let app = HostFixture()

  @Test func aDocumentWithoutNumbersLeavesThoseOnTheScreen() async {
    app.more = [Verb("about", help: "About") { .document(Document(kind: "about", blocks: [.paragraph("Words.")])) }]
    let interpreter = app.interpreter()
    #expect(await interpreter.run(line: "list; about; boost 3").failure == nil)
    #expect(app.log == ["boost c"])
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
  func nothingRunsBehindQuit(_ separator: String) async {
    let verdict = await app.interpreter().run(line: ["list", "quit", "boost 1"].joined(separator: separator))
    #expect(verdict.leaves)
    #expect(app.log.isEmpty)
  }

  @Test func aPostThatIsNamedTwiceIsBoostedOnce() async {
    _ = await app.interpreter().run(line: "list; boost 1 1; boost 1-2,2 1")
    #expect(app.log == ["boost a", "boost a b"])
  }
}
