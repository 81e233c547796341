import EditLine
import FeatureKit
import TerminalKit
import Testing

@testable import REPL

@MainActor
@Suite struct CompleterTests {
  let app = HostFixture()

  @Test(arguments: [
    ("bo", ["boost"]), ("reb", ["boost"]), ("x", []), ("help bo", ["boost"]), ("help lang", ["language"]),
    ("set ", ["theme", "time"]),
    ("set th", ["theme"]), ("post --", ["--cw"]), ("boost @r", ["@rook"]), ("list #ca", ["#canal", "#cats"]),
    ("list; bo", ["boost"]), ("/bo", ["boost"]), ("BO", ["boost"]), ("Boost @r", ["@rook"]), ("list ; Po", ["post"]),
    ("post hello; bo", []), ("post hello; @w", ["@wren"]), ("post \"hello\"; bo", ["boost"]),
    ("post --cw x \"a; b\" ; bo", ["boost"]), ("post \"hello\" he said; bo", []), ("post \"a; bo", []),
    ("list; post \"hello\"; boost @w", ["@wren"]),
    ("attach ~", ["~/"]), ("attach ~/pi", ["~/pictures/", "~/pie.png"]), ("attach ~/.", ["~/.hidden"]),
    ("attach ~/M", ["\"~/My Films/"]), ("attach \"~/My Films/f", ["\"~/My Films/frost; first.mp4\""]),
    ("attach no", ["notes.txt"]), ("attach /nowhere/x", []), ("join sh", ["shore.example"]),
    ("join ", ["shore.example", "nettle.example"]),
    ("post --cw \"x; y\" a; @r", ["@rook"]), ("boost ", []),
    ("nothing ", []), ("#ca", ["#canal", "#cats"]), ("@r", ["@rook"]), ("list; @w", ["@wren"]),
  ])
  func completesAtTheCursor(_ line: String, _ candidates: [String]) {
    let interpreter = app.interpreter()
    let completion = Completer(interpreter).completion(of: line, at: line.count)
    #expect(completion.candidates.map(\.text) == candidates)
  }

  @Test(arguments: [
    ("visit ", ["quay", "\"Night shift\"", #""a \"b\"""#]), ("visit ni", ["\"Night shift\""]),
    ("visit \"Ni", ["\"Night shift\""]), ("visit \"q", ["\"quay\""]), ("visit q", ["quay"]),
  ])
  func namesOfSeveralWordsAreCompletedInQuotes(_ line: String, _ candidates: [String]) {
    app.more = [
      Verb("visit", .word("PLACE"), help: "Visit a place", completions: { _ in ["quay", "Night shift", "a \"b\""] }) {
        _ in
        .nothing
      }
    ]
    let interpreter = app.interpreter()
    let completion = Completer(interpreter).completion(of: line, at: line.count)
    #expect(completion.candidates.map(\.text) == candidates)
    #expect(completion.range == 6..<line.count)
  }

  @Test func filesAreListedByTheirNamesAlone() {
    let folder = [("My Films", true), ("a \"b\".mp4", false), ("red\u{1B}[31m.mp4", false), ("new\nline", false)]
    let candidates = PathCompletion { _ in folder }.candidates(for: "~/x/")
    #expect(candidates.map(\.text) == [#""~/x/My Films/"#, #""~/x/a \"b\".mp4"#])
    #expect(candidates.map(\.label) == ["My Films/", "a \"b\".mp4"])
  }

  @Test func emptyLineOffersTheCommandsOfTheScreenByName() {
    let interpreter = app.interpreter()
    let candidates = Completer(interpreter).completion(of: "", at: 0).candidates
    #expect(candidates.map(\.text) == app.verbs.map(\.name))
    #expect(candidates.allSatisfy { $0.summary == nil })
  }

  @Test func commandsAndOptionsAreOfferedWithWhatTheyAreFor() {
    let interpreter = app.interpreter()
    let completer = Completer(interpreter)
    #expect(completer.completion(of: "bo", at: 2).candidates.map(\.summary) == ["Boost posts"])
    #expect(completer.completion(of: "help bo", at: 7).candidates.map(\.summary) == ["Boost posts"])
    #expect(completer.completion(of: "post --", at: 7).candidates.map(\.summary) == ["TEXT"])
  }

  @Test func numbersAreCompletedWithTheirSummaries() async {
    let interpreter = app.interpreter()
    _ = await interpreter.run(line: "list")
    let candidates = Completer(interpreter).completion(of: "boost ", at: 6).candidates
    #expect(candidates.map(\.text) == ["1", "2", "3"])
    #expect(candidates.map(\.summary) == ["item a", "item b", "item c"])
    #expect(Completer(interpreter).completion(of: "boost 1 2", at: 9).candidates.map(\.text) == ["2"])
  }

  @Test func labelsOfLiveLinesAreOfferedTheNewestFirstOnceOneWasBegun() {
    for id in ["1", "2"] { app.toasts.post(Note("Rook replied", references: [Reference(kind: .status, id: id)])) }
    let interpreter = app.interpreter()
    let completer = Completer(interpreter)
    #expect(completer.completion(of: "boost a", at: 7).candidates.map(\.text) == ["a2", "a1"])
    #expect(completer.completion(of: "boost a1", at: 8).candidates.map(\.text) == ["a1"])
    #expect(completer.completion(of: "boost ", at: 6).candidates.isEmpty)
  }

  @Test func namesHashtagsAndEmojiThatWereOnAScreenAreOffered() async {
    app.more = [
      Verb("thread", help: "Show a thread") {
        .document(
          Document(
            kind: "thread",
            blocks: [
              .paragraph(StyledText("Tide Pool ", .name) + StyledText("@pool@shore.example · 2 h", .secondary)),
              .paragraph("Low water, @heron. #NightTrains :blobcat: at 10:30:15"),
            ]))
      }
    ]
    let interpreter = app.interpreter()
    _ = await interpreter.run(line: "thread")
    func candidates(_ line: String) -> [String] {
      Completer(interpreter).completion(of: line, at: line.count).candidates.map(\.text)
    }
    #expect(candidates("post hi @P") == ["@pool@shore.example"])
    #expect(candidates("post hi @h").isEmpty, "a mention in a text does not say on which server")
    #expect(candidates("post #n") == ["#NightTrains"])
    #expect(candidates("post well :b") == [":blobcat:"])
    #expect(candidates("post :3").isEmpty)
    app.isWriting = true
    #expect(candidates("well, :blob") == [":blobcat:"])
  }

  @Test func replacesTheWordAtTheCursorAlone() {
    let interpreter = app.interpreter()
    let completion = Completer(interpreter).completion(of: "list; bo 1", at: 8)
    #expect(completion.range == 6..<8)
  }

  @Test(arguments: [
    ("hello bo", []), ("hello @w", ["@wren"]), ("hello #ca", ["#canal", "#cats"]), ("hello # ", []), ("a#ca", []),
  ])
  func inATextOnlyMentionsAndHashtagsAreCompleted(_ line: String, _ candidates: [String]) {
    app.isWriting = true
    let completion = Completer(app.interpreter()).completion(of: line, at: line.count)
    #expect(completion.candidates.map(\.text) == candidates)
  }
}
