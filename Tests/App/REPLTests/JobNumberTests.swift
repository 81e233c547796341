import FeatureKit
import TerminalKit
import Testing

@testable import REPL

/// The numbers in the output of a command in the background.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct JobNumberTests {
  let app = HostFixture()

  /// A prompt whose commands with & run one after the other, and the end of all of them.
  private func prompt() -> (Interpreter, end: () async -> Void) {
    let interpreter = app.interpreter(hasJobs: true)
    return (interpreter, { for job in interpreter.state.jobs.all { await job.task?.value } })
  }

  @Test func jobThatHasOnlyToEndDoesNotKeepFromQuitting() async {
    app.sleep = { _ in try await Task.sleep(for: .seconds(3600)) }
    let (interpreter, _) = prompt()
    _ = await interpreter.run(line: "list &")
    #expect(interpreter.state.jobs.running.count == 1)
    #expect(await interpreter.run(line: "quit").leaves)
  }

  @Test func theyAreThoseOfTheScreenBeforeUntilFgShowsIt() async {
    let (interpreter, end) = prompt()
    _ = await interpreter.run(line: "list")
    app.ids = ["x", "y"]
    _ = await interpreter.run(line: "list &")
    await end()
    _ = await interpreter.run(line: "boost 2")
    _ = await interpreter.run(line: "fg 1")
    _ = await interpreter.run(line: "boost 2")
    #expect(app.log == ["boost b", "boost y"])
    #expect(interpreter.line.summaries == [1: "item x", 2: "item y"])
    #expect(interpreter.line.numbers.highest == 2)
  }

  @Test func thoseOfAnotherAccountMeanNothing() async {
    let (interpreter, end) = prompt()
    _ = await interpreter.run(line: "list")
    _ = await interpreter.run(line: "list &")
    await end()
    app.account = "rook@nettle.example"
    _ = await interpreter.run(line: "fg 1")
    _ = await interpreter.run(line: "boost 2")
    #expect(app.log.isEmpty)
    #expect(!app.errors.isEmpty)
  }

  @Test func outputWithoutNumbersKeepsThem() async {
    let (interpreter, end) = prompt()
    _ = await interpreter.run(line: "list")
    _ = await interpreter.run(line: "boost 3 &")
    await end()
    _ = await interpreter.run(line: "fg")
    _ = await interpreter.run(line: "boost 2")
    #expect(app.log == ["boost c", "boost b"])
  }

  @Test func replacedScreenIsNotPrinted() async {
    app.loads = { [app] in app.label = "other" }
    let (interpreter, end) = prompt()
    _ = await interpreter.run(line: "list &")
    await end()
    let job = interpreter.state.jobs.all.first
    #expect(
      job?.state
        == .failed(
          .validation(
            "Another command opened “other” before this one finished.",
            suggestion: "Type the command again to see its result.")))
  }
}
