import ComposerFeature
import FeatureKit
import FoundationEssentials
import MastodonKit
import StatusKit
import Synchronization
import TerminalKit
import Testing

@MainActor @Suite struct ComposerVerbTests {
  let harness = ComposerHarness()

  @Test(arguments: [
    ("cw bees, a sting", "Content warning: bees, a sting"), ("cw off", "No content warning."),
    ("cw", "No content warning."),
    ("visibility private", "Visibility: followers. Only followers and mentioned accounts can see it."),
    ("visibility d", "Visibility: direct. Only mentioned accounts can see it."),
    ("vis", "Visibility: public. Anyone can see it."),
    ("language ja", "Language: Japanese."), ("lang German", "Language: German."), ("language", "Language: English."),
    ("undo", "Undone: adding “one two”."), ("pop", "Deleted: two"), ("edit 1 three four", "Replaced line 1."),
    ("line 2 x", "Replaced line 2."),
    ("remove 1", "Deleted: one"), ("close", "Your post is saved as a draft. [drafts]"),
    ("discard", "Discard the post “one two”? This can't be undone."),
    ("send", "Sent. [open .]"),
  ])
  func commandAnswers(_ line: String, _ words: String) async throws {
    let model = harness.model()
    model.append("one\ntwo")
    #expect(try await type(line, at: harness.verbs(model)).words == words)
  }

  @Test(arguments: [
    ("visibility everyone", "Unknown visibility “everyone”."),
    ("language klingon!", "Unknown language “klingon!”."),
    ("edit", "Which line? Give its number."), ("edit one two", "“one” is not a line number."),
    ("edit 7 x", "No line 7."), ("edit 7", "No line 7."),
    ("poll a, b, c, d, e", "A poll can have at most 4 options on this server."),
    ("send now", "Unexpected argument “now”."),
  ])
  func commandIsRefused(_ line: String, _ words: String) async {
    let model = harness.model()
    model.append("one\ntwo")
    let before = model.state
    do {
      _ = try await type(line, at: harness.verbs(model))
      Issue.record("\(line) was accepted")
    } catch {
      #expect(AppError(error).message == words)
    }
    #expect(model.state == before)
  }

  @Test func editWithoutATextPutsTheLineAtThePrompt() async throws {
    let model = harness.model()
    model.append("one\ntwo")
    guard case .edit(let edit) = try await type("edit 2", at: harness.verbs(model)) else {
      Issue.record("nothing is edited")
      return
    }
    #expect(edit.text == "two" && edit.prompt == "line 2 │ ")
    #expect(try await edit.finish("three").words == "Replaced line 2.")
    #expect(model.state.lines == ["one", "three"])
  }

  @Test func pollOptionsAreSeparatedByCommas() async throws {
    let model = harness.model()
    let line = "poll Red lamp, Green lamp,No lamp --ends 6h"
    #expect(try await type(line, at: harness.verbs(model)).words == "Poll: Red lamp, Green lamp, No lamp · 6 hours")
  }

  @Test func previewNumbersSeveralLines() async throws {
    let model = harness.model()
    model.append("one\ntwo")
    guard case .view(let view) = try await type("preview", at: harness.verbs(model)) else {
      Issue.record("nothing is shown")
      return
    }
    var layout = Layout(width: 72, now: .fixtureNow)
    layout.form = .seen
    let text = Renderer(format: .plain, width: 72, theme: .mono, colors: .none, showsHint: true, hyperlinks: false)
      .render(view(layout))
    #expect(text.contains("1 │ one") && text.contains("2 │ two"), "\(text)")
  }

  @Test func draftsOfAnEarlierRunAreReportedAtTheStart() {
    func note(_ drafts: [Draft]) -> String? {
      Composer.note(on: drafts).map {
        Renderer(format: .plain, width: 72, theme: .mono, colors: .none, showsHint: true, hyperlinks: false).render($0)
      }
    }
    let draft = Draft(
      id: "1", account: "you@sandbox.example", content: StatusDraft(text: "Straw"), updatedAt: .fixtureNow)
    #expect(note([]) == nil)
    #expect(note([draft]) == "Your draft “Straw” is saved: drafts\n")
    #expect(note([draft, draft]) == "2 drafts are saved: drafts\n")
  }

