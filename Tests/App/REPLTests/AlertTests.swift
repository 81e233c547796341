import FeatureKit
import TerminalKit
import Testing

@testable import REPL

/// Every kind of error as the prompt shows it: what happened, what to do, and whether it can be done again.
@MainActor
@Suite struct AlertTests {
  let app = HostFixture()

  struct Alert: Sendable, CustomTestStringConvertible {
    var error: AppError
    var words: String
    var suggestion: String
    var code: ExitCode
    var canRetry = true
    var testDescription: String { error.code }
  }

  nonisolated static let alerts = [
    Alert(
      error: .network(.noConnection(host: "shore.example", reason: "there is no server of that name")),
      words: "shore.example cannot be reached: there is no server of that name.",
      suggestion: "Check the connection and the name, then retry.", code: .network),
    Alert(
      error: .network(.timedOut(host: "shore.example", seconds: 10)),
      words: "shore.example did not answer within 10 seconds.", suggestion: "Retry in a moment.", code: .network),
    Alert(
      error: .network(.serverError(host: "shore.example", code: 503)),
      words: "shore.example reported a server error (503).", suggestion: "Retry in a moment.", code: .network),
    Alert(
      error: .network(.invalidResponse(host: "shore.example")),
      words: "shore.example sent a response that Howdah can't read.",
      suggestion: "Retry. If it happens again, the server may not support Mastodon's API.", code: .network),
    Alert(
      error: .network(.rateLimited(host: "shore.example", seconds: 30)),
      words: "Too many requests to shore.example.", suggestion: "Retry in 30 seconds.",
      code: .rateLimited),
    Alert(
      error: .storage(.full(path: "drafts")), words: "No space left on the disk for drafts.",
      suggestion: "Free some space, then retry.", code: .internal),
    Alert(
      error: .storage(.refused(path: "drafts")), words: "drafts cannot be read or written.",
      suggestion: "Check its owner and permissions, then retry.", code: .internal),
    Alert(
      error: .storage(.damaged(path: "drafts")), words: "drafts is damaged.",
      suggestion: "Move it away. Howdah then creates a new one.", code: .internal),
    Alert(
      error: .validation("The post is empty.", suggestion: "Type some text."), words: "The post is empty.",
      suggestion: "Type some text.", code: .invalidInput, canRetry: false),
    Alert(
      error: .unauthorized(host: "shore.example"), words: "shore.example does not accept this sign-in.",
      suggestion: "Please sign in to continue: login shore.example.", code: .unauthorized),
    Alert(
      error: .unauthorized(host: nil), words: "You are not signed in.",
      suggestion: "Please sign in to continue: login HOST.", code: .unauthorized),
    Alert(
      error: .forbidden("shore.example does not allow this."), words: "shore.example does not allow this.",
      suggestion: "Ask the server's moderators if you think this is wrong.", code: .unauthorized,
      canRetry: false),
    Alert(
      error: .notFound("That post is not there."), words: "That post is not there.",
      suggestion: "It may have been deleted, or be hidden from you.", code: .notFound, canRetry: false),
    Alert(
      error: .unknown("The lock is stuck."), words: "The lock is stuck.",
      suggestion: "Retry. If it happens again, please report it.", code: .internal),
  ]

  @Test(arguments: alerts) func anAlertSaysWhatHappenedAndWhatToDo(_ alert: Alert) async {
    app.failure = alert.error
    let interpreter = app.interpreter(showsHints: true)
    #expect(await interpreter.run(line: "fail 1").exitCode == .usage)
    app.errors = ""
    #expect(await interpreter.run(line: "fail").exitCode == alert.code)
    let more = alert.canRetry ? "\n  retry · dismiss-error" : ""
    #expect(app.errors == "! \(alert.words)\n  \(alert.suggestion)\(more)\n")

    // retry repeats what failed; dismiss-error discards it.
    app.errors = ""
    let again = await interpreter.run(line: "retry")
    #expect(again.exitCode == (alert.canRetry ? alert.code : .usage))
    #expect(app.errors.hasPrefix(alert.canRetry ? "! \(alert.words)\n" : "! Nothing to retry.\n"))
    app.errors = ""
    #expect(await interpreter.run(line: "dismiss-error").failure == nil)
    #expect(await interpreter.run(line: "retry").exitCode == .usage)
    #expect(app.errors.hasPrefix("! Nothing to retry.\n"))
  }

  @Test(arguments: alerts) func alertIsSpokenWithoutSymbols(_ alert: Alert) async {
    app.failure = alert.error
    _ = await app.interpreter(.spoken, showsHints: true).run(line: "fail")
    let more = alert.canRetry ? "Type retry or dismiss-error.\n" : ""
    #expect(app.errors == "Error: \(alert.words)\n\(alert.suggestion)\n\(more)")
  }

  @Test func retryKeepsTheNumbersOfTheFailure() async {
    app.isOffline = true
    app.more = [starVerb]
    let interpreter = app.interpreter()
    _ = await interpreter.run(line: "list; star 2")
    app.isOffline = false
    // Another screen, on which 2 is something else.
    app.ids = ["x", "y", "z"]
    _ = await interpreter.run(line: "list; retry; star 2")
    #expect(app.log == ["star b", "star y"])
  }

  @Test func retryKeepsTheNumbersOfTheLastRun() async {
    app.isOffline = true
    app.more = [starVerb]
    app.remembered = [1: [Reference(kind: .status, id: "old")]]
    let interpreter = app.interpreter()
    _ = await interpreter.run(line: "star 1")
    app.isOffline = false
    _ = await interpreter.run(line: "list; retry; star 1")
    #expect(app.log == ["star old", "star a"])
  }

