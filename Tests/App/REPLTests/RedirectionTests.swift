import FeatureKit
import Synchronization
import TerminalKit
import Testing

@testable import REPL

@MainActor
@Suite(.timeLimit(.minutes(10))) struct RedirectionTests {
  let app = HostFixture()

  @Test func theOutputOfACommandGoesToAFileWithoutHintsAndColours() async {
    _ = await app.interpreter(.ansi, showsHints: true).run(line: "list > 'my list.txt'; list >> log")
    #expect(app.files.withLock { $0["my list.txt"] }?.contains("1  item a") == true)
    #expect(app.files.withLock { $0["my list.txt"] }?.contains("\u{1B}") == false)
    #expect(app.files.withLock { $0["my list.txt"] }?.contains("boost N") == false)
    #expect(app.written.contains("Wrote 5 lines to my list.txt."))
    #expect(app.written.contains("Added 5 lines to log."))
    #expect(!app.written.contains("item a"))
  }

  @Test func jsonGoesToAFileToo() async {
    _ = await app.interpreter().run(line: "list --json > list.json")
    #expect(app.files.withLock { $0["list.json"] }?.hasPrefix(#"{"schema":1,"screen":"list""#) == true)
    #expect(app.written == "Wrote 1 line to list.json.\n")
  }

  @Test func existingFileIsReplacedOnlyAfterAQuestion() async {
    app.files.withLock { $0["log"] = "old\n" }
    app.answer = "n"
    let interpreter = app.interpreter()
    _ = await interpreter.run(line: "list > log")
    #expect(app.files.withLock { $0["log"] } == "old\n")
    _ = await interpreter.run(line: "list >> log")
    #expect(app.files.withLock { $0["log"] }?.hasPrefix("old\nList") == true)
    app.answer = "y"
    _ = await interpreter.run(line: "list > log")
    #expect(app.files.withLock { $0["log"] }?.hasPrefix("List") == true)
  }

  @Test(arguments: ["list --dry-run > log", "list --dry-run >> log", "list --dry-run | cat"])
  func aDryRunWritesNoFileAndStartsNoProgram(_ line: String) async {
    let verdict = await app.interpreter().run(line: line)
    #expect(verdict.failure?.message == "A dry run writes no file and starts no program.")
    #expect(app.files.withLock { $0.isEmpty })
  }

  @Test func aFailedCommandWritesNothing() async {
    _ = await app.interpreter().run(line: "fail > log")
    #expect(app.files.withLock { $0.isEmpty })
    #expect(app.errors.hasPrefix("! "))
  }

  @Test func theAppKnowsThatTheUserDoesNotSeeTheOutput() async {
    app.more = [
      Verb("look", help: "Look") { [app] in
        app.log.append("\(app.isShown)")
        return .nothing
      }
    ]
    _ = await app.interpreter().run(line: "look; look > log; look")
    #expect(app.log == ["true", "false", "true"])
    #expect(app.isShown)
  }

  @Test func aChangeWhoseOutputIsLostIsSaidToBeMade() async {
    app.more = [Verb("mark", help: "Mark") { .success("Marked.", offering: "unmark") }]
    let interpreter = app.interpreter()
    app.files.withLock { $0["log"] = "" }
    app.more.append(Verb("look", help: "Look") { .information("Nothing.") }.reading)
    app.userFiles.append = { path, _ in throw AppError.storage(.full(path: path)) }
    let verdict = await interpreter.run(line: "mark >> log")
    #expect(verdict.exitCode == .partial)
    #expect(app.errors.contains("No space left") && app.errors.contains("The change was made: look before"))
    #expect(await interpreter.run(line: "look >> log").failure == .storage(.full(path: "log")))
  }

  @Test func numbersReferToTheScreen() async {
    let interpreter = app.interpreter()
    _ = await interpreter.run(line: "list")
    app.ids = ["x", "y"]
    _ = await interpreter.run(line: "list > log; boost 1")
    #expect(app.log == ["boost a"])
  }

  @Test func theSignsAreTextWithinAText() async {
    _ = await app.interpreter().run(line: "post 1 > 2 | 3 >> 0")
    #expect(app.log == ["post [] 1 > 2 | 3 >> 0"])
    #expect(app.files.withLock { $0.isEmpty })
  }

  @Test(arguments: [
    ("list >", "! No file after the >."), ("list > a b", "! Unexpected text after the file name."),
    ("list |", "! No program after the |."),
  ])
  func missingPartsAreNamed(line: String, message: String) async {
    _ = await app.interpreter().run(line: line)
    #expect(app.errors.hasPrefix(message))
    #expect(app.written.isEmpty)
  }

  @Test func anAliasMayEndInAFileButNotOneOfAText() async {
    app.aliasList.withLock {
      $0 = [Alias(name: "both", command: "list; list"), Alias(name: "gm", command: "post Good morning $@")]
    }
    let interpreter = app.interpreter()
    _ = await interpreter.run(line: "both > log")
    #expect(app.files.withLock { $0["log"] }?.hasPrefix("List") == true)
    _ = await interpreter.run(line: "gm you > me")
    #expect(app.errors.contains("gm takes a text"))
    #expect(app.log.isEmpty)
  }
}

