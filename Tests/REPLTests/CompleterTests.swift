import EditLine
import Testing

@testable import REPL

@MainActor
@Suite struct CompleterTests {
  let app = HostFixture()

  @Test(arguments: [
    ("bo", ["boost"]), ("reb", ["boost"]), ("x", []), ("help bo", ["boost"]), ("set ", ["theme", "time"]),
    ("set th", ["theme"]), ("post --", ["--cw"]), ("boost @r", ["@rook"]), ("list #ca", ["#canal", "#cats"]),
    ("list; bo", ["boost"]), ("/bo", ["boost"]),
    ("nothing ", []),
  ])
  func completesAtTheCursor(_ line: String, _ candidates: [String]) {
    let interpreter = app.interpreter()
    let completion = Completer(interpreter).completion(of: line, at: line.count)
    #expect(completion.candidates.map(\.text) == candidates)
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
