import EditLine
import FeatureKit
import TerminalKit
import Testing

@testable import REPL

/// Lines of a text at the prompt that may be meant as commands, and the other way round.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct TextLineTests {
  let app = HostFixture()
  let style = Output.Style(format: .plain, colors: .none, showsHints: true, hasHyperlinks: false)

  @Test func aLineForATextThatWasClosedMeanwhileIsNoCommand() async {
    app.isWriting = true
    let person = PromptLoopTests.Person([.line("boost id:12345"), .line("boost id:54321")])
    var console = person.console()
    console.readLine = { [read = console.readLine, app] prompt, text, records in
      let line = await read(prompt, text, records)
      app.isWriting = false
      return line
    }
    _ = await PromptLoop(host: app, console: console, style: style).run()
    #expect(app.log == ["boost 54321"] && app.lines.isEmpty)
    #expect(person.read.contains("not part of a post:\nboost id:12345\n"), "\(person.read)")
  }

  @Test func draftThatIsLeftBehindIsNamedAsAtTheNextPrompt() async {
    app.isWriting = true
    app.saved = "Your post is saved as a draft."
    // On a busy machine a notice would say that the command still runs.
    app.sleep = { _ in try await Task.sleep(for: .seconds(3600)) }
    let verdict = await app.interpreter(showsHints: true).run(line: "/quit")
    #expect(verdict.leaves && app.written == "Your post is saved as a draft. · drafts\n")
  }

  @Test(arguments: ["/", "/ "]) func slashWithoutACommandIsAnErrorAndNoText(line: String) async {
    app.isWriting = true
    let verdict = await app.interpreter().run(line: line)
    #expect(verdict.exitCode == .usage && app.lines.isEmpty)
    #expect(app.errors.hasPrefix("! No command after the /.\n"), "\(app.errors)")
  }

  /// “write a post” may be a question.
  @Test(arguments: ["write a post", "tweet this", "publish"])
  func wordOfAnotherClientSendsNoTextAtOnce(line: String) async {
    _ = await app.interpreter().run(line: line)
    #expect(app.log.isEmpty)
    #expect(app.errors.contains("To send what follows it: post TEXT.") == (line != "publish"), "\(app.errors)")
  }

  /// `toot` is also the name of another program, whose commands come after it.
  @Test(arguments: ["list", "boost 3", "auth"]) func commandAfterTootIsNotSent(_ command: String) async {
    app.more = [
      Verb("send", aliases: ["toot"], Parameter<String>.text(), help: "Send") { [app] in
        app.log.append("send \($0)")
        return .nothing
      }
    ]
    _ = await app.interpreter().run(line: "toot \(command)")
    #expect(app.log.isEmpty && app.errors.contains("To send it: post \(command)."), "\(app.errors)")
    for text in ["List me", "list?", "-- \(command)", "\"\(command)\""] {
      _ = await app.interpreter().run(line: "toot \(text)")
    }
    #expect(app.log == ["send List me", "send list?", "send \(command)", "send \(command)"])
  }

  @Test(arguments: [("Hi Rook", "To answer: reply TEXT."), ("Hi 3", "Type help for a list of commands.")])
  func lineInAChatMayBeAnAnswer(_ line: String, _ suggestion: String) async {
    app.more = [Verb("reply", Parameter<String>.text(), help: "Answer") { _ in .nothing }]
    let failure = await app.interpreter().run(line: line).failure
    #expect(failure?.suggestion == suggestion, "\(app.errors)")
  }

  /// `/key x` is about a new post, not about a reply to one.
  @Test func optionIsExplainedWithTheCommandThatNeedsNothingElse() async {
    app.isWriting = true
    app.more = [
      Verb("answer", Parameter<String>.word("N"), .option("token", "KEY"), help: "Answer") { _, _ in .nothing },
      Verb("write", .option("token", "KEY"), help: "Write") { _ in .nothing },
    ]
    _ = await app.interpreter().run(line: "/token x")
    #expect(app.errors.contains("Type /write --token KEY."), "\(app.errors)")
  }

  @Test func everyCommandTypedIntoATextIsExplained() async {
    app.isWriting = true
    let person = PromptLoopTests.Person([
      .line("boost 3 comments"), .line("Boost 3"), .line("boost 3"), .line("list"), .line("/close"),
    ])
    _ = await PromptLoop(host: app, console: person.console(), style: style).run()
    #expect(app.lines == ["boost 3 comments", "Boost 3", "boost 3", "list"])
    let said = person.read.split(separator: "\n").filter { $0.hasPrefix("That line is part of the post") }
    #expect(
      said == [
        "That line is part of the post. As a command: /boost 3; to delete it:",
        "That line is part of the post. As a command: /list; to delete it: /pop",
      ])
  }
}
