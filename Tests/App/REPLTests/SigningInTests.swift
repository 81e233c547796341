import FeatureKit
import TerminalKit
import Testing

@testable import REPL

/// Signing in at the prompt: an answer that may come from a browser, and another try after a failure.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct SigningInTests {
  let app = HostFixture()

  /// Waits until it is cancelled, as a prompt does that nobody answers.
  private static func forEver() async throws {
    let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
    for await _ in stream {}
    continuation.finish()
    throw CancellationError()
  }

  private func offerLogin(elsewhere: (@MainActor @Sendable () async throws -> Response)?) {
    app.more = [
      Verb("login", help: "Sign in") {
        .ask(
          Question(prompt: "Code", isSecret: true, elsewhere: elsewhere) { code in
            self.app.log.append("code \(code)")
            self.app.failure = nil
            return .retry(Toast(.success, "Signed in."))
          })
      }
    ]
  }

  @Test func externalAnswerEndsTheQuestion() async {
    var wasAskedToTheEnd = false
    app.ask = {
      do { try await Self.forEver() } catch {}
      wasAskedToTheEnd = true
      return ""
    }
    offerLogin { .toast(Toast(.success, "Signed in.")) }
    #expect(await app.interpreter().run(line: "login").exitCode == .done)
    #expect(app.written == "Signed in.\n" && app.log.isEmpty)
    #expect(wasAskedToTheEnd, "the prompt is off the terminal before anything else is said")
  }

  @Test func answerEndsTheWait() async {
    app.answer = "c0de"
    var wasCancelled = false
    offerLogin {
      do { try await Self.forEver() } catch { wasCancelled = true }
      return .nothing
    }
    #expect(await app.interpreter().run(line: "login").exitCode == .done)
    #expect(app.log == ["code c0de"])
    while !wasCancelled, !Task.isCancelled { await Task.yield() }
  }

  @Test func withoutATerminalOnlyTheOtherResponseIsAwaited() async {
    app.answer = nil
    offerLogin {
      for _ in 0..<10 { await Task.yield() }
      return .toast(Toast(.success, "Signed in."))
    }
    #expect(await app.interpreter().run(line: "login").exitCode == .done)
    #expect(app.written == "Signed in.\n")
  }

  @Test func emptyAnswerCancelsBoth() async {
    app.answer = ""
    offerLogin {
      try await Self.forEver()
      return .nothing
    }
    #expect(await app.interpreter().run(line: "login").exitCode == .interrupted)
  }

  @Test func failureElsewhereIsReported() async {
    app.ask = {
      do { try await Self.forEver() } catch {}
      return ""
    }
    offerLogin { throw AppError.fixtures.validation }
    #expect(await app.interpreter().run(line: "login").exitCode == .invalidInput)
    #expect(app.errors.hasPrefix("! The post is 12"))
  }

  @Test func signingInRepeatsTheCommandThatNeededIt() async {
    app.answer = "c0de"
    offerLogin(elsewhere: nil)
    let interpreter = app.interpreter()
    app.failure = .fixtures.unauthorized
    #expect(await interpreter.run(line: "list").exitCode == .unauthorized)
    #expect(await interpreter.run(line: "login").exitCode == .done)
    #expect(app.written.contains("Signed in.\nList\n"))
    // Once: what was done is not done again.
    app.written = ""
    _ = await interpreter.run(line: "login")
    #expect(app.written == "Signed in.\n")
  }

  @Test func signingInDoesNotRepeatOtherFailures() async {
    app.answer = "c0de"
    offerLogin(elsewhere: nil)
    let interpreter = app.interpreter()
    app.failure = .fixtures.timedOut
    _ = await interpreter.run(line: "fail")
    _ = await interpreter.run(line: "login")
    #expect(app.written == "Signed in.\n")
  }

  @Test func signingInShowsTheFirstScreenThatFailed() async {
    app.answer = "c0de"
    offerLogin(elsewhere: nil)
    let interpreter = app.interpreter()
    app.failure = .fixtures.unauthorized
    await interpreter.line.open()
    _ = await interpreter.run(line: "login")
    #expect(app.written.contains("Signed in.\nList\n"))
  }
}
