import EditLine
import FeatureKit
import TerminalKit
import Testing

@testable import REPL

/// One command as another signed-in account (`--as`).
@MainActor
@Suite(.timeLimit(.minutes(10))) struct ActingTests {
  let app = HostFixture()

  private func interpreter(_ format: Renderer.Format = .plain, showsHints: Bool = false) -> Interpreter {
    app.accountNames = ["wren@shore.example", "moss@nettle.example"]
    let interpreter = app.interpreter(format, showsHints: showsHints)
    return interpreter
  }

  @Test func aNumberIsFoundOnTheOtherServer() async {
    let interpreter = interpreter()
    #expect(await interpreter.run(line: "list; fav 1-2 --as @moss@nettle.example; fav 1").failure == nil)
    #expect(app.log == ["moss: fav nettle-a nettle-b", "fav a"])
    #expect(app.written.contains("Favourited as @moss@nettle.example.\nFavourited.\n"))
  }

  @Test func jsonNamesTheAccount() async {
    _ = await interpreter(.json).run(line: "list; fav 1 --as @moss@nettle.example")
    #expect(app.written.contains(#""message":"Favourited as @moss@nettle.example.","account":"moss@nettle.example""#))
  }

  @Test func anAddressIsLookedUpThereAndIsNotTheLastPostHere() async {
    let interpreter = interpreter()
    _ = await interpreter.run(line: "list; fav 2; fav https://shore.example/@rook/1 --as @moss@nettle.example; fav .")
    #expect(app.log == ["fav b", "moss: fav found", "fav b"])
  }

  @Test func aHintNamesNumberAndAccount() async {
    _ = await interpreter(showsHints: true).run(line: "list; fav 1 --as @moss@nettle.example")
    #expect(app.written.contains("unfav 1 --as @moss@nettle.example"))
  }

  @Test func commandsThatShowAScreenAreRefused() async {
    let interpreter = interpreter()
    #expect(await interpreter.run(line: "list --as @moss@nettle.example").exitCode == .usage)
    #expect(app.errors.contains("“list” would open a screen, which --as can't do."))
    app.errors = ""
    #expect(await interpreter.run(line: "clear --as @moss@nettle.example").exitCode == .usage)
    #expect(app.errors.contains("“clear” can't be used with --as."))
  }

  @Test func anUnknownAccountIsRefusedAndNothingRuns() async {
    let interpreter = interpreter()
    #expect(await interpreter.run(line: "list; fav 1 --as @nobody").failure != nil)
    #expect(app.log.isEmpty)
  }

  @Test func theOtherAccountsAreCompleted() {
    let interpreter = interpreter()
    let completer = Completer(interpreter)
    #expect(completer.completion(of: "fav 1 --as ", at: 11).candidates.map(\.text) == ["@moss@nettle.example"])
    #expect(completer.completion(of: "fav 1 --as m", at: 12).candidates.map(\.text) == ["@moss@nettle.example"])
    #expect(completer.completion(of: "fav 1 --a", at: 9).candidates.map(\.text) == ["--as"])
  }
}

/// Numbers and documents of the other account.
@MainActor
extension ActingTests {
  /// Before, the JSON of a report had the reported account and the reporting one under the same name.
  @Test func anAccountAmongTheMembersIsNotNamedTwice() {
    let acting = Acting(
      account: "moss@nettle.example", verbs: [], resolve: { _, kind in Reference(kind: kind, id: "x") },
      translated: { $0 }, changesSent: { 0 }, visibility: { "public" }, hasOpenedScreen: { false })
    let data = [JSONValue.Member("account", .string("109"))]
    let toast = acting.signed(Toast(.success, "Reported Rook.", data: data))
    #expect(toast.text.plain == "Reported Rook as @moss@nettle.example." && toast.data == data)
    #expect(acting.signed(Document(kind: "gallery", blocks: [], data: data)).data == data)
    let added = acting.signed(Document(kind: "drafts", blocks: [])).data
    #expect(added == [JSONValue.Member("account", .string("moss@nettle.example"))])
  }

