import FeatureKit
import TerminalKit
import Testing

@testable import REPL

/// The parts of a request that the server left out.
@MainActor @Suite(.timeLimit(.minutes(10))) struct OmissionTests {
  private let app = HostFixture()

  @Test func omissionsAreInTheMessageAndTheExitCode() async {
    let lost: [Omissions.Found] = [("shore.example left out the poll.", ["poll"])]
    let interpreter = app.interpreter()
    _ = await interpreter.run(line: "list")
    (app.written, app.omissions) = ("", lost)
    let verdict = await interpreter.run(line: "boost 1")
    #expect(verdict.exitCode == .partial && app.errors.isEmpty)
    #expect(app.written == "Boosted. shore.example left out the poll.\n")
    let script = app.interpreter(.json)
    _ = await script.run(line: "list")
    (app.written, app.omissions) = ("", lost)
    _ = await script.run(line: "boost 1")
    #expect(
      app.written == #"{"schema":1,"ok":false,"message":"Boosted. shore.example left out the poll.","count":1,"#
        + #""dropped":["poll"]}"# + "\n")
  }

  @Test func omissionsWithoutAMessageAreShownBesideTheScreen() async {
    app.omissions = [("shore.example left out the title.", ["title"])]
    let verdict = await app.interpreter().run(line: "list")
    #expect(verdict.exitCode == .partial)
    #expect(app.errors == "shore.example left out the title.\n")
  }

  @Test(arguments: [
    (5, "less than a minute old"), (200, "3 min old"), (11_000, "3 h old"), (400_000, "4 d old"),
    (-5, "less than a minute old"),
  ])
  func aPageFromTheArchiveSaysHowOldItIs(_ seconds: Int, _ words: String) async {
    app.archived = (.seconds(seconds), "shore.example cannot be reached: it does not answer.")
    let verdict = await app.interpreter().run(line: "list")
    #expect(verdict.exitCode == .done)
    #expect(
      app.errors.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        == "shore.example cannot be reached: it does not answer. From the archive, \(words).")
    let data = app.interpreter(.json)
    (app.written, app.errors) = ("", "")
    _ = await data.run(line: "list")
    #expect(app.written.contains(#""cached":true,"cached_seconds":\#(max(seconds, 0))"#) && app.errors.isEmpty)
  }

  @Test(arguments: [true, false]) func whatTheArchiveLacksMayBeOnTheServer(_ isUnreached: Bool) async {
    app.more = [
      Verb("pick", help: "Pick a list") { throw AppError.notFound("No list “Boats”.", suggestion: "Create it.") }
    ]
    app.unreached = isUnreached ? .network(.noConnection(host: "shore.example", reason: "it does not answer")) : nil
    let failure = await app.interpreter().run(words: ["pick"]).failure
    #expect(failure?.code == (isUnreached ? "no_connection" : "not_found"))
    #expect(failure?.suggestion.contains("From the archive: No list “Boats”.") == isUnreached)
  }

  @Test func shellGetsTheAddressAndWhatWasLeftOutApart() async {
    app.more = [
      Verb("send", help: "Send") { .toast(Toast(.success, "Sent.", result: "https://shore.example/1")) }
    ]
    app.omissions = [("shore.example left out the poll.", ["poll"])]
    let verdict = await app.interpreter().run(words: ["send"])
    #expect(verdict.exitCode == .partial)
    #expect(app.written == "https://shore.example/1\n")
    #expect(app.errors == "Sent. shore.example left out the poll.\n")
  }

  @Test func shellGetsTheAddressAndWhatWasNotDoneApart() async {
    app.more = [
      Verb("send", help: "Send") {
        .toast(Toast(.information, "Nothing was sent.", result: "https://shore.example/1"))
      }
    ]
    _ = await app.interpreter().run(words: ["send"])
    #expect(app.written == "https://shore.example/1\n" && app.errors == "Nothing was sent.\n")
  }

  @Test func aPostThatMoreCanReadOffersItsDeletion() async {
    app.more = [
      Verb("send", help: "Send") {
        var toast = Toast(.success, "Sent.", hint: "open .")
        toast.made = Reference(kind: .status, id: "1")
        return .toast(toast)
      }
    ]
    app.omissions = [("shore.example changed the visibility to public.", ["visibility"])]
    _ = await app.interpreter(showsHints: true).run(line: "send")
    #expect(app.written.contains("public. · delete . ·\nopen ."), "\(app.written)")
  }

  // MARK: - At once

  @Test func aPromptShowsWhatIsKeptWithItsAgeAndTellsWhatIsNew() async throws {
    let (answer, answered) = AsyncStream.makeStream(of: String?.self)
    app.archived = (.seconds(720), "")
    app.update = {
      for await text in answer { return text }
      return nil
    }
    let interpreter = app.interpreter(showsHints: true, isPrompt: true)
    _ = await interpreter.run(line: "list")
    #expect(app.written.contains("from 12 min ago") && app.errors.isEmpty)
    let update = try #require(interpreter.state.updates.values.first?.task)
    // Until the server has answered, the page is as old when it is shown again.
    (app.archived, app.update, app.written) = (nil, nil, "")
    _ = await interpreter.run(line: "list")
    #expect(app.written.contains("from 12 min ago"))
    app.written = ""
    answered.yield("2 newer posts")
    await update.value
    #expect(app.written == "List: 2 newer posts · refresh\n")
    app.written = ""
    _ = await interpreter.run(line: "list")
    #expect(!app.written.contains("ago"))
  }

  @Test func theSameAnswerIsNotTold() async throws {
    (app.archived, app.update) = ((.seconds(720), ""), { nil })
    let interpreter = app.interpreter(isPrompt: true)
    _ = await interpreter.run(line: "list")
    let update = interpreter.state.updates.values.first?.task
    app.written = ""
    await update?.value
    #expect(app.written.isEmpty && interpreter.state.updates.isEmpty)
  }

  @Test func aServerThatCannotBeReachedIsTold() async throws {
    (app.archived, app.update) = ((.seconds(720), "shore.example cannot be reached."), { nil })
    let interpreter = app.interpreter(isPrompt: true)
    _ = await interpreter.run(line: "list")
    await interpreter.state.updates.values.first?.task?.value
    #expect(app.written.hasSuffix("shore.example cannot be reached. From the archive, 12 min old.\n"))
  }

  @Test(arguments: ["list > file.txt", "list --json"])
  func whatAProgramReadsComesFromTheServer(_ line: String) async {
    (app.archived, app.update) = ((.seconds(720), ""), { nil })
    let interpreter = app.interpreter(isPrompt: true)
    _ = await interpreter.run(line: line)
    #expect(interpreter.state.updates.isEmpty && !app.written.contains("12 min ago"))
  }

  @Test(arguments: [true, false]) func whatWaitsIsMarkedOnThePost(_ isPrompt: Bool) async {
    // In a shell, on a page from the archive.
    if !isPrompt { app.archived = (.seconds(720), "") }
    app.waitingActs = [app.ids[0]: ["favourite", "bookmark"]]
    let style = Output.Style(format: .plain, colors: .none, showsHints: false, hasHyperlinks: false)
    let output = Output.plain(
      style: style, terminalWidth: { 80 }, write: { app.written += $0 }, writeError: { _ in }, ask: { _, _ in nil })
    _ = await Interpreter(host: app, output: output, isPrompt: isPrompt).run(line: "list")
    #expect(app.written.split(separator: "\n").count { $0.contains("Waits in the outbox: favourite, bookmark") } == 1)
  }
}
