import ComposerFeature
import FeatureKit
import FoundationEssentials
import MastodonKit
import StatusKit
import Synchronization
import TerminalKit
import Testing

@MainActor @Suite struct ComposerVerbTests {
  let desk = Desk()

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
  func whatAVerbAnswers(_ line: String, _ words: String) async throws {
    let model = desk.model()
    model.append("one\ntwo")
    #expect(try await type(line, at: desk.verbs(model)).words == words)
  }

  @Test(arguments: [
    ("visibility everyone", "Unknown visibility “everyone”."),
    ("language klingon!", "Unknown language “klingon!”."),
    ("edit", "Which line? Give its number."), ("edit one two", "“one” is not a line number."),
    ("edit 1", "Put the text after the command."), ("edit 7 x", "No line 7."),
    ("send now", "Unexpected argument “now”."),
  ])
  func whatAVerbRefuses(_ line: String, _ words: String) async {
    let model = desk.model()
    model.append("one\ntwo")
    let before = model.state
    do {
      _ = try await type(line, at: desk.verbs(model))
      Issue.record("\(line) was accepted")
    } catch {
      #expect(AppError(error).words == words)
    }
    #expect(model.state == before)
  }

  @Test func undoTakesBackOneChangeAfterTheOther() async throws {
    let model = desk.model()
    let lines = ["one", "two"]
    for line in lines { model.append(line) }
    for change in ["edit 1 first", "remove 2", "cw bees", "pop"] {
      _ = try await type(change, at: desk.verbs(model))
    }
    #expect(model.state.lines.isEmpty)
    var said: [String?] = []
    for _ in 1...6 { said.append(try await type("undo", at: desk.verbs(model)).words) }
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

  @Test func whatUndoBringsBackIsOnDisk() throws {
    let model = desk.model()
    model.append("one")
    _ = try model.removeLine()
    _ = try model.undo()
    #expect(desk.keptTexts == ["one"])
  }

  @Test func editChangesTheLine() async throws {
    let model = desk.model()
    model.append("one\ntwo")
    _ = try await type("edit 2 three  four", at: desk.verbs(model))
    #expect(model.state.lines == ["one", "three four"])
  }

  @Test func sendingLeavesTheSheetAndNamesThePost() async throws {
    let model = desk.model()
    model.append("Low water.")
    guard case .toast(let toast) = try await type("send", at: desk.verbs(model)) else { throw AppError.cancelled }
    #expect(desk.published == [Status.fixtures.own])
    #expect(
      toast.data == [
        .init("id", .string(Status.fixtures.own.id.rawValue)), .init("url", .optional(Status.fixtures.own.url)),
      ])
  }

  @Test func aFailedSendSaysThatThePostIsKeptAndStaysInTheSheet() async throws {
    let model = desk.model()
    model.append("Low water.")
    desk.serverError.withLock { $0 = MastodonError.fixtures.timedOut }
    await #expect(throws: AppError.fixtures.timedOut) { try await type("send", at: desk.verbs(model)) }
    #expect(desk.said.map(\.text.plain) == ["Your post is saved as a draft."])
    #expect(desk.published.isEmpty)
    #expect(desk.left == 0)
  }

  @Test func discardingAsksBeforeItForgets() async throws {
    let model = desk.model()
    model.append("Low water.")
    guard case .confirm(let question) = try await type("discard", at: desk.verbs(model)) else {
      throw AppError.cancelled
    }
    #expect(desk.keptTexts == ["Low water."])
    #expect(desk.left == 0)
    #expect(try await question.proceed().words == "Discarded the draft.")
    #expect(desk.keptTexts.isEmpty)
    #expect(desk.left == 1)
  }

  @Test func anEmptySheetIsLeftWithoutAQuestion() async throws {
    for line in ["discard", "close"] {
      let model = desk.model(.reply(Status.fixtures.threadQuestion))
      #expect(try await type(line, at: desk.verbs(model)).isScreen)
    }
    #expect(desk.left == 2)
  }

  @Test func thePromptSaysWhatIsWrittenAndThatItWasNotSent() async {
    let model = desk.model(.reply(Status.fixtures.threadQuestion))
    let screen = Composer.screen(
      model: nil, state: { model.state }, action: desk.action(model), layout: { Layout(width: 72, now: .fixtureNow) })
    #expect(screen.label() == "reply to Rook")
    #expect(screen.textInput?.prompt() == "reply │")
    screen.textInput?.append("Straw.")
    #expect(desk.keptTexts == ["@rook @wren Straw."])
    desk.serverError.withLock { $0 = MastodonError.fixtures.timedOut }
    await #expect(throws: AppError.self) { try await model.send() }
    #expect(screen.textInput?.prompt() == "reply, not sent │")
  }
}

@MainActor @Suite struct ComposerGlobalVerbTests {
  /// What the verbs asked of the root.
  @MainActor final class Root {
    var composed: [Composer.Options] = []
    var sent: [String] = []
    var resumed: [Draft.ID] = []
  }

  let desk = Desk()
  let root = Root()

  private var verbs: [Verb] {
    Composer.plugin(
      action: Composer.GlobalAction(
        drafts: desk.drafts, compose: { root.composed.append($0) },
        send: { text, options in
          root.sent.append("\(text) \(options.visibility?.rawValue ?? "-") \(options.contentWarning ?? "-")")
          return Status.fixtures.own
        },
        resume: { root.resumed.append($0.id) }),
      layout: { Layout(width: 72, now: .fixtureNow) }
    ).verbs
  }

  @Test func postWithATextSendsAtOnce() async throws {
    let response = try await type("post --cw bees --visibility unlisted hello there", at: verbs)
    #expect(root.sent == ["hello there unlisted bees"])
    #expect(response.words == "Sent. [open .]")
    #expect(root.composed.isEmpty)
  }

  @Test func postWithoutATextOpensTheComposer() async throws {
    #expect(try await type("post --language Japanese", at: verbs).isScreen)
    #expect(root.composed == [Composer.Options(language: PostLanguage("ja"))])
  }

  @Test func draftsAreListedResumedAndForgotten() async throws {
    desk.model().append("first")
    desk.model().append("second")
    guard case .document(let list) = try await type("drafts", at: verbs) else { throw AppError.cancelled }
    #expect(
      text(list) == """
        Drafts                                                           2 saved
        ────────────────────────────────────────────────────────────────────────
         1  Post · now
            second

         2  Post · now
            first

        resume N · forget N

        """)
    let shown = [1: list.references(numbered: 1) ?? [], 2: list.references(numbered: 2) ?? []]
    #expect(try await type("resume 2", at: verbs, shown: shown).isScreen)
    #expect(root.resumed == ["draft0001"])
    guard case .confirm(let question) = try await type("forget draft0002", at: verbs) else { throw AppError.cancelled }
    #expect(question.question == "Delete the draft “second”? This can't be undone.")
    _ = try await question.proceed()
    #expect(desk.keptTexts == ["first"])
  }

  @Test(arguments: ["resume draft0009", "forget draft0009"])
  func aDraftThatIsGoneIsRefused(_ line: String) async {
    await #expect(throws: AppError.notFound("No such draft.")) { try await type(line, at: verbs) }
  }
}
