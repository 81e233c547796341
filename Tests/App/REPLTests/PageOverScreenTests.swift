import FeatureKit
import TerminalKit
import Testing

@testable import REPL

/// Pages that are printed over a screen, such as the members of a list, and the way back from them.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct PageOverScreenTests {
  let app = HostFixture()

  private static var members: Document {
    let item = Item(
      number: 1, blocks: [.paragraph("member")], spoken: "member", references: [Reference(kind: .status, id: "m")])
    return Document(kind: "members", title: Document.Title("Members"), blocks: [.item(item)])
  }

  @Test func backLeadsFromAPageToItsScreenAndFromElsewhereToThePage() async {
    let places = NumberPlaceTests.Places(app)
    _ = places.host
    app.more += [
      Verb("members", help: "Show the members") {
        .view { _ in Self.members }
      },
      Verb("back", help: "Go back") {
        self.app.log.append("back")
        places.top = places.notifications
        return .returned
      },
    ]
    let interpreter = app.interpreter()
    for line in ["notifications", "members", "boost 1", "back", "boost 1"] { _ = await interpreter.run(line: line) }
    #expect(app.log == ["boost m", "boost x"], "back did not leave the screen")
    app.log = []
    for line in ["members", "home", "boost 1", "back", "boost 1", "back", "boost 1"] {
      _ = await interpreter.run(line: line)
    }
    #expect(app.log == ["boost a", "back", "boost m", "boost x"])
  }

  /// A command that opens a text, with a message or without.
  private func writing(in places: NumberPlaceTests.Places, _ response: Response = .screen) -> Verb {
    let input = Screen.TextInput(
      prompt: { "post │" }, append: { _ in }, audience: { .everyone }, saved: { nil })
    return Verb("write", help: "Write a text") {
      places.top = Screen(
        id: "composer", model: nil, label: { "post" }, document: { _ in Document(kind: "composer", blocks: []) },
        verbs: { [] }, textInput: input)
      return response
    }
  }

  @Test func textThatIsOpenedWithAMessageLeavesTheNumbersOfTheScreenBelow() async {
    let places = NumberPlaceTests.Places(app)
    _ = places.host
    app.more += [
      writing(in: places, .screenAfter(Toast(.success, "Deleted your post."))),
      Verb("finish", help: "Close the text") {
        places.top = places.notifications
        return .nothing
      },
    ]
    let interpreter = app.interpreter()
    for line in ["notifications", "/write", "/boost 1", "/finish", "boost 2"] { _ = await interpreter.run(line: line) }
    #expect(app.log == ["boost x", "boost y"])
  }

  @Test func pageThatWasOpenedFromATextKeepsItsNumbersOnceTheTextIsClosed() async {
    let places = NumberPlaceTests.Places(app)
    _ = places.host
    app.more += [
      writing(in: places),
      Verb("peek", help: "Show a screen below") { .view { places.notifications.document($0) } },
      Verb("finish", help: "Close the text") {
        places.top = places.notifications
        return .nothing
      },
    ]
    let interpreter = app.interpreter()
    for line in ["home", "/write", "/peek", "/boost 1", "/finish", "boost 2"] {
      _ = await interpreter.run(line: line)
    }
    #expect(app.log == ["boost x", "boost y"])
  }

  @Test func aPageThatMayHaveChangedIsNotShownAgain() async {
    let places = NumberPlaceTests.Places(app)
    _ = places.host
    app.more += [
      Verb("members", help: "Show the members") {
        .view { _ in Self.members }
      },
      Verb("remove", help: "Remove a member") {
        self.app.changesSent += 1
        return .success("Removed.")
      },
      Verb("back", help: "Go back") {
        places.top = places.notifications
        return .returned
      },
    ]
    let interpreter = app.interpreter()
    for line in ["notifications", "members", "remove", "home"] { _ = await interpreter.run(line: line) }
    app.written = ""
    _ = await interpreter.run(line: "back")
    #expect(!app.written.contains("Members"))
  }
}
