import FeatureKit
import MastodonKit
import StatusKit
import Synchronization
import TerminalKit
import Testing

@testable import ComposerFeature

/// The text in the user's own editor.
@MainActor
@Suite struct EditorTests {
  let harness = ComposerHarness()

  /// Runs `/editor` with an editor that leaves this text.
  private func edit(_ model: Composer.Model, _ result: String) async throws -> Response {
    guard case .edit(let edit) = try await type("editor", at: harness.verbs(model)) else { throw AppError.cancelled }
    #expect(edit.text == model.state.draft.content.text)
    return try await edit.finish(result)
  }

  @Test func editedTextIsSavedAndCanBeUndone() async throws {
    let model = harness.model()
    model.append("Low water.")
    #expect(try await edit(model, "High water.\nMind the steps.").isScreen)
    #expect(model.state.lines == ["High water.", "Mind the steps."])
    #expect(harness.savedTexts == ["High water.\nMind the steps."])
    #expect(try model.undo() == "editing the text in your editor")
    #expect(model.state.lines == ["Low water."])
  }

  @Test(arguments: [
    ("Low water.", "", "The editor left no text, so the post stays as it was."),
    ("Low water.", " \n", "The editor left no text, so the post stays as it was."),
    ("Low water.", "Low water.", "The text is unchanged."), ("", "", "The editor left no text."),
  ])
  func textThatIsMissingOrTheSameChangesNothing(_ before: String, _ after: String, _ words: String) async throws {
    let model = harness.model()
    if !before.isEmpty { model.append(before) }
    let state = model.state
    guard case .screenAfter(let toast) = try await edit(model, after) else {
      Issue.record("nothing said")
      return
    }
    #expect(toast.text.plain == words)
    #expect(model.state == state)
  }

  @Test func editedThreadIsSplitAgain() async throws {
    let model = harness.model(limits: .fixtures.strict)
    model.append("One two three four five six seven eight nine ten eleven.")
    model.split()
    #expect(model.state.parts != nil)
    _ = try await edit(model, "Short.")
    #expect(model.state.parts == nil)
  }

  private func sendEdited(_ model: Composer.Model, _ result: String) async throws -> Response {
    guard case .edit(let edit) = Composer.sendingEdited(model, layout: { .init(now: .fixtureNow) }) else {
      throw AppError.cancelled
    }
    return try await edit.finish(result)
  }

  @Test func singleCommandSendsTheEditedText() async throws {
    guard case .toast = try await sendEdited(harness.model(), "Low water.") else {
      Issue.record("not sent")
      return
    }
    #expect(harness.sent.withLock { $0.map(\.content.text) } == ["Low water."])
    #expect(harness.savedTexts.isEmpty)
  }

  @Test func singleCommandKeepsAnUnchangedTextAsADraft() async throws {
    let model = harness.model()
    model.append("Low water.")
    do {
      _ = try await sendEdited(model, "Low water.")
      Issue.record("sent")
    } catch {
      #expect(AppError(error).message == "The editor left the text unchanged, so nothing was sent.")
      #expect(AppError(error).suggestion.contains("draft draft0001"))
    }
    #expect(harness.sent.withLock(\.count) == 0)
    #expect(harness.savedTexts == ["Low water."])
  }

  @Test func singleCommandQueuesUnsentChanges() async throws {
    harness.serverError.withLock { $0 = MastodonError.fixtures.timedOut }
    await #expect(throws: AppError.self) { try await sendEdited(harness.model(), "Low water.") }
    #expect(harness.savedTexts == ["Low water."])
  }

  @Test func letterWithinATextIsText() async throws {
    _ = try await type("post grep -e x", at: harness.globalVerbs)
    #expect(harness.sent.withLock { $0.map(\.content.text) } == ["grep -e x"])
  }
}
