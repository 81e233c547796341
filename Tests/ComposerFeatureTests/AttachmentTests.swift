import ComposerFeature
import FeatureKit
import FoundationEssentials
import MastodonKit
import StatusKit
import Synchronization
import TerminalKit
import Testing

/// The attachments of a post.
@MainActor @Suite struct AttachmentTests {
  let bench = ComposerBench()

  private var uploads: [String] { bench.log.withLock { $0.filter { $0.hasPrefix("upload") } } }

  @Test func attachmentsAreSavedWithTheDraftAndSentWithThePost() async throws {
    let model = bench.model()
    model.append("Low water.")
    #expect(
      try await type("attach heron.jpg A heron.", at: bench.verbs(model)).words == "Attached heron.jpg (1).")
    #expect(
      try await type("attach weir.ogg", at: bench.verbs(model)).words
        == "Attached weir.ogg (2). [/describe 2 TEXT]")
    _ = try await type("describe 2 Water.", at: bench.verbs(model))
    _ = try await type("sensitive on", at: bench.verbs(model))
    #expect(bench.savedDrafts.withLock { $0[0].content } == model.state.draft.content)
    #expect(model.state.draft.content.files.map(\.path) == ["/home/you/heron.jpg", "/home/you/weir.ogg"])
    _ = try await model.send()
    #expect(uploads == ["upload heron.jpg: A heron.", "upload weir.ogg: Water."])
    #expect(bench.sent.withLock { $0[0].content.files.map(\.mediaID) } == ["m1", "m2"])
    #expect(bench.sent.withLock { $0[0].content.sensitive } == true)
    #expect(bench.savedTexts.isEmpty)
  }

  @Test func missingAltTextIsReportedOnce() async throws {
    let model = bench.model()
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

  @Test func uploadIsRepeatedOnlyIfTheServerDeletedIt() async throws {
    let model = bench.model()
    try await model.attach(Composer.Options.File(path: "heron.jpg", description: "A heron."))
    bench.refusals.withLock { $0 = [MastodonError.fixtures.timedOut] }
    await #expect(throws: AppError.self) { try await model.send() }
    #expect(bench.savedDrafts.withLock { $0[0].content.files.map(\.mediaID) } == ["m1"])
    bench.refusals.withLock { $0 = [MastodonError.notFound(host: "shore.example", operation: "send the post")] }
    _ = try await model.send()
    #expect(uploads.count == 2)
    #expect(bench.sent.withLock { $0.map { $0.content.files.map(\.mediaID) } } == [["m1"], ["m1"], ["m2"]])
  }

  @Test func failedUploadKeepsTheDraft() async throws {
    let model = bench.model()
    try await model.attach(Composer.Options.File(path: "heron.jpg", description: "A heron."))
    bench.serverError.withLock { $0 = MastodonError.fixtures.timedOut }
    await #expect(throws: AppError.fixtures.timedOut) { try await model.send() }
    #expect(bench.sent.withLock(\.count) == 0)
    #expect(bench.savedDrafts.withLock { $0.map { $0.content.files.count } } == [1])
  }

  @Test(arguments: [
    ("attach missing.png", "missing.png does not exist."), ("detach 2", "No attachment 2."),
    ("describe 0 x", "“0” is not an attachment number."), ("describe", "Which attachment? Give its number."),
    ("attach", "FILE is missing."),
    ("attach fifth.png", "A post can have at most 1 attachment on this server."),
  ])
  func attachmentCommandIsRefused(_ line: String, _ words: String) async throws {
    let isFull = line.contains("fifth")
    let model = bench.model(limits: Composer.Limits(maxCharacters: 500, charactersPerURL: 23, maxFiles: isFull ? 1 : 4))
    try await model.attach(Composer.Options.File(path: "heron.jpg", description: "A heron."))
    let before = model.state
    do {
      _ = try await type(line, at: bench.verbs(model))
      Issue.record("\(line) was accepted")
    } catch {
      #expect(AppError(error).message == words)
    }
    #expect(model.state == before)
  }

  @Test(arguments: [
    ("heron.jpg", "heron.jpg", ""), ("heron.jpg A heron, fog.", "heron.jpg", "A heron, fog."),
  ])
  func fileIsAttachedWithItsAltText(_ typed: String, _ path: String, _ description: String) async throws {
    let model = bench.model()
    _ = try await type("attach \(typed)", at: bench.verbs(model))
    #expect(model.state.draft.content.files == [DraftFile(path: "/home/you/\(path)", description: description)])
  }

  @Test func undoRestoresARemovedAttachment() async throws {
    let model = bench.model()
    try await model.attach(Composer.Options.File(path: "heron.jpg", description: "A heron."))
    #expect(try await type("detach 1", at: bench.verbs(model)).words == "Removed heron.jpg.")
    #expect(try model.undo() == "removing heron.jpg")
    #expect(model.state.draft.content.files.map(\.name) == ["heron.jpg"])
  }

  @Test func missingAltTextOutsideTheSheetSuggestsTheOption() async throws {
    let bare = Composer.Options(files: [Composer.Options.File(path: "heron.jpg")])
    await #expect(
      throws: AppError.validation(
        "heron.jpg has no alt text.",
        suggestion: #"Add it with --alt TEXT, or --alt "" to post without."#)
    ) { try await bench.model().send("hello", options: bare) }
    #expect(bench.savedTexts == ["hello"])
    let said = Composer.Options(files: [Composer.Options.File(path: "heron.jpg", description: "")])
    _ = try await bench.model().send("hello", options: said)
    #expect(bench.savedTexts.isEmpty)
  }

  @Test func textWithMissingFileIsSaved() async {
    let model = bench.model()
    let file = Composer.Options.File(path: "missing.png", description: "")
    await #expect(throws: AppError.self) {
      try await model.send("hello", options: Composer.Options(files: [file]))
    }
    #expect(bench.savedTexts == ["hello"])
  }
}