  @Test func aDocumentOfTheOtherAccountHasNoNumbers() async {
    let interpreter = interpreter()
    _ = await interpreter.run(line: "list; fav 1; listing --as @moss@nettle.example; fav 1")
    #expect(app.log == ["fav a", "fav a"])
    #expect(app.written.contains("As @moss@nettle.example:"))
    #expect(!app.written.contains("1 theirs") && app.written.contains("theirs"))
  }
}

/// `undo`.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct UndoTests {
  let app = HostFixture()

  @Test func theLastChangeIsTakenBackAndThenTheOneBefore() async {
    let interpreter = app.interpreter()
    #expect(await interpreter.run(line: "list; fav 1; fav 2; undo; undo").failure == nil)
    #expect(app.log == ["fav a", "fav b", "unfav b", "unfav a"])
    #expect(await interpreter.run(line: "undo").exitCode == .usage)
    #expect(app.errors.contains("Nothing to undo."))
  }

  @Test func repeatedCommandKeepsItsNumbers() async {
    let interpreter = app.interpreter()
    _ = await interpreter.run(line: "list; fav 1")
    app.ids = ["x", "y"]
    #expect(await interpreter.run(line: "list; undo; fav 1").failure == nil)
    #expect(app.log == ["fav a", "unfav a", "fav x"])
  }

  /// Before, the hint had the number of the page before, so that it acted on another post.
  @Test func hintAfterUndoHasNoNumberOfAnotherPage() async {
    let interpreter = app.interpreter(showsHints: true)
    app.ids = ["109501", "109502"]
    _ = await interpreter.run(line: "list; fav 1")
    #expect(app.written.hasSuffix("Favourited. · unfav 1\n"), "\(app.written)")
    app.ids = ["109503", "109504"]
    _ = await interpreter.run(line: "list; undo")
    #expect(app.log == ["fav 109501", "unfav 109501"])
    #expect(app.written.hasSuffix("Favourited. · fav 109501\n"), "\(app.written)")
  }

  @Test func fieldsOfAFormAreNoChangesToUndo() async {
    app.more = [
      Verb("title", .word("VALUE"), help: "Change a field") { _ in
        self.app.unsaved = "saving the list"
        return .success("Set.")
      }
    ]
    let interpreter = app.interpreter()
    _ = await interpreter.run(line: "list; fav 1; title Canal; undo")
    #expect(app.log == ["fav a", "unfav a"])
  }

  @Test func changesOfADeletedPostAreNotUndone() async {
    let interpreter = app.interpreter()
    app.ids = ["109501234567890123", "109501234567890124"]
    _ = await interpreter.run(line: "list; fav 1; fav 2")
    app.toasts.forget(Reference(kind: .status, id: app.ids[1]))
    #expect(await interpreter.run(line: "undo").failure == nil)
    #expect(app.log.last == "unfav \(app.ids[0])")
  }

  @Test func irreversibleCommandsAreReported() async {
    app.more = [
      Verb("vote", help: "Vote") { .toast(Toast(.success, "Voted.", undo: .impossible("A vote can't be changed."))) },
      Verb("tell", help: "Tell") {
        app.changesSent += 1
        return .toast(Toast(.success, "Told."))
      },
      Verb("poll", help: "Vote and show the result") {
        .changed(.document(Document(kind: "poll")), undo: .impossible("Your vote in Rook's poll can't be undone."))
      },
      Verb("sweep", help: "Change this machine") { .toast(Toast(.success, "Swept.")) }.having(.changesOnlyMachine),
      Verb("copy", help: "Change nothing that is kept") { .toast(Toast(.success, "Copied.")) }.reading,
      // A hint is for the reader, whatever it says.
      Verb("hint", help: "Hint") {
        app.changesSent += 1
        return .toast(Toast(.success, "Hinted.", hint: "unhint 1"))
      },
    ]
    let interpreter = app.interpreter()
    #expect(await interpreter.run(line: "list; fav 1; hint; tell; vote; poll; sweep; copy").failure == nil)
    #expect(await interpreter.run(line: "undo").failure?.message == "“sweep” can't be undone.")
    #expect(await interpreter.run(line: "undo").failure?.message == "Your vote in Rook's poll can't be undone.")
    #expect(await interpreter.run(line: "undo").failure?.message == "A vote can't be changed.")
    #expect(await interpreter.run(line: "undo").failure?.message == "“tell” can't be undone.")
    #expect(await interpreter.run(line: "undo").failure?.message == "“hint” can't be undone.")
    #expect(await interpreter.run(line: "undo").failure == nil)
    #expect(app.log == ["fav a", "unfav a"])
  }

  @Test func anotherAccountsActIsTakenBackAsThatAccount() async {
    let interpreter = app.interpreter()
    app.accountNames = ["wren@shore.example", "moss@nettle.example"]
    #expect(await interpreter.run(line: "list; fav 1 --as @moss@nettle.example; undo").failure == nil)
    #expect(app.log == ["moss: fav nettle-a", "moss: unfav nettle-a"])
    app.log = []
    _ = await interpreter.run(line: "fav 1")
    app.account = "moss@nettle.example"
    _ = await interpreter.run(line: "undo")
    #expect(app.log == ["fav a", "wren: unfav shore-a"])
  }

  @Test func undoRunsSeveralCommandsAndSaysWhatIsLost() async {
    app.more = [
      Verb("part", .word("WORD"), help: "Undo a part") {
        app.log.append("part \($0)")
        return .success("Part \($0).")
      },
      Verb("all", help: "Change") {
        .toast(Toast(.success, "Changed.", undo: .commands(["part one", "part two", "fav 1"], lost: "Three is lost.")))
      },
    ]
    let interpreter = app.interpreter()
    #expect(await interpreter.run(line: "list; all").failure == nil)
    app.ids = ["x", "y"]
    #expect(await interpreter.run(line: "list; undo; fav 1").failure == nil)
    #expect(app.log == ["part one", "part two", "fav a", "fav x"], "numbers stay those of the command")
    #expect(app.written.contains("Part two.") && app.written.contains("Three is lost."))
  }

  @Test func anUndoThatFailedOrWasDeclinedCanBeRepeatedUnlessItNeverCan() async {
    app.more = [
      Verb("add", help: "Add") { .toast(Toast(.success, "Added.", undo: .command("remove"))) },
      Verb("remove", help: "Remove") { .confirm(Confirmation("Sure?") { .toast(Toast(.success, "Removed.")) }) },
      Verb("make", help: "Make") { .toast(Toast(.success, "Made.", undo: .command("unmake"))) },
      Verb("unmake", help: "Take back") { throw AppError.notFound("It is gone.") },
    ]
    let interpreter = app.interpreter()
    _ = await interpreter.run(line: "list; fav 1; make; add")
    for (answer, isUndone) in [("n", false), ("y", true)] {
      app.answer = answer
      _ = await interpreter.run(line: "undo")
      #expect((app.written + app.errors).contains("Removed.") == isUndone)
    }
    #expect(await interpreter.run(line: "undo").failure == .notFound("It is gone."))
    app.isOffline = true
    #expect(await interpreter.run(line: "undo").failure != nil)
    app.isOffline = false
    #expect(await interpreter.run(line: "undo").failure == nil)
    #expect(app.log == ["fav a", "unfav a"])
  }
}

