import FeatureKit
import Synchronization
import TerminalKit
import Testing

@testable import REPL

@MainActor
@Suite(.timeLimit(.minutes(5))) struct RedirectionTests {
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
    #expect(app.files.withLock { $0["list.json"] }?.hasPrefix(#"{"screen":"list""#) == true)
    #expect(app.written == "Wrote 1 line to list.json.\n")
  }

  @Test func whatIsThereIsReplacedAfterAQuestionOnly() async {
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

  @Test func aFailedCommandWritesNothing() async {
    _ = await app.interpreter().run(line: "fail > log")
    #expect(app.files.withLock { $0.isEmpty })
    #expect(app.errors.hasPrefix("! "))
  }

  @Test func numbersStandForWhatIsOnTheScreen() async {
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
    ("list >", "! No file after the >."), ("list > a b", "! There is more after the file."),
    ("list |", "! No program after the |."),
  ])
  func whatIsMissingIsNamed(line: String, message: String) async {
    _ = await app.interpreter().run(line: line)
    #expect(app.errors.hasPrefix(message))
    #expect(app.written.isEmpty)
  }

  @Test func anAliasMayEndInAFileButNotOneOfAText() async {
    app.aliases.withLock {
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
