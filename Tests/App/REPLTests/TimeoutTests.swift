import FeatureKit
import TerminalKit
import Testing

@testable import REPL

/// `--timeout`: a command is stopped when its time is over, and the user's own time does not count.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(10))) struct TimeoutTests {
  let app = HostFixture()

  @Test func commandIsStoppedWhenItsTimeIsOver() async {
    let verdict = await app.interpreter().run(words: ["hang", "--timeout", "1"])
    #expect(verdict.exitCode == .network && verdict.failure?.code == "timed_out")
    #expect(verdict.failure?.message == "The command was not done after 1 second.")
  }

  @Test func timeoutOfTheRunIsForEachCommand() async {
    let interpreter = Interpreter(host: app, output: app.interpreter().output, timeout: 5)
    #expect(await interpreter.run(line: "hang").failure?.code == "timed_out")
    #expect(await interpreter.run(line: "boost id:1").failure == nil)
  }

  @Test func changeThatWasSentMayHaveBeenCarriedOut() async {
    app.more = [
      Verb("change", help: "Change") { [app] in
        app.changesSent += 1
        try await Task.sleep(for: .seconds(3600))
        return .nothing
      }
    ]
    let failure = await app.interpreter().run(words: ["change", "--timeout", "1"]).failure
    #expect(failure?.code == "timed_out")
    #expect(failure?.suggestion == "The request was sent and may have been carried out: look before you retry.")
  }

  @Test func commandThatKeepsTheMainActorBusyIsStoppedToo() async {
    app.more = [
      Verb("busy", help: "Wait for the disk") {
        while !Task.isCancelled {}
        try Task.checkCancellation()
        return .nothing
      }
    ]
    let verdict = await app.interpreter().run(words: ["busy", "--timeout", "1"])
    #expect(verdict.failure?.cause == .network(.outOfTime(seconds: 1)) && verdict.exitCode == .network)
  }

  @Test func timeThatTheUserTakesToAnswerDoesNotCount() async {
    app.ask = {
      do { try await Task.sleep(for: .milliseconds(1500)) } catch { return nil }
      return "y"
    }
    #expect(await app.interpreter().run(words: ["clear", "--timeout", "1"]).failure == nil)
    #expect(app.log == ["clear"])
  }

  @Test func whatFollowsATimelineIsStoppedToo() async {
    app.more = [
      Verb("follow-along", help: "Follow") { .following(AsyncThrowingStream { _ in }) }.reading
    ]
    let verdict = await app.interpreter().run(words: ["follow-along", "--timeout", "1"])
    #expect(verdict.failure?.cause == .network(.outOfTime(seconds: 1)) && verdict.exitCode == .network)
  }

  /// A pager has a user, who takes the time.
  @Test(arguments: [false, true]) func aProgramHasTheTimeOfACommandUnlessAUserIsThere(_ hasUser: Bool) async {
    var output = app.interpreter().output
    output.canAsk = { hasUser }
    output.run = { _, _ in
      // Longer than the limit; one that is stopped says so by its code.
      do { try await Task.sleep(for: .milliseconds(1500)) } catch { return 143 }
      return 0
    }
    app.promptSettings.shellAccess = .pipes
    let interpreter = Interpreter(host: app, output: output, timeout: 1)
    let failure = await interpreter.run(line: "list | cat").failure
    #expect(failure?.code == (hasUser ? nil : "timed_out"))
  }

  /// As with a page that says the rest.
  @Test func aPageAboutAFailureDoesNotHideThatTheTimeIsOver() async {
    app.more = [
      Verb("look", help: "Look") {
        do { try await Task.sleep(for: .seconds(3600)) } catch {
          throw PartialFailure(done: .document(Document(kind: "look")), error: AppError(error), isPartial: false)
        }
        return .nothing
      }.reading
    ]
    let verdict = await app.interpreter().run(words: ["look", "--timeout", "1"])
    #expect(verdict.failure?.cause == .network(.outOfTime(seconds: 1)) && verdict.exitCode == .network)
  }

  @Test(arguments: ["0", "-1", "soon", "86401"]) func otherTimesAreRefused(_ text: String) async {
    #expect(await app.interpreter().run(words: ["clear", "--timeout", text]).exitCode == .usage)
  }
}

@Suite struct ErrorJSONTests {
  @Test(arguments: [(42, "42"), (nil, "null")]) func limitsAndBusyServersSayWhenToRetry(_ seconds: Int?, _ text: String)
  {
    let error = AppError.network(.rateLimited(host: "shore.example", seconds: seconds))
    #expect(error.json.contains(#""retry_after":\#(text)"#))
    #expect(AppError.partial(error, left: ["1"]).json.contains(#""retry_after":\#(text)"#))
    let busy = AppError.network(.serverError(host: "shore.example", code: 503, seconds: seconds))
    #expect(busy.json.contains(#""retry_after":\#(text)"#) && busy.json.contains(#""exit_code":6"#))
    #expect(busy.suggestion == (seconds == nil ? "Retry in a moment." : "Retry in 42 seconds."))
    #expect(!AppError.fixtures.timedOut.json.contains("retry_after"))
  }
}