/// Numbers of a list of several accounts.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct NumberOfAccountTests {
  let app = HostFixture()

  private func interpreter(_ ids: [String]) -> Interpreter {
    app.accountNames = ["wren@shore.example", "moss@nettle.example"]
    app.ids = ids
    return app.interpreter(.plain)
  }

  @Test func commandRunsAsTheAccountThatItCameTo() async {
    let interpreter = interpreter(["moss@nettle.example/1", "\(app.account)/2", "3"])
    #expect(await interpreter.run(line: "list; fav 1; fav 2; fav 3").failure == nil)
    #expect(app.log == ["moss: fav 1", "fav 2", "fav 3"])
    #expect(app.written.contains("Favourited as @moss@nettle.example."))
  }

  @Test func numbersOfSeveralAccountsAreRefusedAndNothingRuns() async {
    let interpreter = interpreter(["moss@nettle.example/1", "2"])
    #expect(await interpreter.run(line: "list; fav 1-2").exitCode == .usage)
    #expect(app.errors.contains("acts as one account."))
    #expect(app.log.isEmpty)
  }

  @Test func numberOfAnotherAccountThanTheNamedOneIsRefused() async {
    let interpreter = interpreter(["wren@shore.example/1"])
    #expect(await interpreter.run(line: "list; fav 1 --as @moss@nettle.example").exitCode == .usage)
    #expect(app.errors.contains("That number acts as @wren@shore.example, not as @moss@nettle.example."))
    #expect(app.log.isEmpty)
  }

  /// Before, `.` stayed what it was, so that `edit .` overwrote an older post.
  @Test func postSentAsAnotherAccountIsTheLastOneAndItsOwn() async {
    app.more = ["send", "delete"].map { Verb($0, Parameter<String>.text(), help: "Send") { _ in .nothing } }
    let interpreter = interpreter(["a"])
    _ = await interpreter.run(line: "list; fav 1; send \"One\" --as @moss@nettle.example; fav .")
    _ = await interpreter.run(line: "send \"Two\" --as @\(app.account); fav .")
    let name = app.account.prefix { $0 != "@" }
    #expect(app.log == ["fav a", "moss: send One", "moss: fav sent", "\(name): send Two", "fav sent"])
  }

  @Test func whatWasDoneAsSeveralAccountsIsUndoneAsEach() async {
    app.more = ["send", "delete"].map { Verb($0, Parameter<String>.text(), help: "Send") { _ in .nothing } }
    let interpreter = interpreter(["a"])
    _ = await interpreter.run(line: "list; send \"One\" --as @moss@nettle.example,@wren@shore.example; undo")
    #expect(
      app.log.suffix(2) == [
        "moss: delete https://nettle.example/sent", "wren: delete https://shore.example/sent",
      ])
  }

  /// Who repeats what is left would send it twice.
  @Test func whatWasSentWithoutAPartIsNotLeft() async {
    app.more = [Verb("send", Parameter<String>.text(), help: "Send") { _ in .nothing }]
    let interpreter = interpreter(["a"])
    _ = await interpreter.run(line: "list")
    (app.errors, app.omissions) = ("", [("nettle.example left out the poll.", ["poll"])])
    let verdict = await interpreter.run(line: "send \"One\" --as @moss@nettle.example,@wren@shore.example")
    #expect(app.log.suffix(2) == ["moss: send One", "wren: send One"])
    #expect(verdict.exitCode == .partial && verdict.failure?.left == ["poll"] && app.errors.isEmpty)
  }

  @Test func commandRunsAsEachOfSeveralAccounts() async {
    let interpreter = interpreter(["a"])
    #expect(await interpreter.run(line: "list; fav 1 --as @moss@nettle.example,@wren@shore.example").failure == nil)
    #expect(app.log == ["moss: fav nettle-a", "wren: fav shore-a"])
    app.isOffline = true
    #expect(await interpreter.run(line: "fav 1 --as @moss@nettle.example,@wren@shore.example").failure != nil)
    #expect(app.errors.contains("Nothing was done as @wren@shore.example."))
    for list in [",", "@moss@nettle.example,", ",@moss@nettle.example"] {
      #expect(await interpreter.run(line: "fav 1 --as \(list)").exitCode == .usage)
    }
  }
}
