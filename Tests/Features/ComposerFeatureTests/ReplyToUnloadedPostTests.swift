import ComposerFeature
import FeatureKit
import FoundationEssentials
import MastodonKit
import StatusKit
import Synchronization
import TerminalKit
import Testing

/// A reply that is written before its post is loaded.
@MainActor @Suite struct ReplyToUnloadedPostTests {
  let harness = ComposerHarness()
  let target = Status.fixtures.threadQuestion

  @Test func replyIsSavedBeforeItsPostIsLoaded() async {
    harness.serverError.withLock { $0 = MastodonError.fixtures.timedOut }
    let model = harness.model(.answer(target.id))
    await #expect(throws: AppError.fixtures.timedOut) { try await model.send("Thanks!") }
    // That it has failed is saved too.
    #expect(harness.log.withLock(\.self) == ["save Thanks!", "fetch \(target.id)", "save Thanks!"])
    #expect(harness.savedDrafts.withLock { $0.map(\.content.inReplyToID) } == [target.id])
    let failure = model.state.failure(.fixtures.timedOut, isOpen: false)
    #expect(failure.suggestion == "Your reply is saved as a draft. To continue: draft \(model.state.draft.id)")
  }

  @Test(arguments: [true, false])
  func retrySendsTheSameReplyAndLeavesNoDraft(isKnownByThen: Bool) async throws {
    harness.serverError.withLock { $0 = MastodonError.fixtures.timedOut }
    await #expect(throws: AppError.fixtures.timedOut) { try await harness.model(.answer(target.id)).send("Thanks!") }
    harness.serverError.withLock { $0 = nil }
    harness.known.withLock { $0[target.id] = target }
    _ = try await harness.model(isKnownByThen ? .reply(target) : .answer(target.id)).send("Thanks!")
    #expect(harness.sent.withLock { $0.map(\.content.text) } == ["@rook @wren Thanks!"])
    #expect(harness.sent.withLock { $0.map(\.key) } == ["draft0001"])
    #expect(harness.savedTexts.isEmpty)
  }

  @Test func retryAfterMentionsWereAddedSendsTheSamePost() async throws {
    harness.known.withLock { $0[target.id] = target }
    let first = harness.model(.answer(target.id))
    first.append("Thanks!")
    _ = try await first.send()
    // As if the response had been lost.
    harness.savedDrafts.withLock { $0 = [first.state.draft] }
    _ = try await harness.model(.answer(target.id)).send("Thanks!")
    #expect(harness.sent.withLock { $0.map(\.key) } == ["draft0001", "draft0001"])
    #expect(harness.savedTexts.isEmpty)
  }

  @Test func replyIsNoWiderThanItsPost() async throws {
    let direct = Status.fixtures.direct
    harness.known.withLock { $0[direct.id] = direct }
    _ = try await harness.model(.answer(direct.id)).send("Third pot.")
    #expect(harness.sent.withLock { $0.map(\.content.visibility) } == [.direct])
  }

  @Test func chosenVisibilityWiderThanThatOfThePostIsAskedAbout() async throws {
    let direct = Status.fixtures.direct
    harness.known.withLock { $0[direct.id] = direct }
    let model = harness.model(.answer(direct.id))
    await #expect(throws: Composer.Doubts.self) {
      try await model.send("Third pot.", options: Composer.Options(visibility: .public))
    }
    #expect(harness.sent.withLock { $0.isEmpty } && model.state.draft.content.visibility == .public)
  }

  @Test func resumedReplyGetsItsMentionsWhenSent() async throws {
    let first = harness.model(.answer(target.id))
    first.append("Straw.")
    first.close()
    harness.known.withLock { $0[target.id] = target }
    let again = harness.model(.draft(first.state.draft))
    _ = try await again.send()
    #expect(harness.sent.withLock { $0.map(\.content.text) } == ["@rook @wren Straw."])
  }

  @Test func replyToDeletedPostKeepsItsDraft() async {
    let model = harness.model(.answer("404"))
    await #expect(throws: AppError.notFound("That post is not there.")) { try await model.send("Thanks!") }
    #expect(harness.savedTexts == ["Thanks!"])
  }

  @Test func chosenOptionsStayWhenDefaultsArrive() {
    var author = Account.fixtures.you
    author.source = Account.Source(privacy: .private, language: "ja")
    let model = harness.model()
    model.append("Low water.")
    model.set(Composer.Options(language: PostLanguage("fr")))
    model.update(author: author, limits: Composer.Limits.fixtures.strict)
    #expect(model.state.draft.content.visibility == .private)
    #expect(model.state.draft.content.language == "fr")
    #expect(harness.savedDrafts.withLock { $0.map(\.content.visibility) } == [.private])
    let untouched = harness.model()
    untouched.update(author: author, limits: Composer.Limits.fixtures.strict)
    #expect(untouched.state.draft.content.language == "ja")
    #expect(harness.savedTexts == ["Low water."])
  }

  @Test(arguments: ["other@sandbox.example", "you@sandbox.example"])
  func draftOfAnotherAccountIsNotReused(_ account: String) async throws {
    let isOwn = account == "you@sandbox.example"
    var content = StatusDraft(text: "Kept.", inReplyToID: target.displayed.id)
    harness.savedDrafts.withLock {
      $0 = [Draft(id: "kept", account: account, content: content, updatedAt: .fixtureNow)]
    }
    #expect((harness.model(.answer(target.displayed.id)).state.draft.id == "kept") == isOwn)
    #expect((harness.model(.reply(target)).state.draft.id == "kept") == isOwn)
    // Nor one with the same text, which would be sent under its key and then be deleted.
    content = Composer.post(by: Account.fixtures.you)
    content.text = "The same words."
    harness.savedDrafts.withLock {
      $0 = [Draft(id: "twin", account: account, content: content, updatedAt: .fixtureNow)]
    }
    _ = try await harness.model().send("The same words.")
    #expect((harness.sent.withLock { $0.last?.key } == "twin") == isOwn)
    #expect(harness.savedDrafts.withLock { $0.contains { $0.id == "twin" } } == !isOwn)
  }
}
