import ComposerFeature
import FeatureKit
import MastodonKit
import StatusKit
import Synchronization
import TerminalKit
import Testing

/// A draft is called kept only where the disk has taken it.
@MainActor
struct UnsavedDraftTests {
  private let desk = Desk()

  private let unsaved = AppError.unsaved(
    "Your post is not saved: No space left on the disk for drafts.", suggestion: "Free some space, then retry.",
    text: "Low water.")

  private var kept: Draft? { desk.shelf.withLock { $0.first } }

  private func fill() { desk.diskError.withLock { $0 = AppError.fixtures.diskFull } }

  @Test func keptIsSaidOnlyOfWhatTheDiskHasTaken() async {
    fill()
    desk.serverError.withLock { $0 = MastodonError.fixtures.offline }
    let model = desk.model()
    await #expect(throws: AppError.fixtures.noConnection) { try await model.send("Low water.") }
    let toast = model.state.keptToast(hint: "drafts")
    #expect(toast.kind == .warning && toast.hint == nil)
    #expect(
      toast.text.plain
        == "Your post is not saved: No space left on the disk for drafts. Free some space, then retry."
        + " Or copy it:\nLow water.")
    #expect(!text(Composer.view(model.state, layout: Layout(width: 72, now: .fixtureNow))).contains("is saved"))
  }

  @Test func aSheetThatFailedToSendDoesNotClaimThatItIsKept() async {
    fill()
    desk.serverError.withLock { $0 = MastodonError.fixtures.offline }
    let model = desk.model()
    let action = desk.action(model)
    action.append("Low water.")
    await #expect(throws: AppError.fixtures.noConnection) { try await action.send() }
    #expect(desk.said.last?.text.plain.hasPrefix("Your post is not saved:") == true)
    #expect(!desk.said.contains { $0.text.plain.contains("is saved") })
  }

  @Test func closingWhatCannotBeSavedStaysAndPrintsTheText() async throws {
    let model = desk.model()
    desk.action(model).append("Low water.")
    fill()
    await #expect(throws: unsaved) { try await type("close", at: desk.verbs(model)) }
    #expect(desk.left == 0)
    #expect(unsaved.suggestion == "Free some space, then retry. Or copy it:\nLow water.")
    desk.diskError.withLock { $0 = nil }
    #expect(try await type("close", at: desk.verbs(model)).words == "Your post is saved as a draft. [drafts]")
    #expect(desk.left == 1)
  }

  @Test func leavingTheProgramAsksWhileATextIsUnsaved() {
    let model = desk.model()
    let screen = Composer.screen(
      model: model, state: { model.state }, action: desk.action(model), layout: { Layout(width: 72, now: .fixtureNow) })
    model.append("Low water.")
    #expect(screen.unsaved() == nil)
    fill()
    model.append("Going.")
    #expect(screen.unsaved() == "saving the post")
  }

  @Test func whatWasNeverSavedCanBeDiscardedOnAFullDisk() throws {
    fill()
    let model = desk.model()
    model.append("Low water.")
    try desk.action(model).discard()
    #expect(desk.left == 1)
    #expect(model.state.leftBehind == nil)
  }

  @Test func anEarlierFormThatCannotBeDeletedIsSaid() throws {
    let model = desk.model()
    model.append("Low water.")
    fill()
    model.append("Going.")
    try desk.action(model).discard()
    #expect(desk.left == 1)
    #expect(
      desk.said.last?.text.plain
        == "Could not delete the draft: No space left on the disk for drafts.")
  }

  @Test func aSentPostWhoseDraftCannotBeDeletedSaysSo() async throws {
    let model = desk.model()
    let action = desk.action(model)
    action.append("Low water.")
    fill()
    _ = try await action.send()
    #expect(desk.published.count == 1)
    #expect(desk.said.last?.text.plain.hasPrefix("Could not delete the draft:") == true)
  }

  @Test func aSendThatWasStoppedOnItsWayMayHaveArrivedAndSaysHowToSee() async {
    desk.serverError.withLock { $0 = .cancelled }
    let model = desk.model()
    await #expect(throws: AppError.cancelled) { try await model.send("Low water.") }
    #expect(
      model.state.keptToast(hint: "drafts").text.plain
        == "Your post is saved as a draft. It may have been sent; check with profile @\(Account.fixtures.you.acct).")
    desk.serverError.withLock { $0 = MastodonError.fixtures.offline }
    await #expect(throws: AppError.fixtures.noConnection) { try await model.send() }
    #expect(model.state.keptToast(hint: "drafts").text.plain == "Your post is saved as a draft.")
  }

  @Test func aTextChangedAfterAFailedSendGetsAKeyOfItsOwn() async throws {
    desk.serverError.withLock { $0 = MastodonError.fixtures.offline }
    let first = desk.model()
    first.append("Low water.")
    await #expect(throws: AppError.fixtures.noConnection) { try await first.send() }
    first.close()
    // Put aside and taken up again, it may still have arrived under the old key.
    let draft = try #require(kept)
    let second = desk.model(.draft(draft))
    desk.serverError.withLock { $0 = nil }
    second.append("Going.")
    _ = try await second.send()
    let keys = desk.sent.withLock { $0.map(\.key) }
    #expect(keys.count == 2 && keys[0] != keys[1])
    #expect(desk.keptTexts.isEmpty, "the old form is gone with the new one")
  }

  @Test func anUnchangedTextKeepsItsKeyHoweverOftenItIsTried() async throws {
    desk.serverError.withLock { $0 = MastodonError.fixtures.offline }
    let first = desk.model()
    first.append("Low water.")
    await #expect(throws: AppError.fixtures.noConnection) { try await first.send() }
    first.close()
    let second = desk.model(.draft(try #require(kept)))
    second.set(Composer.Options(visibility: second.state.draft.content.visibility))
    desk.serverError.withLock { $0 = nil }
    _ = try await second.send()
    #expect(Set(desk.sent.withLock { $0.map(\.key) }).count == 1)
  }

  @Test func theOldFormIsDeletedOnlyBehindItsSuccessor() throws {
    let first = desk.model()
    first.append("Low water.")
    first.close()
    let second = desk.model(.draft(try #require(kept)))
    fill()
    second.append("Going.")
    desk.diskError.withLock { $0 = nil }
    #expect(desk.keptTexts == ["Low water."])
  }
}
