import ComposerFeature
import FeatureKit
import FoundationEssentials
import MastodonKit
import StatusKit
import Synchronization
import TerminalKit
import Testing

/// An answer that is written before the post that it answers could be fetched.
@MainActor @Suite struct AnswerTests {
  let desk = Desk()
  let target = Status.fixtures.threadQuestion

  @Test func itsTextIsOnDiskBeforeTheServerIsAskedForThePost() async {
    desk.serverError.withLock { $0 = MastodonError.fixtures.timedOut }
    let model = desk.model(.answer(target.id))
    await #expect(throws: AppError.fixtures.timedOut) { try await model.send("Thanks!") }
    #expect(desk.log.withLock(\.self).first == "save Thanks!")
    #expect(desk.log.withLock(\.self).last == "fetch \(target.id)")
    #expect(desk.shelf.withLock { $0.map(\.content.inReplyToID) } == [target.id])
    #expect(model.state.keptToast(hint: "drafts").text.plain == "Your reply is saved as a draft.")
  }

  @Test(arguments: [true, false])
  func anotherTrySendsExactlyItAndLeavesNoDraft(isKnownByThen: Bool) async throws {
    desk.serverError.withLock { $0 = MastodonError.fixtures.timedOut }
    await #expect(throws: AppError.fixtures.timedOut) { try await desk.model(.answer(target.id)).send("Thanks!") }
    desk.serverError.withLock { $0 = nil }
    desk.known.withLock { $0[target.id] = target }
    _ = try await desk.model(isKnownByThen ? .reply(target) : .answer(target.id)).send("Thanks!")
    #expect(desk.sent.withLock { $0.map(\.content.text) } == ["@rook @wren Thanks!"])
    #expect(desk.sent.withLock { $0.map(\.key) } == ["draft0001"])
    #expect(desk.keptTexts.isEmpty)
  }

  @Test func aTryThatFailsBehindTheAddressIsTheSamePostTheNextTime() async throws {
    desk.known.withLock { $0[target.id] = target }
    let first = desk.model(.answer(target.id))
    first.append("Thanks!")
    _ = try await first.send()
    // As if the answer to it had not come through.
    desk.shelf.withLock { $0 = [first.state.draft] }
    _ = try await desk.model(.answer(target.id)).send("Thanks!")
    #expect(desk.sent.withLock { $0.map(\.key) } == ["draft0001", "draft0001"])
    #expect(desk.keptTexts.isEmpty)
  }

  @Test func itIsSeenByNoMoreThanThePostThatItAnswers() async throws {
    let direct = Status.fixtures.direct
    desk.known.withLock { $0[direct.id] = direct }
    _ = try await desk.model(.answer(direct.id)).send("Third pot.")
    #expect(desk.sent.withLock { $0.map(\.content.visibility) } == [.direct])
  }

  @Test func aKeptOneIsFilledInWhenItIsResumedAndSent() async throws {
    let first = desk.model(.answer(target.id))
    first.append("Straw.")
    first.close()
    desk.known.withLock { $0[target.id] = target }
    let again = desk.model(.draft(first.state.draft))
    _ = try await again.send()
    #expect(desk.sent.withLock { $0.map(\.content.text) } == ["@rook @wren Straw."])
  }

  @Test func aPostThatIsGoneKeepsTheText() async {
    let model = desk.model(.answer("404"))
    await #expect(throws: AppError.notFound("That post is not there.")) { try await model.send("Thanks!") }
    #expect(desk.keptTexts == ["Thanks!"])
  }

  @Test func theAccountsDefaultsMayComeLaterAndWhatWasSaidStays() {
    var author = Account.fixtures.you
    author.source = Account.Source(privacy: .private, language: "ja")
    let model = desk.model()
    model.append("Low water.")
    model.set(Composer.Options(language: PostLanguage("fr")))
    model.take(author, Composer.Limits.fixtures.strict)
    #expect(model.state.draft.content.visibility == .private)
    #expect(model.state.draft.content.language == "fr")
    #expect(desk.shelf.withLock { $0.map(\.content.visibility) } == [.private])
    let untouched = desk.model()
    untouched.take(author, Composer.Limits.fixtures.strict)
    #expect(untouched.state.draft.content.language == "ja")
    #expect(desk.keptTexts == ["Low water."])
  }

  @Test(arguments: ["other@sandbox.example", "you@sandbox.example"])
  func aDraftOfAnotherAccountIsNotAdopted(_ account: String) async throws {
    let isOwn = account == "you@sandbox.example"
    var content = StatusDraft(text: "Kept.", inReplyToID: target.displayed.id)
    desk.shelf.withLock { $0 = [Draft(id: "kept", account: account, content: content, updatedAt: .fixtureNow)] }
    #expect((desk.model(.answer(target.displayed.id)).state.draft.id == "kept") == isOwn)
    #expect((desk.model(.reply(target)).state.draft.id == "kept") == isOwn)
    // Nor one of the same words, which would be sent under its key and be deleted afterwards.
    content = Composer.post(by: Account.fixtures.you)
    content.text = "The same words."
    desk.shelf.withLock { $0 = [Draft(id: "twin", account: account, content: content, updatedAt: .fixtureNow)] }
    _ = try await desk.model().send("The same words.")
    #expect((desk.sent.withLock { $0.last?.key } == "twin") == isOwn)
    #expect(desk.shelf.withLock { $0.contains { $0.id == "twin" } } == !isOwn)
  }
}
