import FeatureKit
import TerminalKit
import Testing

@testable import REPL

/// Acting on what the server has under another address than the one that was typed.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct UncertainReferenceTests {
  let app = HostFixture()

  init() {
    app.more = [
      Verb("mark", Parameter<Reference>.reference(kinds: [.status]), help: "Mark a post") { [app] reference in
        app.log.append("mark \(reference.id)")
        return .nothing
      }
    ]
  }

  @Test(arguments: [("y", ["mark odd"]), ("n", []), ("", [])])
  func theUserDecidesWhetherToActOnAnotherAddress(_ answer: String, _ log: [String]) async {
    let interpreter = app.interpreter()
    app.answer = answer
    _ = await interpreter.run(words: ["mark", "https://pl.example/notice/1"])
    #expect(app.log == log)
  }

  @Test func aYesGivenBeforehandIsNotAboutAnotherAddress() async {
    let verdict = await app.interpreter(assumesYes: true).run(words: ["mark", "https://pl.example/notice/1"])
    #expect(app.log.isEmpty)
    #expect(
      verdict.failure?.message == "At https://pl.example/notice/1 the server has a post by @pool@pl.example.")
  }
}