  @Test func screenPrintedByRetrySetsTheNumbers() async {
    app.isOffline = true
    app.more = [
      starVerb,
      Verb("again", .references(kinds: [.status]), help: "Show the list again") { _ in
        if self.app.isOffline { throw AppError.fixtures.timedOut }
        self.app.ids = ["a", "b", "c"]
        return .screen
      },
    ]
    let interpreter = app.interpreter()
    _ = await interpreter.run(line: "list; again 1")
    app.isOffline = false
    app.ids = ["x", "y", "z"]
    // The list that it shows is the one which was there when it failed.
    _ = await interpreter.run(line: "list; star 2; retry; star 2")
    #expect(app.log == ["star y", "star b"])
  }

  @Test func retryIsRefusedAsAnotherAccount() async {
    app.isOffline = true
    app.more = [starVerb]
    let interpreter = app.interpreter()
    _ = await interpreter.run(line: "list; star 2")
    app.isOffline = false
    app.account = "heron@weir.example"
    app.errors = ""
    #expect(await interpreter.run(line: "retry").exitCode == .usage)
    #expect(
      app.errors == """
        ! That failed as @wren@shore.example. You switched accounts.
          Type switch wren@shore.example, then retry.

        """)
    app.account = "wren@shore.example"
    _ = await interpreter.run(line: "retry")
    #expect(app.log == ["star b"])
  }

  @Test func commandsOfAnAlertHaveASlashWhileWriting() async {
    app.isWriting = true
    let interpreter = app.interpreter(showsHints: true)
    _ = await interpreter.run(line: "/fail")
    #expect(app.errors.hasSuffix("  Retry in a moment.\n  /retry · /dismiss-error\n"))
    _ = await interpreter.run(line: "/dismiss-error")
    #expect(app.written.contains("Discarded the error.\n"))
    #expect(app.lines.isEmpty)
  }

  @Test func dismissIsTheScreensAndDismissErrorDiscardsTheError() async {
    app.isOffline = true
    app.more = [
      starVerb,
      Verb("dismiss", .references(kinds: [.status]), help: "Take away") { references in
        self.app.log.append("dismiss \(references.map(\.id).joined(separator: " "))")
        return .nothing
      },
    ]
    let interpreter = app.interpreter()
    _ = await interpreter.run(line: "list; star 2")
    _ = await interpreter.run(line: "dismiss 1")
    #expect(app.log == ["dismiss a"])
    _ = await interpreter.run(line: "dismiss-error")
    #expect(app.written.hasSuffix("Discarded the error.\n"))
    app.errors = ""
    #expect(await interpreter.run(line: "retry").exitCode == .usage)
    app.errors = ""
    #expect(await interpreter.run(line: "dismiss").exitCode == .usage)
    #expect(app.errors.hasPrefix("! Which post? Give a number from 1 to 3.\n"))
    #expect(app.log == ["dismiss a"])
  }

  private var starVerb: Verb {
    Verb("star", .references(kinds: [.status]), help: "Star") { references in
      if self.app.isOffline { throw AppError.fixtures.timedOut }
      self.app.log.append("star " + references.map(\.id).joined(separator: " "))
      return .nothing
    }
  }

  @Test func successfulRetryLeavesNothingToRetry() async {
    app.isOffline = true
    app.more = [
      Verb("try", help: "Try") {
        if self.app.isOffline { throw AppError.fixtures.timedOut }
        self.app.log.append("done")
        return .nothing
      }
    ]
    let interpreter = app.interpreter()
    _ = await interpreter.run(line: "try")
    app.isOffline = false
    _ = await interpreter.run(line: "retry")
    #expect(await interpreter.run(line: "retry").exitCode == .usage)
    #expect(app.log == ["done"])
  }

  @Test func retryTakesTheOptionsOfEveryCommand() async {
    app.failure = .fixtures.timedOut
    let interpreter = app.interpreter()
    _ = await interpreter.run(line: "fail")
    app.errors = ""
    #expect(await interpreter.run(line: "retry --json").exitCode == .network)
    #expect(app.errors.hasPrefix(#"{"schema":1,"error":{"code":"timed_out""#))
    app.errors = ""
    #expect(await interpreter.run(line: "retry 1").exitCode == .usage)
    #expect(app.errors == "! Unexpected argument “1”.\n  Usage: retry\n")
  }

  @Test func retriedCommandThatClosesItsScreenForgetsTheNumbersOfBoth() async {
    app.isOffline = true
    app.more = [
      Verb("keep", .references(kinds: [.status]), help: "Close") { _ in
        if self.app.isOffline { throw AppError.fixtures.timedOut }
        self.app.ids = []
        return .screenAfter(Toast(.success, "Kept."))
      }
    ]
    let interpreter = app.interpreter()
    _ = await interpreter.run(line: "list; keep 1")
    app.isOffline = false
    _ = await interpreter.run(line: "retry")
    #expect(app.remembered.keys.allSatisfy { $0 <= 0 })
    #expect(await interpreter.run(line: "boost 2").exitCode == .usage)
  }

  @Test func retriedCommandIsRecordedByItsOwnName() async {
    app.isOffline = true
    app.more = [starVerb]
    let interpreter = app.interpreter()
    _ = await interpreter.run(line: "list; star 1")
    app.isOffline = false
    app.used = []
    _ = await interpreter.run(line: "retry")
    #expect(app.used.map { $0.prefix(4) } == ["star"])
  }

  @Test func usageRecordsOnlyTheNameOfAVerb() async {
    let interpreter = app.interpreter()
    _ = await interpreter.run(line: "list; reblog 1; nonsense secret")
    _ = await interpreter.run(line: "post a secret")
    #expect(app.used == ["list 0.005 seconds", "boost 0.005 seconds", "post 0.005 seconds"])
    #expect(app.messages == ["Boosted."])
  }
}
