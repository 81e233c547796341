import ComposerFeature
import FeatureKit
import FoundationEssentials
import MastodonKit
import StatusKit
import Synchronization
import TerminalKit
import Testing

@MainActor @Suite struct ComposerModelTests {
  let desk = Desk()

  @Test func everyChangeIsOnDiskWhenItReturns() throws {
    let model = desk.model()
    model.append("one")
    #expect(desk.keptTexts == ["one"])
    model.append("two")
    #expect(desk.keptTexts == ["one\ntwo"])
    try model.changeLine(2, to: "three")
    #expect(desk.keptTexts == ["one\nthree"])
    #expect(try model.removeLine() == "three")
    #expect(desk.keptTexts == ["one"])
    model.set(Composer.Options(contentWarning: "bees", visibility: .direct, language: PostLanguage("ja")))
    let kept = desk.shelf.withLock { $0[0] }
    #expect(kept == model.state.draft)
    #expect(kept.content == StatusDraft(text: "one", spoilerText: "bees", visibility: .direct, language: "ja"))
  }

  @Test func nothingIsKeptBeforeAnythingIsWritten() {
    _ = desk.model()
    _ = desk.model(.reply(Status.fixtures.threadQuestion))
    #expect(desk.keptTexts.isEmpty)
  }

  @Test func theFirstLineOfAReplyStandsBehindTheMentions() {
    let model = desk.model(.reply(Status.fixtures.threadQuestion))
    model.append("Straw and tar paper,")
    model.append("like my grandfather.")
    #expect(model.state.draft.content.text == "@rook @wren Straw and tar paper,\nlike my grandfather.")
  }

  @Test func mentionsTypedAgainAreNotDoubled() {
    let model = desk.model(.reply(Status.fixtures.threadQuestion))
    model.append("@rook @wren Straw.")
    #expect(model.state.draft.content.text == "@rook @wren Straw.")
  }

