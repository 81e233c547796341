import ComposerFeature
import FeatureKit
import FoundationEssentials
import MastodonKit
import StatusKit
import Synchronization
import TerminalKit
import Testing

@MainActor @Suite struct ComposerModelTests {
  let harness = ComposerHarness()

  @Test func everyChangeIsSavedBeforeItReturns() throws {
    let model = harness.model()
    model.append("one")
    #expect(harness.savedTexts == ["one"])
    model.append("two")
    #expect(harness.savedTexts == ["one\ntwo"])
    try model.changeLine(2, to: "three")
    #expect(harness.savedTexts == ["one\nthree"])
    #expect(try model.removeLine() == "three")
    #expect(harness.savedTexts == ["one"])
    model.set(Composer.Options(contentWarning: "bees", visibility: .direct, language: PostLanguage("ja")))
    let kept = harness.savedDrafts.withLock { $0[0] }
    #expect(kept == model.state.draft)
    #expect(kept.content == StatusDraft(text: "one", spoilerText: "bees", visibility: .direct, language: "ja"))
  }

  @Test func nothingIsSavedBeforeTheFirstLine() {
    _ = harness.model()
    _ = harness.model(.reply(Status.fixtures.threadQuestion))
    #expect(harness.savedTexts.isEmpty)
  }

  @Test func firstLineOfReplyFollowsTheMentions() {
    let model = harness.model(.reply(Status.fixtures.threadQuestion))
    model.append("Straw and tar paper,")
    model.append("like my grandfather.")
    #expect(model.state.draft.content.text == "@rook @wren Straw and tar paper,\nlike my grandfather.")
  }

  @Test func repeatedMentionsAreDropped() {
    let model = harness.model(.reply(Status.fixtures.threadQuestion))
    model.append("@rook @wren Straw.")
    #expect(model.state.draft.content.text == "@rook @wren Straw.")
  }

