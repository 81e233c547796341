import FeatureKit
import TerminalKit
import Testing

@testable import REPL

@MainActor
@Suite(.timeLimit(.minutes(10))) struct InterpreterTests {
  let app = HostFixture()

  @Test func numbersReferToTheLastOutput() async {
    let interpreter = app.interpreter()
    #expect(await interpreter.run(line: "list; boost 1-2 3; boost 2,1").failure == nil)
    #expect(app.log == ["boost a b c", "boost b a"])
  }

  @Test(arguments: [["x", "y"], []])
  func numbersOfAClosedScreenAreForgotten(_ ids: [String]) async {
    app.more = [Verb("keep", help: "Close") { .screenAfter(Toast(.success, "Kept.")) }]
    let interpreter = app.interpreter()
    _ = await interpreter.run(line: "list")
    app.ids = ids
    app.written = ""
    _ = await interpreter.run(line: "keep")
    #expect(app.written.hasPrefix("Kept.\n\nList\n"))
    #expect(app.messages == ["Kept."])
    #expect(app.remembered.count == ids.count)
    #expect(await interpreter.run(line: "boost 3").exitCode == .usage)
    #expect(app.log.isEmpty)
  }

  @Test(
    arguments: [
      (nil, .plain, .auto, "https://a.example\n"), (true, .plain, .auto, "\u{1B}]52;c;aHR0cHM6Ly9hLmV4YW1wbGU=\u{7}"),
      (true, .spoken, .auto, "\u{1B}]52;c;"), (true, .plain, .off, "Not copied, as clipboard is off. The link:\n"),
      (false, .plain, .auto, "This terminal's clipboard can't be set. Copy the link from here:\n"),
      (false, .plain, .on, "\u{1B}]52;c;"),
      (true, .json, .auto, #"{"schema":1,"screen":"copy","link":"https://a.example","copied":false"#),
    ] as [(Bool?, Renderer.Format, PromptSettings.Choice, String)])
  func copySetsTheClipboardOrSaysThatItDidNot(
    hasClipboard: Bool?, format: Renderer.Format, setting: PromptSettings.Choice, start: String
  ) async {
    app.more = [Verb("copy", help: "Copy") { .copy("https://a.example", noun: "link") }]
    app.promptSettings.clipboard = setting
    let interpreter = app.interpreter(format)
    interpreter.output.style.hasClipboard = hasClipboard
    _ = await interpreter.run(line: "copy")
    #expect(app.written.hasPrefix(start) && app.written.contains("https://a.example"), "\(app.written)")
    #expect(app.written.contains("Copied the link:") == (app.written.hasPrefix("\u{1B}")))
  }

  @Test func jsonHasMessageAndScreenInOneObject() async {
    app.more = [Verb("keep", help: "Close") { .screenAfter(Toast(.success, "Kept.")) }]
    _ = await app.interpreter(.json).run(line: "keep")
    #expect(app.written.hasPrefix(#"{"schema":1,"screen":"list","ok":true,"message":"Kept.","items":["#))
    #expect(app.written.hasSuffix("}\n") && app.written.split(separator: "\n").count == 1)
  }

  @Test func numbersFromAnEarlierRunAreRemembered() async {
    app.remembered = [1: [Reference(kind: .status, id: "old")]]
    _ = await app.interpreter().run(words: ["boost", "1"])
    #expect(app.log == ["boost old"])
  }

  @Test func anAddressOrAnIDStandsForANumber() async {
    let interpreter = app.interpreter()
    _ = await interpreter.run(line: "boost @rook 01HZXYZ7QK4W8E5T3S9D6F2G1H 109372843234567890")
    #expect(app.log == ["boost rook 01HZXYZ7QK4W8E5T3S9D6F2G1H 109372843234567890"])
  }

  @Test(arguments: [
    ("boost 4", "! No post 4 on this screen.\n  The numbers go from 1 to 3.\n"),
    ("boost", "! Which post? Give a number from 1 to 3.\n  Usage: boost N…\n"),
    ("boost x", "! “x” is not a number on this screen, an id or an address.\n  Usage: boost N…\n"),
    ("bost 1", "! Unknown command “bost”.\n  Did you mean boost?\n"),
    ("cl ear", "! Unknown command “cl”.\n  Did you mean clear?\n"),
    ("xyzzy", "! Unknown command “xyzzy”.\n  Type help for a list of commands.\n"),
    ("list 3", "! Unexpected argument “3”.\n  Usage: list\n"),
    ("list --all", "! Unknown option “--all”.\n  Usage: list\n"),
    ("set colour x", "! “colour” is not one of the choices.\n  Use theme, time.\n"),
    (
      #"set "x"#,
      "! A quotation mark is not closed.\n  Close it with \", or write \\\" for a quotation mark in the text.\n"
    ),
    ("help xyzzy", "! Unknown command “xyzzy”.\n  Type help for a list of commands.\n"),
    ("retry", "! Nothing to retry.\n  Type help for a list of commands.\n"),
  ])
  func errorIsPrintedWithASuggestion(_ line: String, _ words: String) async {
    let interpreter = app.interpreter()
    _ = await interpreter.run(line: "list")
    #expect(await interpreter.run(line: line).exitCode == .usage)
    #expect(app.errors == words)
  }

  @Test func repeatedPostIsBoostedOnce() async {
    _ = await app.interpreter().run(line: "list; boost 1 1 1-2 a0000; boost 3 2-3")
    #expect(app.log == ["boost a b a0000", "boost c b"])
  }

  @Test func commandsAfterQuitDoNotRun() async {
    let verdict = await app.interpreter().run(line: "list; quit; boost 1")
    #expect(verdict.leaves && app.log.isEmpty)
    let pasted = await app.interpreter().run(line: "list\nquit\nboost 1")
    #expect(pasted.leaves && app.log.isEmpty)
    var lines = ["list; quit; boost 1", "boost 1"][...]
    let script = Script(interpreter: app.interpreter(), keepsGoing: true)
    #expect(await script.run({ lines.popFirst() }, isLast: { false }) == .done)
    #expect(app.log.isEmpty)
  }

  @Test func pastedLinesAfterAFailedOneDoNotRun() async {
    let verdict = await app.interpreter().run(line: "list\nfail\nboost 1")
    #expect(verdict.exitCode == .network)
    #expect(app.log.isEmpty)
  }

  @Test func pastedLinesGoIntoTheOpenedComposer() async {
    app.more = [
      Verb("write", help: "Write") {
        self.app.isWriting = true
        return .nothing
      }
    ]
    _ = await app.interpreter().run(line: "list\nwrite\nboost 1\n/close")
    #expect(app.lines == ["boost 1"] && app.log == ["close"])
  }

  @Test func partialSuccessIsPrintedBeforeTheError() async {
    app.more = [
      Verb("star", .references(kinds: [.status]), help: "Star posts") { _ in
        throw PartialFailure(
          done: .toast(Toast(.success, "Starred 1 post.")), error: AppError.fixtures.notFound, left: ["b", "99999"])
      }
    ]
    let verdict = await app.interpreter().run(line: "list; star 1 2 id:99999; boost 1")
    #expect(verdict.exitCode == .partial && app.log.isEmpty)
    #expect(app.written.hasSuffix("Starred 1 post.\n"))
    #expect(app.errors.hasPrefix("! That post is not there.\n"))
    #expect(app.errors.contains("Not done: 2, id:99999."))
    app.errors = ""
    _ = await app.interpreter(.json).run(line: "list; star 1 2 id:99999")
    #expect(app.errors.hasSuffix(#""exit_code":8,"partial":true,"left":["b","99999"]}}"# + "\n"))
  }

  @Test func aReportAboutAFailureIsNotAPartialSuccess() async {
    app.more = [
      Verb("check", help: "Check") {
        throw PartialFailure(
          done: .toast(Toast(.information, "Nothing answers.")), error: AppError.fixtures.timedOut, isPartial: false)
      }
    ]
    #expect(await app.interpreter().run(line: "check").exitCode == .network)
    #expect(app.written == "Nothing answers.\n")
  }

  @Test func optionsOfOneCommandLastAsLongAsIt() async {
    let interpreter = app.interpreter()
    app.answer = "n"
    _ = await interpreter.run(line: "list")
    _ = await interpreter.run(line: "clear --yes; clear; list --json; post \"hi\" --json; boost 1 --help; boost 1")
    #expect(app.log == ["clear", "post [] hi", "boost a"])
    #expect(app.written.contains(#"{"schema":1,"screen":"list""#) && app.written.hasSuffix("Boosted.\n"))
    app.errors = ""
    #expect(await interpreter.run(line: "list --json --plain").exitCode == .usage)
    #expect(await interpreter.run(line: "list --account x").exitCode == .usage)
    #expect(app.errors.hasSuffix("! --account is an option of howdah itself.\n  Start it with howdah --account.\n"))
  }

  @Test func jsonForOneCommandChangesNoNumbers() async {
    app.more = [
      Verb("look", help: "Look") {
        self.app.log.append("data \(self.app.isData)")
        return .nothing
      },
      Verb("trip", help: "Fail") {
        self.app.log.append("data \(self.app.isData)")
        throw AppError.fixtures.notFound
      },
    ]
    let interpreter = app.interpreter()
    _ = await interpreter.run(line: "list")
    let kept = app.remembered
    app.ids = ["x", "y"]
    _ = await interpreter.run(line: "list --json; look; look --json; trip --json")
    #expect(!app.isData && app.remembered == kept)
    _ = await interpreter.run(line: "boost 1; list; boost 1")
    #expect(app.log == ["data false", "data true", "data true", "boost a", "boost x"])
    app.log = []
    _ = await app.interpreter(.json).run(line: "look; look --plain; look --json")
    #expect(app.isData && app.log == ["data true", "data false", "data true"])
  }

  @Test func hyphenStandsForStandardInput() async {
    let interpreter = app.interpreter()
    for words in [["post", "-", "--cw", "x"], ["post", "--cw", "x", "-"], ["post", "-", "x"]] {
      _ = await interpreter.run(words: words, standardInput: { "--cw" })
    }
    #expect(app.log == ["post [x] --cw", "post [x] --cw", "post [] - x"])
  }

  @Test func commandsAfterAFailedOneDoNotRun() async {
    let verdict = await app.interpreter().run(line: "list; fail; boost 1")
    #expect(verdict.exitCode == .network)
    #expect(app.log.isEmpty)
  }

  @Test func retryRepeatsExactlyTheFailedPart() async {
    let interpreter = app.interpreter()
    _ = await interpreter.run(line: "fail")
    app.errors = ""
    _ = await interpreter.run(line: "retry")
    #expect(app.errors == "! shore.example did not answer within 10 seconds.\n  Retry in a moment.\n")
    _ = await interpreter.run(line: "dismiss-error; retry")
    #expect(app.errors.hasSuffix("! Nothing to retry.\n  Type help for a list of commands.\n"))
  }

  @Test(arguments: [
    ("/foo", "! Unknown command “foo”.\n  Type /help for a list of commands.\n"),
    ("/lst", "! Unknown command “lst”.\n  Did you mean /list?\n"),
    ("/boost x", "! “x” is not a number on this screen, an id or an address.\n  Usage: /boost N…\n"),
    ("/list 3", "! Unexpected argument “3”.\n  Usage: /list\n"),
    ("/list --all", "! Unknown option “--all”.\n  Usage: /list\n"),
    ("/retry", "! Nothing to retry.\n  Type /help for a list of commands.\n"),
  ])
  func errorsNameCommandsWithASlashWhileWriting(_ line: String, _ words: String) async {
    app.isWriting = true
    _ = await app.interpreter().run(line: line)
    #expect(app.errors == words)
    #expect(app.lines.isEmpty)
  }

  @Test func dashIsThePreviousDot() async {
    let interpreter = app.interpreter()
    _ = await interpreter.run(line: "list; boost 2")
    #expect(await interpreter.run(line: "boost -").exitCode == .usage)
    #expect(app.errors == "! “-” means the post before “.”, and there is none now.\n  Usage: boost N…\n")
    _ = await interpreter.run(line: "boost 3; boost .; boost -")
    #expect(app.log == ["boost b", "boost c", "boost c", "boost b"])
    // Naming it made it the last, so the two change places; the next run knows both.
    _ = await app.interpreter().run(line: "boost -; boost -")
    #expect(app.log.suffix(2) == ["boost c", "boost b"])
  }

  @Test func returnRunsTheScreensCommand() async {
    let interpreter = app.interpreter()
    #expect(await interpreter.run(line: "").failure == nil)
    app.onReturn = "set theme night"
    _ = await interpreter.run(line: "  ")
    #expect(app.log == ["set theme night"])
  }

  @Test func returnRunsTheFirstCommandBelowTheGreeting() async {
    app.greeting = Document(kind: "welcome", blocks: [.paragraph("Hello.")])
    app.firstReturn = "set theme day"
    let first = app.interpreter()
    await first.line.open()
    _ = await first.run(line: "")
    _ = await first.run(line: "")
    #expect(app.log == ["set theme day"])
    app.log = []
    let second = app.interpreter()
    await second.line.open()
    _ = await second.run(line: "list")
    _ = await second.run(line: "")
    #expect(app.log.isEmpty)
  }

  @Test func errorsAreJSONInJSONMode() async {
    _ = await app.interpreter(.json).run(line: "fail")
    let json =
      #"{"schema":1,"error":{"code":"timed_out","message":"shore.example did not answer within 10 seconds.","#
      + #""suggestion":"Retry in a moment.","exit_code":6,"partial":false,"left":null}}"#
    #expect(app.errors == json + "\n")
    #expect(app.written.isEmpty)
  }

  @Test func messagesAreJSONInJSONMode() async {
    _ = await app.interpreter(.json).run(line: "boost id:12345678")
    #expect(app.written == #"{"schema":1,"ok":true,"message":"Boosted.","count":1}"# + "\n")
  }

  @Test func proseTakesTheRestOfTheLine() async {
    _ = await app.interpreter().run(line: "post --cw bees It's cold;  \"very\" -- really")
    #expect(app.log == ["post [bees] It's cold;  \"very\" -- really"])
  }

  @Test func destructiveCommandAsksFirst() async {
    let interpreter = app.interpreter()
    app.answer = "n"
    #expect(await interpreter.run(line: "clear").failure == nil)
    #expect(app.log.isEmpty)
    app.answer = "y"
    _ = await interpreter.run(line: "clear")
    #expect(app.log == ["clear"])
  }

  @Test func commandInPlaceOfAnAnswerIsNotDroppedInSilence() async {
    app.answer = "boost 1"
    _ = await app.interpreter().run(line: "clear")
    #expect(app.log.isEmpty)
    #expect((app.written + app.errors).contains("“boost 1” was taken as no."))
  }

  @Test func withoutATerminalYesMustBeGivenAsAnOption() async {
    #expect(await app.interpreter().run(line: "clear").exitCode == .usage)
    _ = await app.interpreter(assumesYes: true).run(line: "clear")
    #expect(app.log == ["clear"])
  }

  @Test func aRunningCommandCanBeStopped() async {
    let interpreter = app.interpreter()
    let running = Task { await interpreter.run(line: "hang") }
    // The command runs on this actor: once it has been started, it can be cancelled.
    while !interpreter.isBusy, !Task.isCancelled { await Task.yield() }
    interpreter.cancel()
    #expect(await running.value.failure == .cancelled)
    #expect(await interpreter.run(line: "list").failure == nil)
  }

  @Test func endedWatchIsSilent() async {
    let (lines, line) = AsyncThrowingStream.makeStream(of: String.self)
    app.more = [Verb("follow-it", help: "Follow") { .following(lines) }]
    let interpreter = app.interpreter()
    let running = Task { await interpreter.run(line: "follow-it") }
    line.yield("one")
    while !app.written.contains("one"), !Task.isCancelled { await Task.yield() }
    interpreter.cancel()
    #expect(await running.value.exitCode == .interrupted)
    #expect(app.errors.isEmpty)
  }

  @Test func cancellingAfterASentChangeWarns() async {
    app.changesSent = 3
    let interpreter = app.interpreter()
    let running = Task { await interpreter.run(line: "hang") }
    while !interpreter.isBusy, !Task.isCancelled { await Task.yield() }
    app.changesSent += 1
    interpreter.cancel()
    let verdict = await running.value
    #expect(verdict.failure == .interrupted && verdict.exitCode == .interrupted)
    #expect(app.errors.contains("may have been carried out") && !app.errors.contains("Nothing was changed"))
  }

  @Test func onAScreenForWritingPlainLinesAreText() async {
    app.isWriting = true
    let interpreter = app.interpreter()
    for line in ["boost 1", "", "//slash", "/close", "list"] { _ = await interpreter.run(line: line) }
    #expect(app.lines == ["boost 1", "", "/slash"])
    #expect(app.log == ["close"])
  }

  @Test func severalPastedLinesAreTextAndNeverAVerb() async {
    app.isWriting = true
    _ = await app.interpreter().run(line: "one\n/close\ntwo")
    #expect(app.lines == ["one", "/close", "two"])
  }

  @Test func severalPastedLinesAreCommandsElsewhere() async {
    _ = await app.interpreter().run(line: "list\nboost 1\nboost 2")
    #expect(app.log == ["boost a", "boost b"])
    _ = await app.interpreter().run(line: "post one\ntwo")
    #expect(app.log.last == "post [] one\ntwo")
  }

  @Test func aScreenThatFailedIsAnErrorWithItsExitCode() async {
    app.failure = .fixtures.unauthorized
    #expect(await app.interpreter().run(line: "list").exitCode == .unauthorized)
    #expect(app.errors.hasPrefix("! shore.example does not accept this sign-in.\n"))
  }

  /// Before, a command that computed for long was answered, and then said to wait.
  @Test func noticeOfASlowCommandDoesNotFollowItsAnswer() async {
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    app.sleep = { _ in for await _ in ends { break } }
    let style = Output.Style(format: .plain, colors: .none, showsHints: true, hasHyperlinks: false)
    let output = Output.plain(
      style: style, terminalWidth: { 80 }, write: { [app] in app.written += $0 },
      writeError: { [app] in
        app.errors += $0
        end.yield()
      }, ask: { _, _ in nil })
    _ = await Interpreter(host: app, output: output).run(line: "xyzzy")
    for _ in 0..<100 { await Task.yield() }
    #expect(app.errors.hasPrefix("! Unknown command") && app.written.isEmpty, "\(app.written)")
  }
}