  @Test func undoingAReplysOnlyLineLeavesTheMentions() throws {
    let model = desk.model(.reply(Status.fixtures.threadQuestion))
    model.append("Straw.")
    #expect(try model.removeLine() == "Straw.")
    #expect(model.state.draft.content.text == "@rook @wren ")
    #expect(try model.removeLine() == "@rook @wren ")
    #expect(model.state.draft.content.text == "")
    #expect(throws: AppError.validation("There are no lines.", suggestion: "Type some text.")) {
      try model.removeLine()
    }
  }

  @Test func aLineThatIsNotThereIsRefused() {
    let model = desk.model()
    model.append("one\r\ntwo")
    #expect(throws: AppError.validation("No line 3.", suggestion: "Give a number from 1 to 2.")) {
      try model.changeLine(3, to: "three")
    }
    #expect(throws: AppError.validation("No line 0.", suggestion: "Give a number from 1 to 2.")) {
      try model.removeLine(0)
    }
  }

  @Test func sendingKeepsThenPublishesThenForgets() async throws {
    let model = desk.model()
    model.append("  Low water.  ")
    let status = try await model.send()
    #expect(status == Status.fixtures.own)
    #expect(
      desk.log.withLock(\.self) == [
        "save   Low water.  ", "save   Low water.  ", "save   Low water.  ", "publish Low water.", "delete draft0001",
      ])
  }

  @Test func aFailedSendKeepsEverythingAndTriesAgainWithTheSameKey() async throws {
    let model = desk.model(.reply(Status.fixtures.threadQuestion))
    model.append("Straw.")
    model.set(Composer.Options(contentWarning: "bees"))
    desk.serverError.withLock { $0 = MastodonError.fixtures.timedOut }
    await #expect(throws: AppError.fixtures.timedOut) { try await model.send() }
    #expect(model.state.phase == .failed(AppError.fixtures.timedOut))
    #expect(desk.shelf.withLock(\.self) == [model.state.draft])

    desk.serverError.withLock { $0 = nil }
    _ = try await model.send()
    #expect(desk.sent.withLock { $0.map(\.key) } == ["draft0001", "draft0001"])
    #expect(desk.sent.withLock { $0[0].content == $0[1].content })
    #expect(desk.keptTexts.isEmpty)
  }

  @Test func aTryWhoseAnswerWasLostIsLookedForBeforeTheNext() async throws {
    let model = desk.model()
    model.append("Low water.")
    desk.refusals.withLock { $0 = [.unconfirmed(host: "shore.example", operation: "send the post")] }
    await #expect(throws: AppError.self) { try await model.send() }
    let tried = try #require(desk.shelf.withLock { $0.first?.triedAt })

    // In another run, which knows of the first only what is on disk.
    desk.arrived.withLock { $0 = Status.fixtures.own }
    let next = desk.model()
    #expect(try await next.send("Low water.") == Status.fixtures.own)
    #expect(desk.sent.withLock(\.count) == 1, "It was not sent again.")
    #expect(desk.log.withLock { $0.contains("find Low water. since \(Int(tried.timeIntervalSince1970))") })
    #expect(desk.keptTexts.isEmpty)
  }

  /// As in a run that asks the server for the account's defaults while it sends.
  @Test func aTryIsKnownAgainThoughTheDefaultsCameLater() async throws {
    var author = Account.fixtures.you
    author.source = Account.Source(privacy: .unlisted, language: "de")
    var plain = author
    plain.source = nil
    desk.refusals.withLock { $0 = [.unconfirmed(host: "shore.example", operation: "send the post")] }
    await #expect(throws: AppError.self) {
      try await desk.model(author: plain, laterAuthor: author).send("Low water.")
    }
    desk.arrived.withLock { $0 = Status.fixtures.own }
    _ = try await desk.model(author: plain, laterAuthor: author).send("Low water.")
    #expect(desk.sent.withLock(\.count) == 1 && desk.keptTexts.isEmpty)
  }

  @Test func aTryThatLeftNothingIsSentAgain() async throws {
    let model = desk.model()
    model.append("Low water.")
    desk.refusals.withLock { $0 = [.timedOut(host: "shore.example", seconds: 20)] }
    await #expect(throws: AppError.self) { try await model.send() }
    _ = try await model.send()
    #expect(desk.sent.withLock(\.count) == 2)
  }

  @Test func aRefusedTryIsNotInDoubt() async throws {
    let model = desk.model()
    model.append("Low water.")
    desk.refusals.withLock { $0 = [.rejected(host: "shore.example", words: "Text is odd")] }
    await #expect(throws: AppError.self) { try await model.send() }
    #expect(desk.shelf.withLock { $0.map(\.triedAt) } == [nil])
    _ = try await model.send()
    #expect(!desk.log.withLock { $0.contains { $0.hasPrefix("find") } })
  }

  @Test func writingOnAfterAFailureClearsIt() async throws {
    let model = desk.model()
    model.append("Low")
    desk.serverError.withLock { $0 = MastodonError.fixtures.offline }
    await #expect(throws: AppError.self) { try await model.send() }
    model.append("water.")
    #expect(model.state.phase == .editing)
  }

  @Test func whatCannotBeSentDoesNotReachTheServer() async {
    let empty = AppError.validation("The post is empty.", suggestion: "Type some text, then /send.")
    let blank = desk.model()
    blank.append("  ")
    await #expect(throws: empty) { try await blank.send() }
    let mentions = desk.model(.reply(Status.fixtures.threadQuestion))
    await #expect(throws: empty) { try await mentions.send() }
    let long = desk.model(limits: Composer.Limits.fixtures.strict)
    long.append(String(repeating: "a", count: 52))
    await #expect(
      throws: AppError.validation("The post is 12 characters too long.", suggestion: "Shorten it, then /send again.")
    ) { try await long.send() }
    #expect(desk.sent.withLock(\.count) == 0)
    #expect(desk.keptTexts.contains(String(repeating: "a", count: 52)))
  }

  @Test func aReplyToTheSameStatusIsTakenUpAgain() {
    let first = desk.model(.reply(Status.fixtures.threadQuestion))
    first.append("I would say str")
    first.close()
    let other = desk.model(.reply(Status.fixtures.reply))
    #expect(!other.state.isResumed)
    let again = desk.model(.reply(Status.fixtures.threadQuestion))
    #expect(again.state.isResumed)
    #expect(again.state.draft == first.state.draft)
  }

  @Test func anotherAccountsDraftIsLeftAlone() {
    let first = desk.model(.reply(Status.fixtures.threadQuestion))
    first.append("Straw.")
    desk.shelf.withLock { $0[0].account = "else@shore.example" }
    #expect(!desk.model(.reply(Status.fixtures.threadQuestion)).state.isResumed)
  }

  @Test func aTextSentAtOnceLeavesTheKeptReplyAlone() async throws {
    let first = desk.model(.reply(Status.fixtures.threadQuestion))
    first.append("I would say str")
    let quick = desk.model(.reply(Status.fixtures.threadQuestion))
    _ = try await quick.send("Thanks!")
    #expect(desk.sent.withLock { $0.map(\.content.text) } == ["@rook @wren Thanks!"])
    #expect(desk.keptTexts == ["@rook @wren I would say str"])
  }

  @Test func aTextThatIsTooLongOutsideOfTheSheetIsToldTheWayThere() async {
    let model = desk.model(limits: Composer.Limits.fixtures.strict)
    await #expect(
      throws: AppError.validation(
        "The post is 12 characters too long.", suggestion: "Edit the saved draft: drafts.")
    ) { try await model.send(String(repeating: "a", count: 52)) }
    #expect(desk.keptTexts == [String(repeating: "a", count: 52)])
  }

  @Test func aTextSentAtOnceIsKeptWhenItFails() async {
    desk.serverError.withLock { $0 = MastodonError.fixtures.offline }
    let model = desk.model()
    await #expect(throws: AppError.fixtures.noConnection) {
      try await model.send("hello", options: Composer.Options(visibility: .unlisted))
    }
    #expect(model.state.keptToast(hint: "drafts").text.plain == "Your post is saved as a draft.")
    #expect(
      desk.shelf.withLock { $0.map(\.content) } == [StatusDraft(text: "hello", visibility: .unlisted, language: "en")])
  }

  @Test func closingKeepsWhatIsWrittenAndForgetsWhatIsNot() throws {
    let written = desk.model()
    written.append("something")
    written.close()
    let blank = desk.model(.reply(Status.fixtures.threadQuestion))
    blank.append("")
    blank.close()
    #expect(desk.keptTexts == ["something"])
    try written.discard()
    #expect(desk.keptTexts.isEmpty)
  }

  @Test func aFullDiskIsSaidAndTheTextStays() {
    let model = desk.model()
    let action = desk.action(model)
    desk.diskError.withLock { $0 = AppError.fixtures.diskFull }
    action.append("Low water.")
    #expect(model.state.draft.content.text == "Low water.")
    #expect(model.state.unkept == AppError.fixtures.diskFull)
    #expect(
      desk.said.map(\.text.plain) == [
        "Could not save the draft: No space left on the disk for drafts."
      ])
    desk.diskError.withLock { $0 = nil }
    action.append("Going.")
    #expect(model.state.unkept == nil)
    #expect(desk.keptTexts == ["Low water.\nGoing."])
  }

  @Test func limitsMayComeLater() {
    let model = desk.model(limits: Composer.Limits.fixtures.strict)
    model.append("https://a.example")
    #expect(model.state.charactersLeft == 17)
    model.take(model.state.author, Composer.Limits(Instance.fixtures.shore.configuration))
    #expect(model.state.charactersLeft == 5000 - 25)
  }
}