  @Test func deletingTheOnlyLineOfReplyLeavesTheMentions() throws {
    let model = harness.model(.reply(Status.fixtures.threadQuestion))
    model.append("Straw.")
    #expect(try model.removeLine() == "Straw.")
    #expect(model.state.draft.content.text == "@rook @wren ")
    #expect(try model.removeLine() == "@rook @wren ")
    #expect(model.state.draft.content.text == "")
    #expect(throws: AppError.validation("There are no lines.", suggestion: "Type some text.")) {
      try model.removeLine()
    }
  }

  @Test func missingLineIsRefused() {
    let model = harness.model()
    model.append("one\r\ntwo")
    #expect(throws: AppError.validation("No line 3.", suggestion: "Give a number from 1 to 2.")) {
      try model.changeLine(3, to: "three")
    }
    #expect(throws: AppError.validation("No line 0.", suggestion: "Give a number from 1 to 2.")) {
      try model.removeLine(0)
    }
  }

  @Test func draftIsSavedBeforeSendingAndDeletedAfter() async throws {
    let model = harness.model()
    model.append("  Low water.  ")
    let status = try await model.send()
    #expect(status == .posted(Status.fixtures.own))
    #expect(
      harness.log.withLock(\.self) == [
        "save   Low water.  ", "save   Low water.  ", "save   Low water.  ", "publish Low water.", "delete draft0001",
      ])
  }

  @Test func failedSendKeepsTheDraftAndItsKey() async throws {
    let model = harness.model(.reply(Status.fixtures.threadQuestion))
    model.append("Straw.")
    model.set(Composer.Options(contentWarning: "bees"))
    harness.serverError.withLock { $0 = MastodonError.fixtures.timedOut }
    await #expect(throws: AppError.fixtures.timedOut) { try await model.send() }
    #expect(model.state.error == AppError.fixtures.timedOut && model.state.draft.delivery == .failed)
    #expect(harness.savedDrafts.withLock(\.self) == [model.state.draft])

    harness.serverError.withLock { $0 = nil }
    _ = try await model.send()
    #expect(harness.sent.withLock { $0.map(\.key) } == ["draft0001", "draft0001"])
    #expect(harness.sent.withLock { $0[0].content == $0[1].content })
    #expect(harness.savedTexts.isEmpty)
  }

  @Test func unconfirmedPostIsSearchedBeforeTheRetry() async throws {
    let model = harness.model()
    model.append("Low water.")
    harness.refusals.withLock { $0 = [.unconfirmed(host: "shore.example", operation: "send the post")] }
    await #expect(throws: AppError.self) { try await model.send() }
    let tried = try #require(harness.savedDrafts.withLock { $0.first?.triedAt })

    // A second run knows only what the first one saved.
    harness.arrived.withLock { $0 = Status.fixtures.own }
    let next = harness.model()
    #expect(try await next.send("Low water.") == .posted(Status.fixtures.own))
    #expect(harness.sent.withLock(\.count) == 1, "It was not sent again.")
    #expect(harness.log.withLock { $0.contains("find Low water. since \(Int(tried.timeIntervalSince1970))") })
    #expect(harness.savedTexts.isEmpty)
  }

  /// The account's defaults are loaded while the post is sent.
  @Test func retryReusesTheDraftAfterDefaultsArrived() async throws {
    var author = Account.fixtures.you
    author.source = Account.Source(privacy: .unlisted, language: "de")
    var plain = author
    plain.source = nil
    harness.refusals.withLock { $0 = [.unconfirmed(host: "shore.example", operation: "send the post")] }
    await #expect(throws: AppError.self) {
      try await harness.model(author: plain, laterAuthor: author).send("Low water.")
    }
    harness.arrived.withLock { $0 = Status.fixtures.own }
    _ = try await harness.model(author: plain, laterAuthor: author).send("Low water.")
    #expect(harness.sent.withLock(\.count) == 1 && harness.savedTexts.isEmpty)
  }

  @Test func postThatDidNotArriveIsSentAgain() async throws {
    let model = harness.model()
    model.append("Low water.")
    harness.refusals.withLock { $0 = [.timedOut(host: "shore.example", seconds: 20)] }
    await #expect(throws: AppError.self) { try await model.send() }
    _ = try await model.send()
    #expect(harness.sent.withLock(\.count) == 2)
  }

  @Test func rejectedPostIsNotSearched() async throws {
    let model = harness.model()
    model.append("Low water.")
    harness.refusals.withLock { $0 = [.rejected(host: "shore.example", words: "Text is odd")] }
    await #expect(throws: AppError.self) { try await model.send() }
    #expect(harness.savedDrafts.withLock { $0.map(\.triedAt) } == [nil])
    _ = try await model.send()
    #expect(!harness.log.withLock { $0.contains { $0.hasPrefix("find") } })
  }

  @Test func editingClearsTheFailure() async throws {
    let model = harness.model()
    model.append("Low")
    harness.serverError.withLock { $0 = MastodonError.fixtures.offline }
    await #expect(throws: AppError.self) { try await model.send() }
    model.append("water.")
    #expect(model.state.error == nil && model.state.draft.delivery == .editing)
  }

  @Test func invalidPostIsNotSent() async {
    let empty = AppError.validation("The post is empty.", suggestion: "Type some text, then /send.")
    let blank = harness.model()
    blank.append("  ")
    await #expect(throws: empty) { try await blank.send() }
    let mentions = harness.model(.reply(Status.fixtures.threadQuestion))
    await #expect(throws: empty) { try await mentions.send() }
    let long = harness.model(limits: Composer.Limits.fixtures.strict)
    long.append(String(repeating: "a", count: 52))
    await #expect(
      throws: AppError.validation(
        "The post is 12 characters too long.", suggestion: "Shorten it, or split it with /thread; then /send again.")
    ) { try await long.send() }
    #expect(harness.sent.withLock(\.count) == 0)
    #expect(harness.savedTexts.contains(String(repeating: "a", count: 52)))
  }

  @Test func savedReplyToTheSamePostIsContinued() {
    let first = harness.model(.reply(Status.fixtures.threadQuestion))
    first.append("I would say str")
    first.close()
    let other = harness.model(.reply(Status.fixtures.reply))
    #expect(!other.state.isResumed)
    let again = harness.model(.reply(Status.fixtures.threadQuestion))
    #expect(again.state.isResumed)
    #expect(again.state.draft == first.state.draft)
  }

  @Test func draftOfAnotherAccountIsLeftAlone() {
    let first = harness.model(.reply(Status.fixtures.threadQuestion))
    first.append("Straw.")
    harness.savedDrafts.withLock { $0[0].account = "else@shore.example" }
    #expect(!harness.model(.reply(Status.fixtures.threadQuestion)).state.isResumed)
  }

  @Test func textSentWithoutTheSheetLeavesTheSavedReplyAlone() async throws {
    let first = harness.model(.reply(Status.fixtures.threadQuestion))
    first.append("I would say str")
    let quick = harness.model(.reply(Status.fixtures.threadQuestion))
    _ = try await quick.send("Thanks!")
    #expect(harness.sent.withLock { $0.map(\.content.text) } == ["@rook @wren Thanks!"])
    #expect(harness.savedTexts == ["@rook @wren I would say str"])
  }

  @Test func tooLongTextOutsideTheSheetIsSaved() async {
    let model = harness.model(limits: Composer.Limits.fixtures.strict)
    await #expect(
      throws: AppError.validation(
        "The post is 12 characters too long.", suggestion: "Shorten the text, or add --thread.")
    ) { try await model.send(String(repeating: "a", count: 52)) }
    #expect(harness.savedTexts == [String(repeating: "a", count: 52)])
  }

  @Test func textSentWithoutTheSheetIsSavedIfItFails() async {
    harness.serverError.withLock { $0 = MastodonError.fixtures.offline }
    let model = harness.model()
    await #expect(throws: AppError.fixtures.noConnection) {
      try await model.send("hello", options: Composer.Options(visibility: .unlisted))
    }
    let failure = model.state.failure(.fixtures.noConnection, isOpen: false)
    #expect(failure.message == AppError.fixtures.noConnection.message)
    #expect(failure.suggestion == "Your post is saved as a draft. To continue: draft \(model.state.draft.id)")
    #expect(failure.data == [.init("draft", .string(harness.savedDrafts.withLock { $0[0].id }))])
    #expect(
      harness.savedDrafts.withLock { $0.map(\.content) } == [
        StatusDraft(text: "hello", visibility: .unlisted, language: "en")
      ])
  }

  @Test func closingSavesTextAndDeletesEmptyDraft() throws {
    let written = harness.model()
    written.append("something")
    written.close()
    let blank = harness.model(.reply(Status.fixtures.threadQuestion))
    blank.append("")
    blank.close()
    #expect(harness.savedTexts == ["something"])
    try written.discard()
    #expect(harness.savedTexts.isEmpty)
  }

  @Test func fullDiskIsReportedAndTheTextStays() {
    let model = harness.model()
    let action = harness.action(model)
    harness.diskError.withLock { $0 = AppError.fixtures.diskFull }
    action.append("Low water.")
    #expect(model.state.draft.content.text == "Low water.")
    #expect(model.state.storage.error == AppError.fixtures.diskFull)
    #expect(
      harness.toasts.map(\.text.plain) == [
        "Could not save the draft: No space left on the disk for drafts."
      ])
    harness.diskError.withLock { $0 = nil }
    action.append("Going.")
    #expect(model.state.storage.error == nil)
    #expect(harness.savedTexts == ["Low water.\nGoing."])
  }

  @Test func limitsMayArriveLater() {
    let model = harness.model(limits: Composer.Limits.fixtures.strict)
    model.append("https://a.example")
    #expect(model.state.charactersLeft == 17)
    model.update(author: model.state.author, limits: Composer.Limits(Instance.fixtures.shore.configuration))
    #expect(model.state.charactersLeft == 5000 - 25)
  }
}