  @Test func undoRevertsChangesInReverseOrder() async throws {
    let model = harness.model()
    let lines = ["one", "two"]
    for line in lines { model.append(line) }
    for change in ["edit 1 first", "remove 2", "cw bees", "pop"] {
      _ = try await type(change, at: harness.verbs(model))
    }
    #expect(model.state.lines.isEmpty)
    var said: [String?] = []
    for _ in 1...6 { said.append(try await type("undo", at: harness.verbs(model)).words) }
    #expect(
      said == [
        "Undone: deleting “first”.", "Undone: setting the content warning.", "Undone: deleting “two”.",
        "Undone: replacing line 1.", "Undone: adding “two”.", "Undone: adding “one”.",
      ])
    #expect(model.state.draft.content.text == "")
    #expect(
      throws: AppError.validation("Nothing to undo.", suggestion: "/pop deletes the last line.")
    ) { try model.undo() }
  }

  @Test func undoneChangeIsSaved() throws {
    let model = harness.model()
    model.append("one")
    _ = try model.removeLine()
    _ = try model.undo()
    #expect(harness.savedTexts == ["one"])
  }

  @Test func editReplacesTheLine() async throws {
    let model = harness.model()
    model.append("one\ntwo")
    _ = try await type("edit 2 three  four", at: harness.verbs(model))
    #expect(model.state.lines == ["one", "three four"])
  }

  @Test func sendingClosesTheSheetAndReturnsThePost() async throws {
    let model = harness.model()
    model.append("Low water.")
    guard case .toast(let toast) = try await type("send", at: harness.verbs(model)) else { throw AppError.cancelled }
    #expect(harness.published == [.posted(Status.fixtures.own)])
    #expect(
      toast.data == [
        .init("id", .string(Status.fixtures.own.id.rawValue)), .init("url", .optional(Status.fixtures.own.url)),
      ])
  }

  @Test func failedSendStaysOpenAndReportsTheSavedDraft() async throws {
    let model = harness.model()
    model.append("Low water.")
    harness.serverError.withLock { $0 = MastodonError.fixtures.timedOut }
    let failure = await #expect(throws: AppError.self) { try await type("send", at: harness.verbs(model)) }
    #expect(failure?.cause == AppError.fixtures.timedOut)
    #expect(
      failure?.suggestion
        == "It may have been sent; check with profile @you. Your post is saved as a draft. /send tries again.")
    #expect(harness.toasts.isEmpty)
    #expect(harness.published.isEmpty)
    #expect(harness.left == 0)
  }

  @Test func discardingNeedsConfirmation() async throws {
    let model = harness.model()
    model.append("Low water.")
    guard case .confirm(let question) = try await type("discard", at: harness.verbs(model)) else {
      throw AppError.cancelled
    }
    #expect(harness.savedTexts == ["Low water."])
    #expect(harness.left == 0)
    #expect(try await question.proceed().words == "Discarded the draft.")
    #expect(harness.savedTexts.isEmpty)
    #expect(harness.left == 1)
  }

  @Test func emptySheetClosesWithoutConfirmation() async throws {
    for line in ["discard", "close"] {
      let model = harness.model(.reply(Status.fixtures.threadQuestion))
      #expect(try await type(line, at: harness.verbs(model)).isScreen)
    }
    #expect(harness.left == 2)
  }

  @Test func promptNamesTheReplyAndItsFailure() async {
    let model = harness.model(.reply(Status.fixtures.threadQuestion))
    let screen = Composer.screen(
      model: nil, state: { model.state }, action: harness.action(model), layout: { Layout(width: 72, now: .fixtureNow) }
    )
    #expect(screen.label() == "reply to Rook")
    #expect(screen.textInput?.prompt() == "reply 489 │")
    screen.textInput?.append("Straw.")
    #expect(harness.savedTexts == ["@rook @wren Straw."])
    harness.serverError.withLock { $0 = MastodonError.fixtures.timedOut }
    await #expect(throws: AppError.self) { try await model.send() }
    #expect(screen.textInput?.prompt() == "reply, not sent 482 │")
  }
}

