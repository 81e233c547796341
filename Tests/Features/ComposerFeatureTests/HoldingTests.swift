import FeatureKit
import FoundationEssentials
import MastodonKit
import StatusKit
import Synchronization
import TerminalKit
import Testing

@testable import ComposerFeature

/// Posts that are kept for a while before they are sent.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct HoldingTests {
  let harness = ComposerHarness()

  private func post(_ text: String) async throws -> (model: Composer.Model, response: Response) {
    harness.holdSeconds = 10
    let model = harness.model(holder: harness.holder)
    model.append(text)
    return (model, try await type("send", at: harness.verbs(model)))
  }

  private var sent: [String] { harness.sent.withLock { $0.map(\.content.text) } }

  @Test func aKeptPostIsADraftUntilItsTimeHasCome() async throws {
    let (model, response) = try await post("Low water.")
    #expect(response.words == "Sends in 10 s; undo takes it back.")
    guard case .toast(let toast) = response else { return }
    #expect(toast.undo == .command("unpost \(model.state.draft.id)"))
    #expect(sent.isEmpty)
    #expect(harness.savedTexts == ["Low water."])
    #expect(harness.savedDrafts.withLock { $0.map(\.delivery) } == [.held(until: .fixtureNow + 10)])
    harness.release.yield()
    while harness.toasts.isEmpty, !Task.isCancelled { await Task.yield() }
    #expect(harness.toasts.map(\.text.plain) == ["Sent: “Low water.”"])
    #expect(sent == ["Low water."])
    #expect(harness.savedTexts.isEmpty)
    // From now on it can be deleted and written again.
    harness.known.withLock { $0 = [Status.fixtures.own.id: Status.fixtures.own] }
    let undone = try await type("unpost \(model.state.draft.id)", at: harness.globalVerbs)
    #expect(undone.words?.contains("and write it again?") == true)
  }

  @Test func aPostIsTakenBackAsADraft() async throws {
    let (model, _) = try await post("Low water.")
    let id = model.state.draft.id
    #expect(
      try await type("unpost \(id)", at: harness.globalVerbs).words == "Not sent; saved as a draft. [draft \(id)]")
    #expect(await harness.holder.sendAll().isEmpty)
    #expect(sent.isEmpty)
    #expect(harness.savedTexts == ["Low water."])
    await #expect(throws: AppError.self) { try await type("unpost \(id)", at: harness.globalVerbs) }
  }

  @Test func heldPostsAreSentWhenTheProgramEnds() async throws {
    _ = try await post("One.")
    _ = try await post("Two.")
    #expect(await harness.holder.sendAll().map(\.text.plain) == ["Sent: “One.”", "Sent: “Two.”"])
    #expect(sent == ["One.", "Two."])
    #expect(harness.savedTexts.isEmpty)
  }

  @Test func unsentPostBecomesADraft() async throws {
    let (model, _) = try await post("One.")
    harness.serverError.withLock { $0 = MastodonError.fixtures.timedOut }
    let words = await harness.holder.sendAll().map(\.text.plain)
    #expect(words.first?.hasPrefix("Could not send “One.”") == true)
    #expect(words.first?.hasSuffix("It is saved as a draft: draft \(model.state.draft.id)") == true)
    #expect(harness.savedTexts == ["One."])
  }

  @Test func aDraftThatWasChangedOrDiscardedIsNotSent() async throws {
    let (model, _) = try await post("One.")
    harness.savedDrafts.withLock { $0[0].content.text = "Two." }
    #expect(await harness.holder.sendAll().isEmpty)
    _ = try await post("Three.")
    harness.savedDrafts.withLock { $0 = [] }
    #expect(await harness.holder.sendAll().isEmpty)
    #expect(sent.isEmpty)
    _ = model
  }

  @Test func equalTextIsAnotherPostWhileOneIsKept() async throws {
    _ = try await post("One.")
    _ = try await harness.model(holder: harness.holder).send("One.")
    #expect(harness.savedTexts == ["One.", "One."])
    _ = await harness.holder.sendAll()
    #expect(sent == ["One.", "One."] && harness.savedTexts.isEmpty)
  }

  @Test func unsavedPostIsSentImmediately() async throws {
    harness.diskError.withLock { $0 = AppError.fixtures.diskFull }
    _ = try await post("Low water.")
    #expect(sent == ["Low water."], "it would exist in memory alone")
  }

  @Test func editsAndScheduledPostsAreNotKept() async throws {
    harness.holdSeconds = 10
    let model = harness.model(holder: harness.holder)
    model.append("Low water.")
    model.set(Composer.Options(scheduledAt: .fixture(minutesAgo: -60)))
    guard case .scheduled = try await model.send() else {
      Issue.record("kept")
      return
    }
    #expect(harness.holder.isEmpty)
  }
}
