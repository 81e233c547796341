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
  let bench = ComposerBench()
  let target = Status.fixtures.threadQuestion

  @Test func replyIsSavedBeforeItsPostIsLoaded() async {
    bench.serverError.withLock { $0 = MastodonError.fixtures.timedOut }
    let model = bench.model(.answer(target.id))
    await #expect(throws: AppError.fixtures.timedOut) { try await model.send("Thanks!") }
    // That it has failed is saved too.
    #expect(bench.log.withLock(\.self) == ["save Thanks!", "fetch \(target.id)", "save Thanks!"])
    #expect(bench.savedDrafts.withLock { $0.map(\.content.inReplyToID) } == [target.id])
    let failure = model.state.failure(.fixtures.timedOut, isOpen: false)
    #expect(failure.suggestion == "Your reply is saved as a draft. To continue: draft \(model.state.draft.id)")
  }

  @Test(arguments: [true, false])
  func retrySendsTheSameReplyAndLeavesNoDraft(isKnownByThen: Bool) async throws {
    bench.serverError.withLock { $0 = MastodonError.fixtures.timedOut }
    await #expect(throws: AppError.fixtures.timedOut) { try await bench.model(.answer(target.id)).send("Thanks!") }
    bench.serverError.withLock { $0 = nil }
    bench.known.withLock { $0[target.id] = target }
    _ = try await bench.model(isKnownByThen ? .reply(target) : .answer(target.id)).send("Thanks!")
    #expect(bench.sent.withLock { $0.map(\.content.text) } == ["@rook @wren Thanks!"])
    #expect(bench.sent.withLock { $0.map(\.key) } == ["draft0001"])
    #expect(bench.savedTexts.isEmpty)
  }

  @Test func retryAfterMentionsWereAddedSendsTheSamePost() async throws {
    bench.known.withLock { $0[target.id] = target }
    let first = bench.model(.answer(target.id))
    first.append("Thanks!")
    _ = try await first.send()
    // As if the response had been lost.
    bench.savedDrafts.withLock { $0 = [first.state.draft] }
    _ = try await bench.model(.answer(target.id)).send("Thanks!")
    #expect(bench.sent.withLock { $0.map(\.key) } == ["draft0001", "draft0001"])
    #expect(bench.savedTexts.isEmpty)
  }

  @Test func replyIsNoWiderThanItsPost() async throws {
    let direct = Status.fixtures.direct
    bench.known.withLock { $0[direct.id] = direct }
    _ = try await bench.model(.answer(direct.id)).send("Third pot.")
    #expect(bench.sent.withLock { $0.map(\.content.visibility) } == [.direct])
  }

  @Test func resumedReplyGetsItsMentionsWhenSent() async throws {
    let first = bench.model(.answer(target.id))
    first.append("Straw.")
    first.close()
    bench.known.withLock { $0[target.id] = target }
    let again = bench.model(.draft(first.state.draft))
    _ = try await again.send()
    #expect(bench.sent.withLock { $0.map(\.content.text) } == ["@rook @wren Straw."])
  }

  @Test func replyToDeletedPostKeepsItsDraft() async {
    let model = bench.model(.answer("404"))
    await #expect(throws: AppError.notFound("That post is not there.")) { try await model.send("Thanks!") }
    #expect(bench.savedTexts == ["Thanks!"])
  }

  @Test func chosenOptionsStayWhenDefaultsArrive() {
    var author = Account.fixtures.you
    author.source = Account.Source(privacy: .private, language: "ja")
    let model = bench.model()
    model.append("Low water.")
    model.set(Composer.Options(language: PostLanguage("fr")))
    model.update(author: author, limits: Composer.Limits.fixtures.strict)
    #expect(model.state.draft.content.visibility == .private)
    #expect(model.state.draft.content.language == "fr")
    #expect(bench.savedDrafts.withLock { $0.map(\.content.visibility) } == [.private])
    let untouched = bench.model()
    untouched.update(author: author, limits: Composer.Limits.fixtures.strict)
    #expect(untouched.state.draft.content.language == "ja")
    #expect(bench.savedTexts == ["Low water."])
  }

  @Test(arguments: ["other@sandbox.example", "you@sandbox.example"])
  func draftOfAnotherAccountIsNotReused(_ account: String) async throws {
    let isOwn = account == "you@sandbox.example"
    var content = StatusDraft(text: "Kept.", inReplyToID: target.displayed.id)
    bench.savedDrafts.withLock { $0 = [Draft(id: "kept", account: account, content: content, updatedAt: .fixtureNow)] }
    #expect((bench.model(.answer(target.displayed.id)).state.draft.id == "kept") == isOwn)
    #expect((bench.model(.reply(target)).state.draft.id == "kept") == isOwn)
    // Nor one with the same text, which would be sent under its key and then be deleted.
    content = Composer.post(by: Account.fixtures.you)
    content.text = "The same words."
    bench.savedDrafts.withLock { $0 = [Draft(id: "twin", account: account, content: content, updatedAt: .fixtureNow)] }
    _ = try await bench.model().send("The same words.")
    #expect((bench.sent.withLock { $0.last?.key } == "twin") == isOwn)
    #expect(bench.savedDrafts.withLock { $0.contains { $0.id == "twin" } } == !isOwn)
  }
}
