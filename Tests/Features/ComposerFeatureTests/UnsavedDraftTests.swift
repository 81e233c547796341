import ComposerFeature
import FeatureKit
import MastodonKit
import StatusKit
import Synchronization
import TerminalKit
import Testing

/// A draft is reported as saved only if it is on disk.
@MainActor
struct UnsavedDraftTests {
  private let harness = ComposerHarness()

  private let unsaved = AppError.unsaved(
    "Your post is not saved: No space left on the disk for drafts.", suggestion: "Free some space, then retry.",
    text: "Low water.")

  private var kept: Draft? { harness.savedDrafts.withLock { $0.first } }

  private func fill() { harness.diskError.withLock { $0 = AppError.fixtures.diskFull } }

  @Test func onlyASavedDraftIsReportedAsSaved() async {
    fill()
    harness.serverError.withLock { $0 = MastodonError.fixtures.offline }
    let model = harness.model()
    await #expect(throws: AppError.fixtures.noConnection) { try await model.send("Low water.") }
    let failure = model.state.failure(.fixtures.noConnection, isOpen: false)
    #expect(failure.data == [.init("draft", .null)])
    #expect(
      failure.suggestion
        == "Your post is not saved: No space left on the disk for drafts. Free some space, then retry."
        + " Or copy it:\nLow water.")
    #expect(!text(Composer.view(model.state, layout: Layout(width: 72, now: .fixtureNow))).contains("is saved"))
  }

  @Test func failedSendOfAnUnsavedDraftReportsBoth() async {
    fill()
    harness.serverError.withLock { $0 = MastodonError.fixtures.offline }
    let model = harness.model()
    let action = harness.action(model)
    action.append("Low water.")
    let failure = await #expect(throws: AppError.self) { try await action.send() }
    #expect(failure?.cause == AppError.fixtures.noConnection)
    #expect(failure?.suggestion.hasPrefix("Your post is not saved:") == true)
    #expect(failure?.suggestion.contains("is saved") == false)
  }

  @Test func closingAnUnsavedDraftFailsAndPrintsTheText() async throws {
    let model = harness.model()
    harness.action(model).append("Low water.")
    fill()
    await #expect(throws: unsaved) { try await type("close", at: harness.verbs(model)) }
    #expect(harness.left == 0)
    #expect(unsaved.suggestion == "Free some space, then retry. Or copy it:\nLow water.")
    harness.diskError.withLock { $0 = nil }
    #expect(try await type("close", at: harness.verbs(model)).words == "Your post is saved as a draft. [drafts]")
    #expect(harness.left == 1)
  }

  @Test func closingAPostThatWaitsInTheOutboxSaysThatItIsSent() async throws {
    harness.serverError.withLock { $0 = .queued(MastodonError.fixtures.offline) }
    let model = harness.model()
    harness.action(model).append("Low water.")
    await #expect(throws: AppError.self) { try await type("send", at: harness.verbs(model)) }
    #expect(!text(Composer.view(model.state, layout: Layout(width: 72, now: .fixtureNow))).contains("draft"))
    #expect(
      try await type("close", at: harness.verbs(model)).words
        == "Your post waits in the outbox and is sent later. [outbox]")
  }

  @Test func unsavedTextDelaysQuitting() {
    let model = harness.model()
    let screen = Composer.screen(
      model: model, state: { model.state }, action: harness.action(model),
      layout: { Layout(width: 72, now: .fixtureNow) }
    )
    model.append("Low water.")
    #expect(screen.unsaved() == nil)
    fill()
    model.append("Going.")
    #expect(screen.unsaved() == "saving the post")
  }

  @Test func draftThatWasNeverSavedCanBeDiscarded() throws {
    fill()
    let model = harness.model()
    model.append("Low water.")
    try harness.action(model).discard()
    #expect(harness.left == 1)
    #expect(model.state.deletionWarning == nil)
  }

  @Test func earlierVersionThatCannotBeDeletedIsReported() throws {
    let model = harness.model()
    model.append("Low water.")
    fill()
    model.append("Going.")
    try harness.action(model).discard()
    #expect(harness.left == 1)
    #expect(
      harness.toasts.last?.text.plain
        == "Could not delete the draft: No space left on the disk for drafts.")
  }

  @Test func draftThatCannotBeDeletedAfterSendingIsReported() async throws {
    let model = harness.model()
    let action = harness.action(model)
    action.append("Low water.")
    fill()
    _ = try await action.send()
    #expect(harness.published.count == 1)
    #expect(harness.toasts.last?.text.plain.hasPrefix("Could not delete the draft:") == true)
  }

  @Test func cancelledSendSuggestsCheckingTheProfile() async {
    harness.serverError.withLock { $0 = .cancelled }
    let model = harness.model()
    await #expect(throws: AppError.cancelled) { try await model.send("Low water.") }
    #expect(
      model.state.failure(.cancelled, isOpen: true).suggestion
        == "It may have been sent; check with profile @\(Account.fixtures.you.acct). Your post is saved as a draft."
        + " /send tries again.")
    harness.serverError.withLock { $0 = MastodonError.fixtures.offline }
    await #expect(throws: AppError.fixtures.noConnection) { try await model.send() }
    #expect(
      model.state.failure(.fixtures.noConnection, isOpen: true).suggestion
        == "Your post is saved as a draft. /send tries again.")
  }

  @Test func textChangedAfterResumingHasItsOwnKey() async throws {
    harness.serverError.withLock { $0 = MastodonError.fixtures.offline }
    let first = harness.model()
    first.append("Low water.")
    await #expect(throws: AppError.fixtures.noConnection) { try await first.send() }
    first.close()
    // After it was closed and opened again, it may still have arrived under the old key.
    let draft = try #require(kept)
    let second = harness.model(.draft(draft))
    harness.serverError.withLock { $0 = nil }
    second.append("Going.")
    _ = try await second.send()
    let keys = harness.sent.withLock { $0.map(\.key) }
    #expect(keys.count == 2 && keys[0] != keys[1])
    #expect(harness.savedTexts.isEmpty, "the old form is gone with the new one")
  }

  @Test func unchangedTextKeepsItsKey() async throws {
    harness.serverError.withLock { $0 = MastodonError.fixtures.offline }
    let first = harness.model()
    first.append("Low water.")
    await #expect(throws: AppError.fixtures.noConnection) { try await first.send() }
    first.close()
    let second = harness.model(.draft(try #require(kept)))
    second.set(Composer.Options(visibility: second.state.draft.content.visibility))
    harness.serverError.withLock { $0 = nil }
    _ = try await second.send()
    #expect(Set(harness.sent.withLock { $0.map(\.key) }).count == 1)
  }

  @Test func earlierVersionIsDeletedAfterTheNewOneIsSaved() throws {
    let first = harness.model()
    first.append("Low water.")
    first.close()
    let second = harness.model(.draft(try #require(kept)))
    fill()
    second.append("Going.")
    harness.diskError.withLock { $0 = nil }
    #expect(harness.savedTexts == ["Low water."])
  }
}
