import FeatureKit
import TerminalKit
import Testing

@testable import REPL

@MainActor
@Suite(.timeLimit(.minutes(10))) struct PlainModeTests {
  let app = HostFixture()

  @Test func theSettingIsHonouredFromTheStartAndAtOnce() async {
    app.promptSettings.isPlain = true
    let interpreter = app.interpreter()
    _ = await interpreter.run(line: "list")
    #expect(app.written == "List\n1. Item a.\n2. Item b.\n3. Item c.\n")
    app.more = [
      Verb("seen", help: "Turn it off") {
        self.app.promptSettings.isPlain = false
        return .toast(Toast(.success, "Off"))
      }
    ]
    app.written = ""
    _ = await interpreter.run(line: "seen; list")
    #expect(app.written.hasPrefix("Off\nList\n─"))
  }

  @Test func optionsOverrideTheSettingForOneCommand() async {
    app.promptSettings.isPlain = true
    let interpreter = app.interpreter()
    _ = await interpreter.run(line: "list --no-plain")
    #expect(app.written.hasPrefix("List\n─"))
    app.written = ""
    _ = await interpreter.run(line: "list")
    #expect(app.written.hasPrefix("List\n1. "))
    #expect(await interpreter.run(line: "list --plain --no-plain").exitCode == .usage)
    // JSON for a whole run stays JSON.
    let json = HostFixture()
    json.promptSettings.isPlain = true
    _ = await json.interpreter(.json).run(line: "list")
    #expect(json.written.hasPrefix("{"))
  }

  @Test func hintsCanBeTurnedOff() async {
    let interpreter = app.interpreter(showsHints: true)
    _ = await interpreter.run(line: "list")
    #expect(app.written.hasSuffix("boost N\n"))
    app.promptSettings.showsHints = false
    _ = await interpreter.run(line: "list")
    app.written = ""
    _ = await interpreter.run(line: "list")
    #expect(!app.written.contains("boost N"))
  }

  @Test func aScreenThatWasReadIsNotReadAgain() async {
    app.promptSettings.isPlain = true
    app.more = [
      Verb("open", help: "Open b") {
        self.app.subject = "b"
        return .screen
      },
      Verb("back", help: "Go back") {
        self.app.subject = nil
        return .returned
      },
      Verb("keep", help: "Close") { .screenAfter(Toast(.success, "Kept.")) },
      Verb("away", help: "Leave for a new screen") {
        self.app.subject = "new"
        return .screenAfter(Toast(.success, "Signed in."))
      },
    ]
    let interpreter = app.interpreter()
    _ = await interpreter.run(line: "list; open")
    app.written = ""
    _ = await interpreter.run(line: "back")
    #expect(app.written == "Back in List, at 2.\n")
    // Its numbers can be typed.
    #expect(await interpreter.run(line: "boost 3").failure == nil)
    #expect(app.log == ["boost c"])
    app.written = ""
    _ = await interpreter.run(line: "keep")
    #expect(app.written == "Kept.\nBack in List.\n")
    app.written = ""
    _ = await interpreter.run(line: "away")
    #expect(app.written.hasPrefix("Signed in.\nList\n1. Item a."))
    // Where it is seen, the page is printed.
    app.promptSettings.isPlain = false
    _ = await interpreter.run(line: "list")
    app.written = ""
    _ = await interpreter.run(line: "back")
    #expect(app.written.hasPrefix("List\n─"))
  }

  @Test func helpBeginsWithTheScreensOwnCommands() async throws {
    app.promptSettings.isPlain = true
    _ = await app.interpreter().run(line: "help")
    let own = try #require(app.written.firstRange(of: "boost"))
    let program = try #require(app.written.firstRange(of: "explain a command"))
    #expect(own.lowerBound < program.lowerBound)
  }

  @Test(
    arguments: [
      (["sandbox", "home"], nil, "home: "), (["sandbox", "home", "post by Rook"], nil, "post by Rook: "),
      (["home"], "reply │", "reply: "),
    ] as [([String], String?, String)])
  func thePromptIsAWordOrTwo(_ location: [String], _ writing: String?, _ prompt: String) {
    #expect(PromptLoop.spokenPrompt(for: location, writing: writing).plain == prompt)
  }
}