@MainActor @Suite struct ComposerGlobalVerbTests {
  /// Records what the commands request from the root.
  @MainActor final class Root {
    var written: [String] = []
  }

  let harness = ComposerHarness()
  let root = Root()

  private var verbs: [Verb] {
    var action = Composer.GlobalAction.fixtures.none
    action.write = {
      let options = [
        $2.visibility?.rawValue, $2.contentWarning, $2.language?.code, $2.quote.map { "quote \($0)" },
        $2.opensEditor ? "in the editor" : nil,
      ]
      root.written.append((["\($0)", $1 ?? "-"] + options.compactMap(\.self)).joined(separator: ", "))
      return .screen
    }
    (action.drafts, action.delete) = (harness.drafts.all, harness.drafts.delete)
    action.limits = { Composer.Limits(maxCharacters: 50, charactersPerURL: 23) }
    return Composer.plugin(action: action, layout: { Layout(width: 72, now: .fixtureNow) }).verbs
  }

  @Test(arguments: [
    ("post --cw bees --visibility unlisted hello there", "new, hello there, unlisted, bees"),
    ("post --language Japanese", "new, -, ja"), ("quote id:109501 Low water.", #"new, Low water., quote 109501"#),
    ("edit id:109501", #"edit(109501), -"#), ("edit id:109501 --cw bees Low.", #"edit(109501), Low., bees"#),
    ("post -e", "new, -, in the editor"), ("post --editor Low water.", "new, Low water., in the editor"),
    ("quote id:109501 -e", "new, -, quote 109501, in the editor"),
    ("edit id:109501 -e", "edit(109501), -, in the editor"),
  ])
  func everyWritingCommandAsksForOneThing(_ line: String, _ written: String) async throws {
    _ = try await type(line, at: verbs)
    #expect(root.written == [written])
  }

  @Test func postedLinkIsWhatAShellPrints() async throws {
    guard case .toast(let toast) = try await type("post hello", at: harness.globalVerbs) else {
      throw AppError.cancelled
    }
    #expect(toast.text.plain == "Sent." && toast.hint == "open .")
    #expect(toast.result != nil && toast.result == Status.fixtures.own.url)
  }

  @Test(arguments: [
    ("hello", 5), ("https://shore.example/a/very/long/page?with=1&more=2 now", 27), ("@rook@shore.example hi", 8),
    ("👩‍👩‍👧‍👦🇯🇵é", 3), ("--cw bees hello", 9),
  ])
  func checkCountsAsTheServerDoesAndSendsNothing(_ line: String, _ count: Int) async throws {
    guard case .toast(let toast) = try await type("post --check \(line)", at: verbs) else { throw AppError.cancelled }
    #expect(toast.text.plain == "\(count) characters, \(50 - count) left.")
    #expect(
      toast.data == [
        .init("accepted", true), .init("characters", .int(count)), .init("characters_left", .int(50 - count)),
        .init("max_characters", 50), .init("attachments", 0), .init("max_attachments", 4),
      ])
    #expect(root.written.isEmpty && harness.savedTexts.isEmpty)
  }

  @Test func checkRefusesWhatTheServerRefusesBesidesTheText() async throws {
    let failure = await #expect(throws: AppError.self) { try await type("post --check hello --poll a", at: verbs) }
    #expect(failure?.message == "A poll needs at least two options.")
    #expect(failure?.data.first == .init("accepted", false))
  }

  @Test(arguments: ["--attach missing.jpg", "--attach bee.mp4 --thumbnail missing.jpg"])
  func checkRefusesAFileThatIsNotThere(_ options: String) async throws {
    let failure = await #expect(throws: AppError.self) {
      try await type("post --check hello \(options)", at: harness.globalVerbs)
    }
    #expect(failure?.message.contains("missing.jpg") == true && failure?.data.first == .init("accepted", false))
  }