@MainActor
@Suite(.timeLimit(.minutes(10))) struct ShellTests {
  let app = HostFixture()

  private func interpreter(_ access: PromptSettings.ShellAccess, code: Int32 = 0) -> Interpreter {
    app.promptSettings.shellAccess = access
    let output = Output.plain(
      style: Output.Style(format: .plain, colors: .none, showsHints: false, hasHyperlinks: false),
      terminalWidth: { 80 }, write: { self.app.written += $0 }, writeError: { self.app.errors += $0 },
      ask: { _, _ in nil })
    let interpreter = Interpreter(host: app, output: output)
    interpreter.output.run = { command, input in
      self.app.log.append("\(command) < \(input.map { String(decoding: $0, as: UTF8.self).prefix(4) } ?? "-")")
      return code
    }
    return interpreter
  }

  @Test func pipeReceivesTheCommandsOutput() async {
    let verdict = await interpreter(.pipes).run(line: #"list | grep "a; b" | wc -l"#)
    #expect(verdict.failure == nil)
    #expect(app.log == [#"grep "a; b" | wc -l < List"#])
    #expect(app.written.isEmpty)
  }

  @Test(arguments: [
    (PromptSettings.ShellAccess.off, "list | wc", "! Pipes are turned off."),
    (.off, "!date", "! Running programs with ! is turned off."),
    (.pipes, "! date", "! Running programs with ! is turned off."), (.on, "!", "! No program after the !."),
    (.off, "!!", "! Howdah does not repeat lines with “!!”."), (.on, "!! | wc", "! Howdah does not repeat"),
  ])
  func forbiddenCommandsDoNotRun(access: PromptSettings.ShellAccess, line: String, message: String) async {
    _ = await interpreter(access).run(line: line)
    #expect(app.errors.hasPrefix(message))
    #expect(app.log.isEmpty)
  }

  @Test func aProgramRunsWhereTheUserTurnedThatOn() async {
    _ = await interpreter(.on).run(line: "! date +%s")
    #expect(app.log == ["date +%s < -"])
  }

  @Test func aFailedProgramIsSaidButNotThatNothingWasFound() async {
    #expect(await interpreter(.on, code: 1).run(line: "list | grep x").failure == nil)
    #expect(await interpreter(.on, code: 2).run(line: "list | grep x").failure != nil)
    #expect(app.errors.hasPrefix("! The program ended with code 2."))
    #expect(app.written.isEmpty)
  }

  private func paged(_ line: String, height: Int, code: Int32 = 0) async {
    let interpreter = interpreter(.off, code: code)
    interpreter.output.pageHeight = { height }
    _ = await interpreter.run(line: line)
  }

  @Test func longOutputGoesToThePager() async {
    app.promptSettings.usesPager = true
    await paged("list", height: 4)
    #expect(app.log == ["\(Invocation.pager) < List"])
    #expect(app.written.isEmpty)
  }

  @Test func shortOutputIsPrintedWithoutPager() async {
    app.promptSettings.usesPager = true
    await paged("list", height: 5)
    #expect(app.log.isEmpty)
    #expect(app.written.hasPrefix("List"))
  }

  @Test func withoutAPagerNothingIsLost() async {
    app.promptSettings.usesPager = true
    await paged("list", height: 4, code: 127)
    #expect(app.written.hasPrefix("List"))
  }

  @Test func questionFollowsItsSubject() async {
    app.promptSettings.usesPager = true
    await paged("list; clear", height: 1)
    #expect(app.written.contains("Clear all?") || app.errors.contains("Needs confirmation"))
  }

  @Test func aTextThatBeginsWithTheSignIsText() async {
    app.isWriting = true
    _ = await interpreter(.on).run(line: "!date")
    #expect(app.lines == ["!date"])
    #expect(app.log.isEmpty)
  }
}
