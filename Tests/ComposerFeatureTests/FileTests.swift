import ComposerFeature
import FeatureKit
import FoundationEssentials
import MastodonKit
import StatusKit
import Synchronization
import TerminalKit
import Testing

/// Pictures, films and sounds that go along with a post.
@MainActor @Suite struct FileTests {
  let desk = Desk()

  private var uploads: [String] { desk.log.withLock { $0.filter { $0.hasPrefix("upload") } } }

  @Test func filesAreKeptWithTheDraftAndSentWithThePost() async throws {
    let model = desk.model()
    model.append("Low water.")
    #expect(
      try await type("attach heron.jpg A heron.", at: desk.verbs(model)).words == "Attached heron.jpg (1).")
    #expect(
      try await type("attach weir.ogg", at: desk.verbs(model)).words
        == "Attached weir.ogg (2). [/describe 2 TEXT]")
    _ = try await type("describe 2 Water.", at: desk.verbs(model))
    _ = try await type("sensitive on", at: desk.verbs(model))
    #expect(desk.shelf.withLock { $0[0].content } == model.state.draft.content)
    #expect(model.state.draft.content.files.map(\.path) == ["/home/you/heron.jpg", "/home/you/weir.ogg"])
    _ = try await model.send()
    #expect(uploads == ["upload heron.jpg: A heron.", "upload weir.ogg: Water."])
    #expect(desk.sent.withLock { $0[0].content.files.map(\.mediaID) } == ["m1", "m2"])
    #expect(desk.sent.withLock { $0[0].content.sensitive } == true)
    #expect(desk.keptTexts.isEmpty)
  }

  @Test func aFileWithoutADescriptionIsWarnedAboutOnce() async throws {
    let model = desk.model()
    try await model.attach(Composer.Options.File(path: "heron.jpg"))
    await #expect(
      throws: AppError.validation(
        "heron.jpg has no alt text.",
        suggestion: "Add it with /describe 1 TEXT, or /send again to post without.")
    ) { try await model.send() }
    #expect(uploads.isEmpty)
    _ = try await model.send()
    #expect(uploads == ["upload heron.jpg: "])
  }

  @Test func whatWasUploadedIsNotUploadedAgainUnlessTheServerForgotIt() async throws {
    let model = desk.model()
    try await model.attach(Composer.Options.File(path: "heron.jpg", description: "A heron."))
    desk.refusals.withLock { $0 = [MastodonError.fixtures.timedOut] }
    await #expect(throws: AppError.self) { try await model.send() }
    #expect(desk.shelf.withLock { $0[0].content.files.map(\.mediaID) } == ["m1"])
    desk.refusals.withLock { $0 = [MastodonError.notFound(host: "shore.example", operation: "send the post")] }
    _ = try await model.send()
    #expect(uploads.count == 2)
    #expect(desk.sent.withLock { $0.map { $0.content.files.map(\.mediaID) } } == [["m1"], ["m1"], ["m2"]])
  }

  @Test func anUploadThatFailsKeepsTheDraft() async throws {
    let model = desk.model()
    try await model.attach(Composer.Options.File(path: "heron.jpg", description: "A heron."))
    desk.serverError.withLock { $0 = MastodonError.fixtures.timedOut }
    await #expect(throws: AppError.fixtures.timedOut) { try await model.send() }
    #expect(desk.sent.withLock(\.count) == 0)
    #expect(desk.shelf.withLock { $0.map { $0.content.files.count } } == [1])
  }

  @Test(arguments: [
    ("attach missing.png", "missing.png does not exist."), ("detach 2", "No attachment 2."),
    ("describe 0 x", "“0” is not an attachment number."), ("describe", "Which attachment? Give its number."),
    ("attach", "FILE is missing."),
    ("attach fifth.png", "A post can have at most 1 attachment on this server."),
  ])
  func whatCannotBeDoneIsSaid(_ line: String, _ words: String) async throws {
    let isFull = line.contains("fifth")
    let model = desk.model(limits: Composer.Limits(maxCharacters: 500, charactersPerURL: 23, maxFiles: isFull ? 1 : 4))
    try await model.attach(Composer.Options.File(path: "heron.jpg", description: "A heron."))
    let before = model.state
    do {
      _ = try await type(line, at: desk.verbs(model))
      Issue.record("\(line) was accepted")
    } catch {
      #expect(AppError(error).words == words)
    }
    #expect(model.state == before)
  }

  @Test(arguments: [
    ("heron.jpg", "heron.jpg", ""), ("heron.jpg A heron, fog.", "heron.jpg", "A heron, fog."),
  ])
  func aFileIsAttachedWithItsDescription(_ typed: String, _ path: String, _ description: String) async throws {
    let model = desk.model()
    _ = try await type("attach \(typed)", at: desk.verbs(model))
    #expect(model.state.draft.content.files == [DraftFile(path: "/home/you/\(path)", description: description)])
  }

  @Test func undoBringsAFileBack() async throws {
    let model = desk.model()
    try await model.attach(Composer.Options.File(path: "heron.jpg", description: "A heron."))
    #expect(try await type("detach 1", at: desk.verbs(model)).words == "Removed heron.jpg.")
    #expect(try model.undo() == "removing heron.jpg")
    #expect(model.state.draft.content.files.map(\.name) == ["heron.jpg"])
  }

  @Test func outsideOfTheSheetADescriptionIsAskedForInTheWordsOfTheCommandLine() async throws {
    let bare = Composer.Options(files: [Composer.Options.File(path: "heron.jpg")])
    await #expect(
      throws: AppError.validation(
        "heron.jpg has no alt text.",
        suggestion: #"Add it with --alt TEXT, or --alt "" to post without."#)
    ) { try await desk.model().send("hello", options: bare) }
    #expect(desk.keptTexts == ["hello"])
    let said = Composer.Options(files: [Composer.Options.File(path: "heron.jpg", description: "")])
    _ = try await desk.model().send("hello", options: said)
    #expect(desk.keptTexts.isEmpty)
  }

  @Test func aTextWithAMissingFileIsKept() async {
    let model = desk.model()
    let file = Composer.Options.File(path: "missing.png", description: "")
    await #expect(throws: AppError.self) {
      try await model.send("hello", options: Composer.Options(files: [file]))
    }
    #expect(desk.keptTexts == ["hello"])
  }
}