  @Test func checkOfAThreadCountsItsLongestPost() async throws {
    let text = Array(repeating: "word", count: 12).joined(separator: " ")
    let line = "post --check --thread \(text)"
    guard case .toast(let toast) = try await type(line, at: verbs) else { throw AppError.cancelled }
    #expect(toast.text.plain.hasPrefix("A thread of 2 posts, of which the longest has "), "\(toast.text.plain)")
  }

  @Test func checkRefusesATooLongTextWithItsNumbers() async throws {
    let text = String(repeating: "a", count: 51)
    let failure = await #expect(throws: AppError.self) { try await type("post --check \(text)", at: verbs) }
    #expect(failure?.message == "The post has 51 characters; the server allows 50.")
    #expect(failure?.suggestion == "Shorten it by 1 character.")
    #expect(failure?.code == "invalid_input")
    #expect(failure?.data.first == .init("accepted", false))
    #expect(failure?.data.contains(.init("characters_left", .int(-1))) == true)
    #expect(root.written.isEmpty)
  }

  @Test func draftsAreListedResumedAndDeleted() async throws {
    harness.model().append("first")
    harness.model().append("second")
    guard case .document(let list) = try await type("drafts", at: verbs) else { throw AppError.cancelled }
    #expect(
      text(list) == """
        Drafts                                                           2 saved
        ────────────────────────────────────────────────────────────────────────
         1  Post · now
            second

         2  Post · now
            first

        draft N · discard N

        """)
    let shown = [1: list.references(numbered: 1) ?? [], 2: list.references(numbered: 2) ?? []]
    #expect(try await type("draft 2", at: verbs, shown: shown).isScreen)
    #expect(root.written == [#"draft("draft0001"), -"#])
    guard case .confirm(let question) = try await type("discard draft0002", at: verbs) else { throw AppError.cancelled }
    #expect(question.question == "Delete the draft “second”? This can't be undone.")
    _ = try await question.proceed()
    #expect(harness.savedTexts == ["first"])
  }

  @Test func discardingAllLeavesWhatIsSentByItself() async throws {
    for text in ["first", "second", "third"] { harness.model().append(text) }
    harness.savedDrafts.withLock { drafts in
      drafts[0].delivery = .waiting
      drafts[1].delivery = .held(until: .fixtureNow + 6)
    }
    guard case .confirm(let question) = try await type("discard --all", at: verbs) else { throw AppError.cancelled }
    #expect(question.question == "Delete the only draft? This can't be undone.")
    _ = try await question.proceed()
    #expect(harness.savedDrafts.withLock(\.count) == 2)
  }

  @Test func draftThatWaitsInTheOutboxSaysSo() {
    var draft = Draft(
      id: "draft0001", account: "you@sandbox", content: StatusDraft(text: "Snow"), updatedAt: .fixtureNow)
    #expect(!text(Composer.draftList([draft], layout: Layout(now: .fixtureNow))).contains("outbox"))
    draft.delivery = .waiting
    let list = text(Composer.draftList([draft], layout: Layout(now: .fixtureNow)))
    #expect(list.contains("Post · now · waits in the outbox"), "\(list)")
    draft.delivery = .held(until: .fixtureNow + 6)
    let held = text(Composer.draftList([draft], layout: Layout(now: .fixtureNow)))
    #expect(held.contains("Post · now · is sent in 6 seconds"), "\(held)")
  }

  @Test(arguments: ["draft draft0009", "discard draft0009"])
  func deletedDraftIsRefused(_ line: String) async {
    let none = await #expect(throws: AppError.self) { try await type(line, at: verbs) }
    #expect(none?.message == "You have no drafts.")
    harness.model().append("first")
    let error = await #expect(throws: AppError.self) { try await type(line, at: verbs) }
    #expect(error?.message == "No draft has the id “draft0009”.")
  }
}
