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
}
