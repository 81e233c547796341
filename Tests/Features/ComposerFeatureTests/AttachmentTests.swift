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
  let harness = ComposerHarness()

  private var uploads: [String] { harness.log.withLock { $0.filter { $0.hasPrefix("upload") } } }

  @Test func attachmentsAreSavedWithTheDraftAndSentWithThePost() async throws {
    let model = harness.model()
    model.append("Low water.")
    #expect(
      try await type("attach heron.jpg A heron.", at: harness.verbs(model)).words == "Attached heron.jpg (1).")
    #expect(
      try await type("attach weir.ogg", at: harness.verbs(model)).words
        == "Attached weir.ogg (2). [/describe 2 TEXT]")
    _ = try await type("describe 2 Water.", at: harness.verbs(model))
    _ = try await type("sensitive on", at: harness.verbs(model))
    #expect(harness.savedDrafts.withLock { $0[0].content } == model.state.draft.content)
    #expect(model.state.draft.content.files.map(\.path) == ["/home/you/heron.jpg", "/home/you/weir.ogg"])
    _ = try await model.send()
    #expect(uploads == ["upload heron.jpg: A heron.", "upload weir.ogg: Water."])
    #expect(harness.sent.withLock { $0[0].content.files.map(\.mediaID) } == ["m1", "m2"])
    #expect(harness.sent.withLock { $0[0].content.sensitive } == true)
    #expect(harness.savedTexts.isEmpty)
  }

  @Test func aSuggestedAltTextIsPutAtThePromptAndAddedWhenItIsAccepted() async throws {
    let model = harness.model()
    try await model.attach(Composer.Options.File(path: "heron.jpg"))
    guard case .edit(let edit) = try await type("describe 1 --suggest", at: harness.verbs(model)) else {
      Issue.record("nothing to edit")
      return
    }
    #expect(edit.text == "heron.jpg in words" && edit.prompt == "alt text 1 │ ")
    #expect(model.state.draft.content.files[0].description.isEmpty)
    #expect(try await edit.finish("A heron.").words == "Added alt text to attachment 1.")
    #expect(model.state.draft.content.files[0].description == "A heron.")
    for line in ["describe 1", "describe 1 --suggest A heron."] {
      await #expect(throws: AppError.self) { try await type(line, at: harness.verbs(model)) }
    }
  }

  @Test func misspeltWordsAreListed() async throws {
    let model = harness.model()
    model.append("Teh low water.")
    guard case .document(let document) = try await type("spelling", at: harness.verbs(model)) else {
      Issue.record("no list")
      return
    }
    #expect(document.data.first?.value == .array([.string("Teh")]))
  }

  @Test func missingAltTextIsAskedAboutBeforeAnythingIsUploaded() async throws {
    let model = harness.model()
    try await model.attach(Composer.Options.File(path: "heron.jpg"))
    guard case .confirm(let confirmation) = try await type("send", at: harness.verbs(model)) else {
      Issue.record("sent")
      return
    }
    #expect(confirmation.question == "heron.jpg has no alt text. Send it anyway?")
    #expect(confirmation.declined?.hint == "/describe 1 TEXT")
    #expect(uploads.isEmpty)
    _ = try await confirmation.proceed()
    #expect(uploads == ["upload heron.jpg: "])
  }

  @Test func attachmentsAreMovedFocusedAndGivenAThumbnail() async throws {
    let model = harness.model()
    let verbs = { self.harness.verbs(model) }
    for name in ["heron.jpg", "weir.ogg", "lamp.png"] {
      try await model.attach(Composer.Options.File(path: name, description: "\(name)."))
    }
    guard case .document(let list) = try await type("move 3 1", at: verbs()) else { throw AppError.cancelled }
    #expect(ComposerFeatureTests.text(list).contains("image 1  lamp.png: lamp.png."))
    #expect(
      try await type("focus 1 -0.5,1", at: verbs()).words == "Set the focus of attachment 1 to -0.5, 1.")
    #expect(try await type("thumbnail 3 lamp.png", at: verbs()).words == "Set the thumbnail of attachment 3.")
    let files = model.state.draft.content.files
    #expect(files.map(\.name) == ["lamp.png", "heron.jpg", "weir.ogg"])
    #expect(files[0].focus == FocalPoint(x: -0.5, y: 1) && files[2].thumbnail == "/home/you/lamp.png")
    _ = try model.undo()
    #expect(model.state.draft.content.files[2].thumbnail == nil)
    _ = try await type("describe 1 A lamp.", at: verbs())
    #expect(model.state.draft.content.files[0].focus == FocalPoint(x: -0.5, y: 1), "alt text keeps the focus")
  }

  @Test(arguments: [
    ("focus 1 2,0", "“2,0” is not a focus."), ("focus 1 middle", "“middle” is not a focus."),
    ("focus 2 0,0", "No attachment 2."), ("focus 1", "X,Y is missing."), ("move 1 2", "No attachment 2."),
    ("move 1", "Which attachment? Give its number."),
    ("thumbnail 1 lamp.png", "heron.jpg is an image, and only a video or an audio file has a thumbnail."),
  ])
  func wrongPlaceOfAnAttachmentIsRefused(_ line: String, _ words: String) async throws {
    let model = harness.model()
    try await model.attach(Composer.Options.File(path: "heron.jpg", description: "A heron."))
    let before = model.state
    do {
      _ = try await type(line, at: harness.verbs(model))
      Issue.record("\(line) was accepted")
    } catch {
      #expect(AppError(error).message == words)
    }
    #expect(model.state == before)
  }

  @Test func uploadIsRepeatedOnlyIfTheServerDeletedIt() async throws {
    let model = harness.model()
    try await model.attach(Composer.Options.File(path: "heron.jpg", description: "A heron."))
    harness.refusals.withLock { $0 = [MastodonError.fixtures.timedOut] }
    await #expect(throws: AppError.self) { try await model.send() }
    #expect(harness.savedDrafts.withLock { $0[0].content.files.map(\.mediaID) } == ["m1"])
    harness.refusals.withLock { $0 = [MastodonError.notFound(host: "shore.example", operation: "send the post")] }
    _ = try await model.send()
    #expect(uploads.count == 2)
    #expect(harness.sent.withLock { $0.map { $0.content.files.map(\.mediaID) } } == [["m1"], ["m1"], ["m2"]])
  }

  @Test func failedUploadKeepsTheDraft() async throws {
    let model = harness.model()
    try await model.attach(Composer.Options.File(path: "heron.jpg", description: "A heron."))
    harness.serverError.withLock { $0 = MastodonError.fixtures.timedOut }
    await #expect(throws: AppError.fixtures.timedOut) { try await model.send() }
    #expect(harness.sent.withLock(\.count) == 0)
    #expect(harness.savedDrafts.withLock { $0.map { $0.content.files.count } } == [1])
  }

  @Test(arguments: [
    ("attach missing.png", "missing.png does not exist."),
    ("attach bee.jpg heron.jpg", "One file is attached at a time."), ("detach 2", "No attachment 2."),
    ("describe 0 x", "“0” is not an attachment number."), ("describe", "Which attachment? Give its number."),
    ("attach", "FILE is missing."),
    ("attach fifth.png", "A post can have at most 1 attachment on this server."),
  ])
  func attachmentCommandIsRefused(_ line: String, _ words: String) async throws {
    let isFull = line.contains("fifth")
    let model = harness.model(
      limits: Composer.Limits(maxCharacters: 500, charactersPerURL: 23, maxFiles: isFull ? 1 : 4))
    try await model.attach(Composer.Options.File(path: "heron.jpg", description: "A heron."))
    let before = model.state
    do {
      _ = try await type(line, at: harness.verbs(model))
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
    let model = harness.model()
    _ = try await type("attach \(typed)", at: harness.verbs(model))
    #expect(model.state.draft.content.files == [DraftFile(path: "/home/you/\(path)", description: description)])
  }

  @Test func undoRestoresARemovedAttachment() async throws {
    let model = harness.model()
    try await model.attach(Composer.Options.File(path: "heron.jpg", description: "A heron."))
    #expect(try await type("detach 1", at: harness.verbs(model)).words == "Removed heron.jpg.")
    #expect(try model.undo() == "removing heron.jpg")
    #expect(model.state.draft.content.files.map(\.name) == ["heron.jpg"])
  }

  @Test func missingAltTextOutsideTheSheetSuggestsTheOption() async throws {
    let bare = Composer.Options(files: [Composer.Options.File(path: "heron.jpg")])
    do {
      _ = try await harness.model().send("hello", options: bare)
      Issue.record("sent")
    } catch {
      #expect(
        AppError(error)
          == .validation(
            "heron.jpg has no alt text.", suggestion: #"Add it with --alt TEXT, or --alt "" to post without."#))
    }
    #expect(harness.savedTexts == ["hello"])
    let said = Composer.Options(files: [Composer.Options.File(path: "heron.jpg", description: "")])
    _ = try await harness.model().send("hello", options: said)
    #expect(harness.savedTexts.isEmpty)
  }

  @Test func textWithMissingFileIsSaved() async {
    let model = harness.model()
    let file = Composer.Options.File(path: "missing.png", description: "")
    await #expect(throws: AppError.self) {
      try await model.send("hello", options: Composer.Options(files: [file]))
    }
    #expect(harness.savedTexts == ["hello"])
  }
}
