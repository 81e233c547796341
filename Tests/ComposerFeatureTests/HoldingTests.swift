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
  let bench = ComposerBench()

  private func post(_ text: String) async throws -> (model: Composer.Model, response: Response) {
    bench.holdSeconds = 10
    let model = bench.model(holder: bench.holder)
    model.append(text)
    return (model, try await type("send", at: bench.verbs(model)))
  }

  private var sent: [String] { bench.sent.withLock { $0.map(\.content.text) } }

  @Test func aKeptPostIsADraftUntilItsTimeHasCome() async throws {
    let (model, response) = try await post("Low water.")
    #expect(response.words == "Sends in 10 s; undo takes it back.")
    guard case .toast(let toast) = response else { return }
    #expect(toast.undo == .command("unpost \(model.state.draft.id)"))
    #expect(sent.isEmpty)
    #expect(bench.savedTexts == ["Low water."])
    #expect(bench.savedDrafts.withLock { $0.map(\.delivery) } == [.held(until: .fixtureNow + 10)])
    bench.release.yield()
    while bench.toasts.isEmpty, !Task.isCancelled { await Task.yield() }
    #expect(bench.toasts.map(\.text.plain) == ["Sent: “Low water.”"])
    #expect(sent == ["Low water."])
    #expect(bench.savedTexts.isEmpty)
    // From now on it can be deleted and written again.
    bench.known.withLock { $0 = [Status.fixtures.own.id: Status.fixtures.own] }
    let undone = try await type("unpost \(model.state.draft.id)", at: bench.globalVerbs)
    #expect(undone.words?.contains("and write it again?") == true)
  }

  @Test func aPostIsTakenBackAsADraft() async throws {
    let (model, _) = try await post("Low water.")
    let id = model.state.draft.id
    #expect(
      try await type("unpost \(id)", at: bench.globalVerbs).words == "Not sent; saved as a draft. [draft \(id)]")
    #expect(await bench.holder.sendAll().isEmpty)
    #expect(sent.isEmpty)
    #expect(bench.savedTexts == ["Low water."])
    await #expect(throws: AppError.self) { try await type("unpost \(id)", at: bench.globalVerbs) }
  }

  @Test func whatIsKeptIsSentWhenTheProgramEnds() async throws {
    _ = try await post("One.")
    _ = try await post("Two.")
    #expect(await bench.holder.sendAll().map(\.text.plain) == ["Sent: “One.”", "Sent: “Two.”"])
    #expect(sent == ["One.", "Two."])
    #expect(bench.savedTexts.isEmpty)
  }

  @Test func whatCannotBeSentAtTheEndStaysADraft() async throws {
    let (model, _) = try await post("One.")
    bench.serverError.withLock { $0 = MastodonError.fixtures.timedOut }
    let words = await bench.holder.sendAll().map(\.text.plain)
    #expect(words.first?.hasPrefix("Could not send “One.”") == true)
    #expect(words.first?.hasSuffix("It is saved as a draft: draft \(model.state.draft.id)") == true)
    #expect(bench.savedTexts == ["One."])
  }

  @Test func aDraftThatWasChangedOrDiscardedIsNotSent() async throws {
    let (model, _) = try await post("One.")
    bench.savedDrafts.withLock { $0[0].content.text = "Two." }
    #expect(await bench.holder.sendAll().isEmpty)
    _ = try await post("Three.")
    bench.savedDrafts.withLock { $0 = [] }
    #expect(await bench.holder.sendAll().isEmpty)
    #expect(sent.isEmpty)
    _ = model
  }

  @Test func equalTextIsAnotherPostWhileOneIsKept() async throws {
    _ = try await post("One.")
    _ = try await bench.model(holder: bench.holder).send("One.")
    #expect(bench.savedTexts == ["One.", "One."])
    _ = await bench.holder.sendAll()
    #expect(sent == ["One.", "One."] && bench.savedTexts.isEmpty)
  }

  @Test func whatCannotBeSavedIsNotKept() async throws {
    bench.diskError.withLock { $0 = AppError.fixtures.diskFull }
    _ = try await post("Low water.")
    #expect(sent == ["Low water."], "it would exist in memory alone")
  }

  @Test func editsAndScheduledPostsAreNotKept() async throws {
    bench.holdSeconds = 10
    let model = bench.model(holder: bench.holder)
    model.append("Low water.")
    model.set(Composer.Options(scheduledAt: .fixture(minutesAgo: -60)))
    guard case .scheduled = try await model.send() else {
      Issue.record("kept")
      return
    }
    #expect(bench.holder.isEmpty)
  }
}
